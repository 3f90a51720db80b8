"""One claim: due rows taken under a lease, worded, and given the instant at which each may leave.

All of it is one transaction over our rows; no Telegram, no waiting.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field

import structlog
from sqlmodel import Session

from bot import outbox, split, throttle
from bot.logs import told
from bot.messenger import Message
from bot.models.delivery import LANE_REPLY, LANE_RULE_UPDATE, Outbox, OutboxPart
from bot.services import Services
from bot.throttle import BULK, REPLY, Pace
from scheduler.kinds import Gone, Kind, Kinds

log = structlog.get_logger()

AHEAD = dt.timedelta(milliseconds=700)  # how far ahead slots are taken: what is urgent waits no longer
CHAT_AHEAD = dt.timedelta(seconds=2)  # a chat that is busy longer does not keep a row in memory
UNKNOWN_AGAIN = dt.timedelta(minutes=10)  # short: beside a newer version an older one may take its rows first
ROUNDS = (
    25  # of one claim, while all its rows turn out to be settled or to wait: what can leave is behind them
)
WORDING_AGAIN, WORDING_ATTEMPTS = dt.timedelta(minutes=10), 6


Parts = tuple[tuple[int, Message], ...]
Stored = Mapping[int, Sequence[outbox.Part]]
Worded = tuple[Outbox, Kind, Parts]


@dataclass(frozen=True)
class Moment:
    """One claim: its transaction, the two clocks, the slots it books."""

    session: Session
    now: dt.datetime
    machine: dt.datetime
    sheet: throttle.Sheet


@dataclass(frozen=True)
class Job:
    """A claimed row: what is still to be sent, and the instant its slot is free (machine time)."""

    outbox_id: int
    lane: int
    kind: Kind
    kind_name: str
    parts: Parts
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
        for _ in range(ROUNDS):
            rows = outbox.claim(
                session,
                holder=holder,
                now=now,
                machine=machine,
                limit=limit,
                replies=replies,
                lease=self.lease,
            )
            if not rows:
                break
            if jobs := self._jobs(session, rows, now, machine):
                return jobs
        return []

    def _jobs(
        self, session: Session, rows: Sequence[Outbox], now: dt.datetime, machine: dt.datetime
    ) -> list[Job]:
        moment = Moment(session, now, machine, throttle.Sheet(session, machine))
        ids = [row.id or 0 for row in rows if self._is_stored(row)]
        stored = outbox.parts_of(session, ids)
        worded = self._all_worded(moment, rows, stored)
        moment.sheet.load([BULK, REPLY, *(throttle.chat(parts[0][1].chat_id) for _, _, parts in worded)])
        jobs = [self._job(moment, row, kind, parts) for row, kind, parts in worded]
        moment.sheet.write()
        session.flush()
        return [job for job in jobs if job is not None]

    def book(self, session: Session, lane: int, message: Message, machine: dt.datetime) -> dt.datetime:
        """The next free slot for one message, taken from all its scopes."""
        throttle.hold(session)
        sheet = throttle.Sheet(session, machine)
        sheet.load([BULK, REPLY, throttle.chat(message.chat_id)])
        slot = self._slot(sheet, lane, message)
        sheet.write()
        return slot

    def _slot(self, sheet: throttle.Sheet, lane: int, message: Message) -> dt.datetime:
        pace, reply = self.pace, lane == LANE_REPLY
        burst = pace.burst(message.chat_id) if reply else 1
        chat = sheet.book(throttle.chat(message.chat_id), pace.gap(message.chat_id), burst=burst)
        if reply:
            gap, room = sheet.reply_gap(pace)
            return max(chat, sheet.book(REPLY, gap, burst=room))
        slots = 2 if split.units(split.visible(message.html)) > throttle.LONG_TEXT else 1
        return max(chat, sheet.book(BULK, dt.timedelta(seconds=slots / pace.bulk)))

    def _is_stored(self, row: Outbox) -> bool:
        kind = self.kinds.get(row.kind)
        return kind is not None and kind.stored

    def _job(self, moment: Moment, row: Outbox, kind: Kind, parts: Parts) -> Job | None:
        row_id, first, machine = row.id or 0, parts[0][1], moment.machine
        burst = self.pace.burst(first.chat_id) if row.lane == LANE_REPLY else 1
        gap = self.pace.gap(first.chat_id)
        free = moment.sheet.free_at(throttle.chat(first.chat_id), gap, burst=burst)
        if free > machine + CHAT_AHEAD:
            outbox.back(moment.session, row_id, at=free, counted=True)
            return None
        slot = self._slot(moment.sheet, row.lane, first)
        left = slot <= machine and not first.produced
        if left:  # `outbox.leave`, written with the claim itself
            row.left_at, row.attempts = machine, row.attempts + 1
        return Job(row_id, row.lane, kind, row.kind, parts, slot, left, row.lease_by or "")

    def _all_worded(self, moment: Moment, rows: Sequence[Outbox], stored: Stored) -> list[Worded]:
        """All rows inside one savepoint; when one cannot be worded, all again, each in a savepoint of its own."""

        def worded(*, apart: bool) -> list[Worded]:
            found = ((row, self._worded(moment, row, stored, apart=apart)) for row in rows)
            return [(row, kind, parts) for row, held in found for kind, parts in held]

        if len(rows) > 1:
            try:
                with moment.session.begin_nested():
                    return worded(apart=False)
            except Exception:  # noqa: BLE001  # whose it is, is found and told below
                log.warning("wording_apart", rows=len(rows))
        return worded(apart=True)

    def _worded(
        self, moment: Moment, row: Outbox, stored: Stored, *, apart: bool
    ) -> Iterator[tuple[Kind, Parts]]:
        """The kind and the parts still to be sent; nothing when the row is settled or waits again."""
        row_id, session, now = row.id or 0, moment.session, moment.now
        kind = self.kinds.get(row.kind)
        if kind is None:
            self._unknown(moment, row)
            return
        try:
            parts = stored[row_id] if row_id in stored else self._prepared(moment, row, kind, apart=apart)
            if not isinstance(parts, Gone) and not parts:
                raise ValueError(f"kind {row.kind!r} has nothing to say")
        except Exception as error:
            if not apart:
                raise
            log.exception("wording_failed", kind=row.kind, outbox_id=row_id)
            self.problems.append(("wording_failed", {"kind": row.kind}))
            self._unworded(session, row, told(error)[:300], now, moment.machine)
            return
        if isinstance(parts, Gone):
            outbox.settle(session, row_id, parts.state, now=now, reason=parts.reason)
            return
        open_parts = [(p.part, Message.restored(p.message)) for p in parts if p.message_id is None]
        if not open_parts:
            outbox.settle(session, row_id, "sent", now=now)
        elif row.error_class == "uncertain" and row.lane != LANE_REPLY:
            yield kind, self._marked(open_parts)
        else:
            yield kind, tuple(open_parts)

    def _prepared(
        self, moment: Moment, row: Outbox, kind: Kind, *, apart: bool
    ) -> Sequence[outbox.Part | OutboxPart] | Gone:
        """The row worded anew."""
        with moment.session.begin_nested() if apart else nullcontext():
            prepared = kind.prepare(self.services, moment.session, row, moment.now)
            moment.session.flush()
        if isinstance(prepared, Gone):
            return prepared
        if row.lane != LANE_RULE_UPDATE:  # a broadcast's rows name the text of theirs
            row.text_version = self.services.renderer.version
        return outbox.reword(moment.session, row.id or 0, prepared) if prepared else ()

    def _unknown(self, moment: Moment, row: Outbox) -> None:
        row_id = row.id or 0
        log.error("unknown_kind", kind=row.kind, outbox_id=row_id)
        row.error_class = "unknown_kind"
        at = moment.machine + UNKNOWN_AGAIN
        moment.session.flush()
        outbox.back(moment.session, row_id, at=at, counted=True, error="tipo desconhecido")

    def _unworded(
        self, session: Session, row: Outbox, error: str, now: dt.datetime, machine: dt.datetime
    ) -> None:
        """A template or a reason that fails: a broadcast says so at once, the rest is tried again for an hour."""
        row.attempts += 1
        row.error_class = row.error_class or "wording"
        session.flush()
        if row.lane == LANE_RULE_UPDATE or row.attempts >= WORDING_ATTEMPTS:
            outbox.settle(session, row.id or 0, "failed", now=now, error_class="wording", error=error)
        else:
            outbox.back(session, row.id or 0, at=machine + WORDING_AGAIN, counted=True, error=error)

    def _marked(self, parts: list[tuple[int, Message]]) -> Parts:
        """The mark "reenvio" above a message that may have arrived before."""
        mark = self.services.renderer.html("delivery/again")
        number, first = parts[0]
        limit = split.CAPTION if first.file is not None else split.LIMIT
        whole = f"{mark}\n\n{first.html}"
        if split.units(split.visible(whole)) <= limit:
            return ((number, Message(**{**vars(first), "html": whole})), *parts[1:])
        return ((0, Message(first.chat_id, mark, thread=first.thread)), *parts)
