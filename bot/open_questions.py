"""Queries of questions that wait for staff: kept masked, grouped by likeness, the asker apart and for 30 days only."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rapidfuzz import fuzz
from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from bot import revisions
from bot.models.staff import BaseEntry, OpenQuestion, QuestionAsker
from bot.services import Services
from knowledge.spoken import package_spoken
from knowledge.text import stem, stopwords, words

KEEPS_ASKER = dt.timedelta(days=30)
SAME_WORD = 80
"""How alike, of 100, two stems must be to be one word, misspelt."""
FEWEST_SHARED = 2
"""Words two questions share at least, unless they say just the same."""
COMPARED = 500
UNKNOWN, WRONG = "not_covered", "wrong"
OWN_TOPIC = "equipe-"
"""Ids of topics made of questions begin so."""


@dataclass(frozen=True)
class Group:
    """Questions that ask the same."""

    key: str
    questions: tuple[OpenQuestion, ...]

    @property
    def title(self) -> str:
        """The newest wording."""
        return self.questions[0].text


def send(session: Session, *, asker: int, text: str, reason: str, now: dt.datetime) -> OpenQuestion | None:
    """Keeps a masked question; None when this person's same question waits already."""
    own = select(OpenQuestion).join(QuestionAsker, col(QuestionAsker.question_id) == col(OpenQuestion.id))
    same = own.where(
        QuestionAsker.user_id == asker, OpenQuestion.text == text, col(OpenQuestion.closed).is_(None)
    )
    if session.exec(same).first() is not None:
        return None
    row = OpenQuestion(text=text, reason=reason, asked_at=now, group_key=_group(session, text))
    session.add(row)
    session.flush()
    row.group_key = row.group_key or f"q{row.id}"
    session.add(row)
    session.add(QuestionAsker(question_id=row.id or 0, user_id=asker, until=now + KEEPS_ASKER))
    session.flush()
    return row


def _group(session: Session, text: str) -> str:
    """The key of the group it is most like; "" when it is like none."""
    waiting = select(OpenQuestion).where(col(OpenQuestion.closed).is_(None))
    recent = session.exec(waiting.order_by(col(OpenQuestion.id).desc()).limit(COMPARED))
    firsts = {q.group_key: q for q in recent}  # the oldest of each: no chain leads from it to another matter
    scored = [(alike(text, q.text), -(q.id or 0), key) for key, q in firsts.items()]
    best = max(scored, default=(0.0, 0, ""))
    return best[2] if best[0] > 0 else ""


def alike(one: str, other: str) -> float:
    """How surely two questions ask the same, 0 to 1; one answer goes to all of a group.

    What one of them says beyond the other must be little, and each saying something of its own is another matter:
    "levar cachorro" is neither "levar bicicleta" nor "seguro para levar cachorro".
    """
    left, right = _stems(one), _stems(other)
    shared = 0
    for word in list(left):
        if same := next((w for w in right if fuzz.ratio(word, w) >= SAME_WORD), None):
            left.remove(word)
            right.remove(same)
            shared += 1
    beyond = len(left) + len(right)
    if (left and right) or (beyond and (shared < FEWEST_SHARED or beyond * 2 > shared)):
        return 0.0
    return shared / (shared + beyond) if shared else float(one.lower() == other.lower())


def _stems(text: str) -> list[str]:
    """The stems that carry the matter, each once."""
    return sorted({stem(word) for word in words(text) if word not in stopwords()} - _asking())


@cache
def _asking() -> frozenset[str]:
    return frozenset(stem(word) for said in package_spoken().asking for word in words(said))


def part(session: Session, question_id: int) -> OpenQuestion | None:
    """Takes a question that waits out of its group: it is answered by itself. None: it waits no more."""
    row = session.get(OpenQuestion, question_id)
    if row is None or row.closed is not None:
        return None
    row.group_key = f"apart{row.id}"
    session.add(row)
    session.flush()
    return row


def groups(session: Session) -> list[Group]:
    """What waits, the most asked first, then the newest."""
    waiting = select(OpenQuestion).where(col(OpenQuestion.closed).is_(None))
    found: dict[str, list[OpenQuestion]] = {}
    for row in session.exec(waiting.order_by(col(OpenQuestion.id).desc())):
        found.setdefault(row.group_key, []).append(row)
    made = [Group(key, tuple(rows)) for key, rows in found.items()]
    return sorted(made, key=lambda g: (-len(g.questions), -(g.questions[0].id or 0)))


def group(session: Session, key: str, *, closed: bool = False) -> Group | None:
    """One group; `closed`: with what was answered before."""
    wanted = select(OpenQuestion).where(OpenQuestion.group_key == key)
    if not closed:
        wanted = wanted.where(col(OpenQuestion.closed).is_(None))
    rows = tuple(session.exec(wanted.order_by(col(OpenQuestion.id).desc())))
    return Group(key, rows) if rows else None


def answer(
    session: Session, waiting: Group, *, text: str, provisions: Sequence[str], by: int, now: dt.datetime
) -> list[tuple[int, OpenQuestion]]:
    """Answers the whole group; returns whom to tell, who are forgotten with it."""
    ids = [q.id for q in waiting.questions]
    askers = list(session.exec(select(QuestionAsker).where(col(QuestionAsker.question_id).in_(ids))))
    by_id = {q.id: q for q in waiting.questions}
    for row in waiting.questions:
        row.answer, row.provisions, row.closed = text, list(provisions), "answered"
        row.answered_at, row.answered_by = now, by
        session.add(row)
    told = [(a.user_id, by_id[a.question_id]) for a in askers]
    for asker in askers:
        session.delete(asker)
    session.flush()
    return told


def dismiss(session: Session, waiting: Group, *, by: int, now: dt.datetime) -> None:
    """Nothing for us: closed without an answer, the askers forgotten."""
    for row in waiting.questions:
        row.closed, row.answered_by, row.answered_at = "dismissed", by, now
        session.add(row)
    ids = [q.id for q in waiting.questions]
    session.execute(delete(QuestionAsker).where(col(QuestionAsker.question_id).in_(ids)))


def counts(session: Session) -> dict[str, int]:
    """The closed loop: received, answered, dismissed, waiting, published as a topic."""
    asked = col(OpenQuestion.reason).in_((UNKNOWN, WRONG))
    rows = session.execute(
        select(col(OpenQuestion.closed), func.count()).where(asked).group_by(col(OpenQuestion.closed))
    )
    by_state = {state or "waiting": int(count) for state, count in rows}
    published = session.execute(
        select(func.count())
        .select_from(BaseEntry)
        .where(BaseEntry.kind == revisions.TOPIC, col(BaseEntry.key).startswith(OWN_TOPIC))
    ).scalar_one()
    held = {name: by_state.get(name, 0) for name in ("waiting", "answered", "dismissed")}
    return {**held, "received": sum(by_state.values()), "published": int(published)}


def forget(_services: Services, session: Session, now: dt.datetime) -> None:
    """The job: who asked is forgotten when the time is over, answered or not."""
    session.execute(delete(QuestionAsker).where(col(QuestionAsker.until) < now))
