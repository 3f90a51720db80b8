"""Handles stored updates: per chat in order, chats in parallel, each exactly once, a poisonous one set aside.

One transaction holds the effect, the replies' outbox rows and the update's `done_at`: a death repeats all or nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import structlog
from sqlmodel import Session

from bot import inbox
from bot.incoming import Incoming, UnreadableUpdate, read
from bot.messenger import Messenger
from bot.services import Services
from bot.turn import NeedsWork, Turn

log = structlog.get_logger()

Handle = Callable[[Turn], None]
ATTEMPTS = 3
WORKERS = 6
IDLE_SECONDS = 0.5  # how soon updates stored by another replica are seen


@dataclass(frozen=True)
class Handled:
    """What one unit of work did."""

    seq: int
    incoming: Incoming | None = None
    replies: tuple[int, ...] = ()


@dataclass
class _Interrupted(Exception):
    """The unit was rolled back: the handler failed or asked for work outside the transaction."""

    seq: int
    cause: Exception


@dataclass
class Processor:
    """Works the inbox until stopped. `replies_ready` is told the outbox ids of fresh replies."""

    services: Services
    handle: Handle
    sorry: Handle
    messenger: Messenger
    replies_ready: Callable[[tuple[int, ...]], None] = lambda _ids: None
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    stopping: bool = False
    _busy: set[int] = field(default_factory=set)
    _background: set[asyncio.Task[None]] = field(default_factory=set)

    async def run(self) -> None:
        """Runs until `stop`; what is in flight is finished."""
        async with asyncio.TaskGroup() as group:
            for _ in range(WORKERS):
                group.create_task(self._work())

    def stop(self) -> None:
        """No further update is begun."""
        self.stopping = True
        self.wake.set()

    async def drain(self) -> int:
        """Handles everything that waits now; returns how many."""
        count = 0
        while await self.handle_next():
            count += 1
        return count

    async def _work(self) -> None:
        while not self.stopping:
            if await self.handle_next():
                continue
            self.wake.clear()
            try:
                await asyncio.wait_for(self.wake.wait(), IDLE_SECONDS)
            except TimeoutError:
                continue

    async def handle_next(self) -> bool:
        """Handles the next waiting update. Returns False when there is none."""
        run = self.services.database.run
        try:
            done = await run(lambda session: self._unit(session, None, {}))
        except _Interrupted as first:
            self._busy.add(first.seq)
            try:
                done = await self._persist(first)
            finally:
                self._busy.discard(first.seq)
        if done is None:
            return False
        if done.replies:
            self.replies_ready(done.replies)
        if done.incoming is not None and done.incoming.press_id:
            task = asyncio.ensure_future(self.messenger.answer_press(done.incoming.press_id))
            self._background.add(task)
            task.add_done_callback(self._background.discard)
        return True

    async def _persist(self, interrupted: _Interrupted) -> Handled | None:
        """Handles one update again: with the work it asked for done, or after a failure, at most `ATTEMPTS` times."""
        run, seq, cause = self.services.database.run, interrupted.seq, interrupted.cause
        computed: dict[str, Any] = {}
        while True:
            try:
                if isinstance(cause, NeedsWork):
                    computed[cause.key] = await asyncio.to_thread(cause.work)
                elif await run(lambda session: inbox.count_attempt(session, seq)) >= ATTEMPTS:
                    return await run(partial(self._set_aside, seq=seq, error=repr(cause)[:500]))
                return await run(lambda session: self._unit(session, seq, computed))
            except _Interrupted as again:
                cause = again.cause
            except Exception as error:  # noqa: BLE001  # the work outside failed: counted like the handler's failure
                cause = error

    def _unit(self, session: Session, seq: int | None, computed: dict[str, Any]) -> Handled | None:
        row = inbox.claim(session, seq=seq, busy=tuple(self._busy))
        if row is None or row.seq is None:
            return None
        now = self.services.clock.now()
        try:
            incoming = read(json.loads(row.raw), bot_name=self.services.bot_name)
        except UnreadableUpdate as error:
            log.warning("update_unreadable", update_id=row.update_id, error=str(error))
            inbox.finish(session, row.seq, now=now, error=str(error))
            return Handled(row.seq)
        turn = Turn(self.services, session, incoming, now, computed)
        try:
            self.handle(turn)
            session.flush()
        except NeedsWork as needs:
            raise _Interrupted(row.seq, needs) from needs
        except Exception as error:
            log.error("update_failed", update_id=row.update_id, kind=incoming.kind, exc_info=error)
            raise _Interrupted(row.seq, error) from error
        inbox.finish(session, row.seq, now=now)
        return Handled(row.seq, incoming, tuple(turn.replies))

    def _set_aside(self, session: Session, *, seq: int, error: str) -> Handled | None:
        """Keeps the update with its error; the person gets one plain sentence and the chat goes on."""
        row = inbox.claim(session, seq=seq)
        if row is None:
            return None
        now = self.services.clock.now()
        incoming = read(json.loads(row.raw), bot_name=self.services.bot_name)
        turn = Turn(self.services, session, incoming, now)
        self.sorry(turn)
        inbox.finish(session, seq, now=now, error=error)
        return Handled(seq, incoming, tuple(turn.replies))
