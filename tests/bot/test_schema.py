"""All columns of all tables, and every revision with data in it."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Date,
    DateTime,
    Engine,
    Enum,
    MetaData,
    Table,
    UniqueConstraint,
    insert,
    inspect,
    select,
)
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session, SQLModel

from bot import migrate
from bot.database import Database, engine_for
from bot.models.delivery import Inbox
from bot.models.fleet import Paper
from tests.conftest import PostgresServer

CONTRACTED_BEFORE_THE_FIRST_RELEASE = ("0004",)
NOW = dt.datetime(2026, 6, 10, 12, 30, tzinfo=dt.UTC)
COLUMNS = [c for table in SQLModel.metadata.sorted_tables for c in table.columns]
TELEGRAM = re.compile(
    r"(^|_)(user_id|chat_id|recipient|message_id|update_id|author|asker|created_by|used_by|approved_by|answered_by|person_id)$"
)


def _name(column: Column[Any]) -> str:
    return f"{column.table.name}.{column.name}"


@pytest.mark.parametrize("column", COLUMNS, ids=_name)
def test_no_column_loses_what_is_put_in(column: Column[Any]) -> None:
    """Telegram ids are larger than INTEGER, kinds are text, instants keep their zone."""
    kind = column.type
    assert not isinstance(kind, Enum)
    if TELEGRAM.search(column.name):
        assert isinstance(kind, BigInteger)
    if column.name.endswith(("_at", "_until")):
        impl = getattr(kind, "impl_instance", kind)
        assert isinstance(impl, DateTime)
        assert impl.timezone
        assert not type(kind) is DateTime  # noqa: E714  # a bare one gives naive values back on SQLite
    if column.name.endswith("_on"):
        assert isinstance(getattr(kind, "impl_instance", kind), Date)


@pytest.mark.parametrize("table", SQLModel.metadata.sorted_tables, ids=lambda t: t.name)
def test_no_nullable_column_stands_in_a_unique_key(table: Table) -> None:
    keys = [tuple(c.columns) for c in table.constraints if isinstance(c, UniqueConstraint)]
    keys += [tuple(index.columns) for index in table.indexes if index.unique]

    assert [] == [_name(column) for key in keys for column in key if column.nullable]


def test_an_instant_comes_back_as_it_was_put_in(store: Database) -> None:
    inside = dt.datetime(2026, 6, 10, 22, 30, tzinfo=dt.timezone(dt.timedelta(hours=-3)))
    row = Inbox(update_id=2**40, chat_key="1", raw="", received_at=inside)
    store.now(lambda session: session.add(row))
    found = store.now(lambda session: session.get_one(Inbox, 1))

    assert (inside, dt.timedelta(0), 2**40) == (
        found.received_at,
        found.received_at.utcoffset(),
        found.update_id,
    )


def test_a_datetime_is_no_civil_date(store: Database) -> None:
    paper = Paper(company_id=1, subject="company", kind="x", expires_on=NOW, created_at=NOW)

    def unit(session: Session) -> None:
        session.add(paper)
        session.flush()

    with pytest.raises(Exception, match="civil date"):
        store.now(unit)


def _sample(column: Column[Any], number: int) -> Any:
    """A value of the column's type, as an old version may have written it."""
    kind = column.type
    if isinstance(kind, Boolean):
        return True
    if isinstance(kind, DateTime):
        return NOW
    if isinstance(kind, Date):
        return NOW.date()
    python = kind.python_type
    if python is int:
        return number
    if python in {dict, list}:
        return python()
    return _WORDS.get(
        (column.table.name, column.name), f"{column.name[:6]}-{number}"[: getattr(kind, "length", None) or 9]
    )


_WORDS = {
    ("outbox", "state"): "planned", ("staff", "role"): "editor", ("membership", "role"): "owner",
    ("vehicle", "state"): "active", ("paper", "subject"): "company", ("paper", "state"): "current",
    ("broadcast", "state"): "draft",
}  # fmt: skip


def _tables(engine: Engine) -> MetaData:
    """The tables as they stand at this revision."""
    found = MetaData()
    found.reflect(engine)
    return found


def _fill(connection: Connection, known: MetaData) -> dict[str, dict[str, Any]]:
    """One row in every table as code knows them; foreign keys point to row 1. Returns what was written."""
    written: dict[str, dict[str, Any]] = {}
    for table in known.sorted_tables:
        if table.name == "alembic_version":
            continue
        checks = {c["name"]: c["sqltext"] for c in inspect(connection).get_check_constraints(table.name)}
        values = {}
        for column in table.columns:
            if column.foreign_keys:
                values[column.name] = None if column.nullable else 1
            elif not column.primary_key or not isinstance(column.type.python_type(), int):
                values[column.name] = _allowed(column, checks) or _sample(column, 1)
            else:
                values[column.name] = 1
        connection.execute(insert(table).values(values))
        written[table.name] = values
    return written


def _allowed(column: Column[Any], checks: dict[Any, str]) -> str | None:
    """The first word a CHECK of this column allows."""
    for sql in checks.values():
        if re.search(rf"\b{column.name}\b", sql) and (found := re.search(r"'([^']+)'", sql)):
            return found.group(1)
    return None


@pytest.mark.parametrize("revision", migrate.revisions())
def test_every_revision_comes_forward_with_its_data_on_sqlite(revision: str, tmp_path: Path) -> None:
    engine = engine_for(f"sqlite:///{tmp_path / 'old.sqlite'}")
    _comes_forward(engine, revision)


@pytest.mark.postgres
@pytest.mark.parametrize("revision", migrate.revisions())
def test_every_revision_comes_forward_with_its_data_on_postgresql(
    revision: str, postgres: PostgresServer
) -> None:
    _comes_forward(engine_for(postgres.fresh_database()), revision)


def _comes_forward(engine: Engine, revision: str) -> None:
    migrate.upgrade(engine, revision)
    old = _tables(engine)
    with engine.begin() as connection:
        written = _fill(connection, old)
    migrate.upgrade(engine)

    new = _tables(engine)
    with engine.connect() as connection:
        for name, values in written.items():
            row = connection.execute(select(new.tables[name])).mappings().one()
            kept = [k for k in values if k in row]
            assert [_plain(values[k]) for k in kept] == [_plain(row[k]) for k in kept]
    assert [] == migrate.drift(engine)
    engine.dispose()


def test_code_of_the_revision_before_goes_on_writing_and_reading(tmp_path: Path) -> None:
    """Expand, then contract: both run side by side while new code is brought in."""
    engine = engine_for(f"sqlite:///{tmp_path / 'old.sqlite'}")
    old, broken = MetaData(), []
    for revision in migrate.revisions():
        migrate.upgrade(engine, revision)
        with engine.connect() as connection:
            try:
                _fill(connection, old)
                for table in old.sorted_tables:
                    connection.execute(select(table)).all()
            except DatabaseError:
                broken.append(revision)
            connection.rollback()
        old = _tables(engine)
    engine.dispose()

    assert [*CONTRACTED_BEFORE_THE_FIRST_RELEASE] == broken


def _plain(value: Any) -> Any:
    """Reflected tables of SQLite give instants without their zone."""
    return value.replace(tzinfo=None) if isinstance(value, dt.datetime) else value


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    """Old code goes on working while new code is brought in."""
    engine = engine_for(f"sqlite:///{tmp_path / 'new.sqlite'}")
    migrate.upgrade(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    migrate.upgrade(engine)

    assert "9999" == migrate.current(engine)
    engine.dispose()


def test_the_newest_revision_is_found_without_alembic() -> None:
    assert migrate.revisions()[-1] == migrate.head()
