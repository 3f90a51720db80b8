"""A claimed row's request leaves: at its slot, written down just before, or not at all."""

from __future__ import annotations

import asyncio
import datetime as dt
from dataclasses import dataclass

from sqlmodel import Session

from bot import outbox, throttle
from bot.messenger import Message
from bot.models.delivery import LANE_REPLY, Outbox
from bot.services import Services
from bot.signals import waits
from scheduler.claiming import Claimer, Job

LATE = dt.timedelta(milliseconds=100)  # a request later than this takes another slot


@dataclass(frozen=True)
class Departure:
    """For one process; `stop` is set when it is asked to end."""

    services: Services
    claimer: Claimer
    lease: dt.timedelta
    stop: asyncio.Event

    async def next_slot(self, job: Job, message: Message) -> dt.datetime:
        """The slot of one more message of a row."""

        def unit(session: Session) -> dt.datetime:
            return self.claimer.book(session, job.lane, message, self.services.machine())

        return await self.services.database.run(unit)

    async def depart(self, job: Job, message: Message, slot: dt.datetime) -> bool:
        """Waits for the slot and commits that the request leaves; one that comes late takes another slot."""
        while True:
            if not await self._until(slot):
                await self.give_back(job)
                return False
            answer = await self._leave(job, message, slot)
            if isinstance(answer, bool):
                return answer
            slot = answer

    async def _until(self, slot: dt.datetime) -> bool:
        """Waits for the slot; False when the process is asked to stop meanwhile."""
        if (wait := (slot - self.services.machine()).total_seconds()) > 0:
            return not await waits(self.stop, wait)
        return True

    async def _leave(self, job: Job, message: Message, slot: dt.datetime) -> dt.datetime | bool:
        """Commits that the request leaves now; False when a pause was ordered meanwhile or the lease was lost.

        A process that was held up would let all its late requests go at once: they get new slots instead.
        """

        def unit(session: Session) -> dt.datetime | bool:
            machine = self.services.machine()
            if job.lane != LANE_REPLY and machine - slot > LATE:
                again = self.claimer.book(session, job.lane, message, machine)
                if again > machine:
                    return again
            scopes = [throttle.chat(message.chat_id), *([] if job.lane == LANE_REPLY else [throttle.BULK])]
            until = throttle.paused_until(session, *scopes)
            if not outbox.leave(session, job.outbox_id, machine=machine, holder=job.holder, lease=self.lease):
                return False
            if until is not None and until > machine:
                outbox.back(session, job.outbox_id, at=until, counted=False)
                return False
            return True

        return await self.services.database.run(unit)

    async def give_back(self, job: Job, *, at: dt.datetime | None = None) -> None:
        """Nothing has left: the row waits again, until `at` if given; the attempt is not counted."""

        def unit(session: Session) -> None:
            # Waits for the row: passed over because a neighbour of its claim is being written, it would stay
            # with its lease and stand as uncertain in the end.
            row = session.get(Outbox, job.outbox_id, with_for_update=True)
            if row is not None and (row.state, row.lease_by) == ("sending", job.holder):
                outbox.back(session, job.outbox_id, at=at or self.services.machine(), counted=False)

        await self.services.database.run(unit)
