"""`fretabot bench year`: years of invented companies, compared day by day with an oracle that knows none of our code.

The sweep, the ladders and the wording are the real ones on a real database; sending is cut short (what the network
can do to a message is `bench faults`). Days without the bot, mornings without it, steps that are killed half way and
a second replica that sweeps the same minute are part of every run.
"""

from __future__ import annotations

import datetime as dt
import importlib.util
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlmodel import Session

from bot import outbox, reminder_rows, split
from bot.bench_year_world import World
from bot.clock import MovableClock
from bot.services import Services
from scheduler.digest import DIGEST
from scheduler.kinds import Gone
from scheduler.sweep import sweep

ORACLE = Path("tests/oracle/reminders.py")


@dataclass
class Report:
    """What differed from the oracle; every figure but `told` should be nought."""

    told: int = 0
    messages: int = 0
    missed: int = 0
    repeated: int = 0
    wrong_day: int = 0
    wrong_text: int = 0
    after_solved: int = 0
    killed: int = 0
    days_down: int = 0
    examples: list[str] = field(default_factory=list)

    @property
    def proven(self) -> bool:
        """Whether nothing differed."""
        return not (self.missed or self.repeated or self.wrong_day or self.wrong_text or self.after_solved)

    def lines(self) -> list[str]:
        """The figures as lines."""
        names = ("told", "messages", "missed", "repeated", "wrong_day", "wrong_text", "after_solved")
        figures = ", ".join(f"{name.replace('_', ' ')} {getattr(self, name)}" for name in names)
        return [f"{figures}; steps killed {self.killed}, days down {self.days_down}", *self.examples[:10]]


def load_oracle(path: Path = ORACLE) -> ModuleType:
    """The oracle, by its path: no package of ours imports it. Raises `RuntimeError` outside a checkout."""
    if not path.exists():
        raise RuntimeError(f"{path} is missing: run the simulation in a checkout")
    spec = importlib.util.spec_from_file_location("reminders_oracle", path)
    if spec is None or spec.loader is None:
        raise RuntimeError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules["reminders_oracle"] = module
    spec.loader.exec_module(module)
    return module


class Killed(Exception):
    """A process that dies in the middle of a step."""


@dataclass
class Simulation:
    """One run."""

    services: Services
    clock: MovableClock
    oracle: ModuleType
    companies: int
    days: int
    seed: int
    report: Report = field(default_factory=Report)
    progress: Callable[[str], None] = lambda _line: None
    _sent: list[tuple[int, list[Any], list[str]]] = field(default_factory=list)

    def run(self) -> Report:
        """Plays every day and compares it."""
        start = self.clock.now().astimezone(self.services.settings.zone).date()
        world = World(companies=self.companies, seed=self.seed, start=start)
        chance = random.Random(self.seed + 1)
        judge = self.oracle.Oracle()
        self._at(start, 9, 30)
        self._unit(lambda s: world.found(s, self.clock.now()))
        told: Counter[tuple[int, str, str, str]] = Counter()
        down = 0
        for number in range(self.days):
            today = start + dt.timedelta(days=number)
            down = down - 1 if down else self._downtime(chance)
            if down:
                self.report.days_down += 1
                continue
            if number:
                self._day(world, chance, today)
            else:
                self._minute(chance)
            self._judge(world, judge, today, told)
            if number % 100 == 0:
                self.progress(f"{today}: {'; '.join(self.report.lines()[:1])}")
        return self.report

    def _downtime(self, chance: random.Random) -> int:
        return chance.choice((1, 2, 3, 7)) if chance.random() < 0.01 else 0

    def _day(self, world: World, chance: random.Random, today: dt.date) -> None:
        """Midnight's sweep (unless down till late), the morning, the day's message, the afternoon."""
        late = chance.random() < 0.05
        if not late:
            self._at(today, 0, chance.randint(1, 20))
            self._minute(chance)
        self._at(today, 8, 30)
        self._unit(lambda s: world.morning(s, self.clock.now()))
        if not late:
            self._at(today, 8, 40)
            self._minute(chance)
        self._at(today, 11 if late else 9, 5)
        self._minute(chance)
        self._at(today, 15, 0)
        self._unit(lambda s: world.afternoon(s, self.clock.now()))
        self._at(today, 15, 1)
        self._minute(chance)

    def _at(self, day: dt.date, hour: int, minute: int) -> None:
        local = dt.datetime.combine(day, dt.time(hour, minute), self.services.settings.zone)
        self.clock.set(local.astimezone(dt.UTC))

    def _unit(self, work: Callable[[Session], Any]) -> Any:
        return self.services.database.now(work)

    def _minute(self, chance: random.Random) -> None:
        """The sweep until it is done, a second replica's too, and whatever is due leaves."""
        for _replica in range(2 if chance.random() < 0.2 else 1):
            while self._step(chance):
                pass
        self._deliver()

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

    def _deliver(self) -> None:
        """Every due message is worded and taken as delivered."""

        def work(session: Session) -> int:
            machine, now = self.services.machine(), self.clock.now()
            rows = outbox.claim(session, holder="bench", now=now, machine=machine, limit=200, replies=False)
            for row in rows:
                prepared = DIGEST.prepare(self.services, session, row, now)
                if isinstance(prepared, Gone):
                    outbox.settle(session, row.id or 0, prepared.state, now=now, reason=prepared.reason)
                    continue
                items = reminder_rows.items_of(session, row.id or 0)
                self._sent.append((row.recipient, items, [split.visible(m.html) for m in prepared]))
                outbox.settle(session, row.id or 0, "sent", now=now)
            return len(rows)

        while self._unit(work):
            pass

    def _judge(
        self, world: World, judge: Any, today: dt.date, told: Counter[tuple[int, str, str, str]]
    ) -> None:
        expected = {}
        open_now: set[str] = set()
        for people, things in world.standing():
            known = [
                self.oracle.Thing(t.subject, t.kind, printed=t.printed, inspected=t.inspected, made=t.made)
                for t in things
            ]
            open_now |= {t.subject for t in things}
            for one in judge.day(today, people, known):
                expected[one.person, one.thing, one.due.isoformat(), one.stage] = one.words
        got: dict[tuple[int, str, str, str], str] = {}
        for recipient, items, texts in self._sent:
            self.report.messages += 1
            text = "\n".join(texts)
            for item in items:
                if item.subject.count(":") == 1:
                    got[recipient, item.subject, item.cycle, item.stage] = text
        self._sent.clear()
        self._compare(today, expected, got, told, open_now)

    def _compare(
        self,
        today: dt.date,
        expected: dict[tuple[int, str, str, str], str],
        got: dict[tuple[int, str, str, str], str],
        told: Counter[tuple[int, str, str, str]],
        open_now: set[str],
    ) -> None:
        for key in expected.keys() - got.keys():
            self._differs("missed", today, key)
        for key, text in got.items():
            self.report.told += 1
            told[key] += 1
            if told[key] > 1:
                self._differs("repeated", today, key)
            elif key[1] not in open_now:
                self._differs("after_solved", today, key)
            elif key not in expected:
                self._differs("wrong_day", today, key)
            elif expected[key] not in text and "E mais" not in text:
                self._differs("wrong_text", today, key)

    def _differs(self, what: str, today: dt.date, key: tuple[int, str, str, str]) -> None:
        setattr(self.report, what, getattr(self.report, what) + 1)
        self.report.examples.append(f"{what} {today} {key}")
