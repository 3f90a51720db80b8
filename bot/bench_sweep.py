"""`fretabot bench sweep`: one sweep of a civil day over many dated things: seconds, memory, messages planned."""

from __future__ import annotations

import datetime as dt
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import insert, text
from sqlmodel import Session, select

from bot.clock import MovableClock
from bot.database import Database
from bot.models.chat import Account
from bot.models.delivery import Outbox
from bot.models.fleet import Company, Membership, Paper, Vehicle
from bot.services import Services
from scheduler.sweep import sweep

VEHICLES_A_COMPANY = 10
KINDS = ("lit", "vehicle-licence", "crlv", "tachograph", "policy")
CHUNK = 500  # companies inserted at a time


@dataclass(frozen=True)
class Figure:
    """One sweep."""

    database: str
    things: int
    seconds: float
    cpu: float
    peak_mb: float
    items: int
    messages: int
    longest_step: float
    steps: int

    def line(self) -> str:
        """The figure as a line."""
        vehicles = self.things // len(KINDS)
        return (
            f"{self.database}: {self.things} dated things of {vehicles} vehicles: {self.seconds:.1f} s "
            f"({self.cpu:.1f} s of processor here) in {self.steps} steps, the longest {self.longest_step:.2f} s; "
            f"peak memory of the process {self.peak_mb:.0f} MB; {self.items} items in {self.messages} messages"
        )


def fill(session: Session, things: int, *, now: dt.datetime) -> None:
    """Invented fleets whose papers are spread over a year."""
    companies = things // len(KINDS) // VEHICLES_A_COMPANY
    for first in range(0, companies, CHUNK):
        numbers = range(first, min(first + CHUNK, companies))
        _insert(session, Account, _accounts(numbers, now))
        _insert(session, Company, _companies(numbers, now))
        _insert(session, Membership, _places(numbers, now))
        _insert(session, Vehicle, _vehicles(numbers, now))
        _insert(session, Paper, _papers(numbers, now))


def _insert(session: Session, model: type, rows: Iterator[dict[str, object]]) -> None:
    session.execute(insert(model), list(rows))


def _accounts(numbers: range, now: dt.datetime) -> Iterator[dict[str, object]]:
    for n in numbers:
        yield {
            "user_id": 10_000_000 + n, "name": f"Dono {n}", "created_at": now, "reachable": True, "preferences": {},
        }  # fmt: skip


def _companies(numbers: range, now: dt.datetime) -> Iterator[dict[str, object]]:
    for n in numbers:
        yield {
            "id": n + 1, "name": f"Empresa {n}", "authorities": ["daer"], "modes": ["turistico"], "ladders": {},
            "created_at": now,
        }  # fmt: skip


def _places(numbers: range, now: dt.datetime) -> Iterator[dict[str, object]]:
    for n in numbers:
        yield {"company_id": n + 1, "user_id": 10_000_000 + n, "role": "owner", "since": now}


def _vehicles(numbers: range, now: dt.datetime) -> Iterator[dict[str, object]]:
    for n in numbers:
        for v in range(VEHICLES_A_COMPANY):
            number = n * VEHICLES_A_COMPANY + v
            plate = f"I{number % 26**2 // 26:02d}"[:1] + f"{number:06d}"
            yield {
                "id": number + 1, "company_id": n + 1, "plate": plate, "plate_key": plate, "year": 2010 + number % 16,
                "seats": 44, "vehicle_class": "M3", "ownership": "", "body": "", "state": "active", "created_at": now,
            }  # fmt: skip


def _papers(numbers: range, now: dt.datetime) -> Iterator[dict[str, object]]:
    today = now.date()
    for n in numbers:
        for v in range(VEHICLES_A_COMPANY):
            number = n * VEHICLES_A_COMPANY + v
            for step, kind in enumerate(KINDS):
                left = (number * 7 + step * 73) % 375 - 10
                yield {
                    "company_id": n + 1, "vehicle_id": number + 1, "subject": "vehicle", "subject_name": "",
                    "kind": kind, "expires_on": today + dt.timedelta(days=left), "facts": {}, "files": [],
                    "state": "current", "created_at": now - dt.timedelta(days=40),
                }  # fmt: skip


def measure(services: Services, database: Database, clock: MovableClock, things: int) -> Figure:
    """Fills an empty database and sweeps it once."""
    database.now(lambda s: fill(s, things, now=clock.now()))
    database.now(
        lambda s: s.execute(text("ANALYZE"))
    )  # as autovacuum has long done where rows came one by one
    steps: list[float] = []
    processor = time.process_time()
    more = True
    while more:
        begun = time.perf_counter()
        more = bool(database.now(lambda s: sweep(services, s, clock.now())))
        steps.append(time.perf_counter() - begun)
    spent = time.process_time() - processor
    items, messages = database.now(_counts)
    name = "SQLite" if database.sqlite else "PostgreSQL"
    return Figure(name, things, sum(steps), spent, _peak_mb(), items, messages, max(steps), len(steps))


def _counts(session: Session) -> tuple[int, int]:
    kinds = list(session.exec(select(Outbox.kind)))
    return kinds.count("reminder"), kinds.count("digest")


def _peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
