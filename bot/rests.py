"""Pauses that Telegram ordered for other methods than sending: rows of the throttle, known to all replicas."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from bot import throttle
from bot.database import Database

log = structlog.get_logger()

FILES, PRESSES = "files", "presses"


@dataclass
class Rests:
    """For one process. What it was told itself holds at once, before it is stored for the others."""

    database: Database
    machine: Callable[[], dt.datetime]
    _told: dict[str, dt.datetime] = field(default_factory=dict)

    async def left(self, scope: str) -> float:
        """For how many seconds Telegram wants no further request of this kind; 0 or less: none are left."""
        until = self._told.get(scope)
        if until is None or until <= self.machine():
            try:
                until = await self.database.run(lambda session: throttle.paused_until(session, scope))
            except Exception as error:  # noqa: BLE001  # a database that fails holds no answer back
                log.warning("pause_not_read", scope=scope, error=type(error).__name__)
        return (until - self.machine()).total_seconds() if until is not None else 0.0

    async def ordered(self, scope: str, *, seconds: float) -> None:
        """Telegram answered 429: nobody asks again before its time."""
        until = self._told[scope] = self.machine() + dt.timedelta(seconds=seconds)
        log.warning("rate_limited", scope=scope)
        try:
            await self.database.run(lambda session: throttle.pause(session, scope, until=until))
        except Exception as error:  # noqa: BLE001  # this process obeys all the same
            log.warning("pause_not_kept", scope=scope, error=type(error).__name__)
