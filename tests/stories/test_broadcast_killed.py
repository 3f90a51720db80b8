"""T-17: a worker killed by SIGKILL inside every step of a broadcast's life and restarted: nobody lost or told twice."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlmodel import Session, select

from bot import accounts, broadcast_people, broadcasts, outbox
from bot.clock import MovableClock
from bot.database import Database
from bot.local_telegram.testing import LocalTelegram
from bot.models.delivery import Outbox
from bot.models.staff import Broadcast
from knowledge.library import Library
from tests.conftest import NOON, sqlite_copy
from tests.stories.process_steps import ROOT, environment

PEOPLE = 3
KILLED = 9
MOST_STEPS = 60


@dataclass
class Nursery:
    """Starts workers that may die."""

    process: asyncio.subprocess.Process

    async def worker(self, database: str, moment: str, count: int, *, minute: int = 0) -> int:
        """Runs one worker; the signal that ended it, 0 when it had finished its work."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{database} {moment} {count} {minute}\n".encode())
        return int(await self.process.stdout.readline())


@asynccontextmanager
async def nursery(telegram: LocalTelegram, folder: Path) -> AsyncIterator[Nursery]:
    """The process that forks them."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.stories.nursery", telegram.url, telegram.token, NOON.isoformat(),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        cwd=ROOT, env=environment(folder),
    )  # fmt: skip
    try:
        yield Nursery(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


def confirmed(session: Session, people: list[int], library: Library) -> None:
    """A broadcast to these, as it stands after its confirmation."""
    for number in people:
        accounts.touch(session, user_id=number, name=f"Pessoa {number}", now=NOON)
        accounts.found_company(
            session, owner=number, name=f"Empresa {number}", authorities=["daer"], modes=[], now=NOON
        )
    row = broadcasts.create(session, author=people[0], now=NOON, subject="norms", text="Um aviso.")
    found = broadcast_people.addressees(session, row, today=NOON.date(), calendar=library.calendar)
    key = broadcast_people.fingerprint(found)
    assert broadcasts.confirm(
        session, row, by=people[0], confirmed={"count": len(found), "key": key}, now=NOON
    )


@dataclass
class Outcome:
    """What the rows say, and what the server has seen."""

    state: str
    states: dict[str, int]
    open: int
    said_sent: set[int]
    delivered: Counter[int]


async def outcome(url: str, telegram: LocalTelegram, *, after: int) -> Outcome:
    """Reads both."""
    opened = Database(url)
    rows = opened.now(lambda s: list(s.exec(select(Outbox).where(Outbox.kind == broadcasts.KIND))))
    state = opened.now(lambda s: s.exec(select(Broadcast.state)).one())
    states = opened.now(lambda s: outbox.counts(s, kind=broadcasts.KIND))
    opened.close()
    log = (await telegram.log(method="sendMessage"))[after:]
    texts = Counter(int(e["chat_id"]) for e in log if "Um aviso." in str(e))
    left = sum(r.state == "sending" and r.left_at is not None for r in rows)
    return Outcome(state, states, left, {r.recipient for r in rows if r.state == "sent"}, texts)


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["in_unit", "after_unit", "before_send", "in_send", "after_send"])
async def test_t17_killed_in_each_step_of_its_life_a_broadcast_reaches_everybody_once(
    telegram: LocalTelegram,
    library: Library,
    tmp_path: Path,
    migrated_file: Path,
    clock: MovableClock,
    moment: str,
) -> None:
    people = await telegram.crowd(PEOPLE)
    opened = Database(sqlite_copy(tmp_path, migrated_file))
    opened.now(lambda s: confirmed(s, people, library))
    opened.close()
    kills = 0
    async with nursery(telegram, tmp_path) as workers:
        for step in range(1, MOST_STEPS):
            file = tmp_path / f"step-{step}.sqlite"
            shutil.copy(tmp_path / "fretabot.sqlite", file)
            url, seen = f"sqlite:///{file}", len(await telegram.log(method="sendMessage"))
            ended = await workers.worker(url, moment, step)
            halfway = await outcome(url, telegram, after=seen)
            assert not (halfway.state == "done" and halfway.states.keys() & set(outbox.WAITING))
            if ended == KILLED:
                kills += 1
                assert 0 == await workers.worker(url, "never", 1, minute=10)
            found = await outcome(url, telegram, after=seen)

            assert "done" == found.state, (step, found)
            assert PEOPLE == sum(found.states.get(s, 0) for s in ("sent", "uncertain")), (step, found)
            assert found.states.get("uncertain", 0) <= halfway.open, (step, halfway, found)
            assert found.said_sent <= found.delivered.keys(), (step, found)
            assert not found.delivered or 1 == max(found.delivered.values()), (step, found)
            if ended != KILLED:
                break
    assert 0 == ended
    assert kills >= PEOPLE


@pytest.mark.slow
async def test_t17_killed_after_every_single_request_a_broadcast_is_concluded_with_nobody_lost(
    telegram: LocalTelegram, library: Library, tmp_path: Path, migrated_file: Path
) -> None:
    people = await telegram.crowd(20)
    url = sqlite_copy(tmp_path, migrated_file)
    opened = Database(url)
    opened.now(lambda s: confirmed(s, people, library))
    opened.close()
    kills = 0
    async with nursery(telegram, tmp_path) as workers:
        while KILLED == await workers.worker(url, "after_send", 1, minute=40 * kills):
            kills += 1
            halfway = await outcome(url, telegram, after=0)
            assert not (halfway.state == "done" and halfway.states.keys() & set(outbox.WAITING))
    found = await outcome(url, telegram, after=0)

    assert "done" == found.state
    assert (
        len(people) == sum(found.states.values()) == found.states["uncertain"] + found.states.get("sent", 0)
    )
    assert found.said_sent <= found.delivered.keys()
    assert 1 == max(found.delivered.values())
    assert kills > 0
