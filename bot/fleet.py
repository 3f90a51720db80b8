"""Queries of vehicles, and the fleet as a whole: what a company holds that can fall due, one company or all in batches.

Papers are `bot.papers`; every change is recorded by `bot.changes`.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, or_, select

from bot import changes
from bot.changes import Actor
from bot.models.fleet import Company, Instalment, Paper, Vehicle
from knowledge.inputs import Plate, plate_key

KEPT = ("active", "laid_up", "sold")
"""The states a company still sees; a removed vehicle is seen by nobody."""


OWE_BEFORE = ("policy", "lit")
"""Kinds that owe something long before their own end: a policy its parcels, a LIT the change of its rhythm."""


@dataclass(frozen=True)
class Holding:
    """What a company has that can fall due: active vehicles, current papers (none of an inactive vehicle), parcels.

    `renewed`: policies that have a successor while parcels of their own cover are not paid.
    """

    company: Company
    vehicles: Sequence[Vehicle] = ()
    papers: Sequence[Paper] = ()
    instalments: dict[int, list[Instalment]] = field(default_factory=dict)
    parcel_counts: dict[int, int] = field(default_factory=dict)
    renewed: Sequence[Paper] = ()

    def papers_of(self, vehicle_id: int | None) -> list[Paper]:
        """The papers of one vehicle; None: those of no vehicle."""
        return [p for p in self.papers if p.vehicle_id == vehicle_id]

    @cached_property
    def papers_by_vehicle(self) -> dict[int, list[Paper]]:
        """The papers of every vehicle, by its id."""
        found: defaultdict[int, list[Paper]] = defaultdict(list)
        for paper in self.papers:
            if paper.vehicle_id is not None:
                found[paper.vehicle_id].append(paper)
        return dict(found)


def holding(session: Session, company_id: int) -> Holding | None:
    """What one company has; None when it is closed or unknown."""
    company = session.get(Company, company_id)
    if company is None or company.closed_at is not None:
        return None
    return _holdings(session, [company])[0]


def some(session: Session, company_ids: Sequence[int]) -> list[Holding]:
    """What these companies have; closed and unknown ones are left out."""
    statement = select(Company).where(col(Company.id).in_(company_ids), col(Company.closed_at).is_(None))
    companies = list(session.exec(statement.order_by(col(Company.id))))
    return _holdings(session, companies) if companies else []


def batch(
    session: Session, *, size: int, after: int = 0, until: Callable[[Company], dt.date] | None = None
) -> list[Holding]:
    """What the next `size` open companies by id have; five queries, none in a loop. Empty: no more.

    `until`: papers printed later than that are left out, but for those of `OWE_BEFORE`.
    """
    statement = (
        select(Company)
        .where(col(Company.id) > after, col(Company.closed_at).is_(None))
        .order_by(col(Company.id))
        .limit(size)
    )
    companies = list(session.exec(statement))
    if not companies:
        return []
    last = max(until(company) for company in companies) if until else None
    return _holdings(session, companies, until=last)


def holdings(session: Session, *, size: int = 500, after: int = 0) -> Iterator[list[Holding]]:
    """What all open companies have, `size` companies at a time by id."""
    while held := batch(session, size=size, after=after):
        yield held
        after = held[-1].company.id or 0


def _holdings(session: Session, companies: list[Company], *, until: dt.date | None = None) -> list[Holding]:
    ids = [company.id or 0 for company in companies]
    fleet, held = _vehicles_of(session, ids), _papers_of(session, ids, until)
    renewed = _renewed_of(session, ids)
    unpaid, counts = _parcels_of(session, ids, [row.id or 0 for rows in renewed.values() for row in rows])
    return [
        Holding(c, fleet[i], held[i], dict(unpaid[i]), counts[i], renewed[i])
        for c in companies
        if (i := c.id or 0)
    ]


def _current() -> Any:
    """Papers in force, said so that no database walks all of them by state instead of a company's by company."""
    return col(Paper.state).concat("") == "current"


def _vehicles_of(session: Session, ids: list[int]) -> defaultdict[int, list[Vehicle]]:
    found: defaultdict[int, list[Vehicle]] = defaultdict(list)
    statement = select(Vehicle).where(col(Vehicle.company_id).in_(ids), Vehicle.state == "active")
    for vehicle in session.exec(statement.order_by(col(Vehicle.plate))):
        found[vehicle.company_id].append(vehicle)
    return found


def _papers_of(session: Session, ids: list[int], until: dt.date | None) -> defaultdict[int, list[Paper]]:
    found: defaultdict[int, list[Paper]] = defaultdict(list)
    statement = (
        select(Paper)
        .outerjoin(Vehicle, col(Paper.vehicle_id) == col(Vehicle.id))
        .where(
            col(Paper.company_id).in_(ids),
            _current(),
            or_(col(Paper.vehicle_id).is_(None), Vehicle.state == "active"),
        )
        .order_by(col(Paper.expires_on), col(Paper.id))
    )
    if until is not None:
        owes = col(Paper.kind).in_(OWE_BEFORE)
        statement = statement.where(
            or_(col(Paper.expires_on).is_(None), col(Paper.expires_on) <= until, owes)
        )
    for paper in session.exec(statement):
        found[paper.company_id].append(paper)
    return found


