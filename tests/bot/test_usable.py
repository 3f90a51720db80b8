"""Until when a licence can be used: told with the paper that ends first, once, for every vehicle that it stops."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session

from bot import accounts, due_words, fleet, papers, reminder_screens, usable
from bot.calendar_pages import picture_rows
from bot.changes import Actor
from bot.due import Due, Reader
from bot.models.fleet import Company
from bot.papers import Parcel
from bot.render import Renderer
from knowledge.calendar import package_calendar
from knowledge.deadline_model import SAO_PAULO
from tests.bot.import_steps import NOW, TODAY

RENDERER = Renderer()


class Yard:
    """A company whose two vans have licences for long."""

    def __init__(self, session: Session, *, modes: tuple[str, ...] = ("turistico",)) -> None:
        self.session = session
        self.home: Company = accounts.found_company(
            session, owner=7, name="Aurora", authorities=["daer", "metroplan"], modes=list(modes), now=NOW
        )
        self.who = Actor(self.home.id or 0, 7, "0", NOW)
        self.vans = [
            fleet.add_vehicle(session, self.who, plate=plate, year=2020, seats=15)
            for plate in ("IAB1C23", "JBC2D34")
        ]
        for van in self.vans:
            self.paper("vehicle-licence", dt.date(2027, 5, 1), van=van.id)

    def paper(
        self, kind: str, due: dt.date, *, van: int | None = None, parcels: tuple[Parcel, ...] = ()
    ) -> str:
        values = {
            "kind": kind,
            "expires_on": due,
            "vehicle_id": van,
            "subject": "vehicle" if van else "company",
        }
        return f"paper:{papers.add_paper(self.session, self.who, values, parcels=list(parcels)).id}"

    def things(self) -> list[Due]:
        held = fleet.holding(self.session, self.home.id or 0)
        assert held is not None
        reader = Reader(TODAY, package_calendar(), SAO_PAULO)
        return usable.limiting(reader, held, reader.things(held))

    def said(self) -> dict[str, str]:
        """What each thing blocks, of those that block something."""
        found = {t.subject: due_words.line(t, TODAY, RENDERER).blocks for t in self.things()}
        return {subject: blocks for subject, blocks in found.items() if blocks}


def test_a_paper_of_the_company_names_every_vehicle_whose_licence_it_ends(session: Session) -> None:
    yard = Yard(session)
    register = yard.paper("recefitur", dt.date(2026, 12, 1))

    whose = "licença de turismo ou de fretamento de IAB1C23 e JBC2D34"
    assert {register: f"Limita: {whose}. Só dá para usar até esse dia."} == yard.said()


def test_the_first_to_end_is_named_alone(session: Session) -> None:
    yard = Yard(session)
    yard.paper("recefitur", dt.date(2026, 12, 1))
    first = [yard.paper("policy", dt.date(2026, 9, 9), van=van.id) for van in yard.vans]

    assert set(first) == yard.said().keys()


def test_an_unpaid_parcel_limits_a_licence_and_a_paid_one_does_not(session: Session) -> None:
    yard = Yard(session)
    due = (Parcel(1, dt.date(2026, 7, 1)), Parcel(2, dt.date(2026, 8, 1)))
    policy = yard.paper("policy", dt.date(2027, 6, 1), van=yard.vans[0].id, parcels=due)
    first, second = papers.parcels(session, int(policy.split(":")[1]))
    assert [f"parcel:{first.id}"] == list(yard.said())

    papers.pay(session, yard.who, first, paid_on=TODAY)
    assert [f"parcel:{second.id}"] == list(yard.said())


def test_cadastur_limits_tourism_only(session: Session) -> None:
    tourism, other = Yard(session), Yard(session, modes=("eventual",))
    found = [yard.paper("cadastur", dt.date(2026, 8, 1)) for yard in (tourism, other)]

    assert ([found[0]], []) == (list(tourism.said()), list(other.said()))


def test_nothing_is_said_twice_where_the_licence_itself_ends_first(session: Session) -> None:
    yard = Yard(session)
    yard.paper("recefitur", dt.date(2028, 1, 1))
    yard.paper("policy", dt.date(2027, 5, 1))

    assert {} == yard.said()


def test_a_papers_day_stands_in_the_row_of_every_vehicle_it_stops(session: Session) -> None:
    yard = Yard(session)
    yard.paper("recefitur", dt.date(2026, 12, 1))

    rows = {row.label: row.days for row in picture_rows(yard.things(), "Empresa", TODAY)}
    assert all(dt.date(2026, 12, 1) in rows[name] for name in ("Empresa", "IAB1C23", "JBC2D34"))


def test_a_notice_that_hangs_on_a_paper_cannot_set_the_paper_aside(session: Session) -> None:
    yard = Yard(session)
    subject = yard.paper("lit", dt.date(2026, 12, 1), van=yard.vans[0].id)
    own = next(t for t in yard.things() if t.subject == subject)
    line = due_words.line(own, TODAY, RENDERER)

    def actions(subject: str) -> set[str]:
        of_it = due_words.Line(**{**vars(line), "subject": subject})
        rows = reminder_screens.buttons_of(RENDERER, session, of_it, 7)
        return {button.action for row in rows for button in row}

    assert {"paper.none"} == actions(subject) - actions(f"{subject}:lit-change")
