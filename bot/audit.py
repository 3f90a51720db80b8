"""The staff's log: what a member of staff did; rows are only ever added."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlmodel import Session

from bot.models.staff import Audit


def write(session: Session, user_id: int, action: str, *, now: dt.datetime, **facts: Any) -> None:
    """One line."""
    session.add(Audit(at=now, user_id=user_id, action=action, facts=facts))
