"""Rows of a carrier for tests: a company with its owner, a vehicle, its LIT."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session

from bot import accounts
from bot.models.fleet import Company, Membership, Paper, Vehicle
from tests.conftest import NOON


def member(session: Session, company: int, user: int, *, name: str = "", role: str = "owner") -> None:
    """One more person of a company."""
    accounts.touch(session, user_id=user, name=name or f"Pessoa {user}", now=NOON)
    session.add(Membership(company_id=company, user_id=user, role=role, since=NOON))
    session.flush()


def vehicle(
    session: Session,
    company: int,
    plate: str,
    *,
    lit: dt.date | None = None,
    year: int = 2015,
    seats: int = 40,
) -> Vehicle:
    """A vehicle, with its LIT when a day is given on which that ends."""
    row = Vehicle(company_id=company, plate=plate, plate_key=plate, year=year, seats=seats, created_at=NOON)
    session.add(row)
    session.flush()
    if lit is not None:
        held = {"company_id": company, "vehicle_id": row.id, "subject": "vehicle", "created_at": NOON}
        session.add(Paper(kind="lit", expires_on=lit, **held))
        session.flush()
    return row


def carrier(
    session: Session, owner: int, company: str, plate: str, *, lit: dt.date, name: str = ""
) -> Company:
    """A company of DAER's that runs tourist trips with one vehicle."""
    row = Company(name=company, authorities=["daer"], modes=["turistico"], created_at=NOON)
    session.add(row)
    session.flush()
    member(session, row.id or 0, owner, name=name)
    vehicle(session, row.id or 0, plate, lit=lit)
    return row
