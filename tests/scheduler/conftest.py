"""The delivery engine on a real database, with machine time that stands and a Messenger that records."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, select

from bot import outbox
from bot.clock import MovableClock
from bot.database import Database
from bot.main import make_services
from bot.messenger import Message, RecordingMessenger
from bot.models.delivery import LANE_REMINDER, Outbox, OutboxPart
from bot.outbox import Planned
from bot.services import Services
from bot.settings import Settings
from bot.throttle import OPEN
from knowledge.answers import Answerer
from knowledge.library import Library
from scheduler.dispatch import Dispatcher
from scheduler.kinds import REPLY, Gone, Kind, last_day

MACHINE = dt.datetime(2026, 6, 10, 15, 0, 30, tzinfo=dt.UTC)
ADMIN = 9001


@dataclass
class StandingMachine:
    """Machine time that stands until moved."""

    now: dt.datetime = MACHINE

    def __call__(self) -> dt.datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += dt.timedelta(**by)


def plain(_services: Services, session: Session, row: Outbox, _now: dt.datetime) -> list[Message] | Gone:
    """Words a row by its payload; a digest by its waiting items."""
    if "gone" in row.payload:
        return Gone(row.payload["gone"], row.payload.get("state", "cancelled"))
    if "boom" in row.payload:
        raise KeyError("company")
    items = outbox.items(session, row.id or 0)
    texts = row.payload.get("texts") or ["; ".join(i.subject for i in items) or f"{row.subject}"]
    return [Message(row.recipient, text) for text in texts]


KINDS = {
    "reply": REPLY,
    "reminder": Kind(plain, repeat=last_day),
    "rule_update": Kind(plain),
    "digest": Kind(plain, repeat=last_day),
}


@dataclass
class Engine:
    """The engine of one or several processes over one database."""

    services: Services
    machine: StandingMachine
    messenger: RecordingMessenger = field(default_factory=RecordingMessenger)
    kinds: dict[str, Kind] = field(default_factory=lambda: dict(KINDS))
    alarms: list[str] = field(default_factory=list)

    @property
    def database(self) -> Database:
        return self.services.database

    def dispatcher(self, name: str = "a", **more: Any) -> Dispatcher:
        """One process's dispatcher; the throttle is open unless `pace` is given."""
        more = {"pace": OPEN, "messenger": self.messenger, "services": self.services} | more
        return Dispatcher(kinds=self.kinds, holder=name, alarm=self._alarm, **more)

    async def _alarm(self, key: str, _facts: object) -> None:
        self.alarms.append(key)

    async def plan(self, *wishes: Planned) -> list[int]:
        """Adds rows due now."""
        now = self.services.clock.now()

        def unit(session: Session) -> list[int]:
            return [outbox.add(session, w, now=now, machine=self.machine()) or 0 for w in wishes]

        return await self.database.run(unit)

    async def reply(self, recipient: int, *texts: str, subject: str = "1") -> int:
        """An answer to a person, planned."""
        now = self.services.clock.now()
        planned = Planned(recipient, subject, "-", "0", "reply", 0)

        def unit(session: Session) -> int:
            row = outbox.add(session, planned, now=now, machine=self.machine()) or 0
            outbox.add_parts(session, row, [Message(recipient, text) for text in texts])
            return row

        return await self.database.run(unit)

    async def row(self, outbox_id: int) -> Outbox:
        return await self.database.run(lambda session: session.get_one(Outbox, outbox_id))

    async def parts(self, outbox_id: int) -> list[OutboxPart]:
        return await self.database.run(lambda session: outbox.parts(session, outbox_id))

    async def states(self) -> list[str]:
        """The states of all rows, in order."""
        query = select(Outbox.state).order_by(Outbox.id)  # type: ignore[arg-type]
        return await self.database.run(lambda session: list(session.exec(query)))

    @property
    def sent(self) -> list[str]:
        return [message.html for message in self.messenger.sent]


def reminder(recipient: int = 1, subject: str = "lit:1", stage: str = "7", **more: Any) -> Planned:
    """A reminder to plan."""
    return Planned(**{
        "recipient": recipient, "subject": subject, "cycle": "2026-06-17", "stage": stage,
        "kind": "reminder", "lane": LANE_REMINDER, **more,
    })  # fmt: skip


@pytest.fixture
def machine() -> StandingMachine:
    return StandingMachine()


@pytest.fixture
def services_on(
    clock: MovableClock, machine: StandingMachine, knowledge: tuple[Library, Answerer], tmp_path: Path
) -> Callable[[Database], Services]:
    """Services over a database."""
    settings = Settings(_env_file=None, data_dir=tmp_path, admin_ids=(ADMIN,))  # type: ignore[call-arg]

    def make(database: Database) -> Services:
        made = make_services(settings, database, bot_name="bot", clock=clock, knowledge=knowledge)
        return replace(made, machine=machine)

    return make


@pytest.fixture
def engine(store: Database, machine: StandingMachine, services_on: Callable[[Database], Services]) -> Engine:
    """The engine, once on SQLite and once on PostgreSQL."""
    return Engine(services_on(store), machine)
