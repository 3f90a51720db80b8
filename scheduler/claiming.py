"""One claim: due rows taken under a lease, worded, and given the instant at which each may leave.

All of it is one transaction over our rows; no Telegram, no waiting.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

import structlog
from sqlmodel import Session

from bot import outbox, split, throttle
from bot.messenger import Message
from bot.models.delivery import LANE_REPLY, LANE_RULE_UPDATE, Outbox
from bot.services import Services
from bot.throttle import Pace
from scheduler.kinds import Gone, Kind, Kinds

log = structlog.get_logger()

AHEAD = dt.timedelta(milliseconds=700)  # how far ahead slots are taken: what is urgent waits no longer
CHAT_AHEAD = dt.timedelta(seconds=2)  # a chat that is busy longer does not keep a row in memory
UNKNOWN_AGAIN = dt.timedelta(hours=1)
WORDING_AGAIN, WORDING_ATTEMPTS = dt.timedelta(minutes=10), 6


@dataclass(frozen=True)
class Job:
    """A claimed row: what is still to be sent, and the instant its slot is free (machine time)."""

    outbox_id: int
    lane: int
    kind: Kind
    kind_name: str
    parts: tuple[tuple[int, Message], ...]
    slot: dt.datetime
    left: bool
    holder: str


@dataclass
class Claimer:
    """Claims for one process. `alarm(session, key, facts)` is told of what staff should know."""

    services: Services
    kinds: Kinds
    pace: Pace
    lease: dt.timedelta = outbox.LEASE
    problems: list[tuple[str, dict[str, object]]] = field(default_factory=list)

    def claim(self, session: Session, limit: int, *, holder: str, replies: bool) -> list[Job]:
        """Takes due rows and books their slots. Bulk stands still while paused or booked far enough ahead."""
        machine, now = self.services.machine(), self.services.clock.now()
        bulk = throttle.hold(session)
        if not replies and max(bulk.next_free_at, bulk.paused_until or machine) > machine + AHEAD:
            return []
        rows = outbox.claim(
            session, holder=holder, now=now, machine=machine, limit=limit, replies=replies, lease=self.lease
        )
        jobs = (self._job(session, row, holder, now, machine) for row in rows)
        return [job for job in jobs if job is not None]

    def book(self, session: Session, lane: int, message: Message, machine: dt.datetime) -> dt.datetime:
        """The next free slot for one message, taken from all its scopes."""
        pace, reply = self.pace, lane == LANE_REPLY
        burst = pace.burst(message.chat_id) if reply else 1
        chat = throttle.book(
            session, throttle.chat(message.chat_id), pace.gap(message.chat_id), now=machine, burst=burst
        )
        if reply:
            gap, room = throttle.reply_gap(session, pace, now=machine)
            return max(chat, throttle.book(session, throttle.REPLY, gap, now=machine, burst=room))
        slots = 2 if split.units(split.visible(message.html)) > throttle.LONG_TEXT else 1
        gap = dt.timedelta(seconds=slots / pace.bulk)
        return max(chat, throttle.book(session, throttle.BULK, gap, now=machine))

    def _job(
        self, session: Session, row: Outbox, holder: str, now: dt.datetime, machine: dt.datetime
    ) -> Job | None:
        row_id = row.id or 0
        kind = self.kinds.get(row.kind)
        if kind is None:
            log.error("unknown_kind", kind=row.kind, outbox_id=row_id)
            row.error_class = "unknown_kind"
            session.flush()
            outbox.back(session, row_id, at=machine + UNKNOWN_AGAIN, counted=True, error="tipo desconhecido")
            return None
        messages = self._worded(session, row, kind, now, machine)
        if not messages:
            return None
        first = messages[0][1]
        burst = self.pace.burst(first.chat_id) if row.lane == LANE_REPLY else 1
        free = throttle.free_at(
            session, throttle.chat(first.chat_id), self.pace.gap(first.chat_id), now=machine, burst=burst
        )
        if free > machine + CHAT_AHEAD:
            outbox.back(session, row_id, at=free, counted=True)
            return None
        slot = self.book(session, row.lane, first, machine)
        left = slot <= machine and not first.produced
        if left:  # `outbox.leave`, written with the claim itself
            row.left_at, row.attempts = machine, row.attempts + 1
        return Job(row_id, row.lane, kind, row.kind, messages, slot, left, holder)

    def _worded(
        self, session: Session, row: Outbox, kind: Kind, now: dt.datetime, machine: dt.datetime
    ) -> tuple[tuple[int, Message], ...]:
        """The parts still to be sent; none when the row is settled or waits again."""
        row_id = row.id or 0
        try:
            with session.begin_nested():
                prepared = kind.prepare(self.services, session, row, now)
                session.flush()
                if not isinstance(prepared, Gone) and not prepared:
                    raise ValueError(f"kind {row.kind!r} has nothing to say")
        except Exception as error:
            log.exception("wording_failed", kind=row.kind, outbox_id=row_id)
            self.problems.append(("wording_failed", {"kind": row.kind}))
            self._unworded(session, row, repr(error)[:300], now, machine)
            return ()
        if isinstance(prepared, Gone):
            outbox.settle(session, row_id, prepared.state, now=now, reason=prepared.reason)
            return ()
        stored = outbox.add_parts(session, row_id, prepared)
        open_parts = [(p.part, Message.restored(p.message)) for p in stored if p.message_id is None]
        if not open_parts:
            outbox.settle(session, row_id, "sent", now=now)
        elif row.error_class == "uncertain" and row.lane != LANE_REPLY:
            return self._marked(open_parts)
        return tuple(open_parts)

    def _unworded(
        self, session: Session, row: Outbox, error: str, now: dt.datetime, machine: dt.datetime
    ) -> None:
        """A template or a reason that fails: a broadcast says so at once, the rest is tried again for an hour."""
        row.attempts += 1
        session.flush()
        if row.lane == LANE_RULE_UPDATE or row.attempts >= WORDING_ATTEMPTS:
            outbox.settle(session, row.id or 0, "failed", now=now, error_class="wording", error=error)
        else:
            outbox.back(session, row.id or 0, at=machine + WORDING_AGAIN, counted=True, error=error)

    def _marked(self, parts: list[tuple[int, Message]]) -> tuple[tuple[int, Message], ...]:
        """The mark "reenvio" above a message that may have arrived before."""
        mark = self.services.renderer.html("delivery/again")
        number, first = parts[0]
        limit = split.CAPTION if first.file is not None else split.LIMIT
        whole = f"{mark}\n\n{first.html}"
        if split.units(split.visible(whole)) <= limit:
            return ((number, Message(**{**vars(first), "html": whole})), *parts[1:])
        return ((0, Message(first.chat_id, mark, thread=first.thread)), *parts)
