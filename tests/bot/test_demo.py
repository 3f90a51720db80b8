"""The demonstration: its clock, and its server that does not outlive the bot."""

from __future__ import annotations

import asyncio
import datetime as dt
import sys

import pytest
from pydantic import ValidationError

from bot import demo
from bot.database import Database
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
