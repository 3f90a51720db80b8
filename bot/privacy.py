"""A person's data: all of it as one copy, and its erasure, as `data_map.yaml` says table by table (LGPD, art. 18)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa
from pydantic import model_validator
from sqlalchemy import ColumnElement, Table, delete, or_
from sqlmodel import Session, SQLModel, col, select

from bot import companies, erasure, inbox
from bot.models.fleet import Company, Membership
from knowledge.schema import Strict, load

FILE = Path(__file__).parent / "data_map.yaml"
SEES_COMPANY = frozenset({"owner", "manager"})


class Through(Strict):
    """The table whose row a row belongs to, and the column that names it."""

    column: str
    table: str
    key: str = "id"


class Entry(Strict):
    """What the map says of one table."""

    table: str
    holds: str
    person: str = ""
    company: str = ""
    own: str = ""
    through: Through | None = None
    omit: tuple[str, ...] = ()
    export: bool
    erase: Literal["row", "keep", "blank"]
    because: str = ""

    @model_validator(mode="after")
    def _reason(self) -> Entry:
        if self.erase == "keep" and not self.because:
            raise ValueError("erase: keep precisa de `because`")
        if self.erase == "row" and not (self.person or self.company or self.through):
            raise ValueError("erase: row precisa de `person`, `company` ou `through`")
        return self


class DataMap(Strict):
    """Every table."""

    tables: tuple[Entry, ...]


@cache
def data_map() -> DataMap:
    """The map that comes with the program."""
    return load(FILE, DataMap)


@dataclass(frozen=True)
class LastOwner(Exception):
    """The person is the only owner of companies that have other members: hand over or close first."""

    names: tuple[str, ...]


def copy(session: Session, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Everything kept about a person, and about the companies they own or manage, by table."""
    seen = [c.id for c, m in _places(session, user_id) if m.role in SEES_COMPANY and c.id is not None]
    found = {}
    for entry in data_map().tables:
        where = _where(entry, user_id, seen, whole_company=True) if entry.export else None
        if where is None:
            continue
        rows = session.execute(sa.select(_table(entry.table)).where(where)).mappings()
        found[entry.table] = [{k: _plain(v) for k, v in row.items() if k not in entry.omit} for row in rows]
    return {name: rows for name, rows in found.items() if rows}


def erase(session: Session, user_id: int) -> list[str]:
    """Removes a person, and the companies that nobody else belongs to. Returns what is kept and why.

    Raises `LastOwner` when others would be left without an owner.
    """
    goes, stuck = _fate(session, user_id)
    if stuck:
        raise LastOwner(tuple(stuck))
    gone = erasure.person(session, user_id)
    inbox.blank(session, str(user_id), f"user:{user_id}")
    _delete(session, user_id, goes)
    session.expire_all()
    erasure.blank(session, gone)
    session.expire_all()
    return kept()


def going(session: Session, user_id: int) -> list[str]:
    """The names of the companies that would go with this person."""
    goes, _ = _fate(session, user_id)
    return [company.name for company, _ in _places(session, user_id) if company.id in goes]


def _fate(session: Session, user_id: int) -> tuple[list[int], list[str]]:
    """The companies that go with a person, and the names of those that hinder: open, with others and no other owner.

    A closed company nobody can open again: it hinders nobody, and goes with its last owner.
    """
    goes, stuck = [], []
    for company, place in _places(session, user_id):
        others = [m for m, _ in companies.members(session, company.id or 0) if m.user_id != user_id]
        orphaned = place.role == "owner" and not any(m.role == "owner" for m in others)
        if not others or (orphaned and company.closed_at is not None):
            goes.append(company.id or 0)
        elif orphaned:
            stuck.append(company.name)
    return goes, stuck


def _delete(session: Session, user_id: int | None, company_ids: Collection[int]) -> None:
    """The rows of a person and of companies, children first."""
    by_table = {entry.table: entry for entry in data_map().tables}
    for table in reversed(SQLModel.metadata.sorted_tables):
        entry = by_table[table.name]
        where = _where(entry, user_id, company_ids, whole_company=False) if entry.erase == "row" else None
        if where is not None:
            session.execute(delete(table).where(where))


def forget_closed(session: Session, *, before: dt.datetime) -> int:
    """Deletes everything of the companies closed before that instant; returns how many."""
    closed = [c for c in session.exec(select(Company.id).where(col(Company.closed_at) < before)) if c]
    if closed:
        _delete(session, None, closed)
        session.expire_all()
    return len(closed)


def kept() -> list[str]:
    """What stays after an erasure that could be about a person, with the reason."""
    return [f"{e.holds}: {e.because}" for e in data_map().tables if e.erase == "keep" and e.person]


def _places(session: Session, user_id: int) -> list[tuple[Company, Membership]]:
    statement = (
        select(Company, Membership)
        .join(Membership, col(Membership.company_id) == col(Company.id))
        .where(Membership.user_id == user_id)
    )
    return list(session.exec(statement))


def _where(
    entry: Entry, user_id: int | None, company_ids: Collection[int], *, whole_company: bool
) -> ColumnElement[bool] | None:
    """The rows of a table that are this person's or these companies'."""
    table = _table(entry.table)
    if entry.through is not None:
        above = next(e for e in data_map().tables if e.table == entry.through.table)
        inner = _where(above, user_id, company_ids, whole_company=whole_company)
        if inner is None:
            return None
        parent = _table(above.table)
        return table.c[entry.through.column].in_(sa.select(parent.c[entry.through.key]).where(inner))
    parts: list[ColumnElement[bool]] = []
    if entry.own and whole_company:
        parts.append(table.c[entry.own] == user_id)
    if entry.person and user_id is not None:
        wanted = str(user_id) if entry.person == "chat_key" else user_id
        parts.append(table.c[entry.person] == wanted)
    if entry.company and company_ids and (not entry.person or not whole_company):
        parts.append(table.c[entry.company].in_(list(company_ids)))
    return or_(*parts) if parts else None


def _table(name: str) -> Table:
    return SQLModel.metadata.tables[name]


def _plain(value: Any) -> Any:
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value
