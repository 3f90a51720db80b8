"""`fretabot bench year`: years of invented companies, compared day by day with an oracle that knows none of our code.

The sweep, the ladders, the people and the wording are the real ones on a real database; sending is cut short (what
the network can do to a message is `bench faults`), but a person who blocked the bot is found out when a message is
refused. Days without the bot, mornings without it, steps that are killed half way and a second replica that sweeps
the same minute are part of every run.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session, col, select

from bot import accounts, outbox, reminder_rows, split
from bot.bench_year_judge import Judge, Report, Sent
from bot.bench_year_oracle import Oracle
from bot.bench_year_world import World
from bot.clock import MovableClock
from bot.models.delivery import Outbox
from bot.services import Services
from scheduler import digest
from scheduler.kinds import Gone
from scheduler.owed import moment_of
from scheduler.sweep import sweep

PROGRESS_DAYS = 100
MORNING = (7, 40)
"""When people did what holds for the whole day: within the quiet hours."""


class Killed(Exception):
    """A process that dies in the middle of a step."""


@dataclass
class Simulation:
    """One run."""

    services: Services
    clock: MovableClock
    oracle: Oracle
    companies: int
    days: int
    seed: int
    report: Report = field(default_factory=Report)
    progress: Callable[[str], None] = lambda _line: None
    _sent: list[Sent] = field(default_factory=list)

    def run(self) -> Report:
        """Plays every day and compares it."""
        start = self.clock.now().astimezone(self.services.settings.zone).date()
        world = World(self.oracle, companies=self.companies, seed=self.seed)
        chance = random.Random(self.seed + 1)
        judge = Judge(self.oracle, self.report)
        self._at(start, 9, 30)
        self._unit(lambda s: world.found(s, self.clock.now()))
        down = 0
        for number in range(self.days):
            today = start + dt.timedelta(days=number)
            down = down - 1 if down else self._downtime(chance)
            if down:
                self.report.days_down += 1
                continue
            up = self._day(world, chance, today, first=not number)
            judge.day(world, today, up, self._sent)
            self._sent.clear()
            if number % PROGRESS_DAYS == 0:
                self.progress(f"{today}: {'; '.join(self.report.lines()[:2])}")
        return self.report

    def _downtime(self, chance: random.Random) -> int:
        return chance.choice((2, 3, 4, 8)) if chance.random() < 0.01 else 0

    def _day(self, world: World, chance: random.Random, today: dt.date, *, first: bool) -> dt.datetime:
        """Midnight's sweep (unless down till late), the morning, the day's message, the afternoon; when it began."""
        late = chance.random() < 0.05 or first
        busy = world.busy(today)
        if not late:
            self._at(today, 0)
            self._unit(lambda s: world.morning(s, self.clock.now(), busy))
            self._at(today, 0, chance.randint(1, 20))
            self._minute(world, chance)
            self._until(world, chance, self._instant(today, *MORNING))
        self._at(today, *((11, 0) if late else MORNING))
        if not first:
            rest = [life for life in world.lives if late or life not in busy]
            self._unit(lambda s: world.morning(s, self.clock.now(), rest))
        self._minute(world, chance)
        self._until(world, chance, self._instant(today, 15))
        self._unit(lambda s: world.afternoon(s, self.clock.now()))
        self._at(today, 15, 1)
        self._minute(world, chance)
        self._until(world, chance, self._instant(today, 24))
        return self._instant(today, 11 if late else 0)

    def _instant(self, day: dt.date, hour: int, minute: int = 0) -> dt.datetime:
        midnight = dt.datetime.combine(day, dt.time(0), self.services.settings.zone)
        return midnight.astimezone(dt.UTC) + dt.timedelta(hours=hour, minutes=minute)

    def _at(self, day: dt.date, hour: int, minute: int = 0) -> None:
        self.clock.set(self._instant(day, hour, minute))

    def _unit(self, work: Callable[[Session], Any]) -> Any:
        return self.services.database.now(work)

    def _until(self, world: World, chance: random.Random, end: dt.datetime) -> None:
        """Every message that becomes due before an instant leaves in its minute."""
        while (at := self._unit(_next_message)) is not None and at < end:
            self.clock.set(max(at, self.clock.now()))
            self._minute(world, chance)
        self.clock.set(end)

    def _minute(self, world: World, chance: random.Random) -> None:
        """The sweep until it is done, a second replica's too, and whatever is due leaves; anew if somebody was lost."""
        lost = True
        while lost:
            for _replica in range(2 if chance.random() < 0.1 else 1):
                while self._step(chance):
                    pass
            lost = self._deliver(world)

    def _step(self, chance: random.Random) -> bool:
        kill = chance.random() < 0.02

        def work(session: Session) -> bool:
            more = sweep(self.services, session, self.clock.now())
            if kill:
                raise Killed
            return more

        try:
            return bool(self._unit(work))
        except Killed:
            self.report.killed += 1
            return True

    def _deliver(self, world: World) -> bool:
        """Every due message is worded and taken, or refused by whoever blocked the bot; whether somebody did."""
        lost = False

        def work(session: Session) -> int:
            nonlocal lost
            machine, now = self.services.machine(), self.clock.now()
            rows = outbox.claim(session, holder="bench", now=now, machine=machine, limit=200, replies=False)
            items = {row.id: reminder_rows.items_of(session, row.id or 0) for row in rows}
            companies = digest.companies_of([item for some in items.values() for item in some])
            found = digest.known(session, companies, moment_of(self.services.settings, now))
            for row in rows:
                lost = self._sends(session, world, row, found, items[row.id]) or lost
            return len(rows)

        while self._unit(work):
            pass
        return lost

    def _sends(
        self, session: Session, world: World, row: Outbox, found: digest.Known, items: list[Outbox]
    ) -> bool:
        now, number = self.clock.now(), row.id or 0
        prepared = digest.worded(self.services, session, row, found, items)
        if isinstance(prepared, Gone):
            outbox.settle(session, number, prepared.state, now=now, reason=prepared.reason)
            return False
        if row.recipient in world.by_person[row.recipient].blocked:
            outbox.settle(session, number, "failed", now=now, error_class="blocked")
            accounts.close_contact(session, row.recipient, reason="blocked", now=now)
            outbox.withdraw(session, recipient=row.recipient, reason="blocked", now=now)
            world.lost(row.recipient)
            return True
        told = [(i.subject, i.cycle, i.stage) for i in reminder_rows.items_of(session, number)]
        self._sent.append(Sent(row.recipient, told, "\n".join(split.visible(m.html) for m in prepared)))
        outbox.settle(session, number, "sent", now=now)
        return False


def _next_message(session: Session) -> dt.datetime | None:
    """When the next message that waits becomes due."""
    waiting = select(Outbox.not_before).where(Outbox.kind == reminder_rows.DIGEST, Outbox.state == "planned")
    return session.exec(waiting.order_by(col(Outbox.not_before)).limit(1)).first()
