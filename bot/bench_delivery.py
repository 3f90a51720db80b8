"""`fretabot bench delivery`: pace of a large broadcast, answers meanwhile, the highest rate, and what a claim costs."""

from __future__ import annotations

import asyncio
import bisect
import itertools
import statistics
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import event, text
from sqlmodel import Session

from bot import outbox
from bot.bench_process import KINDS, Replica, services_of
from bot.bench_world import TOKEN, Replicas, telegram_server
from bot.clock import machine_now
from bot.database import Database
from bot.local_telegram.testing import LocalTelegram
from bot.messenger import RecordingMessenger
from bot.models.delivery import LANE_RULE_UPDATE
from bot.outbox import Planned
from bot.throttle import OPEN
from scheduler.dispatch import Dispatcher

BULK_RATE = 20
SERVER_DELAY = 0.05


@dataclass(frozen=True)
class Pace:
    """How a broadcast went."""

    recipients: int
    seconds: float
    busiest_second: int
    rate_limited: int
    questions: tuple[float, ...]

    @property
    def expected(self) -> float:
        """Seconds at the planned rate."""
        return self.recipients / BULK_RATE

    def line(self) -> str:
        """As it is printed."""
        slow = percentile(self.questions, 0.95)
        return (
            f"{self.recipients} recipients at {BULK_RATE}/s: {self.seconds:.1f} s (expected {self.expected:.1f}), "
            f"busiest second {self.busiest_second}, 429s {self.rate_limited}; meanwhile {len(self.questions)} "
            f"questions, p50 {percentile(self.questions, 0.5) * 1000:.0f} ms, p95 {slow * 1000:.0f} ms "
            f"(server at {SERVER_DELAY * 1000:.0f} ms)"
        )


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies."""
    held = sorted(values)
    return held[min(len(held) - 1, int(share * len(held)))] if held else 0.0


def plan_broadcast(session: Session, people: Sequence[int], subject: str) -> None:
    """One row a person."""
    now = machine_now()
    for person in people:
        outbox.add(
            session, Planned(person, subject, "-", "1", "rule_update", LANE_RULE_UPDATE), now=now, machine=now
        )


async def pace(url: str, recipients: int, *, questions_every: float = 0.5) -> Pace:
    """A broadcast through the throttle, with Telegram's own limits on, while people ask."""
    replicas, database = Replicas(), Database(url)
    try:
        async with telegram_server(limits=True) as telegram:
            people = await telegram.crowd(recipients)
            await telegram.call(
                "POST", "faults", {"kind": "delay", "method": "sendMessage", "seconds": SERVER_DELAY}
            )
            await database.run(lambda session: plan_broadcast(session, people, "b"))
            replica = Replica(
                url, telegram.url, telegram.token, "one", bulk=BULK_RATE, read_seconds=7, lease_seconds=60,
                reminders=False,
            )  # fmt: skip
            replicas.start(replica)
            waits: list[float] = []
            asking = asyncio.ensure_future(asked_all_along(telegram, questions_every, waits))
            await drained(database, 3 * recipients / BULK_RATE + 60)
            asking.cancel()
            log = await telegram.log(method="sendMessage")
    finally:
        replicas.stop()
        database.close()
    bulk = [e for e in log if (e["text"] or "").startswith("[b ")]
    times = sorted(float(e["at"]) for e in bulk)
    return Pace(
        recipients, times[-1] - times[0] if times else 0.0, busiest(bulk), sum(e["code"] == 429 for e in log),
        tuple(waits),
    )  # fmt: skip


def busiest(entries: Iterable[Mapping[str, Any]]) -> int:
    """The most requests in any window of a second."""
    times = sorted(float(e["at"]) for e in entries)
    return max((bisect.bisect_left(times, t + 1) - i for i, t in enumerate(times)), default=0)


async def asked_all_along(telegram: LocalTelegram, every: float, waits: list[float]) -> None:
    """People ask one after the other; how long each waits for the answer, as the person sees it."""
    for n in itertools.count(1):
        person = await telegram.person(f"Q{n}", id=900_000 + n, started=True)
        begun = time.perf_counter()
        await person.asks(f"pergunta {n}", timeout=30)
        waits.append(time.perf_counter() - begun)
        await asyncio.sleep(every)


