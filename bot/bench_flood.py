"""A 429 in the middle of a broadcast by two replicas: who still sends, who is still answered, what it counts.

The pause is a row: the other replica knows of it from its commit on. How long the commit takes depends on the machine
and is told apart (`late`); what left by its own row after the pause could be read, must be nothing on any machine.
"""

from __future__ import annotations

import asyncio
import bisect
import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, create_engine, make_url, text
from sqlmodel import Session, select

from bot.bench_delivery import asked_all_along, drained, plan_broadcast
from bot.bench_process import Replica
from bot.bench_world import Replicas, telegram_server
from bot.clock import machine_now
from bot.database import Database
from bot.models.delivery import LANE_REPLY, Outbox

AT = 40  # the request that is refused
LOOK_SECONDS = 0.01
PATIENCE_SECONDS = 900.0
UNTIL = text("SELECT paused_until FROM throttle WHERE scope = 'bulk' AND paused_until IS NOT NULL")
Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Flood:
    """What the server and the rows say."""

    recipients: int
    pause: float
    served_once: int
    late: int  # bulk requests after the 429, before the pause could be read
    during: int  # bulk requests that left after that, before its end
    answers: int  # people's questions answered during the pause
    attempts: int  # the most that was counted against anyone
    busiest_second: int  # bulk

    def line(self) -> str:
        """As it is printed."""
        return (
            f"a 429 of {self.pause:.0f} s at request {AT} of {self.recipients}, two replicas: {self.during} bulk "
            f"requests during the pause ({self.late} before its row was committed), {self.answers} questions "
            f"answered in it, {self.served_once} served once, most attempts counted {self.attempts}, "
            f"busiest second {self.busiest_second}"
        )


async def flood(url: str, *, recipients: int = 500, pause: float = 35, bulk: float = 20) -> Flood:
    """One broadcast by two replicas over one database, refused once."""
    replicas, database = Replicas(), Database(url)
    try:
        async with telegram_server() as telegram:
            people = await telegram.crowd(recipients)
            refused = {
                "method": "sendMessage", "text": "[b ", "skip": AT - 1, "count": 1, "retry_after": int(pause)
            }  # fmt: skip
            await telegram.fault("flood", **refused)
            await database.run(lambda session: plan_broadcast(session, people, "b"))
            knowing = asyncio.ensure_future(known(url))
            for n in range(2):
                replicas.start(
                    Replica(
                        url, telegram.url, telegram.token, f"f{n}", bulk=bulk, read_seconds=60, lease_seconds=120,
                        reminders=False, plain=True,
                    )
                )  # fmt: skip
            asking = asyncio.ensure_future(asked_all_along(telegram, 0.3, []))
            from_, until = await knowing
            await drained(database, PATIENCE_SECONDS)
            asking.cancel()
            log = await telegram.log(method="sendMessage")
            left = await database.run(_left)
    finally:
        replicas.stop()
        database.close()
    return _seen(log, set(people), left, pause=pause, known=(from_, until))


async def known(url: str) -> tuple[dt.datetime, dt.datetime]:
    """When the pause could be read by anybody, and its end. Only reads: nobody waits for it."""
    parsed = make_url(url)
    if parsed.drivername in {"postgresql", "postgres"}:
        parsed = parsed.set(drivername="postgresql+psycopg")
    engine = create_engine(parsed)
    try:
        while (until := await asyncio.to_thread(_until, engine)) is None:  # noqa: ASYNC110
            await asyncio.sleep(LOOK_SECONDS)
        return machine_now(), until
    finally:
        engine.dispose()


def _until(engine: Engine) -> dt.datetime | None:
    with engine.connect() as connection:
        found = connection.execute(UNTIL).scalar_one_or_none()
    if isinstance(found, str):
        found = dt.datetime.fromisoformat(found)
    return found.replace(tzinfo=found.tzinfo or dt.UTC) if found is not None else None


def _left(session: Session) -> list[tuple[dt.datetime, int]]:
    """When each bulk row left, and how many attempts were counted."""
    rows = session.exec(select(Outbox).where(Outbox.lane != LANE_REPLY))
    return [(row.left_at, row.attempts) for row in rows if row.left_at is not None]


def _seen(
    log: Sequence[Entry],
    people: set[int],
    left: Sequence[tuple[dt.datetime, int]],
    *,
    pause: float,
    known: tuple[dt.datetime, dt.datetime],
) -> Flood:
    bulk = [e for e in log if e["chat_id"] in people]
    began = next(float(e["done_at"]) for e in bulk if e["code"] == 429)
    inside = [e for e in log if began < e["at"] < began + pause]
    served = Counter(e["chat_id"] for e in bulk if e["delivered"])
    times = sorted(at.timestamp() for at, _ in left)
    return Flood(
        len(people), pause,
        served_once=sum(count == 1 for count in served.values()),
        late=sum(e["chat_id"] in people for e in inside),
        during=sum(known[0] < at < known[1] for at, _ in left),
        answers=sum(e["chat_id"] not in people and e["delivered"] for e in inside),
        attempts=max(attempts for _, attempts in left),
        busiest_second=max(bisect.bisect_left(times, t + 1) - i for i, t in enumerate(times)),
    )  # fmt: skip
