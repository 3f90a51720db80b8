"""`fretabot bench faults`: kills, drops, delays, refusals, locks, jumps and replays, while everything is at work.

Every replica kills itself at a chosen moment (before, inside and after a transaction, a request, a fetch), at a random
occurrence; the next one starts at once. In the end the faults stop and what waits is worked off; then the rows are
compared with the server's log.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from bot import identity, outbox
from bot.bench_process import ITEM_STAGES, MOMENTS, PEOPLE, POISON, Replica
from bot.bench_truth import Key, Verdict, judge
from bot.bench_world import Replicas, died_by_kill, telegram_server
from bot.clock import machine_now
from bot.database import Database
from bot.local_telegram.people import Person
from bot.local_telegram.testing import LocalTelegram
from bot.models.delivery import LANE_RULE_UPDATE
from bot.outbox import WAITING, Planned

LONGEST_LIFE = 1.5  # a replica whose moment does not come is killed from outside
SETTLE_SECONDS = 60.0
FAULTS: tuple[dict[str, Any], ...] = (
    {"kind": "drop", "method": "sendMessage", "probability": 0.02},
    {"kind": "delay", "method": "sendMessage", "probability": 0.15, "seconds": 0.15},
    {"kind": "lost_answer", "method": "sendMessage", "probability": 0.02},
    {"kind": "hang", "method": "sendMessage", "probability": 0.01},
    {
        "kind": "error",
        "method": "sendMessage",
        "probability": 0.03,
        "code": 502,
        "description": "Bad Gateway",
    },
    {"kind": "flood", "method": "sendMessage", "probability": 0.005, "retry_after": 1},
    {"kind": "lost_answer", "method": "getUpdates", "probability": 0.05},
    {"kind": "drop", "method": "getUpdates", "probability": 0.05},
)


@dataclass(frozen=True)
class Plan:
    """How much is played, on what."""

    kills: int = 20
    replicas: int = 1
    people: int = 12
    blocked: int = 2
    broadcasts: int = 3
    seed: int = 1
    webhook: bool = False


@dataclass
class Report:
    """What came of it."""

    plan: Plan
    database: str
    verdict: Verdict
    seconds: float
    kills: int
    moments: dict[str, int]
    open_at_kills: int
    replayed: int
    locks: int

    @property
    def bound(self) -> int:
        """Requests nobody could know the end of: open at a kill, or not answered by the server."""
        return self.open_at_kills + self.verdict.unanswered

    @property
    def proven(self) -> bool:
        """Whether the figures are those the design promises."""
        v = self.verdict
        none = not (v.losses or v.order_violations or v.handled_twice)
        return (
            none and v.messages.holds and v.items.holds and v.uncertain + v.resent <= self.bound >= v.repeats
        )

    def lines(self) -> list[str]:
        """The report as text."""
        v, plan = self.verdict, self.plan
        moments = ", ".join(f"{name} {count}" for name, count in sorted(self.moments.items()))
        return [
            f"{self.database}, {plan.replicas} replica(s){' by webhook' if plan.webhook else ''}: "
            f"{self.kills} kills ({moments}), {self.locks} locks, {self.replayed} updates replayed, "
            f"{self.seconds:.0f} s",
            f"  messages: {v.messages.line()}: {'holds' if v.messages.holds else 'DOES NOT HOLD'}",
            f"  items:    {v.items.line()}: {'holds' if v.items.holds else 'DOES NOT HOLD'}",
            f"  losses {len(v.losses)} {list(v.losses[:3]) or ''}",
            f"  uncertain {v.uncertain}, sent again after being uncertain {v.resent}, repeats {v.repeats}; "
            f"requests open at the kills {self.open_at_kills}, requests the server did not answer {v.unanswered}",
            f"  order violations {len(v.order_violations)}, handled other than once in order "
            f"{len(v.handled_twice)} {list(v.handled_twice[:3]) or ''}; answers that failed three times "
            f"and may be passed: {v.passed_by}",
            f"  {'PROVEN' if self.proven else 'NOT PROVEN'}",
        ]


@dataclass
class Scene:
    """One run."""

    plan: Plan
    telegram: LocalTelegram
    database: Database
    replicas: Replicas
    chance: random.Random
    said: dict[int, list[str]] = field(default_factory=dict)
    wished: set[Key] = field(default_factory=set)
    alive: dict[str, BaseProcess] = field(default_factory=dict)
    plans: dict[str, str] = field(default_factory=dict)
    moments: dict[str, int] = field(default_factory=dict)
    kills: int = 0
    open_at_kills: int = 0
    replayed: int = 0
    locks: int = 0
    ahead: float = 0.0
    count: int = 0

    async def play(self) -> Report:
        """Everything, from the first update to the verdict."""
        begun = time.monotonic()
        people = await self._people()
        await self.telegram.call("DELETE", f"faults?seed={self.plan.seed}")
        for fault in FAULTS:
            await self.telegram.call("POST", "faults", fault)
        noise = [asyncio.ensure_future(work) for work in (self._talk(people), self._lock(), self._replay())]
        while self.kills < self.plan.kills:
            await self._round()
        for task in noise:
            task.cancel()
        for ended in await asyncio.gather(*noise, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
        await self.telegram.heal()
        await self._settle()
        log = await self.telegram.log()
        verdict = await self.database.run(
            lambda session: judge(session, log, said=self.said, wished=self.wished)
        )
        return Report(
            self.plan, "SQLite" if self.database.sqlite else "PostgreSQL", verdict,
            time.monotonic() - begun, self.kills, self.moments, self.open_at_kills, self.replayed, self.locks,
        )  # fmt: skip

    async def _people(self) -> list[Person]:
        people = [
            await self.telegram.person(f"P{n}", id=700_001 + n, started=True) for n in range(self.plan.people)
        ]
        for person in people[len(people) - self.plan.blocked :]:
            await person.blocks_bot()
        ids = [person.id for person in people]
        await self.database.run(lambda session: self._plan(session, ids))
        writers = people[: len(people) - self.plan.blocked]
        self.said = {person.id: [] for person in writers}
        return writers

    def _plan(self, session: Session, people: list[int]) -> None:
        """The list of whom the sweep reminds, and the broadcasts."""
        identity.write(session, PEOPLE, json.dumps(people))
        now = machine_now()
        for n in range(self.plan.broadcasts):
            for index, person in enumerate(people):
                payload: dict[str, Any] = {"parts": 3 if index % 5 == 0 else 1}
                if index % 7 == 3:
                    payload = {"gone": "corrigido", "state": ("superseded", "cancelled")[n % 2]}
                planned = Planned(person, f"b{n}", "-", "1", "rule_update", LANE_RULE_UPDATE, payload=payload)
                outbox.add(session, planned, now=now, machine=now)
                self.wished.add((person, f"b{n}"))
        subjects = ("lit", "digest", *(f"item-{n}" for n in range(len(ITEM_STAGES))))
        self.wished |= {(person, subject) for person in people for subject in subjects}

    async def _talk(self, people: list[Person]) -> None:
        """People write, each text numbered; now and then one that no handler survives."""
        numbers = dict.fromkeys((p.id for p in people), 0)
        while True:
            person = self.chance.choice(people)
            numbers[person.id] += 1
            poison = self.chance.random() < 0.02
            words = POISON if poison else f"{person.id}-{numbers[person.id]}"
            self.said[person.id].append(words)
            await person.says(words)
            await asyncio.sleep(self.chance.uniform(0.02, 0.1))

    async def _replay(self) -> None:
        """Updates that were confirmed come once more."""
        while True:
            await asyncio.sleep(self.chance.uniform(0.2, 0.6))
            number = 100_000_001 + self.chance.randrange(sum(len(t) for t in self.said.values()) or 1)
            with contextlib.suppress(AssertionError):
                await self.telegram.call("POST", f"updates/{number}/replay")
                self.replayed += 1

    async def _lock(self) -> None:
        """Somebody else holds the database for a moment."""
        while True:
            await asyncio.sleep(self.chance.uniform(0.5, 2.0))
            self.locks += 1
            await asyncio.to_thread(self._hold, self.chance.uniform(0.1, 0.5))

    def _hold(self, seconds: float) -> None:
        with self.database.engine.begin() as connection:
            if not self.database.sqlite:
                # One table: two at once would deadlock with a unit that uses them in the other order.
                table = self.chance.choice(("outbox", "inbox", "throttle"))
                connection.execute(text(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"))
            time.sleep(seconds)

    async def _round(self) -> None:
        """Keeps the replicas at their number until one of them dies."""
        while len(self.alive) < self.plan.replicas:
            await self._start(self._moment())
        limit = time.monotonic() + LONGEST_LIFE
        while all(process.is_alive() for process in self.alive.values()):
            await asyncio.sleep(0.01)
            if time.monotonic() > limit:
                victim = self.chance.choice(list(self.alive.values()))
                victim.kill()
                victim.join()
                self.plans = {
                    **self.plans,
                    **{n: "from outside" for n, p in self.alive.items() if p is victim},
                }
        for name, process in list(self.alive.items()):
            if not process.is_alive():
                await self._buried(name, process)

    async def _buried(self, name: str, process: BaseProcess) -> None:
        process.join()
        del self.alive[name]
        if not died_by_kill(process):
            raise RuntimeError(f"replica {name} ended by itself: {process.exitcode}")
        self.kills += 1
        moment = self.plans.pop(name)
        self.moments[moment] = self.moments.get(moment, 0) + 1
        if self.chance.random() < 0.2:
            self.ahead += 86_400.0  # the next one lives a civil day later
        held = text(
            "SELECT count(*) FROM outbox WHERE state = 'sending' AND left_at IS NOT NULL AND lease_by LIKE :who"
        )
        who = f"{name}.%"
        self.open_at_kills += await self.database.run(
            lambda session: int(session.execute(held, {"who": who}).scalar_one())
        )

    def _moment(self) -> tuple[str, int]:
        """Which moment, and at which occurrence: early ones are the likelier."""
        name = self.chance.choice(MOMENTS)
        return name, 1 + int(self.chance.expovariate(1 / (3 if "fetch" in name else 10)))

    async def _start(self, kill: tuple[str, int] | None) -> None:
        self.count += 1
        name = f"r{self.count}"
        replica = Replica(
            self.database.url, self.telegram.url, self.telegram.token, name, kill=kill, civil_ahead=self.ahead
        )
        self.plans[name] = kill[0] if kill else "from outside"
        self.alive[name] = await asyncio.to_thread(self.replicas.start, replica)

    async def _settle(self) -> None:
        """No more faults: one healthy process works off what waits."""
        for process in self.alive.values():
            process.kill()
            process.join()
        for name, process in list(self.alive.items()):
            await self._buried(name, process)
        self.ahead += 86_400.0
        await self._start(None)
        least, until = 10**9, time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < until:
            await asyncio.sleep(0.2)
            left = len(await self.telegram.call("GET", "updates")) + await self.database.run(_open)
            if not left:
                break
            if left < least:  # as long as it gets less, it is given time
                least, until = left, time.monotonic() + SETTLE_SECONDS
        (last,) = self.alive.values()
        last.terminate()
        await asyncio.to_thread(last.join, 12)


def _open(session: Session) -> int:
    """Updates and rows that are not done; rows that were never swept count through the list's marks."""
    states = ", ".join(f"'{state}'" for state in WAITING)
    rows = session.execute(text(f"SELECT count(*) FROM outbox WHERE state IN ({states})")).scalar_one()  # noqa: S608
    updates = session.execute(text("SELECT count(*) FROM inbox WHERE done_at IS NULL")).scalar_one()
    return int(rows) + int(updates)


async def play(plan: Plan, url: str) -> Report:
    """One run on one database."""
    replicas, database = Replicas(), Database(url)
    try:
        async with telegram_server() as telegram:
            scene = Scene(plan, telegram, database, replicas, random.Random(plan.seed))
            return await scene.play()
    finally:
        replicas.stop()
        database.close()
