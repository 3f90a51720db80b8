"""Who should get a broadcast, as plain SQL written from the words of the requirement alone.

"Audience built by facts, not lists: regulator, mode, municipality/region, vehicle class, age, plate ending, documents
due in a window, everyone concerned by these provisions; exclusions."

Read as: every fact that is asked must hold; of several values of one fact, any. Facts of a vehicle must hold for one
and the same running vehicle, and a paper of a vehicle counts only with its own vehicle. An exclusion takes away what it
speaks of: a company of that regulator, mode or town; a vehicle of that class, age or ending. A company stays
while something is left of what was asked. Vehicles of which only the year is known count with every age they may have.

A region is the municipalities that law puts in it (of those that the population has). A paper without a printed end
is due when its term is over: a RECEFITUR three years after it was issued (Res. DAER 7.727/2022, art. 8). Everyone
concerned by a provision: the carriers of its regulator; where it is about vehicles, those that have a running one or
its paper.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sqlalchemy import text
from sqlmodel import Session


@dataclass(frozen=True)
class Asked:
    """The facts asked for; empty: not asked."""

    regulators: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    towns: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    age: tuple[int, int] | None = None
    due: tuple[str, dt.date, dt.date] | None = None
    regions: tuple[str, ...] = ()
    concerned: tuple[str, str] | None = (
        None  # regulator, and the paper of vehicles it is about ("": of the carrier)
    )
    not_regulators: tuple[str, ...] = ()
    not_towns: tuple[str, ...] = ()
    not_classes: tuple[str, ...] = ()
    not_endings: tuple[str, ...] = ()
    not_modes: tuple[str, ...] = ()
    not_regions: tuple[str, ...] = ()
    not_age: tuple[int, int] | None = None
    not_due: tuple[str, dt.date, dt.date] | None = None
    not_concerned: tuple[str, str] | None = None


TOWNS_OF = {"RMPA": ("4314902", "4304606"), "RMSG": ("4305108",), "AUSUL": ("4314407",)}


def people(
    session: Session, asked: Asked, *, roles: tuple[str, ...], today: dt.date, subject: str
) -> set[int]:
    """The user ids."""
    parts = ["SELECT DISTINCT m.user_id FROM membership m JOIN company c ON c.id = m.company_id"]
    parts.append("JOIN account a ON a.user_id = m.user_id WHERE c.closed_at IS NULL")
    parts.append(f"AND m.role IN {_in(roles)}")
    off = "SELECT 1 FROM json_each(a.preferences, '$.news_off') o WHERE o.value = '%s'" % subject  # noqa: UP031
    parts.append(f"AND NOT EXISTS ({off})")
    parts += _of_company(asked)
    vehicle = _of_vehicle(asked, today)
    wanted = bool(asked.classes or asked.endings or asked.age)
    if asked.due:
        paper = _due(asked.due)
        own = f"EXISTS (SELECT 1 FROM vehicle v WHERE v.id = p.vehicle_id AND {vehicle})"
        parts.append(f"AND EXISTS ({paper} AND (p.vehicle_id IS NULL OR {own}))")
    running = f"SELECT 1 FROM vehicle v WHERE v.company_id = c.id AND {vehicle}"
    if wanted:
        parts.append(f"AND EXISTS ({running})")
    elif asked.not_classes or asked.not_endings or asked.not_age or asked.not_due:
        none = "NOT EXISTS (SELECT 1 FROM vehicle v WHERE v.company_id = c.id AND v.state = 'active')"
        parts.append(f"AND ({none} OR EXISTS ({running}))")
    if asked.not_due:
        parts.append(f"AND NOT EXISTS ({_due(asked.not_due)} AND p.vehicle_id IS NULL)")
    if asked.concerned:
        parts.append(f"AND {_concerned(*asked.concerned)}")
    if asked.not_concerned:
        parts.append(f"AND NOT {_concerned(*asked.not_concerned)}")
    return set(session.execute(text(" ".join(parts))).scalars())


def _due(asked: tuple[str, dt.date, dt.date]) -> str:
    kind, first, last = asked
    end = "coalesce(p.expires_on, CASE p.kind WHEN 'recefitur' THEN date(p.issued_on, '+3 years') END)"
    return (
        f"SELECT 1 FROM paper p WHERE p.company_id = c.id AND p.state = 'current' AND p.kind = '{kind}'"
        f" AND {end} BETWEEN '{first}' AND '{last}' AND p.solved_on IS NULL"
    )


def _concerned(regulator: str, paper: str) -> str:
    own = f"EXISTS (SELECT 1 FROM json_each(c.authorities) j WHERE j.value = '{regulator}')"
    if not paper:
        return f"({own})"
    running = "EXISTS (SELECT 1 FROM vehicle v WHERE v.company_id = c.id AND v.state = 'active')"
    held = "SELECT 1 FROM paper p WHERE p.company_id = c.id AND p.state = 'current' AND p.solved_on IS NULL"
    return f"({own} AND ({running} OR EXISTS ({held} AND p.kind = '{paper}')))"


def _of_company(asked: Asked) -> list[str]:
    def has(column: str, values: tuple[str, ...]) -> str:
        return f"EXISTS (SELECT 1 FROM json_each(c.{column}) j WHERE j.value IN {_in(values)})"

    parts = []
    if asked.regulators:
        parts.append(f"AND {has('authorities', asked.regulators)}")
    if asked.modes:
        parts.append(f"AND {has('modes', asked.modes)}")
    if asked.towns:
        parts.append(f"AND c.municipality IN {_in(asked.towns)}")
    if asked.regions:
        parts.append(f"AND c.municipality IN {_in(_towns(asked.regions))}")
    if asked.not_modes:
        parts.append(f"AND NOT {has('modes', asked.not_modes)}")
    if asked.not_regulators:
        parts.append(f"AND NOT {has('authorities', asked.not_regulators)}")
    if away := (*asked.not_towns, *_towns(asked.not_regions)):
        parts.append(f"AND (c.municipality IS NULL OR c.municipality NOT IN {_in(away)})")
    return parts


def _towns(regions: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(town for region in regions for town in TOWNS_OF[region])


def _of_vehicle(asked: Asked, today: dt.date) -> str:
    parts = ["v.state = 'active'"]
    if asked.classes:
        parts.append(f"v.vehicle_class IN {_in(asked.classes)}")
    if asked.endings:
        parts.append(f"substr(v.plate, 7, 1) IN {_in(asked.endings)}")
    if asked.not_classes:
        parts.append(f"v.vehicle_class NOT IN {_in(asked.not_classes)}")
    if asked.not_endings:
        parts.append(f"substr(v.plate, 7, 1) NOT IN {_in(asked.not_endings)}")
    if asked.age:
        parts.append(_may_be(*asked.age, today))
    if asked.not_age:
        parts.append(f"NOT ({_may_be(*asked.not_age, today)})")
    if asked.not_due:
        parts.append(f"NOT EXISTS ({_due(asked.not_due)} AND p.vehicle_id = v.id)")
    return " AND ".join(parts)


def _may_be(low: int, high: int, today: dt.date) -> str:
    """Full years: at most `high` for the youngest it may be, at least `low` for the oldest."""
    made = "coalesce(v.manufactured_on, v.year || '-{}')"
    youngest, oldest = made.format("12-31"), made.format("01-01")
    return (
        f"date({youngest}, '+{high + 1} years') > '{today}' AND date({oldest}, '+{low} years') <= '{today}'"
    )


def _in(values: tuple[str, ...]) -> str:
    return "(" + ", ".join(f"'{v}'" for v in values) + ")"
