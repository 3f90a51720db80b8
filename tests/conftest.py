"""Fixtures of all tests: no setting of the machine leaks in; a clock that stands; the real data, loaded once."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import migrate
from bot.clock import MovableClock
from bot.database import Database
from bot.main import load_knowledge
from knowledge.answers import Answerer
from knowledge.library import Library

for name in [n for n in os.environ if n.startswith("FRETABOT_")]:
    del os.environ[name]

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


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """A migrated SQLite file of its own."""
    opened = Database(f"sqlite:///{tmp_path / 'fretabot.sqlite'}")
    migrate.upgrade(opened.engine)
    yield opened
    opened.close()
