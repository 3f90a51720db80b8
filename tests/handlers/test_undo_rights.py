"""Undo asks for the rights the change asked for, as the person holds them now; nothing else is needed for it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from sqlmodel import select

from bot import changes, companies, fleet, papers
from bot.changes import Actor
from bot.clock import MovableClock
from bot.database import Database
from bot.models.fleet import Change, Membership, Vehicle
from knowledge.answers import Answerer
from knowledge.library import Library
from tests import carriers
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal, Sent, rehearsal

OWNER = 77
TODAY = NOON.date()
UNDO = "↩️ Desfazer"


class Desk:
    """A person of somebody else's company, a manager at first."""

    def __init__(self, held: Rehearsal) -> None:
        self.held, self.session = held, held.session
        self.home = carriers.carrier(self.session, OWNER, "Aurora", "IAB1C23", lit=TODAY)
        self.van = self.session.exec(select(Vehicle)).one()
        carriers.member(self.session, self.home.id or 0, PERSON, role="manager")
        self.who = Actor(self.home.id or 0, PERSON, "before", NOON)

    def becomes(self, role: str) -> None:
        place = self.session.exec(select(Membership).where(Membership.user_id == PERSON)).one()
        place.role = role
        self.session.flush()

    def does(self, what: str) -> None:
        """One change of that kind."""
        if what == "sale":
            fleet.set_state(self.session, self.who, self.van, "sold", today=TODAY)
        if what == "ladders":
            companies.change(self.session, self.who, self.home, ladders={"*": ["9"]})
        if what == "name":
            companies.change(self.session, self.who, self.home, name="Outra")
        if what in {"crlv", "alvara"}:
            of = (
                {"subject": "vehicle", "vehicle_id": self.van.id}
                if what == "crlv"
                else {"subject": "company"}
            )
            papers.add_paper(self.session, self.who, {**of, "kind": what, "expires_on": TODAY})
        if what == "own":
            own = {"subject": "driver", "subject_name": "Ana", "person_id": PERSON}
            papers.add_paper(self.session, self.who, {**own, "kind": "cnh-medical", "expires_on": TODAY})
        if what == "parcel":
            values = {"subject": "company", "kind": "policy", "expires_on": TODAY + dt.timedelta(days=99)}
            parcels = [papers.Parcel(1, TODAY)]
            row = papers.add_paper(
                self.session, Actor(self.home.id or 0, OWNER, "owner", NOON), values, parcels=parcels
            )
            papers.pay(self.session, self.who, papers.parcels(self.session, row.id or 0)[0], paid_on=TODAY)

    def undo(self) -> Sent:
        return self.held.press("fleet.undone", company=self.home.id, batch="before")

    def standing(self) -> int:
        """How many changes of this person stand."""
        rows = self.session.exec(select(Change).where(Change.user_id == PERSON)).all()
        return sum(1 for row in rows if row.undone_at is None)


@pytest.fixture
def desk(database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock) -> Iterator[Desk]:
    with rehearsal(database, knowledge, clock) as held:
        yield Desk(held)


@pytest.mark.parametrize(
    ("what", "role"),
    [
        ("sale", "accountant"),
        ("sale", "driver"),
        ("ladders", "accountant"),
        ("name", "manager"),
        ("crlv", "accountant"),
        ("alvara", "driver"),
        ("parcel", "driver"),
    ],
)
def test_who_lost_the_right_to_a_change_does_not_undo_it(desk: Desk, what: str, role: str) -> None:
    desk.does(what)
    desk.becomes(role)

    shown = [desk.held.press("fleet.undo"), desk.undo()]

    assert ["fleet/undo_not_allowed"] * 2 == [sent.template for sent in shown]
    assert f"na <b>{desk.home.name}</b> agora é " in shown[0].parts[0]
    assert 1 == desk.standing()
    assert UNDO not in desk.held.press("fleet.more").labels


@pytest.mark.parametrize(
    ("what", "role"),
    [
        ("sale", "manager"),
        ("ladders", "manager"),
        ("name", "owner"),
        ("crlv", "manager"),
        ("alvara", "accountant"),
        ("parcel", "accountant"),
        ("own", "driver"),
    ],
)
def test_who_holds_the_right_to_a_change_undoes_it(desk: Desk, what: str, role: str) -> None:
    desk.does(what)
    desk.becomes(role)
    offered = desk.held.press("fleet.more").labels

    assert UNDO in offered
    assert "fleet/undo" == desk.held.press("fleet.undo").template
    assert "fleet/undone" == desk.undo().template
    assert 0 == desk.standing()


def test_where_there_is_nothing_to_undo_no_button_promises_it(desk: Desk) -> None:
    assert UNDO not in desk.held.press("fleet.more").labels


def test_a_batch_with_one_change_beyond_the_rights_stays_as_a_whole(desk: Desk) -> None:
    desk.does("alvara")
    desk.does("sale")
    desk.becomes("accountant")

    assert "fleet/undo_not_allowed" == desk.undo().template
    assert 2 == desk.standing()
    assert "sold" == desk.van.state
    assert 2 == len(changes.last_batch(desk.session, desk.home.id or 0, PERSON, now=NOON))
