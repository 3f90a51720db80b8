"""Fixtures of all tests: no setting of the machine leaks in; a clock that stands; the real data, loaded once."""

from __future__ import annotations

import datetime as dt
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import logs, migrate
from bot.bench_postgres import PostgresServer
from bot.clock import MovableClock
from bot.database import Database
from bot.main import load_knowledge
from knowledge.answers import Answerer
from knowledge.library import Library

pytest_plugins = ["tests.fuzz_counts"]

for name in [n for n in os.environ if n.startswith("FRETABOT_")]:
    del os.environ[name]

MEMORY_FOLDER, ROOM = Path("/dev/shm"), 4 << 30  # noqa: S108  # a slow disk would decide how long the tests take
if MEMORY_FOLDER.is_dir() and shutil.disk_usage(MEMORY_FOLDER).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY_FOLDER))

logs.configure("json")  # the default draws coloured tracebacks with every local variable: seconds each

NOON = dt.datetime(2026, 6, 10, 15, 0, tzinfo=dt.UTC)  # Wednesday, 12:00 in Porto Alegre


@pytest.fixture(scope="session")
def library(knowledge: tuple[Library, Answerer]) -> Library:
    """The real knowledge base."""
    return knowledge[0]


@pytest.fixture(scope="session")
def knowledge() -> tuple[Library, Answerer]:
    """The real knowledge base with its answer desk, by words alone (quick to start)."""
    return load_knowledge(meaning=False)


@pytest.fixture
def clock() -> MovableClock:
    """Civil time that stands until moved."""
    return MovableClock(NOON)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database at the newest revision, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "empty.sqlite"
    opened = Database(f"sqlite:///{file}")
    migrate.upgrade(opened.engine)
    opened.close()
    return file


@pytest.fixture
def database(tmp_path: Path, migrated_file: Path) -> Iterator[Database]:
    """A migrated SQLite file of its own."""
    opened = Database(sqlite_copy(tmp_path, migrated_file))
    yield opened
    opened.close()


def sqlite_copy(folder: Path, migrated_file: Path) -> str:
    """The address of a fresh migrated file in this folder."""
    file = folder / "fretabot.sqlite"
    shutil.copy(migrated_file, file)
    return f"sqlite:///{file}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A real PostgreSQL server, started once."""
    with PostgresServer.started() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path, migrated_file: Path) -> Iterator[str]:
    """The address of a migrated database of its own: each test runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        yield sqlite_copy(tmp_path, migrated_file)
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    address = server.migrated_database()
    yield address
    server.give_back(address)


@pytest.fixture
def store(store_url: str) -> Iterator[Database]:
    """A migrated database, once on SQLite and once on PostgreSQL."""
    opened = Database(store_url)
    yield opened
    opened.close()


@pytest.fixture
def postgres_store(postgres: PostgresServer) -> Iterator[Database]:
    """A migrated database on PostgreSQL."""
    opened = Database(postgres.migrated_database())
    yield opened
    opened.close()
    postgres.give_back(opened.url)
