"""Migrations: what state the database is in, and bringing it forward. Forward only; expand first, contract later."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Connection, Engine, inspect, text
from sqlmodel import SQLModel

from bot.late import Late
from bot.models import chat, delivery, fleet, reminders, staff  # noqa: F401  # their tables register in the metadata

log = structlog.get_logger()

VERSION_TABLE = "alembic_version"
MIGRATION_LOCK = 731_550_219  # any number, the same for all replicas
_HERE = Path(__file__).parent / "migrations"
# Alembic is loaded when there is something to migrate or to compare: a start finds the newest revision without it.
_commands, _configs, _scripts = Late("alembic.command"), Late("alembic.config"), Late("alembic.script")
_contexts, _compared = Late("alembic.runtime.migration"), Late("alembic.autogenerate")


def _config() -> Any:
    config = _configs.Config()
    config.set_main_option("script_location", str(_HERE))
    return config


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Brings the database to `revision`. Several processes may try at once: one migrates, the others wait.

    A database that is newer than this code is left as it is: migrations only add, so that old code goes on working
    while new code is brought in.
    """
    if revision == "head" and current(engine) == head():
        return
    with _alone(engine):
        if (at := current(engine)) is not None and at not in revisions():
            log.warning("database_is_newer", revision=at, known=head())
            return
        config = _config()
        with engine.connect() as connection, _tables_may_be_replaced(connection):
            config.attributes["connection"] = connection
            _commands.upgrade(config, revision)
            connection.commit()


@contextmanager
def _tables_may_be_replaced(connection: Connection) -> Iterator[None]:
    """SQLite changes a table by making a new one; dropping the old one must not touch the rows that point to it."""
    if connection.dialect.name != "sqlite":
        yield
        return
    raw: Any = connection.connection.driver_connection
    raw.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
        if broken := raw.execute("PRAGMA foreign_key_check").fetchall():
            raise RuntimeError(f"migration broke references: {broken[:3]}")
    finally:
        raw.execute("PRAGMA foreign_keys=ON")


@contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    """Holds the right to migrate: an advisory lock on PostgreSQL, a locked file beside a SQLite file."""
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": MIGRATION_LOCK})
            try:
                yield
            finally:
                connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": MIGRATION_LOCK})
        return
    file = engine.url.database
    if not file or file == ":memory:":
        yield
        return
    with Path(f"{file}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def current(engine: Engine) -> str | None:
    """The revision the database is at, None when empty."""
    with engine.connect() as connection:
        if not inspect(connection).has_table(VERSION_TABLE):
            return None
        return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608


def head() -> str | None:
    """The newest revision this code knows."""
    return max((file.name.partition("_")[0] for file in _HERE.glob("versions/[0-9]*.py")), default=None)


def revisions() -> list[str]:
    """Every revision, oldest first."""
    script = _scripts.ScriptDirectory.from_config(_config())
    return [r.revision for r in reversed(list(script.walk_revisions()))]


def drift(engine: Engine) -> list[object]:
    """Differences between the tables in the code and those in the database; empty when all is well."""
    with engine.connect() as connection:
        context = _contexts.MigrationContext.configure(connection, opts={"compare_type": True})
        return list(_compared.compare_metadata(context, SQLModel.metadata))


def draft(engine: Engine, message: str, rev_id: str) -> None:
    """Writes a new revision file from the difference found (development only)."""
    config = _config()
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        _commands.revision(config, message=message, autogenerate=True, rev_id=rev_id)
