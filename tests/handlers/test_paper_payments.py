"""Paguei: one press for today, another day or a receipt from its screen, one undo for all of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot import accounts, changes, papers
from bot.changes import Actor
from bot.clock import MovableClock
from bot.database import Database
from bot.incoming import FileRef
from bot.models.fleet import Instalment, Paper
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal, Sent, rehearsal

TODAY = NOON.date()
DAY = dt.timedelta(days=1)
PDF = {"kind": "document", "file_id": "policy", "name": "apolice.pdf"}


class Desk:
    """An owner with a policy in two parcels: the first fell due three days ago."""

    def __init__(self, held: Rehearsal) -> None:
        self.held = held
        accounts.touch(held.session, user_id=PERSON, name="Marli", now=NOON)
        home = accounts.found_company(
            held.session, owner=PERSON, name="Aurora", authorities=["daer"], modes=[], now=NOON
        )
        who = Actor(home.id or 0, PERSON, "before", NOON)
        dues = [papers.Parcel(n, TODAY + days * DAY) for n, days in ((1, -3), (2, 27))]
        values = {"subject": "company", "kind": "policy", "expires_on": TODAY + 300 * DAY, "files": [PDF]}
        self.policy: Paper = papers.add_paper(held.session, who, values, parcels=dues)
        self.first, self.second = papers.parcels(held.session, self.policy.id or 0)

    def press(self, action: str, parcel: Instalment | None = None) -> Sent:
        return self.held.press(f"instalment.{action}", id=(parcel or self.first).id)

    def answers(self, label: str) -> Sent:
        """Presses a button of the last screen."""
        buttons = [b for row in self.held.answered[-1].keyboard for b in row]
        found = next(b for b in buttons if label in b.label)
        return self.held.press(found.action, **found.args)

    def sends(self, file: FileRef) -> Sent:
        incoming = replace(self.held._incoming("file", ""), file=file)
        return self.held._run(incoming, self.held.site._message)

    def undo(self) -> None:
        batch = changes.last_batch(self.held.session, self.policy.company_id, PERSON, now=NOON)
        changes.undo(self.held.session, batch, now=NOON)


@pytest.fixture
def desk(database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock) -> Iterator[Desk]:
    with rehearsal(database, knowledge, clock) as held:
        yield Desk(held)


def _photo(name: str = "receipt") -> FileRef:
    return FileRef("photo", name, "", "", 1)


def test_paguei_is_one_press_for_today_and_says_the_day_in_words(desk: Desk) -> None:
    said = desk.press("paid")

    assert TODAY == desk.first.paid_on
    assert "1ª parcela paga hoje, 10 de junho de 2026 (quarta-feira)" in said.parts[0]
    assert ["📅 Foi em outro dia", "📎 Anexar comprovante"] == said.labels[:2]


def test_pressed_twice_it_says_when_and_still_takes_another_day(desk: Desk) -> None:
    desk.press("paid")

    said = desk.press("paid")

    assert "A 1ª parcela já estava paga, em 10 de junho" in said.parts[0]
    assert "📅 Foi em outro dia" in said.labels


def test_another_day_is_echoed_before_it_counts(desk: Desk) -> None:
    desk.press("paid")
    desk.press("other_day")

    echo = desk.held.says("8/6")
    assert "8 de junho de 2026 (segunda-feira)" in echo.parts[0]
    assert TODAY == desk.first.paid_on
    said = desk.answers("Sim")

    assert TODAY - 2 * DAY == desk.first.paid_on
    assert "1ª parcela paga em 8 de junho de 2026" in said.parts[0]


def test_a_day_without_a_year_is_the_last_such_day(desk: Desk) -> None:
    desk.press("paid")
    desk.press("other_day")

    assert "30 de dezembro de 2025" in desk.held.says("30/12").parts[0]


def test_a_parcel_paid_late_to_the_bot_was_paid_on_the_due_day_in_one_press(desk: Desk) -> None:
    desk.press("paid")
    desk.press("other_day")

    desk.answers("No vencimento (07/06/2026)")

    assert TODAY - 3 * DAY == desk.first.paid_on


def test_the_due_day_to_come_is_not_offered_as_the_day_of_payment(desk: Desk) -> None:
    desk.press("paid", desk.second)

    asked = desk.press("other_day", desk.second)

    assert [] == [label for label in asked.labels if "vencimento" in label]


def test_nobody_has_paid_tomorrow(desk: Desk) -> None:
    desk.press("paid")
    desk.press("other_day")

    said = desk.held.says("11/06/2026")

    assert "Esse dia ainda não chegou" in said.parts[0]
    assert TODAY == desk.first.paid_on


@pytest.mark.parametrize("file", [_photo(), FileRef("document", "receipt", "pix.pdf", "application/pdf", 1)])
def test_a_receipt_is_kept_beside_the_policy_and_named_when_it_is_sent(desk: Desk, file: FileRef) -> None:
    desk.press("paid")
    desk.press("receipt")

    said = desk.sends(file)
    desk.held.press("paper.files", paper_id=desk.policy.id)

    assert "Comprovante da 1ª parcela guardado" in said.parts[0]
    captions = [one.parts[0] for one in desk.held.answered]
    assert [False, True] == [c.startswith("Comprovante da 1ª parcela · ") for c in captions]


def test_receipts_never_push_the_policy_itself_out(desk: Desk) -> None:
    desk.press("paid")
    for number in range(papers.FILES_LIMIT + 2):
        desk.press("receipt")
        desk.sends(_photo(f"receipt {number}"))

    kept = [f["file_id"] for f in desk.policy.files]

    assert ["policy", *(f"receipt {n}" for n in range(2, papers.FILES_LIMIT + 2))] == kept


def test_one_undo_takes_the_payment_its_day_and_its_receipt_back(desk: Desk) -> None:
    desk.press("paid")
    desk.press("receipt")
    desk.sends(_photo())
    desk.press("other_day")
    desk.held.says("08/06/2026")
    desk.answers("Sim")

    desk.undo()

    assert desk.first.paid_on is None
    assert [PDF] == desk.policy.files


@pytest.mark.parametrize("action", ["paid", "other_day", "receipt"])
def test_another_companys_parcel_is_nobodys_to_pay(desk: Desk, action: str) -> None:
    desk.held.person = PERSON + 1

    said: Any = desk.press(action)

    assert "papers/parcels" != said.template
    assert desk.first.paid_on is None
    assert "Apólice" not in " ".join(said.parts)


def test_a_day_corrected_long_after_the_payment_is_an_act_of_its_own(desk: Desk) -> None:
    """Its undo leaves the payment, and everything of that former act, as it stood."""
    who = Actor(desk.policy.company_id, PERSON, "long-ago", NOON - 60 * DAY)
    for parcel in (desk.first, desk.second):
        papers.pay(desk.held.session, who, parcel, paid_on=TODAY - 60 * DAY)
    later = changes.same_act(
        desk.held.session, Actor(who.company_id, PERSON, "now", NOON), desk.first, "instalment_paid"
    )
    papers.paid_on_another_day(desk.held.session, later, desk.first, TODAY - 59 * DAY)

    desk.undo()

    assert [TODAY - 60 * DAY] * 2 == [desk.first.paid_on, desk.second.paid_on]


def test_the_day_of_one_of_several_parcels_paid_at_once_is_taken_back_alone(desk: Desk) -> None:
    session, home = desk.held.session, desk.policy.company_id
    for parcel in (desk.first, desk.second):
        papers.pay(session, Actor(home, PERSON, "both", NOON), parcel, paid_on=TODAY)
    step = changes.same_act(session, Actor(home, PERSON, "step", NOON), desk.first, "instalment_paid")
    papers.paid_on_another_day(session, step, desk.first, TODAY - DAY)

    desk.undo()

    assert [TODAY] * 2 == [desk.first.paid_on, desk.second.paid_on]


def test_a_day_corrected_by_somebody_else_does_not_join_the_payment(desk: Desk) -> None:
    session, home = desk.held.session, desk.policy.company_id
    papers.pay(session, Actor(home, PERSON, "mine", NOON), desk.first, paid_on=TODAY)

    other = changes.same_act(session, Actor(home, PERSON + 1, "theirs", NOON), desk.first, "instalment_paid")

    assert "theirs" == other.batch
