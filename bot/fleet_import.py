"""A fleet spreadsheet brought into the database: read what is there, plan, and store all of it as one batch of changes.

`bot.changes` takes the batch back as a whole. Nothing is stored while one line is wrong.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from bot import changes, companies, spreadsheet
from bot.changes import Actor
from bot.fleet import KEPT
from bot.fleet_lines import Lines, understand
from bot.fleet_plan import plan
from bot.fleet_plan_model import NewPaper, Person, Plan, Rights, Standing
from bot.models.fleet import Company, Instalment, Paper, Vehicle
from bot.papers import Parcel
from bot.roles import package_roles
from bot.spreadsheet_columns import Sheet
from bot.spreadsheet_words import key

SUBJECTS = ("vehicle", "company", "contract", "driver")
DRIVE = ("driver", "owner", "manager")
"""Roles of which somebody may be the driver that a line names."""


@dataclass(frozen=True)
class Reading:
    """A file, read and understood: everything that needs no database."""

    sheet: Sheet
    lines: Lines


def reading(content: bytes, today: dt.date) -> Reading:
    """Reads a file. Raises `Unreadable`."""
    sheet = spreadsheet.read(content)
    return Reading(sheet, understand(sheet, today))


def rights_of(role: str) -> Rights:
    """What a role may bring in."""
    rule = package_roles().roles[role]
    return Rights("fleet" in rule.may, frozenset(rule.changes))


def may_import(role: str) -> bool:
    """Whether a role may bring in anything at all."""
    rights = rights_of(role)
    return rights.vehicles or bool(rights.holders)


def standing(session: Session, company: Company) -> Standing:
    """What the company has, in four queries."""
    vehicles = select(Vehicle).where(Vehicle.company_id == company.id, col(Vehicle.state).in_(KEPT))
    rows = select(Paper).where(
        Paper.company_id == company.id, Paper.state != "removed", col(Paper.subject).in_(SUBJECTS)
    )
    held = (
        select(Instalment.paper_id)
        .join(Paper, col(Paper.id) == col(Instalment.paper_id))
        .where(Paper.company_id == company.id, Instalment.state == "current")
        .distinct()
    )
    return Standing(
        tuple(company.authorities),
        {v.plate_key: v for v in session.exec(vehicles.order_by(col(Vehicle.id)))},
        list(session.exec(rows.order_by(col(Paper.id)))),
        frozenset(session.exec(held)),
        _people(session, company.id or 0),
    )


def _people(session: Session, company_id: int) -> dict[str, list[Person]]:
    found: defaultdict[str, list[Person]] = defaultdict(list)
    for place, name in companies.members(session, company_id):
        if place.role in DRIVE and key(name):
            found[key(name)].append((place.user_id, name))
    return dict(found)


def planned(session: Session, company: Company, read: Reading, rights: Rights) -> Plan:
    """What the file would change now."""
    return plan(standing(session, company), read.lines, rights)


def locked(session: Session, company_id: int) -> Company | None:
    """The open company, to be changed by one import at a time."""
    found = session.get(Company, company_id, with_for_update=True, populate_existing=True)
    return found if found is not None and found.closed_at is None else None


def store(session: Session, actor: Actor, made: Plan, *, today: dt.date) -> None:
    """Stores a plan. Raises `ValueError`, having stored nothing, when a line is wrong."""
    if made.problems:
        raise ValueError(f"{len(made.problems)} problems")
    ids = {v.plate_key: v.id or 0 for v in _add_vehicles(session, actor, made)}
    for vehicle, _ in made.changed_vehicles:
        ids[vehicle.plate_key] = vehicle.id or 0
    missing = {p.plate_key for p in made.new_papers if p.plate_key} - ids.keys()
    ids |= _vehicle_ids(session, actor.company_id, missing)
    changes.alter_many(session, actor, made.changed_vehicles, "vehicle_changed")
    changes.alter_many(session, actor, made.changed_papers, "paper_corrected")
    _add_papers(session, actor, made.new_papers, ids, today)
    _add_parcels(session, actor, made.new_parcels)


def _add_vehicles(session: Session, actor: Actor, made: Plan) -> list[Vehicle]:
    rows = [
        Vehicle(company_id=actor.company_id, plate_key=key, created_at=actor.at, **values)
        for key, values in made.new_vehicles.items()
    ]
    changes.add_many(session, actor, rows, "vehicle_added")
    return rows


def _vehicle_ids(session: Session, company_id: int, keys: set[str]) -> dict[str, int]:
    statement = select(Vehicle.plate_key, Vehicle.id).where(
        Vehicle.company_id == company_id, col(Vehicle.state).in_(KEPT)
    )
    return {key: row or 0 for key, row in session.exec(statement.order_by(col(Vehicle.id))) if key in keys}


def _add_papers(
    session: Session, actor: Actor, new: Sequence[NewPaper], ids: dict[str, int], today: dt.date
) -> None:
    rows = [
        Paper(
            company_id=actor.company_id,
            vehicle_id=ids[one.plate_key] if one.plate_key else None,
            created_at=actor.at,
            **one.values,
        )
        for one in new
    ]
    pairs = list(zip(new, rows, strict=True))
    changes.add_many(session, actor, [row for one, row in pairs if one.replaces is None], "paper_added")
    changes.add_many(session, actor, [row for one, row in pairs if one.replaces is not None], "paper_renewed")
    closed = [
        (one.replaces, {"state": "replaced", "replaced_by": row.id, "solved_on": today})
        for one, row in pairs
        if one.replaces is not None
    ]
    changes.alter_many(session, actor, closed, "paper_replaced")
    _add_parcels(session, actor, [(row, one.parcels) for one, row in pairs])


def _add_parcels(
    session: Session, actor: Actor, of_papers: Sequence[tuple[Paper, tuple[Parcel, ...]]]
) -> None:
    rows = [
        Instalment(paper_id=row.id or 0, number=p.number, due_on=p.due_on, amount=p.amount)
        for row, parcels in of_papers
        for p in parcels
    ]
    changes.add_many(session, actor, rows, "instalment_added")
