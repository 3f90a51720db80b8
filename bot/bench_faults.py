"""`fretabot bench faults`: kills, drops, delays, refusals, floods, locks, jumps and replays, with everything at work.

Every replica kills itself at a chosen moment (before, inside and after a transaction, a request, a fetch), at a random
occurrence; the next one starts at once. In the end the faults stop and what waits is worked off; then what was planned
and the rows are compared with the server's log.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from bot import identity, outbox
from bot.bench_balancer import balancer
from bot.bench_crew import Crew, Duty
from bot.bench_noise import Noise
from bot.bench_process import FLOODERS, ITEM_STAGES, PEOPLE, SECRET
from bot.bench_truth import Verdict, Wishes, judge
from bot.bench_world import telegram_server
from bot.clock import machine_now
from bot.database import Database
from bot.demo_run import free_port
from bot.local_telegram.people import Person
from bot.local_telegram.testing import LocalTelegram
from bot.main import api_bot
from bot.models.delivery import LANE_RULE_UPDATE
from bot.outbox import WAITING, Planned
from bot.receiver import ALLOWED
from bot.web import WEBHOOK_PATH

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
    """How much is played, on what. By webhook: so many bots behind a balancer, and as many workers."""

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
    crew: Crew
    replayed: int
    locks: int

    @property
    def bound(self) -> int:
        """Requests nobody could know the end of: open at a kill, or not answered by the server."""
        return self.crew.open_at_kills + self.verdict.unanswered

    @property
    def proven(self) -> bool:
        """Whether the figures are those the design promises."""
        v = self.verdict
        none = not (v.losses or v.order_violations or v.handled_twice or v.blamed or v.floods)
        return (
            none and v.messages.holds and v.items.holds and v.uncertain + v.resent <= self.bound >= v.repeats
        )

    def lines(self) -> list[str]:
        """The report as text."""
        v, plan, crew = self.verdict, self.plan, self.crew
        moments = ", ".join(f"{name} {count}" for name, count in sorted(crew.moments.items()))
        way = f"{plan.replicas} bot(s) by webhook and as many workers" if plan.webhook else "by polling"
        return [
            f"{self.database}, {plan.replicas} replica(s), {way}: {crew.kills} kills ({moments}), "
            f"{self.locks} locks, {crew.jumps} jumps of civil time, {self.replayed} updates replayed, "
            f"{self.seconds:.0f} s",
            f"  messages: {v.messages.line()}: {'holds' if v.messages.holds else 'DOES NOT HOLD'}",
            f"  items:    {v.items.line()}: {'holds' if v.items.holds else 'DOES NOT HOLD'}",
            f"  losses {len(v.losses)} {list(v.losses[:3]) or ''}",
            f"  uncertain {v.uncertain}, sent again after being uncertain {v.resent}, repeats {v.repeats}; "
            f"requests open at the kills {crew.open_at_kills}, requests the server did not answer {v.unanswered}",
            f"  order violations {len(v.order_violations)}, handled other than once in order "
            f"{len(v.handled_twice)} {list(v.handled_twice[:3]) or ''}; answers that failed three times "
            f"and may be passed: {v.passed_by}",
            f"  requests refused by 401: {v.refused.get(401, 0)}, by 409: {v.refused.get(409, 0)}, people given up for "
            f"it {len(v.blamed)} {list(v.blamed[:3]) or ''}; texts of a flood passed over {v.passed_over}, wrong "
            f"{list(v.floods) or 0}",
            f"  {'PROVEN' if self.proven else 'NOT PROVEN'}",
        ]


@dataclass
class Scene:
    """One run."""

    plan: Plan
    telegram: LocalTelegram
    database: Database
    crew: Crew
    chance: random.Random
    wishes: Wishes = field(default_factory=Wishes)

    async def play(self) -> Report:
        """Everything, from the first update to the verdict."""
        begun = time.monotonic()
        writers = await self._people()
        await self.telegram.call("DELETE", f"faults?seed={self.plan.seed}")
        for fault in FAULTS:
            await self.telegram.call("POST", "faults", fault)
        flooder = await self.telegram.person("F", id=FLOODERS + 1, started=True)
        noise = Noise(self.telegram, self.database, self.chance, writers, self.wishes.said, flooder)
        noise.flooded = self.wishes.floods.setdefault(flooder.id, [])
        around = asyncio.ensure_future(noise.run())
        while self.crew.kills < self.plan.kills and not around.done():
            await self.crew.round()
        noise.quiet.set()
        await around
        await self.telegram.heal()
        await self._settle()
        log = await self.telegram.log()
        verdict = await self.database.run(lambda session: judge(session, log, self.wishes))
        return Report(
            self.plan, "SQLite" if self.database.sqlite else "PostgreSQL", verdict,
            time.monotonic() - begun, self.crew, noise.replayed, noise.locks,
        )  # fmt: skip

    async def _people(self) -> list[Person]:
        """Who there is, and what each of them is to be told."""
        people = [
            await self.telegram.person(f"P{n}", id=700_001 + n, started=True) for n in range(self.plan.people)
        ]
        for person in people[len(people) - self.plan.blocked :]:
            await person.blocks_bot()
        ids = [person.id for person in people]
        writers = people[: len(people) - self.plan.blocked]
        self.wishes = Wishes(
            messages={
                *((person, f"b{n}", "1") for person in ids for n in range(self.plan.broadcasts)),
                *((person, "lit", stage) for person in ids for stage in ("7", "0")),
                *((person, "digest", "day") for person in ids),
            },
            items={(person, f"item-{n}", stage) for person in ids for n, stage in enumerate(ITEM_STAGES)},
            said={person.id: [] for person in writers},
            blockers=frozenset(ids[len(writers) :]),
            others=self.plan.blocked,  # who blocks the bot is an update
        )
        await self.database.run(lambda session: self._plan(session, ids))
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

    async def _settle(self) -> None:
        """No more faults: healthy processes work off what waits."""
        await self.crew.all_killed()
        await self.crew.healthy()
        least, until = 10**9, time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < until:
            await asyncio.sleep(0.2)
            left = len(await self.telegram.call("GET", "updates")) + await self.database.run(_open)
            if not left:
                break
            if left < least:  # as long as it gets less, it is given time
                least, until = left, time.monotonic() + SETTLE_SECONDS
        await self.crew.dismissed()


def _open(session: Session) -> int:
    """Updates and rows that are not done; rows that were never swept count through the list's marks."""
    states = ", ".join(f"'{state}'" for state in WAITING)
    rows = session.execute(text(f"SELECT count(*) FROM outbox WHERE state IN ({states})")).scalar_one()  # noqa: S608
    updates = session.execute(text("SELECT count(*) FROM inbox WHERE done_at IS NULL")).scalar_one()
    return int(rows) + int(updates)


async def play(plan: Plan, url: str) -> Report:
    """One run on one database."""
    database, chance = Database(url), random.Random(plan.seed)
    async with AsyncExitStack() as held:
        held.callback(database.close)
        telegram = await held.enter_async_context(telegram_server(webhook_pause=0.05))
        duties = (Duty(),) * plan.replicas
        if plan.webhook:
            ports = [free_port(0) for _ in range(plan.replicas)]
            address = await held.enter_async_context(balancer(ports, chance))
            await _hook(telegram, address)
            duties = (
                *(Duty(reminders=False, port=port) for port in ports),
                *(Duty(receive=False),) * plan.replicas,
            )
        crew = Crew(database, telegram.url, telegram.token, duties, chance)
        held.callback(crew.replicas.stop)
        return await Scene(plan, telegram, database, crew, chance).play()


async def _hook(telegram: LocalTelegram, address: str) -> None:
    """Updates go to the balancer from now on."""
    async with api_bot(telegram.token, telegram.url) as bot:
        await bot.set_webhook(address + WEBHOOK_PATH, secret_token=SECRET, allowed_updates=ALLOWED)
