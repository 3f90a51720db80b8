"""Invented companies against the oracle: nothing missed, repeated, late, wrong or told after solving.

A short form of `fretabot bench year`: over the leap day of 2028, and over the end of a year.
"""

from __future__ import annotations

import datetime as dt

import pytest

from bot.bench_year import Simulation
from bot.bench_year_oracle import Oracle
from bot.clock import MovableClock
from bot.database import Database
from bot.main import make_services
from bot.settings import Settings
from knowledge.answers import Answerer
from knowledge.library import Library


@pytest.mark.parametrize(
    ("start", "days", "seed"), [(dt.date(2028, 1, 25), 75, 3), (dt.date(2026, 11, 20), 75, 6)]
)
def test_the_oracle_agrees_day_by_day(
    database: Database, knowledge: tuple[Library, Answerer], start: dt.date, days: int, seed: int
) -> None:
    clock = MovableClock(dt.datetime.combine(start, dt.time(15), dt.UTC))
    services = make_services(
        Settings(_env_file=None),  # type: ignore[call-arg]
        database,
        clock=clock,
        knowledge=knowledge,
    )

    report = Simulation(services, clock, Oracle(), companies=12, days=days, seed=seed).run()

    assert [] == report.examples
    assert report.told > 120
    assert report.second > 10
    assert {"snooze", "-1", "0"} <= report.stages.keys()
