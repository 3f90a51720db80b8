"""A broadcast that needs a second person, where there is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import accounts, broadcast_people, broadcasts, staff
from bot.broadcast_rules import Audience
from bot.models.fleet import Company, Membership
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal


@pytest.mark.parametrize("others", [0, 1])
def test_who_confirms_is_told_when_nobody_else_can_approve(stand_in: Rehearsal, others: int) -> None:
    session = stand_in.session
    settings = stand_in.services.settings.model_copy(update={"two_person_approval": True})
    stand_in.services = replace(stand_in.services, settings=settings)
    for number in range(others):
        staff.appoint(
            session, user_id=PERSON + 100 + number, role="communicator", name="Bia", by=PERSON, now=NOON
        )
    accounts.touch(session, user_id=PERSON + 1, name="Marli", now=NOON)
    company = Company(name="Aurora", authorities=["daer"], modes=["turistico"], created_at=NOON)
    session.add(company)
    session.flush()
    session.add(Membership(company_id=company.id or 0, user_id=PERSON + 1, role="owner", since=NOON))
    row = broadcasts.create(session, author=PERSON, now=NOON, subject="norms", text="Um aviso.")
    row.audience = Audience().model_dump(mode="json")
    session.flush()
    calendar = stand_in.services.library.calendar
    people = broadcast_people.addressees(session, row, today=NOON.date(), calendar=calendar)
    button = {"id": row.id, "key": broadcast_people.fingerprint(people), "version": row.text_version}

    stand_in.press("broadcast.confirm", **button, without=False)

    told = "broadcast/nobody_approves" in [one.template for one in stand_in.answered]
    assert ("approval", others == 0) == (row.state, told)
