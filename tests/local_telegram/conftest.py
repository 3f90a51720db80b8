"""A server, a raw client that sees the plain JSON, and python-telegram-bot's own client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Browser
from telegram import Bot

from bot.local_telegram.testing import LocalTelegram, Person, running_server
from tests.local_telegram.browser import chromium


class Api:
    """Bot API requests as JSON, answers as they come."""

    def __init__(self, telegram: LocalTelegram, session: aiohttp.ClientSession) -> None:
        self._telegram = telegram
        self._session = session

    async def __call__(self, method: str, **params: Any) -> dict[str, Any]:
        """The whole answer, refused or not."""
        url = f"{self._telegram.base_url}{self._telegram.token}/{method}"
        async with self._session.post(url, json=params) as response:
            answer: dict[str, Any] = await response.json()
        return answer

    async def ok(self, method: str, **params: Any) -> Any:
        """The result of a request that is taken."""
        answer = await self(method, **params)
        assert answer["ok"], answer
        return answer["result"]

    async def refusal(self, method: str, **params: Any) -> str:
        """The words of a request that is refused."""
        answer = await self(method, **params)
        assert not answer["ok"], answer
        return str(answer["description"])

    async def updates(self, **params: Any) -> list[dict[str, Any]]:
        """What waits, without waiting for more."""
        found: list[dict[str, Any]] = await self.ok("getUpdates", **params)
        return found


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self, now: float = 1_790_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def telegram() -> AsyncIterator[LocalTelegram]:
    async with running_server() as server:
        yield server


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
def api(telegram: LocalTelegram, session: aiohttp.ClientSession) -> Api:
    return Api(telegram, session)


@pytest.fixture
async def bot(telegram: LocalTelegram) -> AsyncIterator[Bot]:
    async with Bot(telegram.token, base_url=telegram.base_url, base_file_url=telegram.base_file_url) as bot:
        yield bot


@pytest.fixture
async def marli(telegram: LocalTelegram) -> Person:
    return await telegram.person("Marli", started=True)


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser
