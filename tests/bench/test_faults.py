"""The short form of the proof: some twenty kills over both databases, one, two and four replicas."""

from __future__ import annotations

import pytest

from bot.bench_faults import Plan, play
from bot.bench_world import database_address
from tests.conftest import PostgresServer


@pytest.mark.slow
@pytest.mark.parametrize(("replicas", "kills"), [(1, 6), (2, 4)])
async def test_t17_t24_nothing_is_lost_when_processes_are_killed_on_sqlite(replicas: int, kills: int) -> None:
    with database_address("sqlite") as url:
        report = await play(Plan(kills=kills, replicas=replicas, people=8, broadcasts=2, seed=replicas), url)

    assert report.proven, "\n".join(report.lines())


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize(("replicas", "kills", "webhook"), [(2, 5, False), (4, 5, False), (2, 5, True)])
async def test_t17_t26_nothing_is_lost_when_replicas_are_killed_on_postgresql(
    postgres: PostgresServer, replicas: int, kills: int, webhook: bool
) -> None:
    plan = Plan(kills=kills, replicas=replicas, people=8, broadcasts=2, seed=replicas, webhook=webhook)
    with database_address("postgres", postgres) as url:
        report = await play(plan, url)

    assert report.proven, "\n".join(report.lines())
