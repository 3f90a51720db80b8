"""A broadcast to thousands is confirmed once, whoever presses how often, and nothing of it leaves inside the press."""

from __future__ import annotations

import asyncio

from sqlmodel import Session, select

from bot import accounts, broadcast_people, broadcasts
from bot.broadcast_rules import Audience
from bot.database import Database
from bot.models.delivery import Outbox
from bot.models.fleet import Company, Membership
from bot.models.staff import Audit, Broadcast, BroadcastRecipient
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal

PEOPLE = 5_000
A_COMPANY = 100


def _crowd(session: Session) -> None:
    for first in range(0, PEOPLE, A_COMPANY):
        company = Company(name=f"Empresa {first}", authorities=["daer"], modes=["turistico"], created_at=NOON)
        session.add(company)
        session.flush()
        for number in range(PERSON + first, PERSON + first + A_COMPANY):
            accounts.touch(session, user_id=number, name=f"Pessoa {number}", now=NOON)
            session.add(Membership(company_id=company.id or 0, user_id=number, role="owner", since=NOON))
    session.flush()


def test_t18_three_presses_for_five_thousand_are_one_broadcast_of_which_nothing_leaves_in_a_press(
    stand_in: Rehearsal,
) -> None:
    session = stand_in.session
    _crowd(session)
    row = broadcasts.create(session, author=1, now=NOON, subject="norms", text="Um aviso.")
    row.audience = Audience().model_dump(mode="json")
    session.flush()
    calendar = stand_in.services.library.calendar
    people = broadcast_people.addressees(session, row, today=NOON.date(), calendar=calendar)
    button = {"id": row.id, "key": broadcast_people.fingerprint(people), "version": row.text_version}

    for _ in range(3):
        stand_in.press("broadcast.confirm", **button, without=False)

    confirmed = session.exec(select(Audit).where(Audit.action == "broadcast_confirmed")).all()
    planned = [
        *session.exec(select(BroadcastRecipient)),
        *session.exec(select(Outbox).where(Outbox.kind == "broadcast")),
    ]
    assert (PEOPLE, "running", 1, []) == (len(people), row.state, len(confirmed), planned)


async def test_t20_two_members_who_confirm_in_the_same_moment_start_one_broadcast(store: Database) -> None:
    def written(session: Session) -> int:
        row = broadcasts.create(session, author=1, now=NOON, subject="norms", text="Um aviso.")
        row.audience = Audience().model_dump(mode="json")
        session.flush()
        return row.id or 0

    number = await store.run(written)

    def confirms(by: int) -> bool:
        """On a connection of its own, as another replica."""
        with Session(store.engine) as session:
            row = session.get_one(Broadcast, number)
            won = broadcasts.confirm(session, row, by=by, confirmed={"count": 5}, now=NOON)
            session.commit()
            return won

    won = await asyncio.gather(*(asyncio.to_thread(confirms, by) for by in range(2, 8)))
    kept = await store.run(lambda session: session.get_one(Broadcast, number).confirmed_by)

    assert 1 == won.count(True)
    assert list(won).index(True) + 2 == kept
