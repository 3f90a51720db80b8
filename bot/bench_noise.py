"""What goes on around the replicas of `bench faults`: people write, one of them without end, updates come again, the
database is locked, Telegram refuses the token or hands the updates to another poller for a moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from dataclasses import dataclass, field

from sqlalchemy import text

from bot.bench_process import POISON
from bot.database import Database
from bot.local_telegram.people import Person
from bot.local_telegram.testing import LocalTelegram

FIRST_UPDATE = 100_000_001
BURST = 30
MOST_REFUSALS, REFUSED_SECONDS = 20, 1.0
REFUSALS = (
    (401, "Unauthorized", ("sendMessage", "getUpdates")),
    (409, "Conflict: terminated by other getUpdates request", ("getUpdates",)),
)


@dataclass
class Noise:
    """Runs until `quiet` is set; nothing is broken off in its middle, so that what was said is known."""

    telegram: LocalTelegram
    database: Database
    chance: random.Random
    people: list[Person]
    said: dict[int, list[str]]
    flooder: Person | None = None
    flooded: list[str] = field(default_factory=list)
    replays: bool = True
    quiet: asyncio.Event = field(default_factory=asyncio.Event)
    replayed: int = 0
    locks: int = 0

    async def run(self) -> None:
        """All of it at once."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._talk())
            group.create_task(self._lock())
            group.create_task(self._refuse())
            if self.flooder is not None:
                group.create_task(self._flood(self.flooder))
            if self.replays:
                group.create_task(self._replay())

    async def _rests(self, least: float, most: float) -> bool:
        """Waits a while; False when all is to be quiet."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.quiet.wait(), self.chance.uniform(least, most))
        return not self.quiet.is_set()

    async def _talk(self) -> None:
        """People write, each text numbered; now and then one that no handler survives."""
        numbers = dict.fromkeys((p.id for p in self.people), 0)
        while await self._rests(0.02, 0.1):
            person = self.chance.choice(self.people)
            numbers[person.id] += 1
            poison = self.chance.random() < 0.02
            words = POISON if poison else f"{person.id}-{numbers[person.id]}"
            self.said[person.id].append(words)
            await person.says(words)

    async def _replay(self) -> None:
        """Updates that were confirmed come once more."""
        while await self._rests(0.2, 0.6):
            number = FIRST_UPDATE + self.chance.randrange(sum(len(t) for t in self.said.values()) or 1)
            with contextlib.suppress(AssertionError):
                await self.telegram.call("POST", f"updates/{number}/replay")
                self.replayed += 1

    async def _flood(self, person: Person) -> None:
        """One person sends a burst; what is answered of it is up to the guard."""
        while await self._rests(1.0, 8.0):
            burst = [f"{person.id}-{len(self.flooded) + n}" for n in range(1, BURST + 1)]
            self.flooded += burst
            for words in burst:
                await person.says(words)

    async def _refuse(self) -> None:
        """In turn, for a moment: the token is refused everywhere; somebody else polls."""
        for code, words, methods in itertools.cycle(REFUSALS):
            if not await self._rests(0.5, 2.0):
                return
            for method in methods:
                await self.telegram.fault(
                    "error", method=method, code=code, description=words, count=MOST_REFUSALS,
                    until=time.time() + REFUSED_SECONDS,
                )  # fmt: skip

    async def _lock(self) -> None:
        """Somebody else holds the database for a moment."""
        while await self._rests(0.5, 2.0):
            self.locks += 1
            await asyncio.to_thread(self._hold, self.chance.uniform(0.1, 0.5))

    def _hold(self, seconds: float) -> None:
        with self.database.engine.begin() as connection:
            if not self.database.sqlite:
                # One table: two at once would deadlock with a unit that uses them in the other order.
                table = self.chance.choice(("outbox", "inbox", "throttle"))
                connection.execute(text(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"))
            time.sleep(seconds)
