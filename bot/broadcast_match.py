"""Which companies are concerned: the facts asked for against what each company has.

Every fact asked for must hold; of several values of one fact, any. Facts of a vehicle hold for one and the same running
vehicle, and a paper of a vehicle counts only with its own. An exclusion takes away what it speaks of (a company, a
vehicle); a company stays while something is left of what was asked.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from sqlmodel import Session, col, or_, select

from bot import paper_facts, papers
from bot.broadcast_rules import Audience, Due, Facts
from bot.models.fleet import Company, Paper, Vehicle
from knowledge.age import Manufacture, full_years
from knowledge.calendar import Calendar
from knowledge.ids import rests
from knowledge.obligations import package_obligations
from knowledge.places import package_places


@dataclass(frozen=True)
class Found:
    """A company that is concerned, and the reasons: which of its facts were asked for."""

    company: Company
    vehicles: tuple[Vehicle, ...] = ()
    papers: tuple[tuple[Paper, dt.date, str], ...] = ()  # with the day it falls due and the vehicle's plate


@dataclass
class _Fleet:
    vehicles: defaultdict[int, list[Vehicle]] = field(default_factory=lambda: defaultdict(list))
    papers: defaultdict[int, list[Paper]] = field(default_factory=lambda: defaultdict(list))
    kinds: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))


def companies(session: Session, audience: Audience, *, today: dt.date, calendar: Calendar) -> list[Found]:
    """The open companies concerned, by id. Only what the facts ask about is read."""
    fleet = _fleet(session, audience)
    found = []
    for company in session.exec(
        select(Company).where(col(Company.closed_at).is_(None)).order_by(col(Company.id))
    ):
        if not company_fits(company, audience):
            continue
        held = _Held(session, company, fleet, today, calendar)
        if (fitting := _fitting(held, audience)) is not None:
            found.append(fitting)
    return found


def _fleet(session: Session, audience: Audience) -> _Fleet:
    fleet = _Fleet()
    sides = (audience.include, audience.exclude)
    windows = [side.due for side in sides if side.due is not None]
    if windows or any(side.of_vehicle or side.concerned for side in sides):
        running = select(Vehicle).where(Vehicle.state == "active").order_by(col(Vehicle.plate))
        for vehicle in session.exec(running):
            fleet.vehicles[vehicle.company_id].append(vehicle)
    owed = (Paper.state == "current", col(Paper.solved_on).is_(None))
    for due in windows:
        spans = [(due.from_on, due.to_on)]
        spans += [(e.due_from, e.due_to) for e in package_obligations().extensions]  # moved into the window
        dated = or_(col(Paper.expires_on).is_(None), *(col(Paper.expires_on).between(*s) for s in spans))
        wanted = select(Paper).where(*owed, dated, *([col(Paper.kind).in_(due.kinds)] if due.kinds else []))
        for paper in session.exec(wanted.order_by(col(Paper.id))):
            if paper not in fleet.papers[paper.company_id]:
                fleet.papers[paper.company_id].append(paper)
    if any(side.concerned for side in sides):
        for company_id, kind in session.exec(select(Paper.company_id, Paper.kind).where(*owed).distinct()):
            fleet.kinds[company_id].add(kind)
    return fleet


@dataclass(frozen=True)
class _Held:
    session: Session
    company: Company
    fleet: _Fleet
    today: dt.date
    calendar: Calendar

    @property
    def vehicles(self) -> Sequence[Vehicle]:
        return self.fleet.vehicles[self.company.id or 0]

    @property
    def kinds(self) -> set[str]:
        """The kinds of papers the company has."""
        return self.fleet.kinds[self.company.id or 0]

    def due_on(self, paper: Paper) -> dt.date | None:
        """The printed date, unless an act extends it, else the computed one."""
        vehicle = next((v for v in self.vehicles if v.id == paper.vehicle_id), None)
        if paper.expires_on is not None:
            plate = vehicle.plate if vehicle else ""
            return package_obligations().last_day(paper.kind, paper.expires_on, plate)
        siblings = papers.current(self.session, paper.company_id, vehicle_id=paper.vehicle_id)
        about = paper_facts.facts(
            siblings,
            today=self.today,
            company=self.company,
            vehicle=vehicle,
            calendar=self.calendar,
        )
        return paper_facts.due_on(paper, about)

    def due_within(self, due: Due) -> list[tuple[Paper, dt.date]]:
        own = self.fleet.papers[self.company.id or 0]
        wanted = [p for p in own if not due.kinds or p.kind in due.kinds]
        dated = [(p, day) for p in wanted if (day := self.due_on(p)) is not None]
        return [(p, day) for p, day in dated if due.from_on <= day <= due.to_on]


def company_fits(company: Company, audience: Audience) -> bool:
    """Whether the public facts of a company are among those asked for, and none among those excluded."""
    wanted, barred = audience.include, audience.exclude
    place = region(company.municipality)
    asked = (
        (wanted.authorities, company.authorities),
        (wanted.modes, company.modes),
        (wanted.municipalities, [company.municipality]),
        (wanted.regions, [place]),
    )
    refused = (
        (barred.authorities, company.authorities),
        (barred.modes, company.modes),
        (barred.municipalities, [company.municipality]),
        (barred.regions, [place]),
    )
    return all(not values or set(values) & set(held) for values, held in asked) and not any(
        set(values) & set(held) for values, held in refused
    )


@cache
def _regions() -> Mapping[str, str | None]:
    return {m.code: m.region for m in package_places().by_key.values()}


def region(code: str | None) -> str | None:
    """The metropolitan region of a municipality by its code."""
    return _regions().get(code or "")


def _fitting(held: _Held, audience: Audience) -> Found | None:
    wanted, barred = audience.include, audience.exclude
    barred_papers = held.due_within(barred.due) if barred.due else []
    if any(p.vehicle_id is None for p, _ in barred_papers):
        return None
    out = {p.vehicle_id for p, _ in barred_papers}
    kept = [v for v in held.vehicles if v.id not in out and not _barred(v, barred, held.today)]
    fitting = [v for v in kept if _vehicle_fits(v, wanted, held.today)]
    narrowed = barred.of_vehicle or barred.due is not None
    if not fitting and (wanted.of_vehicle or (narrowed and held.vehicles)):
        return None
    due: list[tuple[Paper, dt.date, str]] = []
    if wanted.due is not None:
        plates = {None: ""} | {v.id: v.plate for v in fitting}
        within = held.due_within(wanted.due)
        due = [(p, d, plates[p.vehicle_id]) for p, d in within if p.vehicle_id in plates]
        if not due:
            return None
    if wanted.concerned and not concerned(held.company, fitting, held.kinds, wanted.concerned):
        return None
    if barred.concerned and concerned(held.company, fitting, held.kinds, barred.concerned):
        return None
    return Found(held.company, tuple(fitting) if wanted.of_vehicle else (), tuple(due))


def _vehicle_fits(vehicle: Vehicle, wanted: Facts, today: dt.date) -> bool:
    if wanted.classes and vehicle.vehicle_class not in wanted.classes:
        return False
    if wanted.plate_endings and vehicle.plate[-1:] not in wanted.plate_endings:
        return False
    return _may_be_aged(vehicle, wanted, today)


def _may_be_aged(vehicle: Vehicle, wanted: Facts, today: dt.date) -> bool:
    """With only the year known, every age the vehicle may have counts: nobody concerned is left out."""
    made: Manufacture = paper_facts.manufacture(vehicle)
    most, least = full_years(made.oldest, today), full_years(made.youngest, today)
    low = wanted.age_from is None or most >= wanted.age_from
    return low and (wanted.age_to is None or least <= wanted.age_to)


def _barred(vehicle: Vehicle, barred: Facts, today: dt.date) -> bool:
    if vehicle.vehicle_class in barred.classes or vehicle.plate[-1:] in barred.plate_endings:
        return True
    aged = barred.age_from is not None or barred.age_to is not None
    return aged and _may_be_aged(vehicle, barred, today)


def concerned(
    company: Company, vehicles: Sequence[Vehicle], held: Collection[str], provisions: Sequence[str]
) -> bool:
    """Whether a company is concerned by any of these provisions.

    Its regulator must be the norm's. Where papers of vehicles rest on the provision, it needs a running vehicle or
    such a paper; where papers of something else do, such a paper, except for those of the company itself.
    """
    return any(_concerned(company, vehicles, held, provision) for provision in provisions)


def _concerned(company: Company, vehicles: Sequence[Vehicle], held: Collection[str], provision: str) -> bool:
    side = next((a for a in ("daer", "metroplan") if provision.startswith(_NORMS[a])), None)
    if side is not None and side not in company.authorities:
        return False
    kinds = [o for o in package_obligations() if rests(o.provisions, (provision,))]
    if not kinds or any(o.holder == "company" for o in kinds):
        return True
    return any(o.kind in held or (bool(vehicles) and o.holder in {"vehicle", "policy"}) for o in kinds)


_NORMS: Mapping[str, str] = {"daer": "daer-", "metroplan": "cetm-"}
