"""Queries of the inbox: updates are stored before Telegram is told, and handled once, per chat in order."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from bot.incoming import chat_key
from bot.models.delivery import Inbox

_COLUMNS = Inbox.__table__.c  # type: ignore[attr-defined]


def store(session: Session, updates: Sequence[dict[str, Any]], *, now: dt.datetime) -> int:
    """Adds updates, ignoring those already stored; returns how many are new."""
    rows = [
        {
            "update_id": int(raw["update_id"]),
            "chat_key": _key(raw),
            "raw": json.dumps(raw, ensure_ascii=False),
            "received_at": now,
            "attempts": 0,
        }
        for raw in updates
    ]
    if not rows:
        return 0
    dialect = session.get_bind().dialect.name
    maker = pg_insert if dialect == "postgresql" else sqlite_insert
    statement = maker(Inbox).values(rows).on_conflict_do_nothing(index_elements=["update_id"])
    return int(session.execute(statement).rowcount)  # type: ignore[attr-defined]


def claim(
    session: Session, *, machine: dt.datetime, seq: int | None = None, busy: Collection[int] = ()
) -> Inbox | None:
    """Update `seq`, or the oldest waiting one whose chat has none older waiting; locked for this unit of work.

    The row lock (PostgreSQL) or the writer's turn (SQLite) is the lease: a death frees it. While its work runs
    outside a transaction, `busy_until` keeps other processes away.
    """
    earlier = aliased(Inbox)
    blocked = exists().where(
        col(earlier.chat_key) == col(Inbox.chat_key),
        col(earlier.done_at).is_(None),
        col(earlier.seq) < col(Inbox.seq),
    )
    statement = select(Inbox).where(col(Inbox.done_at).is_(None))
    if seq is None:
        rests = or_(col(Inbox.busy_until).is_(None), col(Inbox.busy_until) <= machine)
        statement = statement.where(~blocked, rests, col(Inbox.seq).not_in(tuple(busy)))
    else:
        statement = statement.where(col(Inbox.seq) == seq)
    statement = statement.order_by(col(Inbox.seq)).limit(1).with_for_update(skip_locked=True)
    return session.execute(statement).scalars().first()


def reserve(session: Session, seq: int, *, until: dt.datetime) -> None:
    """Keeps other processes from an update whose work runs outside a transaction, until then at the latest."""
    session.execute(update(Inbox).where(col(Inbox.seq) == seq).values(busy_until=until))


def finish(session: Session, seq: int, *, now: dt.datetime, error: str | None = None) -> None:
    """Marks an update as handled. What it said is blanked, except for one set aside with its error."""
    values: dict[str, Any] = {"done_at": now, "error": error}
    if error is None:
        values["raw"] = ""
    session.execute(update(Inbox).where(col(Inbox.seq) == seq).values(**values))


def count_attempt(session: Session, seq: int) -> int:
    """One more failed attempt; returns how many there are now."""
    session.execute(update(Inbox).where(col(Inbox.seq) == seq).values(attempts=Inbox.attempts + 1))
    return int(session.execute(select(_COLUMNS.attempts).where(_COLUMNS.seq == seq)).scalar_one())


def waiting(session: Session) -> int:
    """How many updates are not handled yet."""
    return int(session.execute(select(func.count()).where(_COLUMNS.done_at.is_(None))).scalar_one())


def purge(session: Session, *, now: dt.datetime, keep_days: int) -> int:
    """Blanks what was set aside for over 24 hours and deletes handled rows older than `keep_days`."""
    session.execute(
        update(Inbox)
        .where(col(Inbox.done_at) < now - dt.timedelta(hours=24), col(Inbox.raw) != "")
        .values(raw="")
    )
    gone = session.execute(delete(Inbox).where(col(Inbox.done_at) < now - dt.timedelta(days=keep_days)))
    return int(gone.rowcount)  # type: ignore[attr-defined]


def newest(session: Session) -> Inbox | None:
    """The update stored last, None when there is none."""
    return session.execute(select(Inbox).order_by(col(Inbox.seq).desc()).limit(1)).scalars().first()


def _key(raw: dict[str, Any]) -> str:
    """The ordering key; an update of a shape nobody knows is stored all the same."""
    try:
        return chat_key(raw)[:40]
    except (AttributeError, TypeError, KeyError):
        return "?"
