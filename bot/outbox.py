"""Queries of the outbox: add once per key, claim under a lease, record the outcome.

planned → sending → sent | failed | uncertain | superseded | cancelled. Parts are child rows; a retry sends only those
without a message id. Items of a digest point to its row and share its outcome.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Select, and_, case, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from bot.messenger import Message
from bot.models.delivery import LANE_REPLY, LANES, Outbox, OutboxPart

LEASE = dt.timedelta(seconds=60)
WAITING = ("planned", "sending")
BULK_LANES = tuple(sorted(lane for lane in LANES if lane != LANE_REPLY))
PATIENT_ATTEMPTS = 3  # so often an answer is tried before later ones in its chat pass it


@dataclass(frozen=True)
class Planned:
    """One thing to tell: the key (recipient, subject, cycle, stage), its kind, and what the kind needs to word it."""

    recipient: int
    subject: str
    cycle: str
    stage: str
    kind: str
    lane: int
    payload: dict[str, Any] = field(default_factory=dict)
    not_before: dt.datetime | None = None
    digest_id: int | None = None
    text_version: str | None = None


def add(session: Session, planned: Planned, *, now: dt.datetime, machine: dt.datetime) -> int | None:
    """Adds a row, once per key; returns its id, or None when the key is there already.

    `now` is civil time, `machine` the machine's.
    """
    dialect = session.get_bind().dialect.name
    maker = pg_insert if dialect == "postgresql" else sqlite_insert
    statement = (
        maker(Outbox)
        .values(
            recipient=planned.recipient,
            subject=planned.subject,
            cycle=planned.cycle,
            stage=planned.stage,
            kind=planned.kind,
            lane=planned.lane,
            payload=planned.payload,
            state="planned",
            planned_at=now,
            not_before=planned.not_before or now,
            next_try_at=machine,
            attempts=0,
            digest_id=planned.digest_id,
            text_version=planned.text_version,
        )
        .on_conflict_do_nothing(index_elements=["recipient", "subject", "cycle", "stage"])
        .returning(col(Outbox.id))
    )
    return session.execute(statement).scalar_one_or_none()


def add_parts(session: Session, outbox_id: int, messages: Sequence[Message]) -> list[OutboxPart]:
    """The messages of a row, in order. Fresh words replace earlier ones, unless a part of those was sent already."""
    known = parts(session, outbox_id)
    if any(part.message_id is not None or part.error for part in known):
        return known
    stored = [message.stored() for message in messages]
    if [part.message for part in known] == stored:
        return known
    for part in known:
        session.delete(part)
    session.flush()
    fresh = [OutboxPart(outbox_id=outbox_id, part=n, message=message) for n, message in enumerate(stored, 1)]
    session.add_all(fresh)
    session.flush()
    return fresh


def replace_part(
    session: Session, outbox_id: int, part: int, messages: Sequence[dict[str, Any]], *, error: str
) -> None:
    """Puts other messages in the place of a refused part; later parts that are not sent move up."""
    rest = [p for p in parts(session, outbox_id) if p.part > part and p.message_id is None]
    following = [p.message for p in rest]
    for row in rest:
        session.delete(row)
    refused = session.get_one(OutboxPart, (outbox_id, part))
    refused.message, refused.error = dict(messages[0]), error[:500]
    session.add(refused)
    session.flush()
    for number, message in enumerate([*messages[1:], *following], part + 1):
        session.add(OutboxPart(outbox_id=outbox_id, part=number, message=dict(message)))
    session.flush()


def parts(session: Session, outbox_id: int) -> list[OutboxPart]:
    """The parts of a row, in order."""
    statement = (
        select(OutboxPart).where(col(OutboxPart.outbox_id) == outbox_id).order_by(col(OutboxPart.part))
    )
    return list(session.execute(statement).scalars())


def items(session: Session, digest_id: int) -> list[Outbox]:
    """The items of a digest that still wait: what its message is about."""
    statement = select(Outbox).where(col(Outbox.digest_id) == digest_id, col(Outbox.state).in_(WAITING))
    return list(session.execute(statement.order_by(col(Outbox.id))).scalars())


def claim(
    session: Session,
    *,
    holder: str,
    now: dt.datetime,
    machine: dt.datetime,
    limit: int,
    replies: bool,
    lease: dt.timedelta = LEASE,
) -> list[Outbox]:
    """Takes up to `limit` due rows under a lease, smallest lane first. Replies and bulk are claimed apart.

    Each lane is one walk along the index `ix_outbox_due`, ended by the limit: how many more are due costs nothing.
    """
    rows: list[Outbox] = []
    for lane in (LANE_REPLY,) if replies else BULK_LANES:
        if len(rows) < limit:
            statement = _due(lane, now, machine).limit(limit - len(rows)).with_for_update(skip_locked=True)
            rows += session.execute(statement).scalars()
    for row in rows:
        row.state, row.lease_by, row.lease_until, row.left_at = "sending", holder, machine + lease, None
    session.flush()
    return rows


def _due(lane: int, now: dt.datetime, machine: dt.datetime) -> Select[Any]:
    statement = select(Outbox).where(
        Outbox.state == "planned",  # type: ignore[arg-type]
        col(Outbox.digest_id).is_(None),
        col(Outbox.lane) == lane,
        col(Outbox.not_before) <= now,
        col(Outbox.next_try_at) <= machine,
    )
    if lane == LANE_REPLY:
        # One answer at a time in a chat, in order; one that keeps failing does not hold up the others.
        earlier = aliased(Outbox)
        open_one = or_(
            col(earlier.state) == "sending",
            and_(col(earlier.state) == "planned", col(earlier.attempts) < PATIENT_ATTEMPTS),
        )
        statement = statement.where(
            ~exists().where(
                col(earlier.recipient) == col(Outbox.recipient),
                col(earlier.lane) == LANE_REPLY,
                open_one,
                col(earlier.id) < col(Outbox.id),
            )
        )
    return statement.order_by(col(Outbox.not_before), col(Outbox.next_try_at), col(Outbox.id))


def leave(
    session: Session,
    outbox_id: int,
    *,
    machine: dt.datetime,
    holder: str | None = None,
    lease: dt.timedelta = LEASE,
) -> bool:
    """Written just before the request: from here on, silence means *uncertain*. False when the lease was lost."""
    statement = update(Outbox).where(
        col(Outbox.id) == outbox_id,
        Outbox.state == "sending",  # type: ignore[arg-type]
    )
    if holder is not None:
        statement = statement.where(col(Outbox.lease_by) == holder)
    values = {"left_at": machine, "lease_until": machine + lease, "attempts": Outbox.attempts + 1}
    return bool(session.execute(statement.values(**values)).rowcount)  # type: ignore[attr-defined]


def back(
    session: Session, outbox_id: int, *, at: dt.datetime, counted: bool, error: str | None = None
) -> None:
    """The row waits again until `at`; an attempt that Telegram's pace refused is not counted."""
    values: dict[str, Any] = {
        "state": "planned",
        "next_try_at": at,
        "lease_by": None,
        "lease_until": None,
        "left_at": None,
    }
    if not counted:
        values["attempts"] = case(
            (col(Outbox.left_at).is_not(None), Outbox.attempts - 1), else_=Outbox.attempts
        )
    _set(session, [outbox_id], error=error, **values)


