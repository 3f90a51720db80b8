"""Machine time: evenly on whatever is done to the wall clock, the same for all processes on one database.

PostgreSQL: the database's clock, measured now and then. SQLite, where all processes run on one machine: the time since
it was started, upon a base that is kept, so that a wall clock set forward or back frees no lease and holds up no
message; after a restart of the machine it goes on from the last minute that was seen, never from before.
"""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import Session

from bot import identity
from bot.clock import SharedMachine, machine_now
from bot.database import Database, database_now

BASE, SEEN = "machine_base", "machine_seen"
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def running() -> float:
    """Seconds since the machine was started; where the system tells it, those it slept too."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def boot() -> str:
    """Which start of the machine this is; empty where the system does not tell."""
    return BOOT_ID.read_text().strip() if BOOT_ID.exists() else ""


@dataclass(frozen=True)
class Running:
    """Machine time upon a base: the instant at which the machine was started."""

    base: dt.datetime

    def __call__(self) -> dt.datetime:
        return self.base + dt.timedelta(seconds=running())


def shared(database: Database) -> SharedMachine:
    """The machine time of a process on this database."""
    if database.sqlite:
        return SharedMachine(
            Running(database.now(lambda s: base(s, boot=boot(), running=running(), wall=machine_now())))
        )
    machine = SharedMachine()
    machine.measured(database.now(database_now))
    return machine


def base(session: Session, *, boot: str, running: float, wall: dt.datetime) -> dt.datetime:
    """The base of this start of the machine: the kept one, else from the wall clock or the last minute seen."""
    known, _, kept = (identity.read(session, BASE) or "").partition(" ")
    if boot and known == boot:
        return dt.datetime.fromisoformat(kept)
    seen = identity.read(session, SEEN)
    started = max(wall, dt.datetime.fromisoformat(seen)) if seen else wall
    found = started - dt.timedelta(seconds=running)
    identity.write(session, BASE, f"{boot} {found.isoformat()}")
    return found


def seen(session: Session, machine: dt.datetime) -> None:
    """Keeps the last minute seen."""
    identity.write(session, SEEN, machine.isoformat())