async def drained(database: Database, patience: float) -> None:
    """Waits until no bulk waits."""
    until = time.monotonic() + patience
    waiting = text("SELECT count(*) FROM outbox WHERE lane > 0 AND state IN ('planned', 'sending')")
    while time.monotonic() < until:
        if not await database.run(lambda session: session.execute(waiting).scalar_one()):
            return
        await asyncio.sleep(0.5)


async def highest_rate(url: str, workers: int, recipients: int) -> float:
    """Deliveries a second with the throttle and the server's limits open."""
    replicas, database = Replicas(), Database(url)
    try:
        async with telegram_server() as telegram:
            people = await telegram.crowd(recipients)
            subject = f"rate-{workers}"
            await database.run(lambda session: plan_broadcast(session, people, subject))
            for n in range(workers):
                replicas.start(
                    Replica(
                        url, telegram.url, telegram.token, f"w{n}", receive=False, reminders=False,
                        read_seconds=7, lease_seconds=60,
                    )
                )  # fmt: skip
            await drained(database, 300)
            log = await telegram.log(method="sendMessage")
    finally:
        replicas.stop()
        database.close()
    times = sorted(float(e["at"]) for e in log)
    middle = times[len(times) // 10 : -max(1, len(times) // 10)]
    return len(middle) / (middle[-1] - middle[0])


@dataclass(frozen=True)
class ClaimCost:
    """What one claim costs with so many rows due."""

    due: int
    milliseconds: float


async def claim_costs(url: str, sizes: Sequence[int]) -> list[ClaimCost]:
    """Milliseconds per claim of eight rows, at growing numbers of due rows; the claimed rows are put back."""
    database = Database(url)
    found: list[ClaimCost] = []
    held = 0
    try:
        for size in sizes:
            await database.run(lambda session, a=held, b=size: _fill(session, a, b))  # type: ignore[misc]
            held = size
            dispatcher = dispatcher_over(database)
            samples = []
            for _ in range(21):
                begun = time.perf_counter()
                await dispatcher.claim(replies=False)
                samples.append((time.perf_counter() - begun) * 1000)
            await dispatcher.release()
            found.append(ClaimCost(size, statistics.median(samples)))
    finally:
        database.close()
    return found


def dispatcher_over(database: Database) -> Dispatcher:
    """An engine whose messenger only records: what is measured is the database."""
    replica = Replica(database.url, "http://127.0.0.1:9", TOKEN, "bench")
    return Dispatcher(services_of(replica, database), RecordingMessenger(), KINDS, "bench", pace=OPEN)


def _fill(session: Session, first: int, last: int) -> None:
    now = machine_now()
    for start in range(first, last, 10_000):
        session.execute(
            text(
                "INSERT INTO outbox (recipient, subject, cycle, stage, kind, lane, payload, state, planned_at, "
                "not_before, next_try_at, attempts) VALUES (:recipient, 'load', '-', '1', 'rule_update', 3, '{}', "
                "'planned', :now, :now, :now, 0)"
            ),
            [{"recipient": 10_000_000 + n, "now": now} for n in range(start, min(start + 10_000, last))],
        )
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("ANALYZE outbox"))


@dataclass(frozen=True)
class Work:
    """Database work a delivery."""

    deliveries: int
    statements: float
    bytes: float


async def work_per_delivery(url: str, deliveries: int) -> Work:
    """Statements and bytes of the database for one delivery, in batches as they come."""
    database = Database(url)
    count = 0

    def seen(*_args: object) -> None:
        nonlocal count
        count += 1

    try:
        people = range(20_000_000, 20_000_000 + deliveries)
        await database.run(lambda session: plan_broadcast(session, people, f"work-{deliveries}"))
        before = _size(database)
        dispatcher = dispatcher_over(database)
        event.listen(database.engine, "before_cursor_execute", seen)
        sent = await dispatcher.drain()
        event.remove(database.engine, "before_cursor_execute", seen)
        return Work(sent, count / sent, (_size(database) - before) / sent)
    finally:
        database.close()


def _size(database: Database) -> int:
    query = (
        "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        if database.sqlite
        else "SELECT pg_database_size(current_database())"
    )
    return int(database.now(lambda session: session.execute(text(query)).scalar_one()))
