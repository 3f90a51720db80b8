"""Handles stored updates: per chat in order, chats in parallel, each exactly once, a poisonous one set aside.

One transaction holds the effect, the replies' outbox rows and the update's `done_at`: a death repeats all or nothing.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import time
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from bot import inbox
from bot.database import is_trouble
from bot.flood import FloodGuard, Verdict
from bot.incoming import Incoming, UnreadableUpdate, read
from bot.messenger import DeliveryError, Messenger
from bot.services import Services
from bot.signals import Alarm, silent, waits
from bot.turn import Fetched, NeedsFile, NeedsWork, Turn

log = structlog.get_logger()

Handle = Callable[[Turn], None]
ATTEMPTS = 3
OUTSIDE = dt.timedelta(seconds=15)  # how long work outside a transaction keeps other replicas away
OUTSIDE_FILE = dt.timedelta(seconds=60)  # two tries of a download, at the request's own limits
DOWNLOADS = 2
WORKERS = 6
IDLE_SECONDS = 0.5  # how soon updates stored by another replica are seen


def where(error: BaseException) -> str:
    """An error's class and place. Not its words: they may quote what the person wrote."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" {Path(frames[-1].filename).name}:{frames[-1].lineno} {frames[-1].name}" if frames else ""
    return f"{type(error).__name__}{place}"[:500]


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
    press_id: str = ""


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
    expected: int = 0  # updates stored by this process and not yet found: a hint, how many workers to wake
    _busy: set[int] = field(default_factory=set)
    _background: set[asyncio.Task[None]] = field(default_factory=set)
    alarm: Alarm = silent
    flood: FloodGuard = field(default_factory=FloodGuard)
    too_fast: Handle | None = None
    _looked: float = 0.0
    _answered: deque[str] = field(default_factory=lambda: deque(maxlen=200))

    async def run(self) -> None:
        """Runs until `stop`; what is in flight is finished."""
        async with asyncio.TaskGroup() as group:
            for _ in range(WORKERS):
                group.create_task(self._work())

    def stop(self) -> None:
        """No further update is begun."""
        self.stopping = True
        self.wake.set()

    def came(self, count: int = 1) -> None:
        """So many updates were stored."""
        self.expected += count
        self.wake.set()

    async def drain(self) -> int:
        """Handles everything that waits now; returns how many."""
        count = 0
        while await self.handle_next():
            count += 1
        return count

    async def _work(self) -> None:
        """Looks for updates when woken or when nobody has looked for a while; who finds one wakes another worker."""
        while not self.stopping:
            self.wake.clear()
            self._looked = time.monotonic()
            try:
                while not self.stopping and await self.handle_next():
                    self.expected = max(0, self.expected - 1)
                    if self.expected:
                        self.wake.set()
            except Exception:
                log.exception("handling_broke_off")  # the database failed: the update waits, nothing is lost
            while not self.stopping and not await self._called():
                pass

    async def _called(self) -> bool:
        """Whether this worker is to look: one is enough, the others who were woken find the signal taken."""
        if not await waits(self.wake, IDLE_SECONDS):
            return time.monotonic() - self._looked >= IDLE_SECONDS / 2
        return self.wake.is_set()

    async def handle_next(self) -> bool:
        """Handles the next waiting update. Returns False when there is none."""
        begun, held = time.perf_counter(), list[int]()
        try:
            done = await self.services.database.run(partial(self._first, held=held))
        except _Interrupted as first:
            self._answer(first.press_id)  # first of all: people see "too old" after seconds
            self.wake.set()  # this worker may be long: another one looks on
            try:
                done = await self._persist(first)
            finally:
                self._busy.discard(first.seq)
            if done is None:
                return True  # another replica was quicker
        except BaseException:
            self._busy.difference_update(
                held
            )  # the database failed: nobody works on it, the next look finds it
            raise
        if done is None:
            return False
        if done.replies:
            self.replies_ready(done.replies)
        if done.incoming is not None:
            self._answer(done.incoming.press_id)
        kind = done.incoming.kind if done.incoming else "unreadable"
        self.services.meter.handled(kind, time.perf_counter() - begun)
        return True

    def _first(self, session: Session, *, held: list[int]) -> Handled | None:
        try:
            return self._unit(session, None, {})
        except _Interrupted as interrupted:
            held.append(interrupted.seq)
            raise

    def _answer(self, press_id: str) -> None:
        if press_id and press_id not in self._answered:
            self._answered.append(press_id)
            task = asyncio.ensure_future(self.messenger.answer_press(press_id))
            self._background.add(task)
            task.add_done_callback(self._background.discard)

    async def _persist(self, interrupted: _Interrupted) -> Handled | None:
        """Handles one update again: with the work it asked for done, or after a failure, at most `ATTEMPTS` times."""
        run, seq, cause = self.services.database.run, interrupted.seq, interrupted.cause
        computed: dict[str, Any] = {}
        while True:
            try:
                outside = OUTSIDE_FILE if isinstance(cause, NeedsFile) else OUTSIDE
                await run(partial(self._reserve, seq=seq, outside=outside))
                if isinstance(cause, NeedsFile):
                    computed[cause.key] = await self._download(cause)
                elif isinstance(cause, NeedsWork):
                    computed[cause.key] = await asyncio.to_thread(self._worked, cause.work)
                elif await run(lambda session: inbox.count_attempt(session, seq)) >= ATTEMPTS:
                    self.services.meter.update_failed()
                    await self.alarm("update_set_aside", {"error": type(cause).__name__})
                    return await run(partial(self._set_aside, seq=seq, error=where(cause)))
                return await run(lambda session: self._unit(session, seq, computed))
            except _Interrupted as again:
                cause = again.cause
            except Exception as error:
                if isinstance(error, OperationalError) and is_trouble(error):
                    raise  # the database, not the update: it waits for better times
                log.warning("work_failed", error=type(error).__name__)  # counted like the handler's failure
                cause = error

    def _worked(self, work: Callable[[], Any]) -> Any:
        with self.services.base.in_use():
            return work()

    async def _download(self, wanted: NeedsFile) -> Fetched:
        """The file, or the problem the handler tells of: the person can send it again."""
        for _ in range(DOWNLOADS):
            try:
                return Fetched(await self.messenger.download(wanted.file_id, limit=wanted.limit))
            except DeliveryError as error:
                log.warning("download_failed", kind=error.kind)
                if error.kind == "rate":
                    break  # asking again at once would only prolong the pause
                if error.permanent:
                    return Fetched(problem="too_large" if error.kind == "too_large" else "gone")
        return Fetched(problem="network")

    def _reserve(self, session: Session, *, seq: int, outside: dt.timedelta) -> None:
        inbox.reserve(session, seq, until=self.services.machine() + outside)

    def _unit(self, session: Session, seq: int | None, computed: dict[str, Any]) -> Handled | None:
        machine = self.services.machine()
        row = inbox.claim(session, machine=machine, seq=seq, busy=tuple(self._busy.copy()))
        if row is None:
            return None
        place, now = row.seq, self.services.clock.now()  # a handler may erase the row: the person's own wish
        try:
            incoming = read(json.loads(row.raw), bot_name=self.services.bot_name)
        except Exception as error:  # noqa: BLE001  # whatever a stranger sent: it must not stand before all others
            told = str(error) if isinstance(error, UnreadableUpdate) else where(error)
            log.warning("update_unreadable", update_id=row.update_id, error=told)
            inbox.finish(session, place, now=machine, error=told)
            self.services.meter.update_failed()
            return Handled(place)
        try:
            turn = Turn(self.services, session, incoming, now, computed)
            verdict = self.flood.verdict(incoming, machine.timestamp())
            if verdict is not Verdict.HANDLE:
                return self._pass_over(turn, place, verdict)
            self.handle(turn)
            session.flush()
        except Exception as error:
            if isinstance(error, OperationalError) and is_trouble(error):
                raise  # the database, not the update
            if not isinstance(error, NeedsWork | NeedsFile):
                log.error("update_failed", update_id=incoming.update_id, kind=incoming.kind, exc_info=error)
            self._busy.add(place)  # before the row is free again: no other worker here takes it up
            raise _Interrupted(place, error, incoming.press_id) from error
        inbox.finish(session, place, now=machine)
        return Handled(place, incoming, tuple(turn.replies))

    def _pass_over(self, turn: Turn, place: int, verdict: Verdict) -> Handled:
        """Keeps, unhandled, what a person sends far faster than anybody can read the answers; they are told once."""
        log.warning("update_passed_over", update_id=turn.incoming.update_id, told=verdict is Verdict.TELL)
        if verdict is Verdict.TELL and self.too_fast:
            self.too_fast(turn)
        inbox.finish(
            turn.session, place, now=self.services.machine(), error="passed over: too many in a minute"
        )
        return Handled(place, turn.incoming, tuple(turn.replies))

    def _set_aside(self, session: Session, *, seq: int, error: str) -> Handled | None:
        """Keeps the update with its error; the person gets one plain sentence and the chat goes on."""
        machine = self.services.machine()
        row = inbox.claim(session, machine=machine, seq=seq)
        if row is None:
            return None
        incoming, replies = None, tuple[int, ...]()
        try:
            with session.begin_nested():
                incoming = read(json.loads(row.raw), bot_name=self.services.bot_name)
                turn = Turn(self.services, session, incoming, self.services.clock.now())
                self.sorry(turn)
                session.flush()
                replies = tuple(turn.replies)
        except Exception:
            log.exception("apology_failed", update_id=row.update_id)
        inbox.finish(session, seq, now=machine, error=error)
        return Handled(seq, incoming, replies)
