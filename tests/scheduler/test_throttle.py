"""The one throttle of all replicas: slots, pauses, and the room left for answers."""

from __future__ import annotations

import asyncio
import datetime as dt

from sqlmodel import Session

from bot import throttle
from bot.database import Database
from bot.messenger import DeliveryError
from bot.models.delivery import Throttle
from bot.throttle import Pace
from tests.scheduler.conftest import MACHINE, Engine, reminder

GAP = dt.timedelta(milliseconds=50)


def _at(seconds: float) -> dt.datetime:
    return MACHINE + dt.timedelta(seconds=seconds)


def _booked(database: Database, scope: str, gap: dt.timedelta, count: int, **more: int) -> list[float]:
    def unit(session: Session) -> list[float]:
        throttle.hold(session)
        slots = (throttle.book(session, scope, gap, now=MACHINE, **more) for _ in range(count))
        return [(slot - MACHINE).total_seconds() for slot in slots]

    return database.now(unit)


def test_bulk_leaves_at_an_even_pace(store: Database) -> None:
    assert [0.0, 0.05, 0.1, 0.15] == _booked(store, "bulk", GAP, 4)


def test_a_chat_that_has_rested_may_get_a_short_burst(store: Database) -> None:
    pace = Pace()
    assert [0.0] * 5 + [1.0, 2.0] == _booked(store, "chat:1", pace.gap(1), 7, burst=pace.burst(1))


def test_a_group_never_gets_more_than_18_in_any_minute(store: Database) -> None:
    pace = Pace()
    slots = _booked(store, "chat:-1", pace.gap(-1), 60, burst=pace.burst(-1))

    assert 17 == max(sum(1 for other in slots if slot <= other < slot + 60) for slot in slots)


async def test_two_replicas_that_book_the_first_slot_at_once_get_different_ones(store: Database) -> None:
    other = Database(store.url)

    def unit(session: Session) -> dt.datetime:
        throttle.hold(session)
        return throttle.book(session, "bulk", GAP, now=MACHINE)

    slots = await asyncio.gather(*((store if n % 2 else other).run(unit) for n in range(20)))

    other.close()
    assert [_at(n * 0.05) for n in range(20)] == sorted(slots)


def test_a_pause_is_followed_by_half_the_rate_that_climbs_back_within_a_minute(store: Database) -> None:
    store.now(lambda session: throttle.pause(session, "bulk", until=_at(35)))

    def gap_at(seconds: float) -> float:
        def unit(session: Session) -> float:
            first = throttle.book(session, "bulk", GAP, now=_at(seconds))
            return (throttle.book(session, "bulk", GAP, now=_at(seconds)) - first).total_seconds()

        return store.now(unit)

    assert [0.1, 0.075, 0.05] == [round(gap_at(s), 3) for s in (35, 65, 100)]


def test_a_pause_survives_a_restart(store: Database) -> None:
    store.now(lambda session: throttle.pause(session, "bulk", until=_at(35)))
    again = Database(store.url)

    assert _at(35) == again.now(lambda session: throttle.paused_until(session, "bulk"))
    again.close()


def test_answers_use_the_room_that_bulk_leaves(store: Database) -> None:
    pace = Pace(bulk=20, total=30)

    def room(session: Session) -> float:
        gap, burst = throttle.Sheet(session, MACHINE).reply_gap(pace)
        return round(1 / gap.total_seconds() + burst, 3)

    throttled = _booked(store, "bulk", GAP, 1)
    while_bulk = store.now(room)
    store.now(lambda session: setattr(session.get_one(Throttle, "bulk"), "next_free_at", _at(-10)))

    assert ([0.0], 10.0, 30.0) == (throttled, while_bulk, store.now(room))


async def test_a_long_text_takes_two_slots(engine: Engine) -> None:
    await engine.plan(
        *(reminder(recipient=n, subject=str(n), payload={"texts": ["x" * 501]}) for n in range(1, 4))
    )
    jobs = await engine.dispatcher(pace=Pace(bulk=20)).claim(replies=False)

    assert [0.0, 0.1, 0.2] == [(job.slot - MACHINE).total_seconds() for job in jobs]


