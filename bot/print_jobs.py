"""Queries of what is printed and not kept: it goes with the delivery, at the latest after a day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete
from sqlmodel import Session, col

from bot.models.chat import PrintJob

KEPT = dt.timedelta(hours=24)


def add(session: Session, *, user_id: int, kind: str, content: Mapping[str, Any], now: dt.datetime) -> int:
    """Stores what a sheet is made from; returns its id."""
    job = PrintJob(user_id=user_id, kind=kind, content=dict(content), created_at=now)
    session.add(job)
    session.flush()
    return job.id or 0


def content(session: Session, job_id: int) -> dict[str, Any] | None:
    """What a sheet is made from; None when it is gone."""
    job = session.get(PrintJob, job_id)
    return dict(job.content) if job else None


def erase(session: Session, job_id: int) -> None:
    """The sheet was delivered."""
    session.execute(delete(PrintJob).where(col(PrintJob.id) == job_id))


def erase_old(session: Session, *, now: dt.datetime) -> int:
    """What could not be delivered within a day goes too; returns how many."""
    gone = session.execute(delete(PrintJob).where(col(PrintJob.created_at) <= now - KEPT))
    return int(gone.rowcount)  # type: ignore[attr-defined]
