"""Kinds of outbox rows: how each is worded at the last moment, and what to do when nobody knows whether it arrived."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlmodel import Session

from bot import outbox
from bot.messenger import Message
from bot.models.delivery import LANE_DUE_TODAY, Outbox
from bot.services import Services


@dataclass(frozen=True)
class Gone:
    """The reason to send is gone: renewed, paid, sold, unreachable, replaced by a later stage."""

    reason: str
    state: str = "cancelled"


Prepare = Callable[[Services, Session, Outbox, dt.datetime], list[Message] | Gone]


Repeat = Callable[[Outbox], bool]


def last_day(row: Outbox) -> bool:
    """Due today, the last stage before the due day, or the first after it: worth saying twice."""
    return row.lane == LANE_DUE_TODAY or row.stage in {"0", "1", "-1"}


@dataclass(frozen=True)
class Kind:
    """`prepare` reads the reason again just before sending. `repeat`: an uncertain delivery is tried once more.

    A digest is repeated when one of its waiting items is; the others are settled as uncertain, so that `prepare`,
    called again, words only what `outbox.items` still gives. The engine puts the mark "reenvio" above a repeat.
    `stored`: the words are the row's parts as they were written when it was planned; `prepare` is not asked.
    """

    prepare: Prepare
    repeat: bool | Repeat = False
    stored: bool = False

    def repeats(self, row: Outbox) -> bool:
        """Whether this row is sent once more when nobody knows whether it arrived."""
        return self.repeat(row) if callable(self.repeat) else self.repeat


Kinds = Mapping[str, Kind]


def stored_parts(
    _services: Services, session: Session, row: Outbox, _now: dt.datetime
) -> list[Message] | Gone:
    """The messages as they were written when the row was planned (replies)."""
    return [Message.restored(part.message) for part in outbox.parts(session, row.id or 0)]


REPLY = Kind(stored_parts, repeat=True, stored=True)
