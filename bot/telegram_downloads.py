"""Fetches a file from Telegram for a thread of work."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from telegram import Bot
from telegram.error import TelegramError

from bot.downloads import NotDownloaded

SECONDS = 40


@dataclass(frozen=True)
class Downloads:
    """Fetches over the bot that lives on `loop`; called from any other thread."""

    bot: Bot
    loop: asyncio.AbstractEventLoop

    def __call__(self, file_id: str) -> bytes:
        """The file's bytes. Raises `NotDownloaded`."""
        try:
            return asyncio.run_coroutine_threadsafe(self._fetch(file_id), self.loop).result(SECONDS)
        except (TelegramError, TimeoutError) as error:
            raise NotDownloaded(type(error).__name__) from None

    async def _fetch(self, file_id: str) -> bytes:
        file = await self.bot.get_file(file_id)
        return bytes(await file.download_as_bytearray())
