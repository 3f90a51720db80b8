"""Each replica takes a published revision into use: sees its number, loads beside the work, swaps between units."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from bot import revisions
from bot.revisions import Published
from bot.services import Services
from bot.signals import Alarm, silent, waits
from knowledge.answers import Answerer
from knowledge.errors import KnowledgeError
from knowledge.library import Library

log = structlog.get_logger()

LOOK_SECONDS = 2.0
ERROR_SHOWN = 300
Load = Callable[[Published, dt.date], tuple[Library, Answerer]]


@dataclass
class BaseWatcher:
    """Keeps the base of this process at the published number."""

    services: Services
    load: Load
    alarm: Alarm = silent
    refused: int = -1  # a number that does not load is not tried again
    _stop: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        """Looks until `stop`."""
        while not self._stop.is_set():
            try:
                await self.look()
            except Exception:
                log.exception("base_not_read")
            await waits(self._stop, LOOK_SECONDS)

    def stop(self) -> None:
        """No further look."""
        self._stop.set()

    async def look(self) -> bool:
        """Takes a new number into use, or terms whose first day has come; True when it did."""
        run, today = self.services.database.run, self.services.today()
        number, held = await run(revisions.number), self.services.library
        begins = held.next_change is not None and held.next_change <= today
        if number == self.refused or (number == held.revision and not begins):
            return False
        found = await run(revisions.published)
        try:
            library, answerer = await asyncio.to_thread(self.load, found, today)
        except (KnowledgeError, ValueError) as error:
            self.refused = number
            await self._told(number, error)
            return False
        except Exception as error:
            await self._told(number, error)  # tried again at the next look: it need not be the base's fault
            raise
        await run(lambda _session: self.services.base.swap(library, answerer))
        log.info("base_swapped", number=found.number)
        return True

    async def _told(self, number: int, error: Exception) -> None:
        log.error("base_refused", number=number, error=str(error)[:500])
        said = f"{type(error).__name__}: {error}"[:ERROR_SHOWN]
        await self.alarm("base_refused", {"base": number, "erro": said})