async def test_bulk_is_claimed_no_further_ahead_than_a_moment(engine: Engine) -> None:
    await engine.plan(*(reminder(recipient=n, subject=str(n)) for n in range(1, 60)))
    dispatcher = engine.dispatcher(pace=Pace(bulk=20))
    claimed = [len(await dispatcher.claim(replies=False)) for _ in range(5)]

    assert [8, 8, 0, 0, 0] == claimed


async def test_a_busy_chat_does_not_keep_others_waiting(engine: Engine) -> None:
    await engine.plan(*(reminder(subject=str(n)) for n in range(8)), reminder(recipient=2))
    dispatcher = engine.dispatcher(pace=Pace(bulk=20))
    first = await dispatcher.claim(replies=False)
    engine.machine.move(seconds=0.2)
    second = await dispatcher.claim(replies=False)

    assert [1, 1, 1] == [job.parts[0][1].chat_id for job in first]
    assert [2] == [job.parts[0][1].chat_id for job in second]


async def test_t15_a_429_in_bulk_pauses_every_replica_and_counts_against_nobody(engine: Engine) -> None:
    ids = await engine.plan(*(reminder(recipient=n, subject=str(n)) for n in range(1, 30)))
    await engine.reply(99, "resposta")
    one, two = engine.dispatcher("a"), engine.dispatcher("b")
    (job,) = await one.claim(replies=False, limit=1)
    ahead = await two.claim(replies=False, limit=1)
    engine.messenger.failures = [DeliveryError("rate", "Too Many Requests", retry_after=35)]
    await one.deliver(job)

    assert [[], []] == [await d.claim(replies=False) for d in (one, two)]
    assert 1 == len(await one.claim(replies=True))
    row = await engine.row(ids[0])
    assert ("planned", 0) == (row.state, row.attempts)
    assert row.next_try_at == MACHINE + dt.timedelta(seconds=35)
    assert 1 == len(ahead)
    engine.machine.move(seconds=36)
    assert 0 < len(await two.claim(replies=False))


async def test_a_429_seen_here_holds_before_it_is_stored(engine: Engine) -> None:
    await engine.plan(*(reminder(recipient=n, subject=str(n)) for n in (1, 2)))
    dispatcher = engine.dispatcher()
    first, second = await dispatcher.claim(replies=False)
    engine.messenger.failures = [DeliveryError("rate", "Too Many Requests", retry_after=35)]
    await dispatcher.deliver(first)
    await dispatcher.deliver(second)

    assert (["planned", "planned"], []) == (await engine.states(), engine.sent)
    assert 0 == (await engine.row(second.outbox_id)).attempts


async def test_a_429_on_an_answer_pauses_that_chat_only(engine: Engine) -> None:
    engine.messenger.failures = [DeliveryError("rate", "Too Many Requests", retry_after=3)]
    await engine.reply(1, "a")
    dispatcher = engine.dispatcher()
    await dispatcher.drain()
    await engine.reply(1, "b", subject="2")
    await engine.reply(2, "c")
    await engine.plan(reminder(recipient=3))
    await dispatcher.drain()

    assert ["c", "lit:1"] == engine.sent
    engine.machine.move(seconds=4)
    await dispatcher.drain()
    assert ["c", "lit:1", "a", "b"] == engine.sent


async def test_a_row_whose_lease_was_lost_does_not_leave_twice(engine: Engine) -> None:
    await engine.plan(*(reminder(recipient=n, subject=str(n)) for n in (1, 2)))
    slow = engine.dispatcher("slow", pace=Pace(bulk=20))
    _, late = await slow.claim(replies=False)
    engine.machine.move(seconds=61)
    quick = engine.dispatcher("quick")
    await quick.recover()
    await quick.drain()
    await slow.deliver(late)

    assert 1 == engine.sent.count("2")
