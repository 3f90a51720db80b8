"""A 429 in the middle of a broadcast by two replicas: who still sends, who is still answered, what it counts."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text

from bot.bench_delivery import asked_all_along, busiest, drained, plan_broadcast
from bot.bench_process import Replica
from bot.bench_world import Replicas, telegram_server
from bot.database import Database

AT = 40  # the request that is refused
GRACE = (
    0.5  # seconds in which the other replica learns of it: the pause is a row that must be committed first
)
ATTEMPTS = text("SELECT max(attempts) FROM outbox WHERE lane > 0")
Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Flood:
    """What the server saw."""

    recipients: int
    pause: float
    served_once: int
    late: int  # bulk requests that began within `GRACE` of the 429
    during: int  # bulk requests that began later in the pause
    answers: int  # people's questions answered during the pause
    attempts: int  # the most that was counted against anyone
    busiest_second: int

    def line(self) -> str:
        """As it is printed."""
        return (
            f"a 429 of {self.pause:.0f} s at request {AT} of {self.recipients}, two replicas: {self.during} bulk "
            f"requests during the pause ({self.late} in its first {GRACE} s), {self.answers} questions answered in "
            f"it, {self.served_once} served once, most attempts counted {self.attempts}, "
            f"busiest second {self.busiest_second}"
        )


async def flood(url: str, *, recipients: int = 500, pause: float = 35, bulk: float = 20) -> Flood:
    """One broadcast by two replicas over one database, refused once."""
    replicas, database = Replicas(), Database(url)
    try:
        async with telegram_server() as telegram:
            people = await telegram.crowd(recipients)
            refused = {
                "method": "sendMessage",
                "text": "[b ",
                "skip": AT - 1,
                "count": 1,
                "retry_after": int(pause),
            }
            await telegram.fault("flood", **refused)
            await database.run(lambda session: plan_broadcast(session, people, "b"))
            for n in range(2):
                replicas.start(
                    Replica(
                        url, telegram.url, telegram.token, f"f{n}", bulk=bulk, read_seconds=7, lease_seconds=30,
                        reminders=False, plain=True,
                    )
                )  # fmt: skip
            asking = asyncio.ensure_future(asked_all_along(telegram, 0.3, []))
            await drained(database, 6 * recipients / bulk + pause + 60)
            asking.cancel()
            log = await telegram.log(method="sendMessage")
            attempts = await database.run(lambda session: int(session.execute(ATTEMPTS).scalar_one()))
    finally:
        replicas.stop()
        database.close()
    return _seen(log, set(people), pause=pause, attempts=attempts)


def _seen(log: Sequence[Entry], people: set[int], *, pause: float, attempts: int) -> Flood:
    bulk = [e for e in log if e["chat_id"] in people]
    began = next(float(e["done_at"]) for e in bulk if e["code"] == 429)
    inside = [e for e in log if began < e["at"] < began + pause]
    later = [e for e in inside if e["at"] > began + GRACE]
    served = Counter(e["chat_id"] for e in bulk if e["delivered"])
    return Flood(
        len(people), pause,
        served_once=sum(count == 1 for count in served.values()),
        late=sum(e["chat_id"] in people for e in inside) - sum(e["chat_id"] in people for e in later),
        during=sum(e["chat_id"] in people for e in later),
        answers=sum(e["chat_id"] not in people and e["delivered"] for e in later),
        attempts=attempts,
        busiest_second=busiest(bulk),
    )  # fmt: skip
