"""A draft with the rules of today: its outcome in words, with what the company's fleet knows already.

The chat and the printed sheet read the same; who reads decides which papers count as known (roles).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sqlmodel import Session

from bot import checklist_view, checklists, companies, fleet, paper_facts, papers
from bot.checklist_shapes import Charter, Desk, Known
from bot.models.chat import Draft
from bot.models.fleet import Company, Membership, Vehicle
from bot.models.fleet import Paper as Row
from bot.roles import package_roles
from bot.services import Services
from knowledge.checklist_figures import BaseFigures
from knowledge.checklist_model import Checklist
from knowledge.checklist_outcome import outcome
from knowledge.checklist_papers import Paper
from knowledge.obligations import package_obligations


@dataclass(frozen=True)
class Case:
    """A draft with the rules it is under."""

    draft: Draft
    checklist: Checklist

    @property
    def id(self) -> int:
        """The draft's id."""
        return self.draft.id or 0

    @property
    def answers(self) -> dict[str, str]:
        """The answers given so far."""
        return dict(self.draft.answers)


@dataclass(frozen=True)
class Reader:
    """Who reads a case, and on which civil day."""

    user_id: int
    today: dt.date


def load(services: Services, session: Session, draft_id: int, user_id: int) -> Case | None:
    """The case of a draft this person may see, as it stands; None when it or its checklist is gone."""
    draft = checklists.load(session, draft_id, user_id, lock=False)
    checklist = services.library.checklists.checklists.get(draft.subject) if draft else None
    return Case(draft, checklist) if draft and checklist else None


def desk(services: Services) -> Desk:
    """What outcomes are read with."""
    library = services.library
    figures = BaseFigures(library.values, library.upf, library.calendar)
    return Desk(library.corpus, library.checklists.contacts, figures, services.renderer.label)


def file_on(case: Case, today: dt.date) -> dt.date:
    """The day of the request: the one given while it lies ahead, else today."""
    return max(case.draft.file_on or today, today)


def charter(services: Services, session: Session, case: Case, reader: Reader) -> Charter:
    """The outcome in words."""
    read_with = desk(services)
    return checklist_view.charter(
        outcome(case.checklist, case.answers, today=reader.today, figures=read_with.figures),
        read_with,
        known=known(services, session, case, reader),
        ticks=case.draft.ticks,
        file_on=file_on(case, reader.today),
        needed_on=case.draft.needed_on,
    )


def known(services: Services, session: Session, case: Case, reader: Reader) -> Known:
    """The company's dated papers that this person may see, and the plates of its running vehicles."""
    held = companies.membership(session, case.draft.company_id or 0, reader.user_id)
    holding = fleet.holding(session, held[0].id or 0) if held else None
    if held is None or holding is None:
        return Known()
    plates = {v.id: fleet.shown(v.plate) for v in holding.vehicles}
    found: list[Paper] = []
    for vehicle in (None, *holding.vehicles):
        of_it = [p for p in holding.papers if p.vehicle_id == (vehicle.id if vehicle else None)]
        seen = [p for p in of_it if _sees(held[1], p) and papers.owed(p)]
        dated = _Dated(services, reader.today, holding.company, vehicle)
        found += dated.papers(seen, plates)
    made = tuple(paper_facts.manufacture(v) for v in holding.vehicles)
    return Known(tuple(found), frozenset(plates.values()), made)


def _sees(place: Membership, paper: Row) -> bool:
    kinds = package_obligations()
    if paper.kind not in kinds:
        return False
    own = paper.person_id == place.user_id
    return package_roles().sees(place.role, kinds[paper.kind].holder, paper.kind, own=own)


@dataclass(frozen=True)
class _Dated:
    """Stored papers of one subject as the law's arithmetic dates them."""

    services: Services
    today: dt.date
    company: Company
    vehicle: Vehicle | None

    def papers(self, rows: list[Row], plates: dict[int | None, str]) -> list[Paper]:
        """Each with its last day, and where it is known from."""
        calendar = self.services.library.calendar
        about = paper_facts.facts(
            rows, today=self.today, company=self.company, vehicle=self.vehicle, calendar=calendar
        )
        return [
            Paper(
                row.kind,
                paper_facts.due_on(row, about),
                plates.get(row.vehicle_id) or row.subject_name or self.company.name,
            )
            for row in rows
        ]
