"""Queries of the inbox: updates are stored before Telegram is told, and handled once, per chat in order."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Select, Update, bindparam, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import Session, col

from bot.database import execute
from bot.incoming import chat_key
from bot.models.delivery import Inbox

_TABLE = Inbox.__table__  # type: ignore[attr-defined]
_COLUMNS = _TABLE.c


class Waiting(NamedTuple):
    """A claimed update."""

    seq: int
    update_id: int
    raw: str


def store(session: Session, updates: Sequence[dict[str, Any]], *, now: dt.datetime) -> int:
    """Adds updates, ignoring those already stored; returns how many are new.

    What is written is ASCII: neither a NUL nor half a surrogate pair keeps an update, and those after it, out.
    """
    rows = [
        {
            "update_id": int(raw["update_id"]),
            "chat_key": _key(raw),
            "raw": json.dumps(raw),
            "received_at": now,
            "attempts": 0,
        }
        for raw in updates
    ]
    if not rows:
        return 0
    return int(execute(session, _insert(session.get_bind().dialect.name), rows).rowcount)


@cache
def _insert(dialect: str) -> Any:
    maker = pg_insert if dialect == "postgresql" else sqlite_insert
    return maker(_TABLE).on_conflict_do_nothing(index_elements=["update_id"])


def claim(
    session: Session, *, machine: dt.datetime, seq: int | None = None, busy: Collection[int] = ()
) -> Waiting | None:
    """Update `seq`, or the oldest waiting one whose chat has none older waiting; locked for this unit of work.

    The row lock (PostgreSQL) or the writer's turn (SQLite) is the lease: a death frees it. While its work runs
    outside a transaction, `busy_until` keeps other processes away.
    """
    if seq is not None:
        found = execute(session, _chosen(), {"place": seq}).first()
    elif busy:
        found = execute(session, _oldest(busy=True), {"machine": machine, "busy": list(busy)}).first()
    else:
        found = execute(session, _oldest(busy=False), {"machine": machine}).first()
    return Waiting(found.seq, found.update_id, found.raw) if found is not None else None


def _open() -> Select[Any]:
    statement = select(_COLUMNS.seq, _COLUMNS.update_id, _COLUMNS.raw).where(_COLUMNS.done_at.is_(None))
    return statement.order_by(_COLUMNS.seq).limit(1).with_for_update(skip_locked=True)


@cache
def _chosen() -> Select[Any]:
    return _open().where(_COLUMNS.seq == bindparam("place"))


@cache
def _oldest(*, busy: bool) -> Select[Any]:
    earlier = _TABLE.alias()
    blocked = (
        select(earlier.c.seq)
        .where(
            earlier.c.chat_key == _COLUMNS.chat_key,
            earlier.c.done_at.is_(None),
            earlier.c.seq < _COLUMNS.seq,
        )
        .correlate(_TABLE)
        .exists()
    )
    rests = or_(_COLUMNS.busy_until.is_(None), _COLUMNS.busy_until <= bindparam("machine"))
    statement = _open().where(~blocked, rests)
    return statement.where(_COLUMNS.seq.not_in(bindparam("busy", expanding=True))) if busy else statement


def reserve(session: Session, seq: int, *, until: dt.datetime) -> None:
    """Keeps other processes from an update whose work runs outside a transaction, until then at the latest."""
    session.execute(update(Inbox).where(col(Inbox.seq) == seq).values(busy_until=until))


def finish(session: Session, seq: int, *, now: dt.datetime, error: str | None = None) -> None:
    """Marks an update as handled. What it said is blanked, except for one set aside with its error."""
    values = {"place": seq, "done_at": now, "error": error}
    execute(session, _finish(), values if error is not None else {**values, "raw": ""})


@cache
def _finish() -> Update:
    return update(_TABLE).where(_COLUMNS.seq == bindparam("place"))


def count_attempt(session: Session, seq: int) -> int:
    """One more failed attempt; returns how many there are now."""
    session.execute(update(Inbox).where(col(Inbox.seq) == seq).values(attempts=Inbox.attempts + 1))
    return int(session.execute(select(_COLUMNS.attempts).where(_COLUMNS.seq == seq)).scalar_one())


def waiting(session: Session, *chats: str) -> int:
    """How many updates are not handled yet, in all or in these chats."""
    statement = select(func.count()).where(_COLUMNS.done_at.is_(None))
    if chats:
        statement = statement.where(_COLUMNS.chat_key.in_(chats))
    return int(session.execute(statement).scalar_one())


def purge(session: Session, *, now: dt.datetime, keep_days: int) -> int:
    """Blanks what was set aside for over 24 hours and deletes handled rows older than `keep_days`."""
    session.execute(
        update(Inbox)
        .where(col(Inbox.done_at) < now - dt.timedelta(hours=24), col(Inbox.raw) != "")
        .values(raw="")
    )
    gone = session.execute(delete(Inbox).where(col(Inbox.done_at) < now - dt.timedelta(days=keep_days)))
    return int(gone.rowcount)  # type: ignore[attr-defined]


def blank(session: Session, *chats: str, seqs: Collection[int] = ()) -> int:
    """Leaves of these updates their numbers alone, so that none comes again; returns how many were not handled."""
    theirs = or_(col(Inbox.chat_key).in_(chats), col(Inbox.seq).in_(seqs))
    unhandled = select(func.count()).where(theirs, _COLUMNS.done_at.is_(None))
    count = int(session.execute(unhandled).scalar_one())
    done = func.coalesce(_COLUMNS.done_at, _COLUMNS.received_at)
    session.execute(update(Inbox).where(theirs).values(raw="", chat_key="", error=None, done_at=done))
    return count


def newest(session: Session) -> Inbox | None:
    """The update stored last, None when there is none."""
    return session.execute(select(Inbox).order_by(col(Inbox.seq).desc()).limit(1)).scalars().first()


def _key(raw: dict[str, Any]) -> str:
    """The ordering key; an update of a shape nobody knows is stored all the same."""
    try:
        return chat_key(raw).encode("ascii", "backslashreplace").decode().replace("\0", "?")[:40]
    except (AttributeError, TypeError, KeyError):
        return "?"
