"""What tests of a fleet's spreadsheet do: plan one for a company, and store it."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session

from bot import fleet_import
from bot.changes import Actor
from bot.fleet_plan_model import Plan
from bot.models.fleet import Company

NOW = dt.datetime(2026, 6, 10, 15, 0, tzinfo=dt.UTC)
TODAY = dt.date(2026, 6, 10)


def planned(session: Session, company: Company, content: bytes, *, role: str = "owner") -> Plan:
    """What the file would do."""
    read = fleet_import.reading(content, TODAY)
    return fleet_import.planned(session, company, read, fleet_import.rights_of(role))


def brought(session: Session, company: Company, content: bytes, *, batch: str = "1") -> dict[str, int]:
    """Plans and stores; what was done."""
    made = planned(session, company, content)
    fleet_import.store(session, Actor(company.id or 0, 7, batch, NOW), made, today=TODAY)
    return {name: count for name, count in made.counts.items() if count}
