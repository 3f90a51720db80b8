"""Claims outbox rows, waits for their slot, sends, records the outcome. No Telegram here: only the Messenger.

Replies and bulk are claimed by loops of their own, so that an answer to a person never waits behind bulk.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from dataclasses import dataclass, field, replace
from functools import partial

import structlog
from sqlmodel import Session

from bot import outbox, split, throttle
from bot.messenger import DeliveryError, Message, Messenger
from bot.models.delivery import LANE_REPLY, Outbox
from bot.producers import Producers
from bot.services import Services
from scheduler import outcome
from scheduler.kinds import Gone, Kinds

log = structlog.get_logger()

BATCH = {True: 16, False: 8}  # rows a claim: replies, bulk
IDLE_SECONDS = 0.5


@dataclass(frozen=True)
class Job:
    """A claimed row: what is still to be sent, and the instant its slot is free (machine time)."""

    outbox_id: int
    lane: int
    kind: str
    parts: tuple[tuple[int, Message], ...]
    slot: dt.datetime
    left: bool


@dataclass
class Dispatcher:
    """Works the outbox until stopped."""

    services: Services
    messenger: Messenger
    kinds: Kinds
    holder: str
    producers: Producers = field(default_factory=dict)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    stopping: bool = False
    halted: str = ""  # why all sending stopped (a refused token)

    async def run(self) -> None:
        """Runs both loops until `stop`; requests in flight are finished."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._loop(replies=True))
            group.create_task(self._loop(replies=False))

    def stop(self) -> None:
        """No further row is claimed."""
        self.stopping = True
        self.wake.set()

    def replies_ready(self, _ids: tuple[int, ...] = ()) -> None:
        """Fresh replies wait: look at once."""
        self.wake.set()

    async def drain(self) -> int:
        """Sends everything that is due now; returns how many rows were worked."""
        count = 0
        while jobs := [*await self.claim(replies=True), *await self.claim(replies=False)]:
            await asyncio.gather(*(self.deliver(job) for job in jobs))
            count += len(jobs)
        return count

    async def _loop(self, *, replies: bool) -> None:
        running: set[asyncio.Task[None]] = set()
        while not self.stopping:
            room = BATCH[replies] - len(running)
            jobs = await self.claim(replies=replies, limit=room) if room > 0 and not self.halted else []
            running |= {asyncio.create_task(self.deliver(job)) for job in jobs}
            for task in running:
                task.add_done_callback(running.discard)
            if len(jobs) < max(room, 1):
                await self._idle(running, replies=replies)
        if running:
            await asyncio.wait(running)

    async def _idle(self, running: set[asyncio.Task[None]], *, replies: bool) -> None:
        if replies:
            self.wake.clear()
        waits = {asyncio.ensure_future(self.wake.wait() if replies else asyncio.sleep(IDLE_SECONDS))}
        timeout = IDLE_SECONDS if not running or replies else 0.05
        await asyncio.wait(waits, timeout=timeout)
        for wait in waits:
            wait.cancel()

    async def claim(self, *, replies: bool, limit: int | None = None) -> list[Job]:
        """Takes due rows and books their slots, in one transaction."""
        size = limit or BATCH[replies]
        return await self.services.database.run(lambda session: self._claim(session, size, replies=replies))

    def _claim(self, session: Session, limit: int, *, replies: bool) -> list[Job]:
        machine, now = self.services.machine(), self.services.clock.now()
        rows = outbox.claim(
            session, holder=self.holder, now=now, machine=machine, limit=limit, replies=replies
        )
        jobs = (self._job(session, row, now, machine) for row in rows)
        return [job for job in jobs if job is not None]

    def _job(self, session: Session, row: Outbox, now: dt.datetime, machine: dt.datetime) -> Job | None:
        row_id = row.id or 0
        kind = self.kinds.get(row.kind)
        if kind is None:
            log.error("unknown_kind", kind=row.kind, outbox_id=row_id)
            outbox.back(
                session, row_id, at=machine + dt.timedelta(hours=1), counted=True, error="tipo desconhecido"
            )
            return None
        prepared = kind.prepare(self.services, session, row, now)
        if isinstance(prepared, Gone):
            outbox.settle(session, row_id, prepared.state, now=machine, reason=prepared.reason)
            return None
        outbox.add_parts(session, row_id, prepared)
        open_parts = [
            (p.part, Message.restored(p.message)) for p in outbox.parts(session, row_id) if not p.message_id
        ]
        if not open_parts:
            outbox.settle(session, row_id, "sent", now=machine)
            return None
        slot = self._book(session, row.lane, open_parts[0][1], machine)
        left = slot <= machine and not open_parts[0][1].produced
        if left:
            outbox.leave(session, row_id, machine=machine)
        return Job(row_id, row.lane, row.kind, tuple(open_parts), slot, left)

    def _book(self, session: Session, lane: int, message: Message, machine: dt.datetime) -> dt.datetime:
        burst = throttle.REPLY_BURST if lane == LANE_REPLY else 1
        gap = throttle.chat_gap(message.chat_id)
        chat = throttle.book(session, f"chat:{message.chat_id}", gap, now=machine, burst=burst)
        if lane == LANE_REPLY:
            return chat
        slots = 2 if split.units(split.visible(message.html)) > throttle.LONG_TEXT else 1
        gap = dt.timedelta(seconds=slots / self.services.settings.bulk_rate)
        return max(chat, throttle.book(session, "bulk", gap, now=machine))

    async def deliver(self, job: Job) -> None:
        """Sends the open parts of a row, one slot each, and records what became of it."""
        slot, left = job.slot, job.left
        for index, (part, message) in enumerate(job.parts):
            if index:
                slot, left = await self._next_slot(job, message), False
            await self._until(slot)
            try:
                ready = await self._made(job, message)
                if ready is None or (not left and not await self._leave(job)):
                    return
                message_id = await self.messenger.send(ready)
            except DeliveryError as error:
                await self._failed(job, part, error)
                return
            final = index == len(job.parts) - 1
            await self._sent(job, part, message, message_id=message_id, final=final)

    async def _made(self, job: Job, message: Message) -> Message | None:
        """The message with its file made; None when there is nothing to send any more."""
        if not message.produced:
            return message
        file = dict(message.file or {})
        producer = self.producers.get(file["producer"])
        if producer is None:
            raise DeliveryError("producer", f"unknown: {file['producer']}", permanent=True)
        services, run = self.services, self.services.database.run
        work = await run(lambda session: producer.load(services, session, file["params"]))
        if work is None:
            settle = partial(
                outbox.settle, outbox_id=job.outbox_id, state="cancelled", now=services.machine()
            )
            await run(lambda session: settle(session, reason="o conteúdo já foi apagado"))
            return None
        try:
            content = await asyncio.to_thread(work)
        except Exception as error:  # its text may hold what must not be kept
            log.exception("file_not_made", producer=file["producer"], outbox_id=job.outbox_id)
            raise DeliveryError("producer", type(error).__name__, permanent=True) from None
        return replace(message, file={"kind": file["kind"], "name": file["name"], "content": content})

    async def _next_slot(self, job: Job, message: Message) -> dt.datetime:
        run, machine = self.services.database.run, self.services.machine()
        return await run(lambda session: self._book(session, job.lane, message, machine))

    async def _until(self, slot: dt.datetime) -> None:
        if (wait := (slot - self.services.machine()).total_seconds()) > 0:
            await asyncio.sleep(wait)

    async def _leave(self, job: Job) -> bool:
        """Commits that the request leaves now; False when Telegram ordered a pause meanwhile."""

        def unit(session: Session) -> bool:
            machine = self.services.machine()
            until = throttle.paused_until(session, "bulk") if job.lane != LANE_REPLY else None
            if until is not None and until > machine:
                outbox.back(session, job.outbox_id, at=until, counted=True)
                return False
            outbox.leave(session, job.outbox_id, machine=machine)
            return True

        return await self.services.database.run(unit)

    async def _sent(self, job: Job, part: int, message: Message, *, message_id: int, final: bool) -> None:
        def unit(session: Session) -> None:
            machine = self.services.machine()
            if message.produced and message.file is not None:
                self.producers[message.file["producer"]].done(self.services, session, message.file["params"])
            outbox.part_sent(session, job.outbox_id, part, message_id=message_id, now=machine)
            if final:
                outbox.settle(session, job.outbox_id, "sent", now=machine)

        await self.services.database.run(unit)

    async def _failed(self, job: Job, part: int, error: DeliveryError) -> None:
        log.info("delivery_failed", outbox_id=job.outbox_id, kind=job.kind, error=error.kind)
        if error.kind == "token":
            self.halted = "token"
        failure = outcome.Failure(job.outbox_id, part, job.lane, self.kinds[job.kind].repeat, error)
        machine, now = self.services.machine(), self.services.clock.now()
        await self.services.database.run(
            lambda session: outcome.record(session, failure, machine=machine, now=now)
        )