def settle(
    session: Session,
    outbox_id: int,
    state: str,
    *,
    now: dt.datetime,
    reason: str | None = None,
    **error: str | None,
) -> None:
    """The final outcome of a row and of the digest items below it."""
    below = and_(col(Outbox.digest_id) == outbox_id, col(Outbox.state).in_(WAITING))
    values = {"state": state, "finished_at": now, "reason": reason, "lease_by": None, "lease_until": None}
    session.execute(update(Outbox).where(or_(col(Outbox.id) == outbox_id, below)).values(**values, **error))


def part_sent(
    session: Session, outbox_id: int, part: int, *, message_id: int, now: dt.datetime, last: bool = True
) -> None:
    """Telegram took one part. Unless it was the last, nothing of the row is on its way until the next leaves."""
    session.execute(
        update(OutboxPart)
        .where(col(OutboxPart.outbox_id) == outbox_id, col(OutboxPart.part) == part)
        .values(message_id=message_id, sent_at=now)
    )
    if not last:
        _set(session, [outbox_id], left_at=None)


def expired(session: Session, *, machine: dt.datetime, holder: str | None = None) -> list[Outbox]:
    """Rows whose lease ran out: their process died or hung. With `holder`: those it still holds."""
    statement = select(Outbox).where(
        Outbox.state == "sending",  # type: ignore[arg-type]
        col(Outbox.lease_until) < machine if holder is None else col(Outbox.lease_by).startswith(holder),
        col(Outbox.digest_id).is_(None),
    )
    return list(session.execute(statement.limit(500).with_for_update(skip_locked=True)).scalars())


def moved(session: Session, *, old: int, new: int) -> None:
    """A group became a supergroup: what waits for it follows to the new id."""
    statement = select(Outbox).where(col(Outbox.recipient) == old, col(Outbox.state).in_(WAITING))
    for row in session.execute(statement).scalars():
        row.recipient = new
        for part in parts(session, row.id or 0):
            if part.message_id is None:
                part.message = {**part.message, "chat_id": new}
    session.flush()


def withdraw(
    session: Session, *, reason: str, state: str = "cancelled", now: dt.datetime, **where: Any
) -> int:
    """Takes back waiting rows that were not begun: by `recipient`, `subject`, `cycle` or `kind`."""
    statement = update(Outbox).where(Outbox.state == "planned")  # type: ignore[arg-type]
    for name, value in where.items():
        statement = statement.where(getattr(Outbox, name) == value)
    result = session.execute(statement.values(state=state, reason=reason, finished_at=now))
    return int(result.rowcount)  # type: ignore[attr-defined]


def counts(session: Session, **where: Any) -> dict[str, int]:
    """How many rows stand in each state."""
    statement = select(col(Outbox.state), func.count()).group_by(col(Outbox.state))
    for name, value in where.items():
        statement = statement.where(getattr(Outbox, name) == value)
    return dict(session.execute(statement).all())


def _set(session: Session, ids: Iterable[int], **values: Any) -> None:
    session.execute(update(Outbox).where(col(Outbox.id).in_(list(ids))).values(**values))
