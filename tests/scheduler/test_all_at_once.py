"""Everything at once: four replicas at the hour when all is due; presses, a broadcast and the sweep on one file."""

from __future__ import annotations

import asyncio
import datetime as dt
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot import identity, inbox, outbox
from bot.database import Database
from bot.models.delivery import LANE_REMINDER, LANE_RULE_UPDATE, Meta
from bot.outbox import Planned
from bot.processor import Processor
from bot.services import Services
from bot.turn import Turn
from scheduler.runner import Runner
from tests.scheduler.conftest import Engine

PEOPLE = range(1, 51)
COUNTER = "presses"


def _sweep(services: Services, session: Session, now: dt.datetime) -> bool:
    """A reminder for each of fifty people, as the product's sweep plans them."""
    for person in PEOPLE:
        planned = Planned(person, f"lit:{person}", "2026-06-17", "7", "reminder", LANE_REMINDER)
        outbox.add(session, planned, now=now, machine=services.machine())
    return False


async def test_t26_four_replicas_send_fifty_reminders_of_one_hour_as_fifty_messages(engine: Engine) -> None:
    stores = [Database(engine.database.url) for _ in range(4)]
    served = [replace(engine.services, database=store) for store in stores]
    runners = [Runner(services, {"sweep": _sweep}) for services in served]
    dispatchers = [engine.dispatcher(f"r{n}", services=services) for n, services in enumerate(served)]

    await asyncio.gather(*(runner.tick() for runner in runners))
    await asyncio.gather(*(dispatcher.drain() for dispatcher in dispatchers))

    for store in stores:
        store.close()
    assert sorted(f"lit:{person}" for person in PEOPLE) == sorted(engine.sent)
    assert {"sent": 50} == await engine.database.run(outbox.counts)


def _press(number: int) -> dict[str, Any]:
    sender = {"id": number, "is_bot": False, "first_name": "Ana"}
    screen = {"message_id": 1, "date": 0, "chat": {"id": number, "type": "private"}, "text": "tela"}
    return {
        "update_id": number,
        "callback_query": {
            "id": str(number),
            "from": sender,
            "message": screen,
            "data": "x",
            "chat_instance": "1",
        },
    }


def _count(turn: Turn) -> None:
    """Reads and writes one row that all of them share; locked, as handlers lock what others may change."""
    row = turn.session.get_one(Meta, COUNTER, with_for_update=True)
    row.value = str(int(row.value) + 1)


async def test_t30_fifty_presses_a_broadcast_and_the_sweep_at_once_lose_nothing(engine: Engine) -> None:
    """Two processes' worth of writers on one database; nothing fails, nothing is lost."""
    other = replace(engine.services, database=Database(engine.database.url))
    await engine.database.run(lambda session: identity.write(session, COUNTER, "0"))
    await engine.plan(
        *(Planned(person, "news", "-", "1", "rule_update", LANE_RULE_UPDATE) for person in PEOPLE)
    )
    presses = [_press(number) for number in range(1, 51)]
    await engine.database.run(lambda session: inbox.store(session, presses, now=engine.machine()))
    processors = [
        Processor(services, _count, _count, engine.messenger)
        for services in (engine.services, other)
        for _ in range(3)
    ]
    runners = [Runner(services, {"sweep": _sweep}) for services in (engine.services, other)]
    dispatchers = [engine.dispatcher("a"), engine.dispatcher("b", services=other)]

    await asyncio.gather(
        *(processor.drain() for processor in processors),
        *(runner.tick() for runner in runners),
        *(dispatcher.drain() for dispatcher in dispatchers),
    )
    await dispatchers[0].drain()

    counted = await engine.database.run(lambda session: identity.read(session, COUNTER))
    left = await engine.database.run(inbox.waiting)
    other.database.close()
    assert ("50", 0, {"sent": 100}) == (counted, left, await engine.database.run(outbox.counts))
