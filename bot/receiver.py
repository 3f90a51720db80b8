"""Polling: fetch, store, commit, and only then ask with the next offset, which is what tells Telegram to forget.

One process polls at a time, under a lease row; another takes over when it lapses. The webhook is in `bot.web`.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import structlog
from sqlmodel import Session

from bot import inbox
from bot.models.delivery import Lease
from bot.services import Services

log = structlog.get_logger()

LEASE_NAME = "poller"
LEASE_SECONDS, RENEW_SECONDS = 30, 10
QUIET_DAYS = 6  # after a week without updates Telegram starts from a random id
ALLOWED = ["message", "edited_message", "callback_query", "my_chat_member", "channel_post"]


class Source(Protocol):
    """Where updates come from. `fetch` returns raw updates after `offset`; raises `SourceError`."""

    async def fetch(self, offset: int | None) -> list[dict[str, Any]]: ...


@dataclass
class SourceError(Exception):
    """Updates could not be fetched. `kind`: conflict (another poller), token, or network."""

    kind: str
    wait: float = 2.0


@dataclass
class Poller:
    """Polls while it holds the lease."""

    services: Services
    source: Source
    stored: Callable[[], None]
    holder: str
    alarm: Callable[[str], Awaitable[None]] | None = None
    stopping: bool = False
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    async def run(self) -> None:
        """Runs until `stop`."""
        while not self.stopping:
            if await self.services.database.run(self._take_lease):
                await self._poll()
            else:
                await self._pause(RENEW_SECONDS / 2)

    def stop(self) -> None:
        """No further request is begun; the open one is given up (nothing was confirmed by it)."""
        self.stopping = True
        for task in self._tasks:
            task.cancel()

    async def release(self) -> None:
        """Frees the lease, so that another process takes over at once."""
        await self.services.database.run(self._free_lease)

    async def _poll(self) -> None:
        offset = await self.services.database.run(self._start_offset)
        renew_at = self.services.machine() + dt.timedelta(seconds=RENEW_SECONDS)
        while not self.stopping:
            if self.services.machine() >= renew_at:
                if not await self.services.database.run(self._take_lease):
                    return
                renew_at = self.services.machine() + dt.timedelta(seconds=RENEW_SECONDS)
            try:
                updates = await self._guarded(self.source.fetch(offset))
            except SourceError as error:
                log.warning("polling_failed", kind=error.kind)
                if error.kind == "conflict":
                    await self.release()
                await self._pause(error.wait)
                return
            except asyncio.CancelledError:
                if self.stopping:
                    return
                raise
            if updates:
                await self.services.database.run(lambda session, u=updates: self._store(session, u))  # type: ignore[misc]
                offset = int(updates[-1]["update_id"]) + 1
                self.stored()

    async def _guarded(self, awaitable: Awaitable[list[dict[str, Any]]]) -> list[dict[str, Any]]:
        task = asyncio.ensure_future(awaitable)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await task

    async def _pause(self, seconds: float) -> None:
        task = asyncio.ensure_future(asyncio.sleep(seconds))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.wait([task])

    def _store(self, session: Session, updates: list[dict[str, Any]]) -> None:
        inbox.store(session, updates, now=self.services.machine())

    def _start_offset(self, session: Session) -> int | None:
        newest = inbox.newest(session)
        if newest is None or self.services.machine() - newest.received_at > dt.timedelta(days=QUIET_DAYS):
            return None
        return newest.update_id + 1

    def _take_lease(self, session: Session) -> bool:
        machine = self.services.machine()
        lease = session.get(Lease, LEASE_NAME, with_for_update=True)
        if lease is None:
            lease = Lease(name=LEASE_NAME, holder=self.holder, until=machine)
        elif lease.holder != self.holder and lease.until > machine:
            return False
        lease.holder, lease.until = self.holder, machine + dt.timedelta(seconds=LEASE_SECONDS)
        session.add(lease)
        return True

    def _free_lease(self, session: Session) -> None:
        lease = session.get(Lease, LEASE_NAME, with_for_update=True)
        if lease is not None and lease.holder == self.holder:
            lease.until = self.services.machine()
            session.add(lease)
