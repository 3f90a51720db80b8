"""A 429 in bulk over real HTTP: both replicas stand still, people are answered, everybody is served once."""

from __future__ import annotations

import pytest

from bot.bench_flood import flood
from bot.bench_world import database_address
from tests.conftest import PostgresServer

BULK = 100


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_t15_a_429_at_request_40_of_500_stops_the_bulk_of_both_replicas_and_nothing_else(
    postgres: PostgresServer, kind: str
) -> None:
    """The pause is 4 s here so that the test is quick; `bench delivery` plays it with 35 s."""
    with database_address(kind, postgres) as url:
        seen = await flood(url, pause=4, bulk=BULK)

    assert (0, 500, 1) == (seen.during, seen.served_once, seen.attempts), seen.line()
    assert 0 < seen.answers, seen.line()
    assert BULK * 1.25 >= seen.busiest_second, seen.line()
