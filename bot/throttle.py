"""The one throttle of all replicas: rows in the database, each holding the next free instant of a scope.

Scopes: `bulk` (everything that is no reply) and `chat:<id>`. Limits of Telegram: about one message a second in a
private chat, 20 a minute in a group, about 30 a second in all. A pause ordered by Telegram is written here.
"""

from __future__ import annotations

import datetime as dt

from sqlalchemy import select
from sqlmodel import Session, col

from bot.models.delivery import Throttle

PRIVATE_GAP = dt.timedelta(seconds=1)
GROUP_GAP = dt.timedelta(seconds=60 / 18)
REPLY_BURST = 5  # presses in quick succession: Telegram tolerates short bursts in a chat
LONG_TEXT = 500  # above it Telegram's limits are hit sooner: two slots
CLIMB = dt.timedelta(seconds=60)  # after a pause: half the rate for a minute


def book(session: Session, scope: str, gap: dt.timedelta, *, now: dt.datetime, burst: int = 1) -> dt.datetime:
    """The next free instant of a scope, taken. On average one each `gap`; `burst` may leave at once after a rest."""
    row = _row(session, scope)
    if row is None:
        session.add(Throttle(scope=scope, next_free_at=now + gap))
        session.flush()
        return now
    slow = row.slow_until is not None and row.slow_until > now
    free = max(now, row.next_free_at - gap * (burst - 1), row.paused_until or now)
    row.next_free_at = max(free, row.next_free_at) + gap * (2 if slow else 1)
    session.add(row)
    session.flush()
    return free


def pause(session: Session, scope: str, *, until: dt.datetime) -> None:
    """Nothing of this scope leaves before `until`, from any replica; afterwards at half the rate for a minute."""
    row = _row(session, scope) or Throttle(scope=scope, next_free_at=until)
    row.paused_until = max(until, row.paused_until or until)
    row.next_free_at = max(row.next_free_at, until)
    row.slow_until = until + CLIMB
    session.add(row)
    session.flush()


def paused_until(session: Session, scope: str) -> dt.datetime | None:
    """Until when a scope is paused, None when it is not."""
    row = _row(session, scope)
    return row.paused_until if row else None


def chat_gap(chat_id: int) -> dt.timedelta:
    """The pause between two messages in one chat; groups have negative ids."""
    return GROUP_GAP if chat_id < 0 else PRIVATE_GAP


def purge(session: Session, *, now: dt.datetime) -> None:
    """Forgets chats that have been free for an hour."""
    old = select(Throttle).where(col(Throttle.next_free_at) < now - dt.timedelta(hours=1))
    for row in session.execute(old).scalars():
        session.delete(row)


def _row(session: Session, scope: str) -> Throttle | None:
    statement = select(Throttle).where(col(Throttle.scope) == scope).with_for_update()
    return session.execute(statement).scalars().first()
