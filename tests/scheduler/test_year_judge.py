"""What the judge of invented years excuses, and what not."""

from __future__ import annotations

import datetime as dt
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.bench_year_judge import Judge, Report, Sent
from bot.bench_year_lives import Life, Thing
from bot.bench_year_oracle import Oracle
from bot.bench_year_world import World
from knowledge.deadline_model import SAO_PAULO

OWNER, TODAY = 1, dt.date(2026, 7, 10)
DEPARTS = dt.datetime(2026, 7, 10, 15, 0, tzinfo=SAO_PAULO)
ENTERED = dt.datetime(2026, 7, 1, 15, 0, tzinfo=dt.UTC)


def a_trip(oracle: Oracle) -> World:
    """One company with one trip, whose list is due at 07:00 of the day of departure."""
    shapes: Any = oracle.world
    seen = shapes.Thing("paper:1", oracle.due("passenger-list", {"at": DEPARTS}))
    life = Life(1, OWNER, {OWNER: "owner"}, shapes.Company("1", [], [shapes.Person(str(OWNER), "owner")]))
    life.add(Thing("paper:1", "passenger-list", seen, ENTERED, {"at": DEPARTS}, None, None, None))
    return cast(World, SimpleNamespace(lives=[life]))


@pytest.mark.parametrize(
    ("days_down", "told_before", "excused", "wrong"), [(1, True, 1, 0), (0, False, 1, 0), (0, True, 0, 1)]
)
def test_an_hour_of_yesterday_is_excused_only_for_those_who_could_not_hear_it(
    days_down: int, told_before: bool, excused: int, wrong: int
) -> None:
    oracle, report = Oracle(), Report()
    judge, world = Judge(oracle, report), a_trip(oracle)
    judge.last_up = TODAY - dt.timedelta(days=1 + days_down)
    judge.reached = {(OWNER, "paper:1")} if told_before else set()
    trip = world.lives[0].things[0]
    *_, hour = oracle.hours_of(trip.seen.deadline, TODAY - dt.timedelta(days=1))
    midnight = dt.datetime.combine(TODAY, dt.time(0), SAO_PAULO)

    judge.day(world, TODAY, midnight, [Sent(OWNER, [("paper:1", trip.cycle, hour)], "")])

    assert (excused, wrong) == (report.late_hours, report.wrong_day)
