"""Records what Telegram took, in groups: while one group is being committed, the next one gathers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import structlog
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from bot import outbox
from bot.outbox import Taken
from bot.services import Services

log = structlog.get_logger()

PAUSES = (0.05, 1.0, 3.0, 6.0, 10.0, 15.0)  # tries after a commit that failed: well inside a lease of 60 s
Waiting = list[tuple[Taken, "asyncio.Future[None]"]]
T = TypeVar("T")


@dataclass
class Recorder:
    """For one process. Who records waits for the commit."""

    services: Services
    _waiting: Waiting = field(default_factory=list)
    _work: asyncio.Task[None] | None = None
    _retries: set[asyncio.Task[None]] = field(default_factory=set)

    async def sent(self, taken: Taken) -> None:
        """The last part of a row was taken: the row is sent. Raises what the database raised."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((taken, done))
        if self._work is None:
            self._work = asyncio.create_task(self._write())
        await done

    async def alone(self, unit: Callable[[Session], T]) -> T:
        """A request's outcome in a unit of its own, tried again when the database fails. Raises the last failure."""
        for pause in (*PAUSES, None):
            try:
                return await self.services.database.run(unit)
            except DBAPIError as error:
                if pause is None:
                    raise
                log.warning("recording_failed", rows=1, error=type(error).__name__)
                await asyncio.sleep(pause)
        raise AssertionError("the last try returns or raises")

    async def _write(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            try:
                await self.services.database.run(partial(self._unit, group=[taken for taken, _ in group]))
            except Exception as error:  # noqa: BLE001  # each of them is tried on its own, then told
                log.warning("recording_failed", rows=len(group), error=type(error).__name__)
                for one in group:
                    task = asyncio.create_task(self._again(one))
                    self._retries.add(task)
                    task.add_done_callback(self._retries.discard)
            else:
                _tell(group, None)
        self._work = None

    async def _again(self, one: tuple[Taken, asyncio.Future[None]]) -> None:
        """Telegram took it: what is known is written before the lease lapses, or it would be sent twice."""
        try:
            await self.alone(partial(self._unit, group=[one[0]]))
        except Exception as again:  # noqa: BLE001  # told to who waits
            _tell([one], again)
        else:
            _tell([one], None)

    def _unit(self, session: Session, group: list[Taken]) -> None:
        outbox.record_sent(session, group, now=self.services.clock.now())


def _tell(group: Waiting, error: Exception | None) -> None:
    for _, done in group:
        if done.done():
            continue  # given up
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(None)
