"""A stored paper as the facts the law's arithmetic needs: names of dates and choices as in `knowledge.obligations`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Container, Sequence
from typing import Any

from bot.models.fleet import Company, Paper, Vehicle
from knowledge import deadlines
from knowledge.age import Manufacture
from knowledge.calendar import Calendar
from knowledge.deadline_model import Deadline, Facts
from knowledge.deadline_model import Paper as Dated
from knowledge.obligations import package_obligations

START, PRINTED = "start", "printed"
DATES = "dates"
"""In `facts`: the dates beside those two, by name."""


def dates(row: Paper, names: Container[str]) -> dict[str, dt.date]:
    """The dates known of a paper, those of `names` only: the kind's `facts` (an issue date may be kept for the eye)."""
    other = {name: dt.date.fromisoformat(day) for name, day in row.facts.get(DATES, {}).items()}
    own = {START: row.issued_on, PRINTED: row.expires_on}
    known = other | {name: day for name, day in own.items() if day is not None}
    return {name: day for name, day in known.items() if name in names}


def choices(row: Paper) -> dict[str, str]:
    """The answers known of a paper by the names of its kind's `choices`."""
    return dict(row.facts.get("choices", {}))


def columns(known: dict[str, dt.date], chosen: dict[str, str] | None = None) -> dict[str, Any]:
    """The same the other way: the columns to store for these dates and choices."""
    rest = {name: day.isoformat() for name, day in known.items() if name not in {START, PRINTED}}
    facts: dict[str, Any] = {}
    if rest:
        facts[DATES] = rest
    if chosen:
        facts["choices"] = dict(chosen)
    return {"issued_on": known.get(START), "expires_on": known.get(PRINTED), "facts": facts}


FOLLOWS = "follows"
"""In `facts` of a policy: the last day of the one it was renewed from."""


def uncovered(row: Paper) -> tuple[dt.date, dt.date] | None:
    """The days without cover before a policy, when its start and the end of the one before it are known."""
    if row.kind != "policy" or row.issued_on is None or not row.facts.get(FOLLOWS):
        return None
    return deadlines.uncovered(dt.date.fromisoformat(row.facts[FOLLOWS]), row.issued_on)


def dated(row: Paper) -> Dated:
    """The paper as the arithmetic takes it. Raises `UnknownKindError` when the base no longer holds its kind."""
    kind = package_obligations()[row.kind]
    chosen = {name: value for name, value in choices(row).items() if name in kind.choices}
    at = row.facts.get("at")
    return Dated(row.kind, dates(row, kind.facts), chosen, dt.datetime.fromisoformat(at) if at else None)


def manufacture(vehicle: Vehicle) -> Manufacture:
    """When a vehicle was made: the day when it is known, else some day of its year."""
    if vehicle.manufactured_on is not None:
        return Manufacture.on(vehicle.manufactured_on)
    return Manufacture.in_year(vehicle.year)


def facts(
    rows: Sequence[Paper],
    *,
    today: dt.date,
    company: Company | None = None,
    vehicle: Vehicle | None = None,
    calendar: Calendar,
    beside: tuple[Dated, ...] = (),
) -> Facts:
    """The papers of one subject; kinds the base no longer knows are left out (the rows stay).

    `beside`: papers of others that limit these (the company's RECEFITUR and a vehicle's licence).
    """
    known = package_obligations()
    one = company.authorities[0] if company and len(company.authorities) == 1 else None
    return Facts(
        today=today,
        papers=(*(dated(row) for row in rows if row.kind in known), *beside),
        made=manufacture(vehicle) if vehicle else None,
        plate=vehicle.plate if vehicle else "",
        new=any(row.kind == "new-vehicle" for row in rows),
        authority=one if one in {"daer", "metroplan"} else None,  # type: ignore[arg-type]
        calendar=calendar,
    )


def deadline(row: Paper, about: Facts) -> Deadline | None:
    """What the paper itself makes due, None when nothing is known of it yet."""
    known = package_obligations()
    if row.kind not in known:
        return None
    found = deadlines.of_paper(known, dated(row), about)
    return next((d for d in found if d.due_on or d.due_at), None)


def due_on(row: Paper, about: Facts) -> dt.date | None:
    """The civil day on which a paper falls due: the printed one, unless an act extends it, else the computed one."""
    if row.expires_on is not None:
        return package_obligations().last_day(row.kind, row.expires_on, about.plate)
    found = deadline(row, about)
    if found is None:
        return None
    return found.due_on or (found.due_at.date() if found.due_at else None)
