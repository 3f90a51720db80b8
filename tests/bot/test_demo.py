"""The demonstration: its clock, and its server that does not outlive the bot."""

from __future__ import annotations

import asyncio
import datetime as dt
import sys

import httpx
import pytest
from pydantic import ValidationError
from sqlalchemy import func, select

from bot import demo, demo_page, identity
from bot.clock import MovableClock, machine_now
from bot.database import Database
from bot.models.chat import Staff
from bot.models.fleet import Company, Vehicle
from bot.settings import Settings


def test_the_clock_setting_rules_the_demonstration_too(database: Database) -> None:
    clock = demo.demo_clock(database, "fixed:2026-02-27T09:00:00-03:00")
    assert dt.datetime(2026, 2, 27, 12, tzinfo=dt.UTC) == clock.now()


def test_a_clock_that_cannot_be_read_stops_the_start() -> None:
    with pytest.raises(ValidationError, match="'besta': use fixed:INSTANTE"):
        Settings(_env_file=None, clock="besta")  # type: ignore[call-arg]


async def test_the_local_server_ends_when_who_started_it_is_gone() -> None:
    arguments = ("-m", "bot.local_telegram", "--port", "0", "--memory", "--with-stdin")
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdin=pipe, stdout=pipe)
    assert process.stdin is not None
    assert process.stdout is not None
    assert b"http://127.0.0.1:" in await process.stdout.readline()
    process.stdin.close()
    await asyncio.wait_for(process.wait(), 20)


NOON = dt.datetime(2026, 6, 10, 15, tzinfo=dt.UTC)


def _counts(database: Database) -> list[int]:
    tables = (Company, Vehicle, Staff)
    return database.now(
        lambda s: [s.execute(select(func.count()).select_from(t)).scalar_one() for t in tables]
    )


async def _asked(database: Database, clock: MovableClock, wish: dict[str, object]) -> dict[str, str]:
    """What the chat page is answered to a wish."""
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    page = httpx.ASGITransport(app=demo_page.clock_page(clock, database, settings))
    async with httpx.AsyncClient(transport=page, base_url="http://demo") as client:
        answer = await client.post("/", json=wish)
    assert 200 == answer.status_code
    return dict(answer.json())


async def test_seven_days_on_are_kept_for_the_next_start(database: Database) -> None:
    clock = MovableClock(machine_now(), speed=1.0)
    await _asked(database, clock, {"days": 7})
    again = demo.demo_clock(database)
    assert dt.timedelta(days=7) - dt.timedelta(minutes=1) < again.now() - machine_now() < dt.timedelta(days=8)


async def test_a_reset_brings_back_the_first_day(database: Database) -> None:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    database.now(lambda s: demo.seed(s, now=NOON, settings=settings))
    first = _counts(database)
    database.now(lambda s: identity.write(s, "bot_id", "1000001"))
    database.now(lambda s: s.add(Staff(user_id=5, role="editor", name="Novo", since=NOON)))
    clock = MovableClock(NOON + dt.timedelta(days=90), speed=1.0)
    answer = await _asked(database, clock, {"reset": True})
    assert first == _counts(database)
    assert "1000001" == database.now(lambda s: identity.read(s, "bot_id"))
    assert dt.timedelta(minutes=1) > machine_now() - dt.datetime.fromisoformat(answer["now"])


async def test_a_reset_of_a_told_clock_goes_back_to_what_was_told(database: Database) -> None:
    clock = MovableClock(NOON + dt.timedelta(days=9))
    demo_page.set_back(clock, "fixed:2026-06-10T15:00:00+00:00")
    assert NOON == clock.now()
