"""What other people's rows say of a person who is erased: each row stays, the name and the id in it go.

A name of one word, or one that stands in the name of a company of theirs, is replaced only where it stands alone:
“Beto” in “Beto Turismo” is the carrier's name.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, delete, or_, update
from sqlmodel import Session, col, select

from bot import inbox, papers
from bot.changes import ERASED
from bot.models.chat import Account, Conversation, Draft, Invitation, Screen, Staff
from bot.models.delivery import Inbox, Outbox, OutboxPart
from bot.models.fleet import Change, Company, Membership, Paper
from bot.models.staff import OpenQuestion
from knowledge.text import fold

NOBODY = "pessoa apagada"


@dataclass(frozen=True)
class Person:
    """Who is erased, the companies they are or were in, and the people whose rows may name them."""

    id: int
    name: str
    companies: frozenset[int]
    others: frozenset[int]
    inside: bool
    """The name is unmistakable: it is replaced inside longer texts too."""

    def without(self, value: Any) -> Any:
        """A value of JSON with neither the id nor the name."""
        if isinstance(value, dict):
            return {self._text(key): self.without(held) for key, held in value.items()}
        if isinstance(value, list):
            return [self.without(held) for held in value]
        if isinstance(value, str):
            return self._text(value)
        return ERASED if value == self.id and not isinstance(value, bool) else value

    def named(self, text: str) -> bool:
        """Whether a text is this person's name and nothing else."""
        return bool(self.name) and fold(text) == fold(self.name)

    def _text(self, text: str) -> str:
        text = re.sub(rf"(?<!\d){self.id}(?!\d)", str(ERASED), text)
        if self.named(text):
            return NOBODY
        for name in {self.name, html.escape(self.name), html.escape(self.name, quote=False)} - {""}:
            text = text.replace(f">{name}<", f">{NOBODY}<")
            if self.inside:
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", NOBODY, text)
        return text


def person(session: Session, user_id: int) -> Person:
    """Gathers what is known of somebody; to be called before anything of theirs is deleted."""
    account = session.get(Account, user_id)
    name = account.name.strip() if account else ""
    places = set(session.exec(select(Membership.company_id).where(Membership.user_id == user_id)))
    places |= set(session.exec(select(Change.company_id).where(_speaks_of(user_id)).distinct()))
    places |= set(session.exec(select(Paper.company_id).where(Paper.person_id == user_id).distinct()))
    inside = col(Membership.company_id).in_(places)
    others = set(session.exec(select(Membership.user_id).where(inside))) | set(
        session.exec(select(Staff.user_id))
    )
    carriers = session.exec(select(Company.name).where(col(Company.id).in_(places)))
    clear = len(name.split()) > 1 and not any(fold(name) in fold(carrier) for carrier in carriers)
    return Person(user_id, name, frozenset(places), frozenset(others - {user_id}), clear)


def _speaks_of(user_id: int) -> ColumnElement[bool]:
    return or_(
        col(Change.user_id) == user_id,
        _holds(col(Change.before), user_id),
        _holds(col(Change.after), user_id),
    )


def _holds(column: Any, user_id: int) -> ColumnElement[bool]:
    return sa.cast(column, sa.String).like(f"%{user_id}%")


def blank(session: Session, gone: Person) -> None:
    """Takes a person out of everybody else's rows, and empties the papers that are of that person."""
    _papers(session, gone)
    _history(session, gone)
    _drafts(session, gone)
    _open_forms(session, gone)
    _messages(session, gone)
    session.execute(delete(Invitation).where(col(Invitation.used_by) == gone.id))
    session.execute(
        update(OpenQuestion).where(col(OpenQuestion.answered_by) == gone.id).values(answered_by=None)
    )
    _updates(session, gone)
    session.flush()


