"""The replicas of `bench faults`: kept at their number, each killed at some moment, in a civil time of its own.

By polling every replica does everything. By webhook there are as many `fretabot bot` (webhook, answers) as
`fretabot worker` (sweep, bulk), as behind a real balancer.
"""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event

from sqlalchemy import text

from bot.bench_mortal import MOMENTS
from bot.bench_process import Replica
from bot.bench_world import Replicas, died_by_kill
from bot.database import Database

LONGEST_LIFE = 1.5  # of work: a replica whose moment does not come is killed from outside
LONGEST_START = 60.0
OUTSIDE = "from outside"
JUMP = 0.2  # so often the next one lives in another civil day
FORWARD = 0.7  # of the jumps; the others go back a day
DAY = 86_400.0
Kill = tuple[str, int]


@dataclass(frozen=True)
class Duty:
    """What one replica does. `port`: its webhook; 0: it polls, if it receives at all."""

    receive: bool = True
    reminders: bool = True
    port: int = 0

    @property
    def moments(self) -> tuple[str, ...]:
        """Where it may die; only who polls fetches."""
        return MOMENTS if self.receive and not self.port else tuple(m for m in MOMENTS if "fetch" not in m)


@dataclass
class Life:
    """A running replica and the moment chosen for its death."""

    duty: Duty
    process: BaseProcess
    moment: str
    ready: Event


@dataclass
class Crew:
    """Starts replicas for their duties, kills them, buries them."""

    database: Database
    api_url: str
    token: str
    duties: tuple[Duty, ...]
    chance: random.Random
    replicas: Replicas = field(default_factory=Replicas)
    lives: dict[str, Life] = field(default_factory=dict)
    moments: dict[str, int] = field(default_factory=dict)
    kills: int = 0
    open_at_kills: int = 0
    jumps: int = 0
    ahead: float = 0.0
    farthest: float = 0.0
    count: int = 0

    async def round(self) -> None:
        """Every duty has its replica; then until one of them dies."""
        at_work = [life.duty for life in self.lives.values()]
        for duty in self.duties:
            if duty not in at_work:
                await self._start(duty, self._moment(duty))
            else:
                at_work.remove(duty)
        limit = time.monotonic() + LONGEST_START
        while all(life.process.is_alive() for life in self.lives.values()):
            await asyncio.sleep(0.01)
            if all(life.ready.is_set() for life in self.lives.values()):  # a slow machine starts slowly
                limit = min(limit, time.monotonic() + LONGEST_LIFE)
            if time.monotonic() > limit:
                self._kill(self.chance.choice(list(self.lives.values())))
        await self._bury_dead()

    async def all_killed(self) -> None:
        """Everybody dies at once."""
        for life in self.lives.values():
            self._kill(life)
        await self._bury_dead()

    async def healthy(self) -> None:
        """Replicas without a killer, a day after the latest that was reached: nothing is held back any more."""
        self.ahead = self.farthest + DAY
        for duty in self.duties[:1] + tuple(duty for duty in self.duties[-1:] if duty.reminders):
            if duty not in [life.duty for life in self.lives.values()]:
                await self._start(duty, None)

    async def dismissed(self) -> None:
        """The healthy ones end by SIGTERM."""
        for life in self.lives.values():
            life.process.terminate()
        for life in self.lives.values():
            await asyncio.to_thread(life.process.join, 12)
            if life.process.exitcode != 0:
                raise RuntimeError(f"a replica asked to stop ended with {life.process.exitcode}")

    def _kill(self, life: Life) -> None:
        if life.process.is_alive():
            life.moment = OUTSIDE
            life.process.kill()
            life.process.join()

    async def _bury_dead(self) -> None:
        for name, life in list(self.lives.items()):
            if not life.process.is_alive():
                await self._buried(name, life)

    async def _buried(self, name: str, life: Life) -> None:
        life.process.join()
        del self.lives[name]
        if not died_by_kill(life.process):
            raise RuntimeError(f"replica {name} ended by itself: {life.process.exitcode}")
        self.kills += 1
        self.moments[life.moment] = self.moments.get(life.moment, 0) + 1
        self._jump()
        held = text(
            "SELECT count(*) FROM outbox WHERE state = 'sending' AND left_at IS NOT NULL AND lease_by LIKE :who"
        )
        who = f"{name}.%"
        self.open_at_kills += await self.database.run(
            lambda session: int(session.execute(held, {"who": who}).scalar_one())
        )

    def _jump(self) -> None:
        """Now and then the next one lives a civil day later, or a day earlier."""
        if self.chance.random() < JUMP:
            self.jumps += 1
            by = DAY if self.chance.random() < FORWARD else -DAY
            self.ahead = max(0.0, self.ahead + by)
            self.farthest = max(self.farthest, self.ahead)

    def _moment(self, duty: Duty) -> Kill:
        """Which moment, and at which occurrence: early ones are the likelier."""
        name = self.chance.choice(duty.moments)
        return name, 1 + int(self.chance.expovariate(1 / (3 if "fetch" in name else 10)))

    async def _start(self, duty: Duty, kill: Kill | None) -> None:
        self.count += 1
        name = f"r{self.count}"
        replica = Replica(
            self.database.url, self.api_url, self.token, name, kill=kill, civil_ahead=self.ahead,
            receive=duty.receive, reminders=duty.reminders, port=duty.port,
        )  # fmt: skip
        ready = self.replicas.event()
        process = await asyncio.to_thread(self.replicas.start, replica, ready)
        self.lives[name] = Life(duty, process, kill[0] if kill else OUTSIDE, ready)
