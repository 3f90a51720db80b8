"""Database, messenger and source whose process may die at a chosen moment: before, inside and after what they do."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from typing import Any, TypeVar

from sqlmodel import Session

from bot.database import Database
from bot.messenger import Message
from bot.receiver import SourceError
from bot.telegram_messenger import TelegramMessenger
from bot.telegram_source import TelegramSource

T = TypeVar("T")
TROUBLE_SECONDS = 0.5

MOMENTS = (
    "before_unit", "in_unit", "after_unit", "before_send", "in_send", "after_send", "before_fetch", "after_fetch"
)  # fmt: skip


class Killer:
    """Counts occurrences of the chosen moment and ends the process there, as SIGKILL does: nothing is tidied up."""

    def __init__(self, plan: tuple[str, int] | None) -> None:
        self._moment, self._left = plan or ("", 0)

    def at(self, moment: str) -> None:
        """The process is at this moment."""
        if moment == self._moment:
            self._left -= 1
            if self._left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)


class MortalDatabase(Database):
    """A database whose process may die before, inside or just after a unit of work."""

    killer = Killer(None)

    async def run(self, work: Callable[[Session], T]) -> T:
        """A unit of work, before, inside and after which the process may die."""
        self.killer.at("before_unit")

        def unit(session: Session) -> T:
            result = work(session)
            self.killer.at("in_unit")
            return result

        result = await super().run(unit)
        self.killer.at("after_unit")
        return result


class MortalMessenger(TelegramMessenger):
    """A messenger whose process may die before, during or after a request."""

    killer = Killer(None)

    async def send(self, message: Message) -> int:
        """A request, before, during and after which the process may die."""
        self.killer.at("before_send")
        request = asyncio.ensure_future(super().send(message))
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_later(0.004, self.killer.at, "in_send")
        result = await request
        self.killer.at("after_send")
        return result


class MortalSource(TelegramSource):
    """A source whose process may die around the request that makes Telegram forget."""

    killer = Killer(None)

    async def fetch(self, offset: int | None) -> list[dict[str, Any]]:
        """A poll, before and after which the process may die."""
        self.killer.at("before_fetch")
        try:
            found = await super().fetch(offset)
        except SourceError as error:  # what takes a minute in service takes half a second here
            raise SourceError(error.kind, min(error.wait, TROUBLE_SECONDS)) from error
        if found:
            self.killer.at("after_fetch")
        return found
