"""Seldom failures of sending: a token refused in the middle, two refusals of one part, a holder that is late."""

from __future__ import annotations

import asyncio
import datetime as dt
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from bot import outbox
from bot.clock import SharedMachine, machine_now
from bot.database import Database
from bot.messenger import DeliveryError, Message, RecordingMessenger
from bot.models.delivery import LANE_RULE_UPDATE, Outbox
from bot.services import Services
from tests.scheduler.conftest import Engine, StandingMachine, reminder


class Refused(RecordingMessenger):
    """A Telegram that refuses the token."""

    calls = 0

    async def send(self, message: Message) -> int:
        self.calls += 1
        raise DeliveryError("token", "Unauthorized")


async def test_after_the_first_refused_token_nothing_claimed_before_leaves(engine: Engine) -> None:
    for number in range(1, 7):
        await engine.reply(number, "r", subject=str(number))
    telegram = Refused()
    dispatcher = engine.dispatcher(messenger=telegram)
    for job in await dispatcher.claim(replies=True):
        await dispatcher.deliver(job)

    assert (1, ["planned"] * 6) == (telegram.calls, await engine.states())
    engine.machine.move(minutes=2)
    await engine.dispatcher("b").drain()
    assert ["sent"] * 6 == await engine.states()


async def test_a_lost_screen_whose_markup_is_refused_is_still_sent_as_plain_text(engine: Engine) -> None:
    await engine.reply(1, "<b>oi</b>")
    engine.messenger.failures = [
        DeliveryError("edit_lost", "message to edit not found", permanent=True),
        DeliveryError("markup", "can't parse entities", permanent=True),
    ]
    for _ in range(4):
        await engine.dispatcher().drain()
        engine.machine.move(seconds=3)

    assert (["sent"], ["oi"]) == (await engine.states(), engine.sent)


async def test_a_row_whose_holder_died_after_it_left_is_counted_as_uncertain(engine: Engine) -> None:
    await engine.plan(reminder(kind="rule_update", lane=LANE_RULE_UPDATE))
    await engine.dispatcher("a").claim(replies=False)
    engine.machine.move(seconds=61)
    await engine.dispatcher("b").recover()

    labels = {"outcome": "uncertain", "lane": "rule_update"}
    found = engine.services.meter.registry.get_sample_value("fretabot_deliveries_total", labels)
    assert (["uncertain"], 1.0) == (await engine.states(), found)


async def test_a_row_that_cannot_be_worded_is_counted(engine: Engine) -> None:
    await engine.plan(reminder(payload={"boom": 1}))
    await engine.dispatcher().drain()

    assert 1.0 == engine.services.meter.registry.get_sample_value("fretabot_wordings_failed_total")


async def test_a_holder_whose_lease_went_to_another_sends_nothing(engine: Engine) -> None:
    await engine.plan(reminder())
    late, other = engine.dispatcher("a"), engine.dispatcher("b")
    (first,) = await late.claim(replies=False)
    await engine.database.run(lambda s: s.execute(update(Outbox).values(left_at=None)).close())
    engine.machine.move(seconds=61)
    await other.recover()
    (second,) = await other.claim(replies=False)
    await late.deliver(replace(first, left=False))
    await other.deliver(second)

    assert (1, ["sent"]) == (len(engine.sent), await engine.states())


async def test_only_the_holder_of_a_row_may_write_that_it_leaves(engine: Engine) -> None:
    (row_id,) = await engine.plan(reminder())
    (job,) = await engine.dispatcher("a").claim(replies=False)
    machine = engine.machine()

    def leaves(holder: str) -> bool:
        return engine.database.now(lambda s: outbox.leave(s, row_id, machine=machine, holder=holder))

    assert [False, True] == [leaves("b.1"), leaves(job.holder)]


