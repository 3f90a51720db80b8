"""The one throttle of all replicas: rows in the database, each holding the next free instant of a scope.

Scopes: `bulk` (everything that is no reply), `reply` (the room between bulk and Telegram's limit) and `chat:<id>`.
Limits of Telegram: about one message a second in a private chat, 20 a minute in a group, about 30 a second in all.
A pause ordered by Telegram is written here. Whoever books holds the row `bulk` first, so nobody deadlocks.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import Session, col

from bot.database import execute
from bot.models.delivery import Throttle

LONG_TEXT = 500  # above it Telegram's limits are hit sooner: two slots
CLIMB = dt.timedelta(seconds=60)  # after a pause: half the rate, climbing back within a minute
BULK, REPLY = "bulk", "reply"
LASTING = frozenset({BULK, REPLY})


@dataclass(frozen=True)
class Pace:
    """How fast we send. A window of a second holds at most `bulk` + 1 of bulk and `total` in all."""

    bulk: float = 20.0
    total: float = 30.0
    private_gap: dt.timedelta = dt.timedelta(seconds=1)
    private_burst: int = 5  # presses in quick succession: Telegram tolerates short bursts in a chat
    group_gap: dt.timedelta = dt.timedelta(seconds=4)
    group_burst: int = 3  # 3 at once and 15 a minute: never above 18 in any minute

    def gap(self, chat_id: int) -> dt.timedelta:
        """The pause between two messages in one chat; groups have negative ids."""
        return self.group_gap if chat_id < 0 else self.private_gap

    def burst(self, chat_id: int) -> int:
        """How many replies may leave at once in a chat that has rested."""
        return self.group_burst if chat_id < 0 else self.private_burst


OPEN = Pace(1e6, 2e6, dt.timedelta(microseconds=1), 1000, dt.timedelta(microseconds=1), 1000)


def hold(session: Session) -> Slot:
    """Locks the throttle for this unit of work; whoever books waits here for the others' commit."""
    row = execute(session, _HOLD).first()
    if row is None:
        _row(session, BULK, dt.datetime(2000, 1, 1, tzinfo=dt.UTC))
        row = execute(session, _HOLD).one()
    return Slot(row.next_free_at, row.paused_until, row.slow_until)


def book(session: Session, scope: str, gap: dt.timedelta, *, now: dt.datetime, burst: int = 1) -> dt.datetime:
    """The next free instant of a scope, taken. On average one each `gap`; `burst` may leave at once after a rest.

    The caller holds the throttle (`hold`).
    """
    sheet = Sheet(session, now)
    free = sheet.book(scope, gap, burst=burst)
    sheet.write()
    return free


@dataclass
class Slot:
    """A scope's row while slots are booked."""

    next_free_at: dt.datetime
    paused_until: dt.datetime | None = None
    slow_until: dt.datetime | None = None

    def free(self, gap: dt.timedelta, now: dt.datetime, burst: int) -> dt.datetime:
        """The first instant at which one more may leave."""
        return max(now, self.next_free_at - gap * (burst - 1), self.paused_until or now)

    def slowness(self, now: dt.datetime) -> float:
        """2 just after a pause, falling to 1 within `CLIMB`."""
        if self.slow_until is None or self.slow_until <= now:
            return 1.0
        return 1.0 + min(1.0, (self.slow_until - now) / CLIMB)


