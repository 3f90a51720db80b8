"""Whatever arrives, handlers end without an unhandled error: 5,000 mutated updates and random presses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot import demo
from bot.bench_fuzz import play
from bot.clock import MovableClock
from bot.database import Database
from bot.main import make_services
from bot.settings import Settings
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.fuzz_counts import FUZZED


@pytest.mark.slow
async def test_no_mutated_update_ends_in_an_unhandled_error(
    knowledge: tuple[Library, Answerer],
    database: Database,
    clock: MovableClock,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    settings = Settings(_env_file=None, data_dir=tmp_path)  # type: ignore[call-arg]
    services = make_services(settings, database, bot_name="fretabot", clock=clock, knowledge=knowledge)
    await database.run(lambda session: demo.seed(session, now=clock.now(), settings=settings))

    report = await play(services, 5000, seed=7)
    record_property(FUZZED, report.played)

    assert [] == report.failures
    assert 5000 == report.played
    assert report.answered > 2000
