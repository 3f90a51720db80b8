"""Chat stories: the whole bot, over real HTTP, against the local Telegram server, on a real SQLite file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.clock import MovableClock
from bot.local_telegram.testing import LocalTelegram, running_server
from bot.main import App, api_bot, assemble, make_services, open_database
from bot.settings import Settings
from bot.throttle import OPEN
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.conftest import sqlite_copy


@dataclass
class Stage:
    """A bot that can be stopped and started again on the same database and server."""

    telegram: LocalTelegram
    knowledge: tuple[Library, Answerer]
    clock: MovableClock
    folder: Path
    options: dict[str, Any] = field(default_factory=dict)

    def settings(self) -> Settings:
        return Settings(
            _env_file=None,  # type: ignore[call-arg]
            telegram_token=self.telegram.token,  # type: ignore[arg-type]
            telegram_api_url=self.telegram.url,
            data_dir=self.folder,
            **self.options,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[App]:
        """The bot, receiving and sending, until the block ends."""
        settings = self.settings()
        database = open_database(settings)
        bot = api_bot(self.telegram.token, self.telegram.url)
        stop = asyncio.Event()
        async with bot:
            services = make_services(
                settings, database, bot_name=bot.username, clock=self.clock, knowledge=self.knowledge
            )
            app = assemble(services, bot, pace=OPEN)
            task = asyncio.create_task(app.run(stop))
            try:
                yield app
            finally:
                stop.set()
                await task
                database.close()


@pytest.fixture
async def telegram() -> AsyncIterator[LocalTelegram]:
    async with running_server() as server:
        yield server


@pytest.fixture
def stage(
    telegram: LocalTelegram,
    knowledge: tuple[Library, Answerer],
    clock: MovableClock,
    tmp_path: Path,
    migrated_file: Path,
) -> Stage:
    """The pieces of a story; `async with stage.running() as app:` starts the bot."""
    sqlite_copy(tmp_path, migrated_file)
    return Stage(telegram, knowledge, clock, tmp_path)
