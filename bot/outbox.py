"""Queries of the outbox: add once per key, claim under a lease, record the outcome.

planned → sending → sent | failed | uncertain | superseded | cancelled. Parts are child rows; a retry sends only those
without a message id. Items of a digest point to its row and share its outcome.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import Session, col

from bot.messenger import Message
from bot.models.delivery import Outbox, OutboxPart

LEASE = dt.timedelta(seconds=60)
WAITING = ("planned", "sending")


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


def add_parts(session: Session, outbox_id: int, messages: Sequence[Message]) -> None:
    """Stores the messages of a row, in order; parts already there stay as they are."""
    known = {part.part for part in parts(session, outbox_id)}
    for number, message in enumerate(messages, 1):
        if number not in known:
            session.add(OutboxPart(outbox_id=outbox_id, part=number, message=message.stored()))
    session.flush()


def parts(session: Session, outbox_id: int) -> list[OutboxPart]:
    """The parts of a row, in order."""
    statement = (
        select(OutboxPart).where(col(OutboxPart.outbox_id) == outbox_id).order_by(col(OutboxPart.part))
    )
    return list(session.execute(statement).scalars())


def claim(
    session: Session, *, holder: str, now: dt.datetime, machine: dt.datetime, limit: int, replies: bool
) -> list[Outbox]:
    """Takes up to `limit` due rows under a lease, smallest lane first. Replies and bulk are claimed apart."""
    statement = (
        select(Outbox)
        .where(
            Outbox.state == "planned",  # type: ignore[arg-type]
            col(Outbox.digest_id).is_(None),
            col(Outbox.lane) == 0 if replies else col(Outbox.lane) > 0,
            col(Outbox.not_before) <= now,
            col(Outbox.next_try_at) <= machine,
        )
        .order_by(col(Outbox.lane), col(Outbox.next_try_at), col(Outbox.id))
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    rows = list(session.execute(statement).scalars())
    for row in rows:
        row.state, row.lease_by, row.lease_until, row.left_at = "sending", holder, machine + LEASE, None
    session.flush()
    return rows


def leave(session: Session, outbox_id: int, *, machine: dt.datetime) -> None:
    """Written just before the request: from here on, silence means *uncertain*."""
    _set(session, [outbox_id], left_at=machine, attempts=Outbox.attempts + 1)


def back(
    session: Session, outbox_id: int, *, at: dt.datetime, counted: bool, error: str | None = None
) -> None:
    """The row waits again until `at`; an attempt that Telegram's pace refused is not counted."""
    values: dict[str, Any] = {"state": "planned", "next_try_at": at, "lease_until": None, "left_at": None}
    if not counted:
        values["attempts"] = Outbox.attempts - 1
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
    items = select(col(Outbox.id)).where(col(Outbox.digest_id) == outbox_id, col(Outbox.state).in_(WAITING))
    ids = [outbox_id, *(i for i in session.execute(items).scalars() if i is not None)]
    _set(session, ids, state=state, finished_at=now, reason=reason, lease_until=None, **error)


def part_sent(session: Session, outbox_id: int, part: int, *, message_id: int, now: dt.datetime) -> None:
    """Telegram took one part."""
    session.execute(
        update(OutboxPart)
        .where(col(OutboxPart.outbox_id) == outbox_id, col(OutboxPart.part) == part)
        .values(message_id=message_id, sent_at=now)
    )


def expired(session: Session, *, machine: dt.datetime) -> list[Outbox]:
    """Rows whose lease ran out: their process died or hung."""
    statement = select(Outbox).where(
        Outbox.state == "sending",  # type: ignore[arg-type]
        col(Outbox.lease_until) < machine,
        col(Outbox.digest_id).is_(None),
    )
    return list(session.execute(statement.with_for_update(skip_locked=True)).scalars())


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
    return dict(session.execute(statement).tuples().all())


def _set(session: Session, ids: Iterable[int], **values: Any) -> None:
    session.execute(update(Outbox).where(col(Outbox.id).in_(list(ids))).values(**values))
