"""Migrations: what state the database is in, and bringing it forward. Forward only; expand first, contract later."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine
from sqlmodel import SQLModel

from bot.models import chat, delivery, fleet, reminders, staff  # noqa: F401  # their tables register in the metadata

_HERE = Path(__file__).parent / "migrations"


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_HERE))
    return config


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Brings the database to `revision`. Safe to run twice and by several processes in turn."""
    config = _config()
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        connection.commit()


def current(engine: Engine) -> str | None:
    """The revision the database is at, None when empty."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def head() -> str | None:
    """The newest revision this code knows."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def revisions() -> list[str]:
    """Every revision, oldest first."""
    script = ScriptDirectory.from_config(_config())
    return [r.revision for r in reversed(list(script.walk_revisions()))]


def drift(engine: Engine) -> list[object]:
    """Differences between the tables in the code and those in the database; empty when all is well."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, SQLModel.metadata))


def draft(engine: Engine, message: str, rev_id: str) -> None:
    """Writes a new revision file from the difference found (development only)."""
    config = _config()
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.revision(config, message=message, autogenerate=True, rev_id=rev_id)
