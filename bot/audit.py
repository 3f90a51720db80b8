"""The staff's log: what a member of staff did; rows are only ever added."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlmodel import Session

from bot.models.staff import Audit

PROGRAM = -2
"""Who did what happens by itself: a broadcast that stops because a cited provision changed."""


def write(session: Session, user_id: int, action: str, *, now: dt.datetime, **facts: Any) -> None:
    """One line."""
    session.add(Audit(at=now, user_id=user_id, action=action, facts=facts))


def by_itself(session: Session, action: str, *, why: str, now: dt.datetime, **facts: Any) -> None:
    """One line of what the program did without anybody's press, and why."""
    write(session, PROGRAM, action, now=now, **facts, why=why)