class Sheet:
    """Slots of many scopes, read and written together. The caller holds the throttle (`hold`)."""

    def __init__(self, session: Session, now: dt.datetime) -> None:
        self._session, self._now = session, now
        self._slots: dict[str, Slot] = {}
        self._taken: set[str] = set()

    def load(self, scopes: Iterable[str]) -> None:
        """Reads the rows of these scopes in one go."""
        wanted = [scope for scope in dict.fromkeys(scopes) if scope not in self._slots]
        if wanted:
            self._slots |= {scope: Slot(self._now) for scope in wanted}  # one that has none is free
            for row in execute(self._session, _READ, {"scopes": wanted}):
                self._slots[row.scope] = Slot(row.next_free_at, row.paused_until, row.slow_until)

    def _slot(self, scope: str) -> Slot:
        self.load([scope])
        return self._slots[scope]

    def free_at(self, scope: str, gap: dt.timedelta, *, burst: int = 1) -> dt.datetime:
        """What `book` would give, without taking it."""
        return self._slot(scope).free(gap, self._now, burst)

    def book(self, scope: str, gap: dt.timedelta, *, burst: int = 1) -> dt.datetime:
        """The next free instant of a scope, taken."""
        slot = self._slot(scope)
        free = slot.free(gap, self._now, burst)
        slot.next_free_at = max(free, slot.next_free_at) + gap * slot.slowness(self._now)
        self._taken.add(scope)
        return free

    def reply_gap(self, pace: Pace) -> tuple[dt.timedelta, int]:
        """Gap and burst of replies: the room that bulk leaves while it runs, the whole room when it rests."""
        bulk = self._slot(BULK)
        running = bulk.next_free_at > self._now - dt.timedelta(seconds=1)
        room = pace.total - pace.bulk if running else pace.total
        burst = max(1, int(room * 0.3))
        return dt.timedelta(seconds=1 / max(room - burst, 1.0)), burst

    def write(self) -> None:
        """Stores what was taken."""
        if self._taken:
            rows = [{"scope": s, "next_free_at": self._slots[s].next_free_at} for s in sorted(self._taken)]
            execute(self._session, _write(self._session.get_bind().dialect.name), rows)
            self._taken.clear()


_ROWS = Throttle.__table__  # type: ignore[attr-defined]
_READ = select(_ROWS.c.scope, _ROWS.c.next_free_at, _ROWS.c.paused_until, _ROWS.c.slow_until).where(
    _ROWS.c.scope.in_(bindparam("scopes", expanding=True))
)
_HOLD = (
    select(_ROWS.c.next_free_at, _ROWS.c.paused_until, _ROWS.c.slow_until)
    .where(_ROWS.c.scope == BULK)
    .with_for_update()
)


@cache
def _write(dialect: str) -> Any:
    statement = (pg_insert if dialect == "postgresql" else sqlite_insert)(_ROWS)
    moved = {"next_free_at": statement.excluded.next_free_at}
    return statement.on_conflict_do_update(index_elements=["scope"], set_=moved)


def pause(session: Session, scope: str, *, until: dt.datetime) -> None:
    """Nothing of this scope leaves before `until`, from any replica; afterwards at half the rate, climbing back."""
    row = _row(session, scope, until)
    row.paused_until = max(until, row.paused_until or until)
    row.next_free_at = max(row.next_free_at, until)
    row.slow_until = until + CLIMB
    session.add(row)
    session.flush()


def paused_until(session: Session, *scopes: str) -> dt.datetime | None:
    """Until when the last of these scopes is paused, None when none was."""
    statement = select(Throttle.paused_until).where(  # type: ignore[call-overload]
        col(Throttle.scope).in_(scopes), col(Throttle.paused_until).is_not(None)
    )
    return max(session.execute(statement).scalars(), default=None)


def chat(chat_id: int) -> str:
    """The scope of one chat."""
    return f"chat:{chat_id}"


def purge(session: Session, *, now: dt.datetime) -> None:
    """Forgets chats that have been free for an hour."""
    old = col(Throttle.next_free_at) < now - dt.timedelta(hours=1)
    session.execute(delete(Throttle).where(old, col(Throttle.scope).not_in(LASTING)))


def _row(session: Session, scope: str, now: dt.datetime) -> Throttle:
    """The scope's row. It is not locked: whoever books holds `bulk`, so the others are safe."""
    row = session.get(Throttle, scope)
    if row is not None:
        return row
    # Two replicas may want to make it at once: the second finds the first one's.
    maker = pg_insert if session.get_bind().dialect.name == "postgresql" else sqlite_insert
    session.execute(maker(Throttle).values(scope=scope, next_free_at=now).on_conflict_do_nothing())
    return session.get_one(Throttle, scope)
