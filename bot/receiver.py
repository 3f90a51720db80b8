"""Polling: fetch, store, commit, and only then ask with the next offset, which is what tells Telegram to forget.

One process polls at a time, under a lease row; another takes over when it lapses. The webhook is in `bot.web`.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import structlog
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import Session

from bot import inbox
from bot.models.delivery import Lease
from bot.services import Services

log = structlog.get_logger()

LEASE_NAME = "poller"
LEASE_SECONDS, RENEW_SECONDS = 30, 10
TROUBLE_SECONDS = 2.0
QUIET_DAYS = 6  # after a week without updates Telegram starts from a random id
ALLOWED = ["message", "edited_message", "callback_query", "my_chat_member", "channel_post"]


class Source(Protocol):
    """Where updates come from. `fetch` returns raw updates after `offset`; raises `SourceError`."""

    async def fetch(self, offset: int | None) -> list[dict[str, Any]]:
        """Raw updates from `offset` on, the oldest waiting ones without it. Raises `SourceError`."""
        ...


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
    stored: Callable[[int], None]
    holder: str
    alarm: Callable[[str, Mapping[str, object]], Awaitable[None]] | None = None
    lease_seconds: float = LEASE_SECONDS
    renew_seconds: float = RENEW_SECONDS
    stopping: bool = False
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    async def run(self) -> None:
        """Runs until `stop`. Whatever fails, the lease is asked for again and polling goes on."""
        while not self.stopping:
            try:
                if await self.services.database.run(self._take_lease):
                    await self._poll()
                else:
                    await self._pause(self.renew_seconds / 2)
            except Exception:
                log.exception("polling_broke_off")
                await self._pause(TROUBLE_SECONDS)

    def stop(self) -> None:
        """No further request is begun; the open one is given up (nothing was confirmed by it)."""
        self.stopping = True
        for task in self._tasks:
            task.cancel()

    async def release(self) -> None:
        """Frees the lease, so that another process takes over at once."""
        await self.services.database.run(self._free_lease)

    async def _poll(self) -> None:
        """Polls while a second task renews the lease; losing it ends the open request."""
        renewing = asyncio.create_task(self._renew())
        fetching = asyncio.create_task(self._fetch_forever())
        self._tasks |= {renewing, fetching}
        try:
            await asyncio.wait({renewing, fetching}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (renewing, fetching):
                task.cancel()
            results = await asyncio.gather(renewing, fetching, return_exceptions=True)
            self._tasks -= {renewing, fetching}
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _renew(self) -> None:
        while not self.stopping:
            await asyncio.sleep(self.renew_seconds)
            if not await self.services.database.run(self._take_lease):
                log.warning("polling_lease_lost")
                return

    async def _fetch_forever(self) -> None:
        offset = await self.services.database.run(self._start_offset)
        heard = self.services.machine()
        while not self.stopping:
            if self.services.machine() - heard > dt.timedelta(days=QUIET_DAYS):
                offset = None  # the next update may have a random id, below this offset
            try:
                updates = await self.source.fetch(offset)
            except SourceError as error:
                await self._trouble(error)
                return
            if updates:
                new = await self.services.database.run(partial(self._store, updates=updates))
                offset, heard = int(updates[-1]["update_id"]) + 1, self.services.machine()
                self.stored(new)

    async def _trouble(self, error: SourceError) -> None:
        log.warning("polling_failed", kind=error.kind)
        if error.kind == "conflict":
            await self.release()
        if error.kind == "token" and self.alarm is not None:
            await self.alarm("polling_token", {})
        await asyncio.sleep(error.wait)

    async def _pause(self, seconds: float) -> None:
        task = asyncio.ensure_future(asyncio.sleep(seconds))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.wait([task])

    def _store(self, session: Session, *, updates: list[dict[str, Any]]) -> int:
        return inbox.store(session, updates, now=self.services.machine())

    def _start_offset(self, session: Session) -> int | None:
        newest = inbox.newest(session)
        if newest is None or self.services.machine() - newest.received_at > dt.timedelta(days=QUIET_DAYS):
            return None
        return newest.update_id + 1

    def _take_lease(self, session: Session) -> bool:
        machine = self.services.machine()
        maker = pg_insert if session.get_bind().dialect.name == "postgresql" else sqlite_insert
        first = maker(Lease).values(name=LEASE_NAME, holder=self.holder[:60], until=machine, state={})
        session.execute(first.on_conflict_do_nothing())  # two replicas may make it at once
        lease = session.get_one(Lease, LEASE_NAME, with_for_update=True)
        if lease.holder != self.holder[:60] and lease.until > machine:
            return False
        lease.holder, lease.until = self.holder[:60], machine + dt.timedelta(seconds=self.lease_seconds)
        session.add(lease)
        return True

    def _free_lease(self, session: Session) -> None:
        lease = session.get(Lease, LEASE_NAME, with_for_update=True)
        if lease is not None and lease.holder == self.holder[:60]:
            lease.until = self.services.machine()
            session.add(lease)
