"""The demonstration: invented companies for the persons of the local Telegram server, and a clock that can be moved.

Used when no token is set. Everything is stored in a database of its own (`demo.sqlite`).
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from sqlmodel import Session

from bot import accounts, identity
from bot.clock import MovableClock, civil_day, clock_from, machine_now
from bot.database import Database
from bot.models.fleet import Instalment, Paper, Vehicle
from bot.settings import Settings
from knowledge.daymath import add_months, series
from knowledge.inputs import plate_key
from knowledge.money import instalments

TOKEN = "1000001:demonstration-of-fretabot-worth-nothing-00"  # noqa: S105  # opens the local server only
MARLI, ADEMIR, ROSANE = 100001, 100002, 100004  # persons of the local server
OFFSET = "demo_clock_seconds"


def demo_clock(database: Database, setting: str = "") -> MovableClock:
    """The clock of the `CLOCK` setting, else real time plus what the demonstration was moved on so far."""
    told = clock_from(setting)
    if isinstance(told, MovableClock):
        return told
    moved = database.now(lambda session: float(identity.read(session, OFFSET) or 0))
    return MovableClock(machine_now() + dt.timedelta(seconds=moved), speed=1.0)


def seed(session: Session, *, now: dt.datetime, settings: Settings) -> bool:
    """Invents the companies once; False when they are there already."""
    if identity.read(session, "demo_seeded"):
        return False
    identity.write(session, "demo_seeded", now.isoformat())
    today = civil_day(now, settings.zone)
    _small_fleet(session, today, now)
    _large_fleet(session, today, now)
    accounts.touch(session, user_id=ROSANE, name="Servidora Rosane", now=now)
    accounts.appoint(session, user_id=ROSANE, role="administrator", name="Servidora Rosane", now=now)
    return True


def _company(
    session: Session,
    owner: int,
    person: str,
    name: str,
    *,
    authorities: list[str],
    modes: list[str],
    now: dt.datetime,
) -> int:
    account = accounts.touch(session, user_id=owner, name=person, now=now)
    accounts.consent(session, account, now=now)
    company = accounts.found_company(
        session, owner=owner, name=name, authorities=authorities, modes=modes, now=now
    )
    return company.id or 0


def _vehicle(session: Session, company: int, plate: str, *, year: int, seats: int, now: dt.datetime) -> int:
    kind = "M2" if seats <= 16 else "M3"
    vehicle = Vehicle(
        company_id=company, plate=plate, plate_key=plate_key(plate), year=year, seats=seats, created_at=now,
        vehicle_class=kind, ownership="owned",
    )  # fmt: skip
    session.add(vehicle)
    session.flush()
    return vehicle.id or 0


def _paper(
    session: Session, company: int, kind: str, expires: dt.date, now: dt.datetime,
    *, vehicle: int | None = None, issued: dt.date | None = None, number: str = "",
) -> int:  # fmt: skip
    paper = Paper(
        company_id=company, vehicle_id=vehicle, subject="vehicle" if vehicle else "company", kind=kind,
        expires_on=expires, issued_on=issued, number=number or None, created_at=now,
    )  # fmt: skip
    session.add(paper)
    session.flush()
    return paper.id or 0


def _small_fleet(session: Session, today: dt.date, now: dt.datetime) -> None:
    """Three vehicles: one in order, one expiring, one expired."""
    company = _company(
        session, MARLI, "Marli", "Marli Transportes",
        authorities=["daer"], modes=["turistico", "continuo-empresarial"], now=now,
    )  # fmt: skip
    van = _vehicle(session, company, "IVX1A23", year=2008, seats=15, now=now)
    micro = _vehicle(session, company, "JAB2C34", year=2015, seats=20, now=now)
    coach = _vehicle(session, company, "IQT4567", year=2021, seats=44, now=now)
    days = dt.timedelta
    _paper(session, company, "recefitur", today + days(45), now, issued=add_months(today + days(45), -36))
    for vehicle, left in ((van, 0), (micro, 7), (coach, 200)):
        _paper(session, company, "lit", today + days(left), now, vehicle=vehicle)
    for vehicle, left in ((van, 120), (micro, -3), (coach, 200)):
        _paper(session, company, "vehicle-licence", today + days(left), now, vehicle=vehicle)
    policy = _paper(
        session, company, "policy", today + days(150), now, vehicle=van, number="AP/RC/DMH 12-34567"
    )
    dates = series(add_months(today + days(5), -3), 6)
    for number, (due_on, amount) in enumerate(zip(dates, instalments(Decimal("1000.00"), 6), strict=True), 1):
        paid = due_on if due_on < today else None
        session.add(Instalment(paper_id=policy, number=number, due_on=due_on, amount=amount, paid_on=paid))


def _large_fleet(session: Session, today: dt.date, now: dt.datetime) -> None:
    """Forty vehicles whose papers are spread over a year."""
    company = _company(
        session, ADEMIR, "Ademir", "Ademir Turismo & Filhos", authorities=["daer", "metroplan"],
        modes=["turistico", "continuo-empresarial", "continuo-funcionarios-pj"], now=now,
    )  # fmt: skip
    for n in range(40):
        plate = f"I{chr(65 + n % 26)}{chr(75 + n // 26)}{n % 10}{chr(65 + n % 10)}{n:02d}"
        vehicle = _vehicle(
            session, company, plate, year=2004 + n % 20, seats=(15, 20, 44, 46)[n % 4], now=now
        )
        for step, kind in enumerate(("lit", "vehicle-licence", "tachograph")):
            _paper(
                session,
                company,
                kind,
                today + dt.timedelta(days=(n * 9 + step * 40) % 330 + 1),
                now,
                vehicle=vehicle,
            )
