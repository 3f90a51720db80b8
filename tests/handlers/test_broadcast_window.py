"""Due dates are asked for by weeks at least, wherever a broadcast could get past that: its number would tell of one."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlmodel import select

from bot import accounts, broadcast_people, broadcasts
from bot.broadcast_rules import Audience, Due, Facts
from bot.models.fleet import Company, Membership, Paper
from bot.models.staff import Broadcast, BroadcastRecipient
from scheduler.broadcasts import work
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal

FIRST = dt.date(2026, 6, 1)
LIT, POLICY = ("lit",), ("policy",)


def due(first: int, last: int, kinds: tuple[str, ...] = ()) -> Due:
    """From one day of June to another."""
    return Due(kinds=kinds, from_on=FIRST.replace(day=first), to_on=FIRST.replace(day=last))


def rules(wanted: Due | None, barred: Due | None = None) -> Audience:
    return Audience(include=Facts(due=wanted), exclude=Facts(due=barred))


@pytest.mark.parametrize(
    ("narrow", "asked"),
    [
        (False, rules(None)),
        (False, rules(due(1, 7))),
        (True, rules(due(1, 6))),
        (True, rules(None, due(20, 20))),
        (True, rules(due(1, 30), due(2, 30))),
        (True, rules(due(1, 30, LIT), due(1, 24))),
        (False, rules(due(1, 30), due(8, 30))),
        (False, rules(due(1, 30), due(1, 30))),
        (False, rules(due(1, 30, LIT), due(2, 30, POLICY))),
    ],
)
def test_a_window_and_what_an_exclusion_leaves_of_it_have_seven_days(narrow: bool, asked: Audience) -> None:
    assert narrow == asked.narrow


def draft(desk: Rehearsal, asked: Audience, state: str = "draft") -> Broadcast:
    """A broadcast whose stored rules got past the form, and six companies with papers due each on a day of its own."""
    for number in range(6):
        accounts.touch(desk.session, user_id=PERSON + number, name=f"Pessoa {number}", now=NOON)
        company = Company(
            name=f"Empresa {number}", authorities=["daer"], modes=["turistico"], created_at=NOON
        )
        desk.session.add(company)
        desk.session.flush()
        place = Membership(company_id=company.id or 0, user_id=PERSON + number, role="owner", since=NOON)
        paper = Paper(company_id=company.id or 0, subject="company", kind="cnd-federal", created_at=NOON)
        paper.expires_on = FIRST.replace(day=11 + number)
        desk.session.add_all([place, paper])
    row = broadcasts.create(desk.session, author=1, now=NOON, subject="norms", text="Um aviso.", state=state)
    row.audience = asked.model_dump(mode="json")
    desk.session.flush()
    return row


def carried(desk: Rehearsal, row: Broadcast) -> dict[str, object]:
    """What the button that confirms would carry."""
    calendar = desk.services.library.calendar
    people = broadcast_people.addressees(desk.session, row, today=NOON.date(), calendar=calendar)
    assert 6 == len(people)
    key = broadcast_people.fingerprint(people)
    return {"id": row.id, "key": key, "version": row.text_version, "without": False}


NARROW = rules(due(11, 16))


@pytest.mark.parametrize(
    ("action", "state"),
    [("broadcast.preview", "draft"), ("broadcast.confirm", "draft"), ("broadcast.approve", "approval")],
)
def test_a_narrow_audience_is_neither_counted_nor_confirmed(
    stand_in: Rehearsal, action: str, state: str
) -> None:
    row = draft(stand_in, NARROW, state)

    told = stand_in.press(action, **carried(stand_in, row))

    assert ["broadcast/narrow"] == [one.template for one in stand_in.answered]
    assert "menos de 7 dias" in told.parts[0]
    assert state == row.state


def test_a_narrow_audience_is_refused_whoever_asks_for_its_confirmation(stand_in: Rehearsal) -> None:
    row = draft(stand_in, NARROW)

    assert not broadcasts.confirm(stand_in.session, row, by=2, confirmed={}, now=NOON)
    row.state = "approval"
    assert not broadcasts.approve(stand_in.session, row, by=3, now=NOON)


def test_a_confirmed_broadcast_with_a_narrow_audience_does_not_start(stand_in: Rehearsal) -> None:
    row = draft(stand_in, NARROW, "running")
    row.confirmed = {"key": carried(stand_in, row)["key"], "count": 6}
    stand_in.session.flush()

    work(stand_in.services, stand_in.session, NOON)

    assert ("draft", "narrow") == (row.state, row.reason)
    assert [] == list(stand_in.session.exec(select(BroadcastRecipient)))


def test_an_exclusion_that_leaves_few_days_is_not_taken(stand_in: Rehearsal) -> None:
    row = draft(stand_in, rules(due(1, 30)))
    days = {"due_from": "2026-06-02", "due_to": "2026-06-30"}

    stand_in.finish("audience", broadcast=row.id, side="exclude", fact="due", due_kind="any", **days)

    assert ["broadcast/narrow", "broadcast/audience"] == [one.template for one in stand_in.answered]
    assert rules(due(1, 30)) == broadcasts.rules(row)
