"""What is one person's alone, and what staff read as "< 5": each fails when its guard is taken out."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlmodel import Session, select

from bot import accounts, broadcasts, panel
from bot.broadcast_rules import Audience, Facts
from bot.clock import MovableClock
from bot.database import Database
from bot.models.chat import Account
from bot.models.delivery import Inbox, Outbox
from bot.models.fleet import Company, Paper
from bot.models.staff import BroadcastRecipient, OpenQuestion
from knowledge.answers import Answerer
from knowledge.library import Library
from tests import carriers
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal, rehearsal

MARLI, JOAO = 301, 302
DUE = dt.date(2026, 6, 20)
COUNTED = 15
"""Companies, vehicles, people, one kind of paper, reminders sent and solved, questions waiting and answered,
deliveries in four states, messages waiting, uncertain deliveries, contacts out of reach."""


@pytest.fixture
def desk(database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock) -> Iterator[Rehearsal]:
    """An administrator in front of an empty service."""
    with rehearsal(database, knowledge, clock) as made:
        accounts.appoint(made.session, user_id=PERSON, role="administrator", name="Ana", now=NOON)
        yield made


def _company(session: Session, owner: int, plate: str) -> Company:
    return carriers.carrier(session, owner, f"Aurora {owner}", plate, lit=DUE)


def _received(session: Session) -> BroadcastRecipient:
    """A broadcast written by the administrator and sent to one owner."""
    company = _company(session, MARLI, "IVX1A23")
    row = broadcasts.create(session, author=PERSON, now=NOON, subject="norms", text="Um aviso.", state="done")
    rules = Audience(include=Facts(authorities=("daer",)))
    row.audience = rules.model_dump(mode="json")
    one = {
        "company": company.name, "company_id": company.id, "authorities": ["daer"], "modes": [], "place": False,
        "plates": ["IVX1A23"], "due": [["lit", "IVX1A23", DUE.isoformat(), False]], "provisions": [],
    }  # fmt: skip
    held = BroadcastRecipient(
        broadcast_id=row.id or 0, user_id=MARLI, company=company.name, why={"companies": [one]}
    )
    session.add(held)
    session.flush()
    return held


SECRETS = ("Aurora", "IVX", "20/06/2026", "LIT", "DAER")


def test_the_reasons_are_shown_to_the_recipient(desk: Rehearsal) -> None:
    held, desk.person = _received(desk.session), MARLI

    said = " ".join(desk.press("broadcast.why", id=held.id).parts)

    assert [] == [word for word in SECRETS if word not in said]


@pytest.mark.parametrize("person", [PERSON, JOAO], ids=["administrator and author", "another carrier"])
def test_the_reasons_of_one_recipient_are_shown_to_nobody_else(desk: Rehearsal, person: int) -> None:
    held = _received(desk.session)
    _company(desk.session, JOAO, "IVX1A24")
    desk.person = person

    told = desk.press("broadcast.why", id=held.id)

    assert "screen_changed" == told.template
    assert [] == [word for word in SECRETS if word in " ".join(told.parts)]


@pytest.mark.parametrize(("person", "counts"), [(MARLI, True), (PERSON, False), (JOAO, False)])
def test_only_the_recipient_confirms_having_read(desk: Rehearsal, person: int, counts: bool) -> None:
    held, desk.person = _received(desk.session), person

    told = desk.press("broadcast.aware", id=held.id)

    assert counts == (told.template == "broadcast/aware")
    assert counts == (desk.session.get_one(BroadcastRecipient, held.id).aware_at is not None)


def _town(session: Session, first: int, size: int) -> None:
    """So many of everything that the panel counts."""
    for number in range(first, first + size):
        company = _company(session, 1000 + number, f"IVX1A{10 + number}")
        owed = Paper(company_id=company.id or 0, subject="company", kind="recefitur", created_at=NOON)
        owed.expires_on, owed.solved_on = DUE, dt.date(2026, 6, 2)
        rows = [Outbox(**_row(number, state)) for state in ("sent", "planned", "failed", "uncertain")]
        asked = [OpenQuestion(text="?", reason="wrong", asked_at=NOON, closed=c) for c in (None, "answered")]
        raw = Inbox(update_id=number, chat_key=f"{number}", raw="{}", received_at=NOON)
        session.add_all([owed, *rows, *asked, raw])
    for account in session.exec(select(Account)):
        account.reachable = False
    session.flush()


def _row(number: int, state: str) -> dict[str, Any]:
    later = NOON + dt.timedelta(days=1)
    when = {"planned_at": NOON, "not_before": later, "next_try_at": later}
    return {"recipient": 1000 + number, "subject": state, "cycle": "-", "stage": "1", "kind": "digest",
            "lane": 2, "state": state, **when}  # fmt: skip


@pytest.mark.parametrize(("size", "shown"), [(4, "< 5"), (5, "5")])
def test_the_panel_shows_few_of_anything_as_fewer_than_five(desk: Rehearsal, size: int, shown: str) -> None:
    _town(desk.session, 0, size)

    text = html.unescape(" ".join(desk.command("painel").parts)).replace("06/2026", "")

    assert [shown] * COUNTED == re.findall(r"< 5|\d+", text)


def test_the_chart_draws_no_group_under_five(desk: Rehearsal) -> None:
    params = {"user": PERSON, "today": "2026-06-10", "title": "Painel"}
    pictures = []
    for first, size in ((0, 4), (4, 1)):
        _town(desk.session, first, size)
        work = panel.load(desk.services, desk.session, params)
        assert work is not None
        pictures.append(work())

    assert panel.chart("Painel", []) == pictures[0]
    assert panel.chart("Painel", []) != pictures[1]
