"""Stored conversation state: which form a person is in, the answers so far, the version its buttons carry."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlmodel import Session, col, select

from bot.models.chat import Conversation, Draft


def load(session: Session, *, chat_id: int, user_id: int, now: dt.datetime) -> Conversation:
    """The person's state in this chat, made on first use."""
    row = session.get(Conversation, (chat_id, user_id))
    if row is None:
        row = Conversation(chat_id=chat_id, user_id=user_id, updated_at=now)
        session.add(row)
    return row


def save(row: Conversation, *, now: dt.datetime, **values: Any) -> None:
    """Changes the state; every change is a new version, so older buttons no longer act."""
    for name, value in values.items():
        setattr(row, name, value)
    row.version += 1
    row.updated_at = now


def keep_draft(session: Session, row: Conversation, *, title: str, now: dt.datetime) -> None:
    """Leaves the form, keeping its answers as a draft of the same flow (one draft a flow and title)."""
    statement = select(Draft).where(
        Draft.user_id == row.user_id,
        Draft.flow == row.flow,
        Draft.title == title,
        col(Draft.finished_at).is_(None),
    )
    draft = session.exec(statement).first() or Draft(
        user_id=row.user_id, flow=row.flow, title=title, updated_at=now
    )
    draft.answers, draft.rule_version, draft.updated_at = dict(row.answers), row.rule_version, now
    session.add(draft)


def drafts(session: Session, user_id: int) -> list[Draft]:
    """The person's unfinished forms, newest first."""
    statement = (
        select(Draft)
        .where(Draft.user_id == user_id, col(Draft.finished_at).is_(None))
        .order_by(col(Draft.updated_at).desc())
    )
    return list(session.exec(statement))
