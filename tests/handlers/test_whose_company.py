"""Whoever belongs to several companies is told by each reminder, and each question behind it, whose paper it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlmodel import col, select

from bot import accounts
from bot.clock import MovableClock
from bot.database import Database
from bot.models.delivery import Outbox
from bot.models.fleet import Company, Paper
from knowledge.answers import Answerer
from knowledge.library import Library
from scheduler import digest
from scheduler.kinds import Gone
from scheduler.sweep import sweep
from tests import carriers
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal, rehearsal

PLATE = "IAB1C23"


class Desk:
    """A person with one vehicle's LIT of one company; what `joins` is another company with nothing due."""

    def __init__(self, held: Rehearsal) -> None:
        self.held, self.session = held, held.session
        accounts.touch(self.session, user_id=PERSON, name="Marli", now=NOON)
        self.home = carriers.carrier(self.session, PERSON, "Aurora", PLATE, lit=NOON.date())
        self.paper = self.session.exec(select(Paper).where(Paper.kind == "lit")).one()

    def joins(self, *, closed: bool = False) -> None:
        """One more company."""
        other = Company(name="Boreal", authorities=[], modes=[], created_at=NOON)
        other.closed_at = NOON if closed else None
        self.session.add(other)
        self.session.flush()
        carriers.member(self.session, other.id or 0, PERSON)

    def told(self) -> str:
        """The reminder of today."""
        services = self.held.services
        while sweep(services, self.session, NOON):
            pass
        row = self.session.exec(select(Outbox).where(col(Outbox.kind) == "digest")).one()
        messages = digest.prepare(services, self.session, row, NOON)
        assert not isinstance(messages, Gone)
        return messages[0].html

    def screens(self) -> dict[str, str]:
        """What the buttons of the reminder answer."""
        at = {"subject": f"paper:{self.paper.id}", "company": self.home.id}
        found = {name: self.held.press(f"reminder.{name}", **at).parts[0] for name in ("snooze", "why")}
        for name in ("correct", "remove", "renewed"):
            found[name] = self.held.press(f"paper.{name}", paper_id=self.paper.id).parts[0]
        return found


@pytest.fixture
def desk(database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock) -> Iterator[Desk]:
    with rehearsal(database, knowledge, clock) as held:
        yield Desk(held)


def test_a_reminder_of_one_company_names_it_when_the_person_has_another_too(desk: Desk) -> None:
    desk.joins()

    assert f"<b>{PLATE}</b> · Aurora" in desk.told()


@pytest.mark.parametrize("closed", [None, True], ids=["one", "one-open"])
def test_who_has_one_open_company_is_not_told_its_name_in_every_line(desk: Desk, closed: bool | None) -> None:
    if closed:
        desk.joins(closed=True)

    assert "Aurora" not in desk.told()
    assert [] == [name for name, text in desk.screens().items() if "Aurora" in text]


def test_every_question_behind_a_reminder_names_the_company_too(desk: Desk) -> None:
    desk.joins()

    assert [] == [name for name, text in desk.screens().items() if "Aurora" not in text]


def test_all_of_a_message_names_the_company_of_its_only_thing(desk: Desk) -> None:
    desk.joins()
    desk.told()
    row = desk.session.exec(select(Outbox).where(col(Outbox.kind) == "digest")).one()

    assert f"<b>{PLATE}</b> · Aurora" in desk.held.press("reminder.all", digest=row.id).parts[0]