def _papers(session: Session, gone: Person) -> None:
    """The driver's papers: those of the id, and those somebody typed the name on, unless a namesake is there."""
    rows = list(session.exec(select(Paper).where(Paper.person_id == gone.id)))
    names = session.exec(select(Account.name).where(col(Account.user_id).in_(gone.others)))
    if not any(gone.named(name) for name in names):
        typed = select(Paper).where(
            col(Paper.company_id).in_(gone.companies),
            Paper.subject == "driver",
            col(Paper.person_id).is_(None),
            Paper.subject_name != "",
        )
        rows += [row for row in session.exec(typed) if gone.named(row.subject_name)]
    for row in rows:
        papers.empty(session, row)
        row.person_id = None
    session.flush()


def _history(session: Session, gone: Person) -> None:
    for row in session.exec(select(Change).where(col(Change.company_id).in_(gone.companies))):
        if row.user_id == gone.id:
            row.user_id = ERASED
        if row.entity in {"membership", "paper"}:
            _replace(row, gone, "before", "after")


def _drafts(session: Session, gone: Person) -> None:
    """A kept checklist goes on without the person; a half-filled form about the person goes."""
    ours = or_(col(Draft.company_id).in_(gone.companies), col(Draft.user_id).in_(gone.others))
    for row in session.exec(select(Draft).where(ours, Draft.user_id != gone.id)):
        row.people = [user for user in row.people if user != gone.id]
        row.authors = {question: user for question, user in row.authors.items() if user != gone.id}
        if _replace(row, gone, "title", "answers", "ticks") and row.flow != "checklist":
            session.delete(row)


def _open_forms(session: Session, gone: Person) -> None:
    """A form open about the person is emptied; buttons that hold the person's id go with their screen."""
    for row in session.exec(select(Conversation).where(col(Conversation.user_id).in_(gone.others))):
        if _replace(row, gone, "answers", "context"):
            row.flow, row.answers, row.context, row.version = "", {}, {}, row.version + 1
    theirs = or_(col(Screen.user_id).in_(gone.others), _holds(col(Screen.actions), gone.id))
    for screen in session.exec(select(Screen).where(theirs)):
        if gone.without(screen.actions) != screen.actions:
            session.delete(screen)


def _messages(session: Session, gone: Person) -> None:
    """What waits to be sent to others, and what was sent."""
    theirs = or_(col(Outbox.recipient).in_(gone.others), _holds(col(Outbox.payload), gone.id))
    for row in session.exec(select(Outbox).where(theirs)):
        _replace(row, gone, "payload")
    parts = select(OutboxPart).join(Outbox, col(Outbox.id) == col(OutboxPart.outbox_id))
    for part in session.exec(parts.where(theirs, Outbox.recipient != gone.id)):
        _replace(part, gone, "message")


def _replace(row: Any, gone: Person, *columns: str) -> bool:
    """Whether anything of these columns spoke of the person."""
    changed = False
    for column in columns:
        before = getattr(row, column)
        if (after := gone.without(before)) != before:
            setattr(row, column, after)
            changed = True
    return changed


def _updates(session: Session, gone: Person) -> None:
    """Updates of groups, waiting or set aside: of the person's own the number stays, of others' all but the person."""
    own = []
    for row in session.exec(select(Inbox).where(col(Inbox.raw).like(f"%{gone.id}%"))):
        found = _read(row.raw)
        bodies = found.values() if isinstance(found, dict) else ()
        if any(isinstance(body, dict) and _is(body.get("from"), gone) for body in bodies):
            own.append(row.seq or 0)
        elif isinstance(found, dict):
            row.raw = json.dumps(gone.without(_unseen(found, gone)))
    session.flush()
    inbox.blank(session, seqs=own)


def _is(value: Any, gone: Person) -> bool:
    return isinstance(value, dict) and value.get("id") == gone.id


def _unseen(value: Any, gone: Person) -> Any:
    """Without what the person wrote and what Telegram says of the person."""
    if isinstance(value, list):
        return [_unseen(held, gone) for held in value]
    if not isinstance(value, dict):
        return value
    if _is(value, gone) and "first_name" in value:
        return {"id": ERASED, "is_bot": False, "first_name": NOBODY}
    kept = {
        k: held for k, held in value.items() if not (isinstance(held, dict) and _is(held.get("from"), gone))
    }
    return {key: _unseen(held, gone) for key, held in kept.items()}


def _read(raw: str) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        return raw
