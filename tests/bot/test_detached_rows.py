"""Rows outside their unit of work: everything is there, or asking for it fails at once instead of reading unseen."""

from __future__ import annotations

import asyncio
import datetime as dt
import threading

import pytest
from sqlalchemy import inspect
from sqlalchemy.orm import Mapper
from sqlalchemy.orm.exc import DetachedInstanceError
from sqlmodel import Session, SQLModel, select

from bot import identity
from bot.database import Database
from bot.models.fleet import Company, Vehicle
from tests.conftest import NOON


def mappers() -> list[Mapper[SQLModel]]:
    """Every table class of the product."""
    found = list(SQLModel._sa_registry.mappers)
    assert {"company", "vehicle", "paper", "outbox", "draft"} <= {m.local_table.name for m in found}  # type: ignore[attr-defined]
    return found


def _company(session: Session) -> Company:
    company = Company(name="Aurora", created_at=NOON)
    session.add(company)
    session.flush()
    for plate in ("IAB1C23", "IXY9Z99"):
        session.add(
            Vehicle(
                company_id=company.id or 0, plate=plate, plate_key=plate, year=2018, seats=15, created_at=NOON
            )
        )
    return company


def _loaded(session: Session) -> tuple[Company, list[Vehicle]]:
    return session.exec(select(Company)).one(), list(session.exec(select(Vehicle)))


def test_t31_no_table_has_a_relationship_or_a_column_that_is_read_later() -> None:
    """What is walked over is asked for by a query in the unit of work; nothing reads when an attribute is touched."""
    late = {m.class_.__name__: list(m.relationships.keys()) for m in mappers() if m.relationships}
    deferred = [str(p) for m in mappers() for p in m.column_attrs if p.deferred]

    assert ({}, []) == (late, deferred)


async def test_t31_what_a_unit_of_work_made_or_loaded_is_whole_after_its_commit(store: Database) -> None:
    made = await store.run(_company)
    company, vehicles = await store.run(_loaded)

    assert ("Aurora", "Aurora") == (made.name, company.name)
    assert ["IAB1C23", "IXY9Z99"] == [vehicle.plate for vehicle in vehicles]
    for row in (made, company, *vehicles):
        assert (True, set()) == (inspect(row).detached, inspect(row).unloaded)


async def test_t31_an_expired_attribute_raises_outside_its_unit_of_work(store: Database) -> None:
    def expires(session: Session) -> Company:
        company = _company(session)
        session.flush()
        session.expire(company, ["name"])
        return company

    company = await store.run(expires)

    with pytest.raises(DetachedInstanceError):
        _ = company.name


async def test_t32_twenty_units_at_once_never_share_a_session_in_use(store: Database) -> None:
    """SQLite groups units in one session, one after the other; PostgreSQL gives each its own."""
    inside: dict[int, int] = {}
    guard, shared = threading.Lock(), []

    def unit(session: Session, number: int) -> None:
        with guard:
            if id(session) in inside:
                shared.append((inside[id(session)], number))
            inside[id(session)] = number
        assert [] == list(session.identity_map.values())  # nobody else's rows
        identity.write(session, f"unit {number}", str(number))
        session.flush()
        with guard:
            del inside[id(session)]

    await asyncio.gather(*(store.run(lambda s, n=n: unit(s, n)) for n in range(20)))  # type: ignore[misc]

    def written(session: Session) -> list[str | None]:
        return [identity.read(session, f"unit {number}") for number in range(20)]

    assert ([], [str(n) for n in range(20)]) == (shared, await store.run(written))


async def test_t32_parallel_sends_of_one_unit_take_values_and_not_the_session(store: Database) -> None:
    """Twenty tasks read the same loaded row at once, after its session is gone."""
    company = await store.run(_company)

    async def send(number: int) -> str:
        return await store.run(
            lambda session: f"{company.name} {number} {session.get_one(Company, company.id).name}"
        )

    sent = await asyncio.gather(*(send(n) for n in range(20)))

    assert [f"Aurora {n} Aurora" for n in range(20)] == sent
    assert dt.UTC == company.created_at.tzinfo