def _renewed_of(session: Session, ids: list[int]) -> defaultdict[int, list[Paper]]:
    """Policies with a successor of which a parcel due while they were the cover is not paid."""
    found: defaultdict[int, list[Paper]] = defaultdict(list)
    owed = select(Instalment.id).where(
        Instalment.paper_id == Paper.id,
        Instalment.state == "current",
        col(Instalment.paid_on).is_(None),
        or_(col(Paper.expires_on).is_(None), col(Instalment.due_on) <= col(Paper.expires_on)),
    )
    statement = (
        select(Paper)
        .outerjoin(Vehicle, col(Paper.vehicle_id) == col(Vehicle.id))
        .where(
            col(Paper.company_id).in_(ids),
            Paper.kind == "policy",
            col(Paper.state).concat("") == "replaced",
            col(Paper.replaced_by).is_not(None),
            or_(col(Paper.vehicle_id).is_(None), Vehicle.state == "active"),
            owed.exists(),
        )
    )
    for paper in session.exec(statement.order_by(col(Paper.id))):
        found[paper.company_id].append(paper)
    return found


def _parcels_of(
    session: Session, ids: list[int], renewed: list[int]
) -> tuple[defaultdict[int, defaultdict[int, list[Instalment]]], defaultdict[int, dict[int, int]]]:
    """The unpaid parcels by company and policy, the first to fall due first; and how many a policy has in all."""
    unpaid: defaultdict[int, defaultdict[int, list[Instalment]]] = defaultdict(lambda: defaultdict(list))
    counts: defaultdict[int, dict[int, int]] = defaultdict(dict)
    statement = (
        select(Instalment, Paper.company_id)
        .join(Paper, col(Instalment.paper_id) == col(Paper.id))
        .where(
            col(Paper.company_id).in_(ids),
            Instalment.state == "current",
            or_(_current(), col(Paper.id).in_(renewed)),
        )
        .order_by(col(Instalment.due_on))
    )
    for parcel, company_id in session.exec(statement):
        counts[company_id][parcel.paper_id] = max(parcel.number, counts[company_id].get(parcel.paper_id, 0))
        if parcel.paid_on is None:
            unpaid[company_id][parcel.paper_id].append(parcel)
    return unpaid, counts


def vehicles(session: Session, company_id: int, *, states: Sequence[str] = KEPT) -> list[Vehicle]:
    """The company's vehicles: the running ones first, then by plate."""
    statement = select(Vehicle).where(Vehicle.company_id == company_id, col(Vehicle.state).in_(states))
    found = session.exec(statement.order_by(col(Vehicle.plate)))
    return sorted(found, key=lambda v: KEPT.index(v.state) if v.state in KEPT else len(KEPT))


def count(session: Session, company_id: int) -> int:
    """How many active vehicles the company has."""
    statement = select(func.count()).where(Vehicle.company_id == company_id, Vehicle.state == "active")
    return session.exec(statement).one()


def vehicle(session: Session, vehicle_id: int, *, lock: bool = False) -> Vehicle | None:
    """One vehicle that is not removed; `lock`: it is about to be changed."""
    found = session.get(Vehicle, vehicle_id, with_for_update=lock or None)
    return found if found is not None and found.state != "removed" else None


def by_plate(session: Session, company_id: int, key: str) -> Vehicle | None:
    """The company's vehicle with that plate key. Other companies' vehicles are never looked at."""
    statement = select(Vehicle).where(
        Vehicle.company_id == company_id, Vehicle.plate_key == key, Vehicle.state != "removed"
    )
    return session.exec(statement.order_by(col(Vehicle.id).desc())).first()


def add_vehicle(session: Session, actor: Actor, **values: Any) -> Vehicle:
    """A new vehicle. `plate` as read (no hyphen); the other columns by name."""
    row = Vehicle(
        company_id=actor.company_id, plate_key=plate_key(values["plate"]), created_at=actor.at, **values
    )
    return changes.add(session, actor, row, "vehicle_added")


def change_vehicle(session: Session, actor: Actor, row: Vehicle, **values: Any) -> bool:
    """Corrects what is known of a vehicle; False when it says so already."""
    if "plate" in values:
        values["plate_key"] = plate_key(values["plate"])
    return changes.alter(session, actor, row, "vehicle_changed", **values)


def set_state(session: Session, actor: Actor, row: Vehicle, state: str, *, today: dt.date) -> bool:
    """Sold, laid up, back, or removed from sight; False when it is so already."""
    if row.state == state:
        return False
    return changes.alter(session, actor, row, f"vehicle_{state}", state=state, state_since=today)


def shown(plate: str) -> str:
    """A stored plate as people write it."""
    return Plate(plate, plate_key(plate)).shown
