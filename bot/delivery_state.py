"""How delivery stands: what waits since when, the last sweep, who cannot be reached; and forgetting old answers."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sqlalchemy import String, cast, delete, func, or_, select, update
from sqlmodel import Session, col

from bot.models.chat import Account
from bot.models.delivery import (
    LANE_DUE_TODAY,
    LANE_REMINDER,
    LANE_REPLY,
    LANES,
    Inbox,
    Outbox,
    OutboxPart,
    Sweep,
)
from bot.outbox import WAITING

REMINDERS = "reminders"
"""The job whose runs count as sweeps."""


@dataclass(frozen=True)
class DeliveryState:
    """What staff and the machine's watchers look at."""

    last_sweep: dt.datetime | None
    oldest: dict[int, dt.datetime]
    inbox_waiting: int
    unreachable: int
    uncertain: int
    unknown_kinds: int


def state(session: Session, *, now: dt.datetime) -> DeliveryState:
    """The state of delivery at a civil instant."""
    count = select(func.count())
    return DeliveryState(
        last_sweep=last_sweep(session),
        oldest=oldest_waiting(session, now=now),
        inbox_waiting=int(session.execute(count.where(col(Inbox.done_at).is_(None))).scalar_one()),
        unreachable=int(session.execute(count.where(col(Account.reachable).is_(False))).scalar_one()),
        uncertain=int(session.execute(count.where(col(Outbox.state) == "uncertain")).scalar_one()),
        unknown_kinds=unknown_kinds(session),
    )


def unknown_kinds(session: Session) -> int:
    """How many rows wait for a version that knows their kind."""
    unknown = (col(Outbox.state) == "planned", col(Outbox.error_class) == "unknown_kind")
    return int(session.execute(select(func.count()).where(*unknown)).scalar_one())


def last_sweep(session: Session) -> dt.datetime | None:
    """The civil instant of the newest run that planned the reminders to its end. Other jobs do not count."""
    done = select(func.max(col(Sweep.done_at))).where(col(Sweep.name) == REMINDERS)
    return session.execute(done).scalar_one_or_none()


def unreachable(session: Session, *, limit: int = 30) -> list[Account]:
    """The contacts that cannot be reached, the newest first."""
    statement = select(Account).where(col(Account.reachable).is_(False))
    return list(
        session.execute(statement.order_by(col(Account.unreachable_since).desc()).limit(limit)).scalars()
    )


def forget_sweeps(session: Session, *, before: dt.datetime) -> None:
    """Deletes the marks of old runs; the newest that planned the reminders stays."""
    planned = select(func.max(col(Sweep.started_at)))
    newest = planned.where(col(Sweep.name) == REMINDERS, col(Sweep.done_at).is_not(None)).scalar_subquery()
    others = or_(col(Sweep.name) != REMINDERS, col(Sweep.started_at) != newest)
    session.execute(delete(Sweep).where(col(Sweep.started_at) < before, others))


def oldest_waiting(session: Session, *, now: dt.datetime) -> dict[int, dt.datetime]:
    """By lane, since when the longest waiting due row is due (civil time)."""
    found: dict[int, dt.datetime] = {}
    for lane in LANES:
        for state in WAITING:
            statement = select(col(Outbox.not_before)).where(
                col(Outbox.state) == state,
                col(Outbox.digest_id).is_(None),
                col(Outbox.lane) == lane,
                col(Outbox.not_before) <= now,
            )
            first = session.execute(statement.order_by(col(Outbox.not_before)).limit(1)).scalar()
            if first is not None:
                found[lane] = min(first, found.get(lane, first))
    return found


def purge(session: Session, *, before: dt.datetime) -> int:
    """Deletes answers to people that were settled before then: they hold what was said, and nobody needs them."""
    old = select(col(Outbox.id)).where(
        col(Outbox.state).not_in(WAITING), col(Outbox.lane) == LANE_REPLY, col(Outbox.finished_at) < before
    )
    session.execute(delete(OutboxPart).where(col(OutboxPart.outbox_id).in_(old)))
    gone = session.execute(
        delete(Outbox).where(
            col(Outbox.state).not_in(WAITING),
            col(Outbox.lane) == LANE_REPLY,
            col(Outbox.finished_at) < before,
        )
    )
    return int(gone.rowcount)  # type: ignore[attr-defined]


def blank_texts(session: Session, *, before: dt.datetime) -> int:
    """Empties the texts of reminders settled before then; that they were sent, when and of what, stays as proof.

    One in doubt keeps its text: it may still be sent again.
    """
    old = select(col(Outbox.id)).where(
        col(Outbox.lane).in_((LANE_DUE_TODAY, LANE_REMINDER)),
        col(Outbox.state).in_(("sent", "failed", "superseded", "cancelled")),
        col(Outbox.finished_at) < before,
    )
    full = cast(col(OutboxPart.message), String) != "{}"
    found = session.execute(
        update(OutboxPart)
        .where(col(OutboxPart.outbox_id).in_(old), full)
        .values(message={})
        .execution_options(synchronize_session=False)
    )
    return int(found.rowcount)  # type: ignore[attr-defined]