async def test_what_telegram_took_is_recorded_although_the_first_commit_fails(engine: Engine) -> None:
    await engine.reply(1, "um", subject="1")
    await engine.reply(2, "dois", subject="2")
    dispatcher, real = engine.dispatcher(), engine.database.run
    jobs = await dispatcher.claim(replies=True)
    failures = [OperationalError("COMMIT", {}, sqlite3.OperationalError("database is locked"))]

    async def run(work: Any) -> Any:
        if failures and "Recorder" in repr(work):
            raise failures.pop()
        return await real(work)

    engine.database.run = run  # type: ignore[method-assign]
    for job in jobs:
        await dispatcher.deliver(job)
    engine.machine.move(seconds=61)
    await dispatcher.recover()
    await dispatcher.drain()

    assert ([], ["sent", "sent"]) == (failures, await engine.states())
    assert ["um", "dois"] == engine.sent


@pytest.mark.parametrize(
    ("refused", "unit", "state"), [(False, "_sent.", "sent"), (True, "_failed.", "failed")]
)
async def test_a_part_in_the_middle_and_a_refusal_are_recorded_although_the_first_commit_fails(
    engine: Engine, refused: bool, unit: str, state: str
) -> None:
    await engine.reply(1, "um", "dois")
    if refused:
        engine.messenger.failures = [DeliveryError("gone", "chat not found", permanent=True)]
    dispatcher, real = engine.dispatcher(), engine.database.run
    (job,) = await dispatcher.claim(replies=True)
    failures = [OperationalError("COMMIT", {}, sqlite3.OperationalError("database is locked"))]

    async def run(work: Any) -> Any:
        if failures and unit in repr(work):
            raise failures.pop()
        return await real(work)

    engine.database.run = run  # type: ignore[method-assign]
    await dispatcher.deliver(job)

    assert ([], [state]) == (failures, await engine.states())
    assert ([] if refused else ["um", "dois"]) == engine.sent


async def test_a_clock_that_was_stepped_is_measured_anew(
    postgres_store: Database, services_on: Callable[[Database], Services]
) -> None:
    own = StandingMachine(machine_now() + dt.timedelta(minutes=2))
    shared = SharedMachine(own)
    services = replace(services_on(postgres_store), machine=shared)
    await Engine(services, own).dispatcher(services=services).measure()

    assert abs(shared() - machine_now()) < dt.timedelta(seconds=5)


async def test_a_claim_passes_over_rows_another_replica_is_claiming(postgres_store: Database) -> None:
    """`FOR UPDATE SKIP LOCKED`: it neither waits for the other's transaction nor takes the same row."""
    now = machine_now()
    wishes = [reminder(number, subject=f"lit:{number}") for number in (1, 2)]

    def plan(session: Session) -> None:
        for wish in wishes:
            outbox.add(session, wish, now=now, machine=now)

    def claimed(session: Session, holder: str) -> list[int]:
        rows = outbox.claim(session, holder=holder, now=now, machine=now, limit=1, replies=False)
        return [row.recipient for row in rows]

    await postgres_store.run(plan)
    with Session(postgres_store.engine) as first, Session(postgres_store.engine) as second:
        second.execute(text("SET LOCAL lock_timeout = '2s'"))
        taken = [claimed(first, "a"), claimed(second, "b")]

    assert [[1], [2]] == taken


async def test_what_is_given_back_waits_for_another_who_holds_its_row(
    postgres_store: Database, services_on: Callable[[Database], Services]
) -> None:
    """Passed over, it would stand as uncertain when its lease lapses, though nothing has left."""
    own = StandingMachine(machine_now())
    services = replace(services_on(postgres_store), machine=own)
    engine = Engine(services, own)
    await engine.plan(reminder(1))
    dispatcher = engine.dispatcher(services=services)
    (job,) = await dispatcher.claim(replies=False)
    waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with Session(postgres_store.engine) as other:
        other.get_one(Outbox, job.outbox_id, with_for_update=True)
        giving = asyncio.create_task(dispatcher.departure.give_back(job))
        while not giving.done() and not other.execute(waits).scalar_one():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        other.rollback()
    await giving

    assert ["planned"] == await engine.states()
