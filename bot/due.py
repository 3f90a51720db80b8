"""Everything of a company that falls due: stored rows → the law's arithmetic → dated things with their ground.

A thing's `subject` is the first part of its reminders' key: `paper:12`, `parcel:7`, `vehicle:3:age-limit`,
`company:5:fleet-half`. What follows from a paper alone, not from its own end, hangs on it:
`paper:12:recefitur-renewal`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot import fleet, paper_facts, papers
from bot.clock import civil_day
from bot.fleet import Holding
from bot.models.fleet import Company, Instalment, Paper, Vehicle
from knowledge import deadlines
from knowledge.calendar import Calendar
from knowledge.deadline_model import PRINTED, Deadline, Facts
from knowledge.deadline_model import Paper as Dated
from knowledge.obligations import Obligation, Obligations, package_obligations

LIMITING = frozenset({"recefitur", "cadastur", "policy", "contract-licence"})
"""Kinds of the company's own papers that its vehicles' licences look at."""

MARGIN_DAYS = 15
"""An act before an agency counts down to an earlier day than its due day, by days off."""

OF_THE_PAPER = {
    "recefitur": ("renewal-opening",),
    "lit": ("lit-changes",),
    "new-vehicle": ("new-vehicle",),
}
"""Rules of `knowledge.deadlines` that follow from a paper of that kind beside its own end."""


@dataclass(frozen=True)
class Limited:
    """A vehicle's licence that cannot be used after another paper's day."""

    vehicle_id: int
    plate: str
    licence: str


@dataclass(frozen=True)
class Due:
    """One dated thing of a company with its deadline; `limits`: the licences that it ends before their own day."""

    subject: str
    company: Company
    deadline: Deadline
    known_on: dt.date
    vehicle: Vehicle | None = None
    paper: Paper | None = None
    parcel: Instalment | None = None
    parcels: int = 0
    limits: tuple[Limited, ...] = ()

    @property
    def own_end(self) -> bool:
        """Whether it is the end of a paper or parcel itself, not a notice that hangs on it."""
        return self.subject.count(":") == 1

    @property
    def row(self) -> Obligation:
        """Its kind, as the data has it."""
        return package_obligations()[self.deadline.kind]

    @property
    def day(self) -> dt.date:
        """The civil day it falls due."""
        if self.deadline.due_on is not None:
            return self.deadline.due_on
        return self.deadline.due_at.date() if self.deadline.due_at else dt.date.max

    @property
    def person_id(self) -> int | None:
        """The driver it is of."""
        return self.paper.person_id if self.paper else None

    @cached_property
    def title(self) -> str:
        """What it is, in words: "Parcela 3 de 6", "Laudo de Inspeção Técnica (LIT)"."""
        if self.parcel is not None:
            of = f" de {self.parcels}" if self.parcels else ""
            number = f" ({self.paper.number})" if self.paper and self.paper.number else ""
            return f"Parcela {self.parcel.number}{of} do seguro{number}"
        title = self.row.title
        return title[:1].upper() + title[1:]

    @property
    def about(self) -> str:
        """Whose it is: the plate, else the name of contract, driver or trip, else nothing (the company's own)."""
        if self.vehicle is not None:
            return fleet.shown(self.vehicle.plate)
        return self.paper.subject_name if self.paper else ""


def limits(session: Session, company_id: int) -> tuple[Dated, ...]:
    """The company's own papers that its vehicles' licences look at, as the arithmetic takes them."""
    return _limiting(papers.current(session, company_id, vehicle_id=None))


def _limiting(own: Iterable[Paper]) -> tuple[Dated, ...]:
    return tuple(paper_facts.dated(row) for row in own if row.kind in LIMITING and papers.owed(row))


@dataclass(frozen=True)
class Reader:
    """Reads the dated things of companies on a civil day.

    `horizon`: papers whose printed date is later are left out (a printed date wins over any computed one).
    """

    today: dt.date
    calendar: Calendar
    zone: ZoneInfo
    horizon: dt.date = dt.date.max

    def things(self, held: Holding) -> list[Due]:
        """Everything that falls due, the first to fall due first."""
        found: list[Due] = []
        own = held.papers_of(None)
        limits = _limiting(own)
        about = self._facts(held.company, own, ())
        found += self._of_papers(held, own, about, None)
        found += self._of_renewed(held)
        found += self._of_fleet(held)
        by_vehicle = held.papers_by_vehicle
        for vehicle in held.vehicles:
            rows = by_vehicle.get(vehicle.id or 0, [])
            if not rows and not self._aged(vehicle):
                continue
            about = self._facts(held.company, rows, limits, vehicle)
            found += self._of_papers(held, rows, about, vehicle)
            found += self._of_vehicle(held.company, vehicle, about)
        return sorted(found, key=lambda thing: (thing.day, thing.subject))

    def facts_of(self, held: Holding, vehicle: Vehicle) -> Facts:
        """A vehicle's papers with the company's own that limit its licences."""
        limits = _limiting(held.papers_of(None))
        return self._facts(held.company, held.papers_of(vehicle.id), limits, vehicle)

    def _facts(
        self, company: Company, rows: list[Paper], limits: tuple[Dated, ...], vehicle: Vehicle | None = None
    ) -> Facts:
        known = package_obligations()
        return paper_facts.facts(
            [r for r in rows if r.kind in known and papers.owed(r)],
            today=self.today,
            company=company,
            vehicle=vehicle,
            calendar=self.calendar,
            beside=limits,
        )

    def _of_papers(
        self, held: Holding, rows: list[Paper], about: Facts, vehicle: Vehicle | None
    ) -> Iterator[Due]:
        kinds = package_obligations()
        for row in rows:
            yield from self._of_parcels(held, row, vehicle)
            if row.kind not in kinds or not papers.owed(row):
                continue
            known_on = civil_day(row.created_at, self.zone)
            subject = f"paper:{row.id}"
            for found in self._ends(row, kinds[row.kind], about):
                yield Due(subject, held.company, found, known_on, vehicle, row)
            for rule in OF_THE_PAPER.get(row.kind, ()) if row.kind != "lit" or row.issued_on else ():
                for found in deadlines.SUBJECT_RULES[rule](kinds, about):
                    name = subject if found.kind == row.kind else f"{subject}:{found.kind}"
                    yield Due(name, held.company, found, known_on, vehicle, row)

    def _of_renewed(self, held: Holding) -> Iterator[Due]:
        """A renewed policy is the cover until its own end: what it costs until then is still to be paid."""
        vehicles = {vehicle.id: vehicle for vehicle in held.vehicles}
        for row in held.renewed:
            yield from self._of_parcels(held, row, vehicles.get(row.vehicle_id))

    def _ends(self, row: Paper, kind: Obligation, about: Facts) -> list[Deadline]:
        if row.expires_on is not None and row.expires_on > self.horizon and PRINTED in kind.facts:
            return []
        return deadlines.of_paper(package_obligations(), paper_facts.dated(row), about)

    def _of_parcels(self, held: Holding, row: Paper, vehicle: Vehicle | None) -> Iterator[Due]:
        unpaid = held.instalments.get(row.id or 0, ())
        if not unpaid:
            return
        kind = package_obligations()["instalment"]
        known_on = civil_day(row.created_at, self.zone)
        about = paper_facts.facts([], today=self.today, company=held.company, calendar=self.calendar)
        for parcel in unpaid:
            if parcel.due_on > self.horizon or not papers.still_due(row, parcel):
                continue
            dated = Dated(kind.kind, {PRINTED: parcel.due_on})
            for found in deadlines.of_paper(package_obligations(), dated, about):
                yield Due(
                    f"parcel:{parcel.id}", held.company, found, known_on, vehicle, row, parcel,
                    held.parcel_counts.get(row.id or 0, 0),
                )  # fmt: skip

    def _aged(self, vehicle: Vehicle) -> bool:
        """Whether an age limit may fall before the horizon."""
        return vehicle.year + _first_limit_years(package_obligations()) <= self.horizon.year

    def _of_vehicle(self, company: Company, vehicle: Vehicle, about: Facts) -> Iterator[Due]:
        if not self._aged(vehicle) or not _of_daer(company):
            return
        known_on = civil_day(vehicle.created_at, self.zone)
        for found in deadlines.SUBJECT_RULES["age-limits"](package_obligations(), about):
            if found.due_on is None or found.due_on <= self.horizon:
                yield Due(f"vehicle:{vehicle.id}:{found.kind}", company, found, known_on, vehicle)

    def _of_fleet(self, held: Holding) -> Iterator[Due]:
        """When too many of the active vehicles are too old at once."""
        if not _of_daer(held.company) or not any(self._aged(vehicle) for vehicle in held.vehicles):
            return
        made = tuple(paper_facts.manufacture(vehicle) for vehicle in held.vehicles)
        known_on = civil_day(max(vehicle.created_at for vehicle in held.vehicles), self.zone)
        about = Facts(self.today, fleet=made, calendar=self.calendar)
        for found in deadlines.SUBJECT_RULES["fleet-half"](package_obligations(), about):
            if found.due_on is None or found.due_on <= self.horizon:
                yield Due(f"company:{held.company.id}:{found.kind}", held.company, found, known_on)


def _of_daer(company: Company) -> bool:
    """The age limits are DAER's: nothing is lent to METROPLAN."""
    return not company.authorities or "daer" in company.authorities


@lru_cache(maxsize=4)
def _first_limit_years(rows: Obligations) -> int:
    return min(row.term.years for row in rows if row.rule == "age-limits" and row.term is not None)


@lru_cache(maxsize=4)
def _longest_stage(rows: Obligations) -> int:
    return max(int(stage) for row in rows for stage in row.stages if stage.isdecimal())


def reach(company: Company, today: dt.date) -> dt.date:
    """The last due day that any stage of the company's can look ahead to from a civil day."""
    own = [int(stage) for stages in company.ladders.values() for stage in stages if str(stage).isdecimal()]
    return today + dt.timedelta(days=max([_longest_stage(package_obligations()), *own]) + MARGIN_DAYS)
