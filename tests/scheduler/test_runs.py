"""The marks of periodic runs: what counts as a sweep that was made."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from sqlmodel import Session

from bot.delivery_state import REMINDERS, forget_sweeps, last_sweep
from bot.models.delivery import Sweep
from bot.services import Services
from scheduler.runner import Runner
from tests.scheduler.conftest import MACHINE, Engine


def steps(*fails: bool) -> Callable[[Services, Session, dt.datetime], bool]:
    """A job of so many steps; one that fails ends it."""
    left = list(fails)

    def step(_services: Services, _session: Session, _now: dt.datetime) -> bool:
        if left.pop(0):
            raise OSError
        return bool(left)

    return step


@pytest.mark.parametrize(
    ("made", "job", "fails"),
    [
        (True, REMINDERS, (False,)),
        (True, REMINDERS, (False, False, False)),
        (False, REMINDERS, (True,)),
        (False, REMINDERS, (False, True)),
        (False, "tidy", (False,)),
    ],
)
async def test_only_a_run_of_the_reminders_that_came_to_its_end_is_a_sweep(
    engine: Engine, made: bool, job: str, fails: tuple[bool, ...]
) -> None:
    await Runner(engine.services, {job: steps(*fails)}).tick()

    assert made == (await engine.database.run(last_sweep) is not None)


async def test_a_calendar_set_back_is_swept_and_the_marks_ahead_are_forgotten(engine: Engine) -> None:
    now = engine.services.clock.now()
    ahead = now + dt.timedelta(hours=20)
    await engine.database.run(
        lambda s: s.add(Sweep(name=REMINDERS, period="ahead", started_at=ahead, done_at=ahead))
    )
    await Runner(engine.services, {REMINDERS: steps(False)}).tick()

    assert now == await engine.database.run(last_sweep)


async def test_old_marks_are_forgotten_but_not_the_last_sweep(engine: Engine) -> None:
    def marked(session: Session) -> None:
        for name, days, done in (
            (REMINDERS, 9, True),
            (REMINDERS, 5, True),
            (REMINDERS, 4, False),
            ("tidy", 3, True),
        ):
            at = MACHINE - dt.timedelta(days=days)
            session.add(Sweep(name=name, period=str(days), started_at=at, done_at=at if done else None))
        session.flush()
        forget_sweeps(session, before=MACHINE - dt.timedelta(days=2))

    await engine.database.run(marked)

    assert MACHINE - dt.timedelta(days=5) == await engine.database.run(last_sweep)
