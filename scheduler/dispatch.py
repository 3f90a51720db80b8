"""Works the outbox: waits for each claimed row's slot, sends through the Messenger, records the outcome.

Replies and bulk are claimed by loops of their own: an answer to a person never waits behind bulk.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from dataclasses import dataclass, field

import structlog
from sqlmodel import Session

from bot import outbox, throttle
from bot.clock import SharedMachine
from bot.database import database_now
from bot.logs import told
from bot.messenger import DeliveryError, Message, Messenger
from bot.models.delivery import LANE_REPLY, LANES
from bot.outbox import Taken
from bot.producers import Producers
from bot.services import Services
from bot.signals import Alarm, silent, waits
from bot.throttle import Pace
from scheduler import outcome, producing, recovery
from scheduler.claiming import Claimer, Job
from scheduler.departure import Departure
from scheduler.kinds import Kinds
from scheduler.recording import Recorder

log = structlog.get_logger()

BATCH = {True: 16, False: 8}  # rows a claim: replies, bulk
AT_ONCE = {True: 24, False: 24}  # rows in memory
IDLE_SECONDS = 0.5
TROUBLE_SECONDS = 2.0
HALT = dt.timedelta(minutes=1)


@dataclass
class Dispatcher:
    """Works the outbox until stopped."""

    services: Services
    messenger: Messenger
    kinds: Kinds
    holder: str
    producers: Producers = field(default_factory=dict)
    pace: Pace | None = None
    lease: dt.timedelta = outbox.LEASE
    alarm: Alarm = silent
    halt: dt.timedelta = HALT
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    bulk_wake: asyncio.Event = field(default_factory=asyncio.Event)
    stopping: bool = False
    halted_until: dt.datetime | None = None  # all sending stopped: Telegram refused the token
    doubted: bool = False  # the calendar is not believed: bulk waits for an administrator
    _claims: int = 0
    _stop: asyncio.Event = field(default_factory=asyncio.Event)
    _held_until: dict[str, dt.datetime] = field(default_factory=dict)

    def __post_init__(self) -> None:
        pace = self.pace or Pace(bulk=float(self.services.settings.bulk_rate))
        self.claimer = Claimer(self.services, self.kinds, pace, self.lease)
        self.departure = Departure(self.services, self.claimer, self.lease, self._stop)
        self.recorder = Recorder(self.services)

    async def run(self) -> None:
        """Runs the loops until `stop`; requests in flight are finished."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._loop(replies=True))
            group.create_task(self._loop(replies=False))
            group.create_task(self._watch())

    def stop(self) -> None:
        """No further row is claimed; what waits for its slot is given back."""
        self.stopping = True
        self._stop.set()
        self.wake.set()
        self.bulk_wake.set()

    def halted(self) -> bool:
        """Whether all sending stands still because Telegram refused the token."""
        return self.halted_until is not None and self.services.machine() < self.halted_until

    def believe(self, calendar: bool) -> None:
        """Whether the date is believed: while it is not, only answers leave."""
        self.doubted = not calendar

    def replies_ready(self, ids: tuple[int, ...] = ()) -> None:
        """Fresh rows wait: look at once. With `ids` they are answers; without, any row."""
        self.wake.set()
        if not ids:
            self.bulk_wake.set()

    async def drain(self) -> int:
        """Sends everything that is due now; returns how many rows were worked."""
        count = 0
        while jobs := [*await self.claim(replies=True), *await self.claim(replies=False)]:
            await asyncio.gather(*(self.deliver(job) for job in jobs))
            count += len(jobs)
        return count

    async def _loop(self, *, replies: bool) -> None:
        running: set[asyncio.Task[None]] = set()
        wake = self.wake if replies else self.bulk_wake

        def ended(task: asyncio.Task[None]) -> None:
            running.discard(task)
            wake.set()

        while not self.stopping:
            wake.clear()
            room = min(BATCH[replies], AT_ONCE[replies] - len(running))
            jobs = await self._claimed(replies=replies, limit=room) if room > 0 else []
            for job in jobs:
                task = asyncio.create_task(self._guarded(job))
                running.add(task)
                task.add_done_callback(ended)
            if len(jobs) < max(room, 1) and not self.stopping:
                await waits(wake, IDLE_SECONDS if replies or not running else IDLE_SECONDS / 10)
        if running:
            await asyncio.wait(running)

    async def _claimed(self, *, replies: bool, limit: int) -> list[Job]:
        if self.halted() or (self.doubted and not replies):
            return []
        try:
            return await self.claim(replies=replies, limit=limit)
        except Exception:
            log.exception("claim_failed")
            await waits(self._stop, TROUBLE_SECONDS)
            return []

    async def claim(self, *, replies: bool, limit: int | None = None) -> list[Job]:
        """Takes due rows and books their slots, in one transaction."""
        size = limit or BATCH[replies]
        self._claims += 1
        holder = f"{self.holder[:48]}.{self._claims:x}"
        jobs = await self.services.database.run(
            lambda session: self.claimer.claim(session, size, holder=holder, replies=replies)
        )
        problems, self.claimer.problems = self.claimer.problems, []
        for key, facts in problems:
            self.services.meter.wording_failed()
            await self.alarm(key, facts)
        return jobs

    async def deliver(self, job: Job) -> None:
        """Sends the open parts of a row, one slot each, and records what became of it."""
        slot, left = job.slot, job.left
        for index, (part, message) in enumerate(job.parts):
            if index:
                slot, left = await self.departure.next_slot(job, message), False
            try:
                ready = await producing.made(self.services, self.producers, message)
                if ready is None:
                    await self._nothing_left(job)
                    return
                if not left and not await self.departure.depart(job, message, slot):
                    return
                if self.halted() or self._paused_here(job.lane, message.chat_id):
                    await self.departure.give_back(job, at=self.halted_until if self.halted() else None)
                    return
                message_id = await self._send(ready)
            except DeliveryError as error:
                await self._failed(job, part, message.chat_id, error)
                return
            await self._sent(job, part, message, message_id=message_id, final=index == len(job.parts) - 1)

    async def _guarded(self, job: Job) -> None:
        """A defect or a database that fails leaves the row to its lease, and never ends the loop."""
        try:
            await self.deliver(job)
        except Exception:
            log.exception("delivery_broke_off", outbox_id=job.outbox_id, kind=job.kind_name)

    async def _send(self, message: Message) -> int:
        try:
            return await self.messenger.send(message)
        except DeliveryError:
            raise
        except Exception as error:
            log.exception("messenger_defect")
            raise DeliveryError("other", told(error)[:200], left="unknown") from error

    def _paused_here(self, lane: int, chat_id: int) -> bool:
        """A 429 seen by this process holds at once, before it is stored for the others."""
        scope = throttle.chat(chat_id) if lane == LANE_REPLY else throttle.BULK
        until = self._held_until.get(scope)
        return until is not None and until > self.services.machine()

    async def _nothing_left(self, job: Job) -> None:
        """What its file is made of was erased meanwhile."""
        now = self.services.clock.now()
        await self.services.database.run(
            lambda session: outbox.settle(
                session, job.outbox_id, "cancelled", now=now, reason="o conteúdo já foi apagado"
            )
        )

    async def _sent(self, job: Job, part: int, message: Message, *, message_id: int, final: bool) -> None:
        def unit(session: Session) -> None:
            now = self.services.clock.now()
            if message.produced and message.file is not None:
                self.producers[message.file["producer"]].done(self.services, session, message.file["params"])
            outbox.part_sent(session, job.outbox_id, part, message_id=message_id, now=now, last=final)
            if final:
                outbox.settle(session, job.outbox_id, "sent", now=now)

        if final and not message.produced:
            await self.recorder.sent(Taken(job.outbox_id, part, message_id))
        else:
            await self.recorder.alone(unit)
        if final:
            self.services.meter.outcome("sent", LANES.get(job.lane, "?"))

    async def _failed(self, job: Job, part: int, chat_id: int, error: DeliveryError) -> None:
        log.info("delivery_failed", outbox_id=job.outbox_id, kind=job.kind_name, error=error.kind)
        machine, now = self.services.machine(), self.services.clock.now()
        if error.kind == "rate":
            scope = throttle.chat(chat_id) if job.lane == LANE_REPLY else throttle.BULK
            self._held_until[scope] = machine + dt.timedelta(seconds=error.retry_after or 1)
            self.services.meter.rate_limited()
        if error.kind == "token":
            self.halted_until = machine + self.halt
        failure = outcome.Failure(
            job.outbox_id, part, job.lane, job.kind, error, chat_id, job.holder, self.halt
        )
        state = await self.recorder.alone(
            lambda session: outcome.record(session, failure, machine=machine, now=now)
        )
        if state in {"failed", "uncertain"}:
            self.services.meter.outcome(state, LANES.get(job.lane, "?"))
        if error.kind in outcome.PLAIN | {"token", "producer"}:
            await self.alarm(f"delivery_{error.kind}", {"kind": job.kind_name, "outbox_id": job.outbox_id})

    async def _watch(self) -> None:
        """Looks for leases that ran out, at the start and then every few seconds."""
        while not self.stopping:
            try:
                await self.measure()
                await self.recover()
            except Exception:
                log.exception("recovery_failed")
            await waits(self._stop, min(5.0, self.lease.total_seconds() / 2))

    async def measure(self) -> None:
        """Before leases are judged: a machine whose clock was stepped does not take a living replica's rows."""
        machine = self.services.machine
        if isinstance(machine, SharedMachine) and not self.services.database.sqlite:
            await self.services.database.run(lambda session: machine.measured(database_now(session)))

    async def recover(self, *, holder: str | None = None) -> int:
        """Settles rows whose lease ran out (`holder`: those this process still holds); returns how many."""
        found = await self.services.database.run(
            lambda session: recovery.recover(self.services, self.kinds, session, holder=holder)
        )
        for state, lane in found:
            if state == "uncertain":
                self.services.meter.outcome(state, LANES.get(lane, "?"))
        return len(found)

    async def release(self) -> int:
        """At the end: what it holds is free again if nothing had left, else uncertain."""
        return await self.recover(holder=self.holder[:48])
