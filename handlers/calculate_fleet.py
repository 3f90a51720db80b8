"""What a person's own fleet answers for a calculator: a vehicle's year and seats, how many vehicles, dates of papers.

Only companies the person belongs to are looked at, at every press.
"""

from __future__ import annotations

import datetime as dt

from bot import accounts, companies, fleet, paper_facts, papers
from bot.models.fleet import Company, Vehicle
from bot.turn import Turn
from knowledge.calculators import LIMITS
from knowledge.fleet_age import half_rule

PLATE = "plate"
OF_VEHICLE = frozenset({"year", "made_on", "seats", "capacity", PLATE})
"""Inputs that a vehicle answers."""
OF_FLEET = frozenset({"fleet", "licences", "reports"})
"""Inputs that the number of running vehicles may answer."""
LICENCES = {"daer": "vehicle-licence", "metroplan": "metroplan-authorization"}
OWN, OWN_VEHICLE = "own", "own_vehicle"
"""Answers beside the calculator's own: whether there is a vehicle to choose, and its id (`OTHER`: another one)."""
OTHER = 0


def vehicles(turn: Turn) -> list[Vehicle]:
    """The running vehicles of the person's companies: of the one worked in or, unchosen, of all."""
    chosen = companies.current(turn.session, turn.user_id)
    held = [chosen] if chosen else accounts.companies(turn.session, turn.user_id)
    return [v for c, _ in held for v in fleet.vehicles(turn.session, c.id or 0, states=("active",))]


def vehicle(turn: Turn, vehicle_id: int) -> Vehicle | None:
    """A vehicle of a company of the person's; None for anybody else's."""
    row = fleet.vehicle(turn.session, vehicle_id)
    if row is None or companies.membership(turn.session, row.company_id, turn.user_id) is None:
        return None
    return row


def inputs(row: Vehicle) -> dict[str, str]:
    """What a vehicle answers, as if typed."""
    found = {"year": str(row.year), "seats": str(row.seats), "capacity": str(row.seats), PLATE: row.plate}
    return found | ({"made_on": row.manufactured_on.isoformat()} if row.manufactured_on else {})


def count(turn: Turn, name: str) -> int | None:
    """A number the fleet answers: its size, or how many are above 21 years."""
    chosen = companies.current(turn.session, turn.user_id)
    if chosen is None or name not in OF_FLEET | {"over"}:
        return None
    if name in OF_FLEET:
        return fleet.count(turn.session, chosen[0].id or 0) or None
    rows = fleet.vehicles(turn.session, chosen[0].id or 0, states=("active",))
    return half_rule(
        turn.services.library.book(turn.today), [paper_facts.manufacture(v) for v in rows]
    ).value.over


def day(turn: Turn, vehicle_id: int, authority: str, name: str) -> dt.date | None:
    """A date of `licence-end` that a stored paper of the vehicle or its company answers."""
    row = vehicle(turn, vehicle_id) if vehicle_id else None
    company = turn.session.get(Company, row.company_id) if row else None
    if row is None or company is None:
        return None
    regimes = ("daer", "metroplan") if authority not in LICENCES else (authority,)
    kinds = {LICENCES[r] for r in regimes if name in {"issued_on", "printed_on"}}
    kinds |= {LIMITS[r][name] for r in regimes if name in LIMITS[r]}  # type: ignore[index]
    for paper in papers.current(turn.session, row.company_id):
        if paper.kind not in kinds or paper.vehicle_id not in {row.id, None} or paper.person_id is not None:
            continue
        if name == "issued_on":
            return paper.issued_on
        about = paper_facts.facts(
            [paper], today=turn.today, company=company, vehicle=row, calendar=turn.services.library.calendar
        )
        return paper.expires_on if name == "printed_on" else paper_facts.due_on(paper, about)
    return None
