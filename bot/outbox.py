"""Queries of the outbox: add once per key, claim under a lease, record the outcome.

planned → sending → sent | failed | uncertain | superseded | cancelled. Parts are child rows; a retry sends only those
without a message id. Items of a digest point to its row and share its outcome.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import case, func, select, update
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col

from bot import outbox_statements as statements
from bot.database import execute
from bot.messenger import Message
from bot.models.delivery import LANE_REPLY, LANES, Outbox, OutboxPart

LEASE = dt.timedelta(seconds=60)
WAITING = statements.WAITING
BULK_LANES = tuple(sorted(lane for lane in LANES if lane != LANE_REPLY))


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


class Part(NamedTuple):
    """One message of a row, as it is stored."""

    part: int
    message: dict[str, Any]
    message_id: int | None


class Taken(NamedTuple):
    """A part that Telegram took, the last of its row."""

    outbox_id: int
    part: int
    message_id: int


def add(session: Session, planned: Planned, *, now: dt.datetime, machine: dt.datetime) -> int | None:
    """Adds a row, once per key; returns its id, or None when the key is there already.

    `now` is civil time, `machine` the machine's.
    """
    values = {
        **vars(planned),
        "not_before": planned.not_before or now,
        "state": "planned",
        "planned_at": now,
        "next_try_at": machine,
        "attempts": 0,
    }
    statement = statements.insert_once(session.get_bind().dialect.name, tuple(values))
    found: int | None = execute(session, statement, values).scalar_one_or_none()
    return found


def add_parts(session: Session, outbox_id: int, messages: Sequence[Message]) -> None:
    """The messages of a fresh row, in order."""
    execute(
        session,
        statements.NEW_PARTS,
        [
            {"outbox_id": outbox_id, "part": number, "message": message.stored()}
            for number, message in enumerate(messages, 1)
        ],
    )


def reword(session: Session, outbox_id: int, messages: Sequence[Message]) -> list[OutboxPart]:
    """The messages of a row, in order. Fresh words replace earlier ones, unless a part of those was sent already."""
    known = parts(session, outbox_id)
    if any(part.message_id is not None or part.error for part in known):
        return known
    if [part.message for part in known] == [message.stored() for message in messages]:
        return known
    for part in known:
        session.delete(part)
    add_parts(session, outbox_id, messages)
    return parts(session, outbox_id)


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


def parts_of(session: Session, ids: Sequence[int]) -> dict[int, list[Part]]:
    """The parts of several rows, in order."""
    found: dict[int, list[Part]] = {outbox_id: [] for outbox_id in ids}
    if ids:
        for row in execute(session, statements.PARTS_OF, {"ids": list(ids)}):
            found[row.outbox_id].append(Part(row.part, row.message, row.message_id))
    return found


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

    Each lane is one walk along the index `ix_outbox_claim`, ended by the limit: how many more are due costs nothing.
    """
    rows: list[Outbox] = []
    instants = {"now": now, "machine": machine}
    for lane in (LANE_REPLY,) if replies else BULK_LANES:
        if len(rows) < limit:
            rows += session.execute(statements.due(lane), {**instants, "room": limit - len(rows)}).scalars()
    for row in rows:
        row.state, row.lease_by, row.lease_until, row.left_at = "sending", holder, machine + lease, None
    return rows


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
    values = {"state": state, "finished_at": now, "reason": reason, "lease_by": None, "lease_until": None}
    execute(session, statements.SETTLE, {"row_id": outbox_id, **values, **error})
    for held in list(session.identity_map.values()):
        known = vars(held) if isinstance(held, Outbox) else {}
        below = known.get("digest_id") == outbox_id and known.get("state") in WAITING
        if known.get("id") == outbox_id or below:
            for name, value in {**values, **error}.items():
                set_committed_value(held, name, value)


def part_sent(
    session: Session, outbox_id: int, part: int, *, message_id: int, now: dt.datetime, last: bool = True
) -> None:
    """Telegram took one part. Unless it was the last, nothing of the row is on its way until the next leaves."""
    values = {"message_id": message_id, "sent_at": now}
    execute(session, statements.PART_SENT, {"row_id": outbox_id, "number": part, **values})
    if not last:
        _set(session, [outbox_id], left_at=None)


def record_sent(session: Session, taken: Sequence[Taken], *, now: dt.datetime) -> None:
    """`part_sent` and `settle` for the last parts of several rows; no object of them may be held by the session."""
    parts = [
        {"row_id": t.outbox_id, "number": t.part, "message_id": t.message_id, "sent_at": now} for t in taken
    ]
    execute(session, statements.PART_SENT, parts)
    none = {"reason": None, "lease_by": None, "lease_until": None}
    rows = [{"row_id": t.outbox_id, "state": "sent", "finished_at": now, **none} for t in taken]
    execute(session, statements.SETTLE, rows)


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
