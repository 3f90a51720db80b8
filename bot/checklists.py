"""Queries of checklist drafts: own and shared ones, answers with who gave them, ticks with notes and files.

A draft is a person's own, and seen by the colleagues it was shared with while they are in the same company.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func
from sqlmodel import Session, col, or_, select

from bot.models.chat import Account, Draft
from bot.models.fleet import Company, Membership

FLOW = "checklist"
FILES_LIMIT = 5  # a person with more takes the oldest away
NOTE_LIMIT = 300
TITLE_LIMIT = 60
DRAFTS_LIMIT = 100


@dataclass(frozen=True)
class Overwritten:
    """An answer of a colleague that was replaced."""

    by: int
    value: str


def create(
    session: Session, *, user_id: int, company_id: int | None, subject: str, title: str, now: dt.datetime
) -> Draft:
    """A new draft without answers. A second one of the same request gets a number in its name."""
    taken = {d.title for d in mine(session, user_id) if d.user_id == user_id}
    name, number = title[:TITLE_LIMIT], 2
    while name in taken:
        name, number = f"{title[: TITLE_LIMIT - 4]} ({number})", number + 1
    draft = Draft(
        user_id=user_id, company_id=company_id, flow=FLOW, subject=subject, title=name, updated_at=now
    )
    session.add(draft)
    session.flush()
    return draft


def count(session: Session, user_id: int) -> int:
    """How many drafts a person has."""
    own = select(func.count()).where(Draft.user_id == user_id, Draft.flow == FLOW)
    return session.exec(own).one()


def mine(session: Session, user_id: int) -> list[Draft]:
    """The drafts a person sees, the one touched last first."""
    companies = (
        select(Membership.company_id)
        .join(Company, col(Company.id) == col(Membership.company_id))
        .where(Membership.user_id == user_id, col(Company.closed_at).is_(None))
    )
    statement = (
        select(Draft)
        .where(Draft.flow == FLOW, or_(Draft.user_id == user_id, col(Draft.company_id).in_(companies)))
        .order_by(col(Draft.updated_at).desc(), col(Draft.id).desc())
    )
    return [d for d in session.exec(statement) if d.user_id == user_id or user_id in d.people]


def of_subject(session: Session, user_id: int, subject: str) -> list[Draft]:
    """The drafts of one request that a person sees."""
    return [d for d in mine(session, user_id) if d.subject == subject]


def load(session: Session, draft_id: int, user_id: int, *, lock: bool = True) -> Draft | None:
    """A draft this person may see and edit, locked for this unit of work; None for everybody else."""
    draft = session.get(Draft, draft_id, with_for_update=lock or None)
    if draft is None or draft.flow != FLOW:
        return None
    if draft.user_id == user_id:
        return draft
    if user_id not in draft.people or draft.company_id is None:
        return None
    return draft if _member(session, draft.company_id, user_id) else None


def _member(session: Session, company_id: int, user_id: int) -> bool:
    statement = (
        select(Membership.id)
        .join(Company, col(Company.id) == col(Membership.company_id))
        .where(
            Membership.company_id == company_id,
            Membership.user_id == user_id,
            col(Company.closed_at).is_(None),
        )
    )
    return session.exec(statement).first() is not None


def others(draft: Draft, user_id: int) -> list[int]:
    """Everybody else who sees the draft."""
    return [u for u in (draft.user_id, *draft.people) if u != user_id]


def answered(
    session: Session,
    draft: Draft,
    answers: Mapping[str, str],
    *,
    question: str,
    user_id: int,
    now: dt.datetime,
) -> Overwritten | None:
    """Stores the answers after one was given; tells when a colleague's was replaced by another value."""
    before, author = draft.answers.get(question), draft.authors.get(question)
    replaced = None
    if before is not None and author not in {None, user_id} and before != answers.get(question):
        replaced = Overwritten(int(author), str(before))
    authors = {q: u for q, u in draft.authors.items() if q in answers}
    change(session, draft, now=now, answers=dict(answers), authors={**authors, question: user_id})
    return replaced


def change(session: Session, draft: Draft, *, now: dt.datetime, **values: Any) -> None:
    """Changes a draft."""
    for name, value in values.items():
        setattr(draft, name, value)
    draft.updated_at = now
    session.add(draft)
    session.flush()


def mark(session: Session, draft: Draft, item: str, *, now: dt.datetime, **values: Any) -> None:
    """Changes what is kept of one item: `done` with `by` and `on`, `note`, `files`."""
    kept = {**draft.ticks.get(item, {}), **values}
    kept = {name: value for name, value in kept.items() if value not in (None, "", [])}
    ticks = {i: t for i, t in draft.ticks.items() if i != item}
    change(session, draft, now=now, ticks={**ticks, item: kept} if kept else ticks)


def attach(session: Session, draft: Draft, item: str, file: Mapping[str, Any], *, now: dt.datetime) -> bool:
    """Keeps Telegram's id of a photo or document beside an item; False when it is there or no more fit."""
    files = list(draft.ticks.get(item, {}).get("files", []))
    if len(files) >= FILES_LIMIT or any(f["file_id"] == file["file_id"] for f in files):
        return False
    mark(session, draft, item, now=now, files=[*files, dict(file)])
    return True


def delete_draft(session: Session, draft: Draft) -> None:
    """A draft goes, with its notes and files' ids."""
    session.execute(delete(Draft).where(col(Draft.id) == draft.id))


def names(session: Session, user_ids: list[int]) -> dict[int, str]:
    """What these people are called in Telegram."""
    statement = select(Account).where(col(Account.user_id).in_(user_ids))
    return {a.user_id: a.name for a in session.exec(statement)}
