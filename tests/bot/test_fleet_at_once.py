"""Two presses at the same moment, on both databases: one effect."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Awaitable

from sqlmodel import Session, select

from bot import accounts, changes, companies, fleet, papers
from bot.changes import Actor
from bot.database import Database
from bot.models.fleet import Instalment, Membership, Paper

NOW = dt.datetime(2026, 6, 10, 15, 0, tzinfo=dt.UTC)
TODAY = dt.date(2026, 6, 10)


def policy(session: Session) -> tuple[int, int, int]:
    """A policy with a parcel: company, paper, parcel."""
    company = accounts.found_company(session, owner=7, name="Aurora", authorities=[], modes=[], now=NOW)
    who = Actor(company.id or 0, 7, "0", NOW)
    values = {"subject": "company", "kind": "policy", "expires_on": TODAY}
    row = papers.add_paper(session, who, values, parcels=[papers.Parcel(1, TODAY)])
    (parcel,) = papers.parcels(session, row.id or 0)
    return who.company_id, row.id or 0, parcel.id or 0


async def test_t09_a_paper_renewed_by_two_at_once_has_one_successor(store: Database) -> None:
    company, paper, _ = await store.run(policy)

    def renew(session: Session) -> bool:
        row = papers.paper(session, paper, lock=True)
        assert row is not None
        who = Actor(company, 7, "1", NOW)
        return papers.renew(session, who, row, today=TODAY, expires_on=dt.date(2027, 6, 10)) is not None

    done = await asyncio.gather(*(store.run(renew) for _ in range(6)))

    assert 1 == sum(done)
    states = sorted(await store.run(lambda s: list(s.exec(select(Paper.state)))))
    assert ["current", "replaced"] == states


async def test_t09_a_parcel_paid_by_two_at_once_is_paid_once(store: Database) -> None:
    company, _, parcel = await store.run(policy)

    def pay(session: Session) -> bool:
        row = papers.parcel(session, parcel, lock=True)
        assert row is not None
        return papers.pay(session, Actor(company, 7, "1", NOW), row, paid_on=TODAY)

    done = await asyncio.gather(*(store.run(pay) for _ in range(6)))

    assert 1 == sum(done)
    assert [TODAY] == await store.run(lambda s: list(s.exec(select(Instalment.paid_on))))


async def test_two_owners_who_leave_at_once_leave_one_behind(store: Database) -> None:
    company, _, _ = await store.run(policy)

    def second(session: Session) -> None:
        companies.join(session, Actor(company, 7, "1", NOW), user_id=8, role="owner")

    await store.run(second)

    def leave(user_id: int) -> Awaitable[None]:
        def work(session: Session) -> None:
            companies.lock(session, company)
            if not companies.last_owner(session, company, user_id):
                held = companies.membership(session, company, user_id)
                assert held is not None
                companies.remove(session, Actor(company, user_id, "2", NOW), held[1])

        return store.run(work)

    await asyncio.gather(leave(7), leave(8))

    assert 1 == len(await store.run(lambda s: list(s.exec(select(Membership)))))


async def test_a_vehicle_sold_twice_at_once_is_one_change(store: Database) -> None:
    company, _, _ = await store.run(policy)
    actor = Actor(company, 7, "1", NOW)
    added = await store.run(lambda s: fleet.add_vehicle(s, actor, plate="IAB1C23", year=2015, seats=15))

    def sell(session: Session) -> bool:
        row = fleet.vehicle(session, added.id or 0, lock=True)
        assert row is not None
        return fleet.set_state(session, actor, row, "sold", today=TODAY)

    assert 1 == sum(await asyncio.gather(*(store.run(sell) for _ in range(6))))


async def test_a_change_is_undone_in_a_later_unit_of_work(store: Database) -> None:
    company, paper, _ = await store.run(policy)

    def renew(session: Session) -> None:
        row = papers.paper(session, paper, lock=True)
        assert row is not None
        papers.renew(session, Actor(company, 7, "1", NOW), row, today=TODAY, expires_on=dt.date(2027, 6, 10))

    await store.run(renew)

    await store.run(lambda s: changes.undo(s, changes.last_batch(s, company, 7, now=NOW), now=NOW))

    held = await store.run(lambda s: papers.current(s, company))
    assert [(paper, TODAY, None)] == [(p.id, p.expires_on, p.replaced_by) for p in held]
