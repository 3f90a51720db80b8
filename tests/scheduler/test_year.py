"""Ten weeks of invented companies against the oracle: nothing missed, repeated, late, wrong or told after solving."""

from __future__ import annotations

from bot.bench_year import Simulation, load_oracle
from bot.clock import MovableClock
from bot.database import Database
from bot.main import make_services
from bot.settings import Settings
from knowledge.answers import Answerer
from knowledge.library import Library


def test_the_oracle_agrees_day_by_day(
    database: Database, clock: MovableClock, knowledge: tuple[Library, Answerer]
) -> None:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    services = make_services(settings, database, clock=clock, knowledge=knowledge)

    report = Simulation(services, clock, load_oracle(), companies=5, days=70, seed=3).run()

    assert [] == report.examples
    assert report.told > 60
