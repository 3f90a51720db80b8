"""A calendar that jumps is not believed before an administrator confirms it."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session, select

from bot import clock_guard
from bot.clock import MovableClock, SharedMachine
from bot.clock_guard import ClockGuard
from bot.delivery_state import REMINDERS
from bot.models.delivery import Outbox, Sweep
from scheduler.runner import Runner
from tests.scheduler.conftest import ADMIN, MACHINE, Engine, reminder


class Wall:
    """Wall and monotonic clocks that can be moved apart."""

    def __init__(self) -> None:
        self.now, self.seconds = MACHINE, 0.0

    def wall(self) -> dt.datetime:
        return self.now

    def monotonic(self) -> float:
        return self.seconds

    def pass_time(self, *, wall: float, real: float) -> None:
        self.now += dt.timedelta(hours=wall)
        self.seconds += real * 3600


def test_a_jump_of_more_than_a_day_is_seen_once() -> None:
    clocks = Wall()
    guard = ClockGuard(clocks.wall, clocks.monotonic)
    clocks.pass_time(wall=30, real=30)
    even = guard.jumped()
    clocks.pass_time(wall=24 * 365, real=1)
    ahead = guard.jumped()
    again = guard.jumped()
    clocks.pass_time(wall=-48, real=0)

    assert [False, True, False, True] == [even, ahead, again, guard.jumped()]


def test_the_clock_of_the_machine_set_right_by_minutes_is_no_jump() -> None:
    clocks = Wall()
    guard = ClockGuard(clocks.wall, clocks.monotonic)
    clocks.pass_time(wall=1.5, real=1)

    assert not guard.jumped()


async def test_a_jump_stops_the_sweep_and_all_bulk_until_an_administrator_confirms(engine: Engine) -> None:
    clocks, ran = Wall(), []
    dispatcher = engine.dispatcher()
    runner = Runner(
        engine.services, {"job": lambda *_args: ran.append(1)}, believed=dispatcher.believe,  # type: ignore[dict-item]
        guard=ClockGuard(clocks.wall, clocks.monotonic),
    )  # fmt: skip
    await engine.plan(reminder())
    clocks.pass_time(wall=24 * 400, real=0.1)
    await runner.tick()
    await engine.reply(5, "resposta")
    bulk = await dispatcher._claimed(replies=False, limit=8)
    alarms = await dispatcher._claimed(replies=True, limit=8)

    assert ([], [], {5}) == (
        ran,
        bulk,
        {job.parts[0][1].chat_id for job in alarms if job.kind_name == "reply"},
    )
    assert await engine.database.run(clock_guard.confirm)
    await runner.tick()
    assert ([1], 1) == (ran, len(await dispatcher._claimed(replies=False, limit=8)))


async def test_the_administrators_are_told_of_the_jump(engine: Engine) -> None:
    now = engine.services.clock.now()
    await engine.database.run(lambda s: clock_guard.doubt(s, engine.services, now=now))

    assert [f"alarm:clock_doubt {ADMIN}"] == await engine.database.run(_alarms)


def _alarms(session: Session) -> list[str]:
    return [f"{row.subject} {row.recipient}" for row in session.exec(select(Outbox))]


async def test_a_last_sweep_more_than_ninety_days_away_is_doubted_at_the_start(engine: Engine) -> None:
    now = engine.services.clock.now()

    def absent(days: int) -> bool:
        def unit(session: Session) -> bool:
            session.merge(Sweep(name=REMINDERS, period="p", started_at=now, done_at=now))
            return clock_guard.absent_too_long(session, now=now + dt.timedelta(days=days))

        return engine.database.now(unit)

    assert [False, False, True, True] == [absent(days) for days in (0, 89, 91, -91)]


async def test_an_announced_move_is_no_jump(engine: Engine) -> None:
    """Demonstrations and tests move civil time; their databases are never doubted."""
    long_ago = MACHINE - dt.timedelta(days=200)
    await engine.database.run(
        lambda s: s.add(Sweep(name=REMINDERS, period="p", started_at=long_ago, done_at=long_ago))
    )
    assert isinstance(engine.services.clock, MovableClock)
    await engine.database.run(lambda s: clock_guard.doubt_long_absence(engine.services, s))

    assert not await engine.database.run(clock_guard.doubted)


def test_replicas_agree_on_the_databases_clock() -> None:
    own = dt.datetime(2026, 6, 10, 15, tzinfo=dt.UTC)
    shared = SharedMachine(lambda: own)
    shared.measured(own + dt.timedelta(seconds=5))

    assert own + dt.timedelta(seconds=5) == shared()
