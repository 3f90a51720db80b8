"""Stored conversation state: which form a person is in, the answers so far, the version its buttons carry; what was
asked last, so that "e se for 2004?" follows on.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from bot.models.chat import Conversation, Draft

MEMORY = dt.timedelta(minutes=30)
"""How long a question is remembered for what follows on (civil time)."""
KEPT = 600  # characters of a question that are kept


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
    draft = _draft(session, row.user_id, row.flow, title) or Draft(
        user_id=row.user_id, flow=row.flow, title=title[:200], updated_at=now
    )
    company = row.answers.get("company")
    draft.company_id = company if isinstance(company, int) else None
    draft.answers, draft.rule_version, draft.updated_at = dict(row.answers), row.rule_version, now
    session.add(draft)


def _draft(session: Session, user_id: int, flow: str, title: str) -> Draft | None:
    statement = select(Draft).where(
        Draft.user_id == user_id,
        Draft.flow == flow,
        Draft.title == title[:200],
        col(Draft.finished_at).is_(None),
    )
    return session.exec(statement).first()


def drop_draft(session: Session, row: Conversation, *, title: str) -> None:
    """A form that is finished leaves no draft of its own behind."""
    draft = _draft(session, row.user_id, row.flow, title)
    if draft is not None:
        session.delete(draft)


def draft(session: Session, draft_id: int, user_id: int) -> Draft | None:
    """One of this person's drafts."""
    found = session.get(Draft, draft_id)
    return found if found is not None and found.user_id == user_id else None


def forget_company(session: Session, user_id: int, company_id: int, *, now: dt.datetime) -> None:
    """What a person had half written about a company goes when the person does."""
    held = select(Draft).where(Draft.user_id == user_id, Draft.company_id == company_id)
    for found in session.exec(held):
        session.delete(found)
    for row in session.exec(select(Conversation).where(Conversation.user_id == user_id)):
        if row.answers.get("company") == company_id:
            save(row, now=now, flow="", answers={}, context={})
            session.add(row)


def drafts(session: Session, user_id: int) -> list[Draft]:
    """The person's unfinished forms, newest first."""
    statement = (
        select(Draft)
        .where(Draft.user_id == user_id, col(Draft.finished_at).is_(None))
        .order_by(col(Draft.updated_at).desc())
    )
    return list(session.exec(statement))


@dataclass(frozen=True)
class Remembered:
    """What the talk is about: the question that others lean on, and the regulator chosen."""

    question: str = ""
    side: str = ""


def recall(row: Conversation, *, now: dt.datetime) -> Remembered:
    """What was asked within the last half hour; nothing after that."""
    if row.asked_at is None or now - row.asked_at >= MEMORY:
        return Remembered()
    return Remembered(row.asked, row.asked_side)


def remember(row: Conversation, *, question: str, side: str, now: dt.datetime) -> None:
    """Keeps what the talk is about. No change of version: buttons of an open form go on."""
    row.asked, row.asked_side, row.asked_at = question[:KEPT], side, now


def forget(session: Session, *, before: dt.datetime) -> None:
    """Wipes questions remembered since before that instant."""
    session.execute(
        update(Conversation)
        .where(col(Conversation.asked_at) < before)
        .values(asked="", asked_side="", asked_at=None)
    )


def expire(session: Session, *, before: dt.datetime) -> None:
    """Deletes drafts and kept checklists nobody has touched since before that instant, and empties forms left open."""
    session.execute(delete(Draft).where(col(Draft.updated_at) < before))
    session.execute(
        update(Conversation)
        .where(col(Conversation.updated_at) < before, col(Conversation.flow) != "")
        .values(flow="", answers={}, context={}, version=col(Conversation.version) + 1)
    )
