"""T-17: a worker killed by SIGKILL inside every step of a broadcast's life and restarted: nobody lost or told twice."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.bench_broadcast import confirm, killed, standing
from bot.bench_nursery import KILLED, MINUTE, Nursery, nursery
from bot.database import Database
from bot.local_telegram.testing import LocalTelegram
from knowledge.library import Library
from tests.conftest import NOON, sqlite_copy

PEOPLE, EVERYBODY = 2, 200
MOST_STEPS, KILLS = 60, 15


@pytest.fixture(scope="module")
def workers() -> Iterator[Nursery]:
    with nursery() as started:
        yield started


def announced(url: str, people: list[int], library: Library) -> None:
    opened = Database(url)
    opened.now(lambda session: confirm(session, people, library, now=NOON))
    opened.close()


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["in_unit", "after_unit", "before_send", "in_send", "after_send"])
async def test_t17_killed_in_each_step_of_its_life_a_broadcast_reaches_everybody_once(
    telegram: LocalTelegram,
    library: Library,
    tmp_path: Path,
    migrated_file: Path,
    workers: Nursery,
    moment: str,
) -> None:
    people, server = await telegram.crowd(PEOPLE), (telegram.url, telegram.token)
    announced(sqlite_copy(tmp_path, migrated_file), people, library)
    kills = 0
    for step in range(1, MOST_STEPS):
        file = tmp_path / f"step-{step}.sqlite"
        shutil.copy(tmp_path / "fretabot.sqlite", file)
        url, seen = f"sqlite:///{file}", len(await telegram.log(method="sendMessage"))
        ended = await workers.worker(url, server, NOON, moment, step)
        halfway = await standing(url, telegram, after=seen)
        assert not halfway.concluded_early
        if ended == KILLED:
            kills += 1
            assert 0 == await workers.worker(url, server, NOON + 10 * MINUTE, "never", 1)
        found = await standing(url, telegram, after=seen)

        assert "done" == found.state, (step, found)
        assert set(people) == found.sent | found.uncertain, (step, found)
        assert len(found.uncertain) <= halfway.open, (step, halfway, found)
        assert found.sent <= found.delivered.keys(), (step, found)
        assert not found.delivered or 1 == max(found.delivered.values()), (step, found)
        if ended != KILLED:
            break
    assert 0 == ended
    assert kills >= PEOPLE


@pytest.mark.slow
async def test_t17_killed_right_after_requests_a_broadcast_to_200_is_concluded_with_nobody_lost(
    telegram: LocalTelegram, library: Library, tmp_path: Path, migrated_file: Path, workers: Nursery
) -> None:
    """The first fifteen lives end so here; `bench broadcast` ends all of them so, until nothing is left to send."""
    people, url = await telegram.crowd(EVERYBODY), sqlite_copy(tmp_path, migrated_file)
    announced(url, people, library)

    found = await killed(url, telegram, workers, people, most=KILLS, now=NOON)

    assert found.proven, found.line()
    assert KILLS == found.kills
