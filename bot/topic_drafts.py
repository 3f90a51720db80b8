"""Topics drafted from answered questions: kept with the question, completed, checked, published as a revision.

A draft is `{"topic", "by", "number"}`: the topic in the shape of the files, who wrote it and changed it since, the
revision it became.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, col, select

from bot import open_questions, revisions
from bot.models.staff import OpenQuestion
from bot.revisions import Published
from knowledge.defect_words import told
from knowledge.errors import KnowledgeError
from knowledge.topic_checks import topic_problems
from knowledge.topics import Topic

OWN = open_questions.OWN_TOPIC
"""Ids of the staff's topics begin so; a correction has the id of what it stands in place of."""
FEWEST_PHRASES = 3
BASE = "base"
"""The reason of a draft that corrects a topic of the base."""


def keep(session: Session, row: OpenQuestion, topic: Mapping[str, Any], *, by: int) -> None:
    """The draft as it stands now, of all who wrote it; a published one becomes a draft again, of who changes it."""
    earlier = frozenset() if (row.draft or {}).get("number") else writers(row)
    row.draft = {"topic": dict(topic), "by": sorted({*earlier, by}), "number": None}
    session.add(row)
    session.flush()


def writers(row: OpenQuestion) -> frozenset[int]:
    """Who wrote a draft or changed it since: with two-person approval none of them publishes it."""
    by = (row.draft or {}).get("by", [])
    return frozenset(
        by if isinstance(by, list) else [by]
    )  # one number in drafts kept before changes were noted


def of_base(session: Session, topic: Topic, *, by: int, now: dt.datetime) -> OpenQuestion:
    """A draft of a topic of the base as it stands; nobody asked it, so it counts among no questions."""
    row = OpenQuestion(
        text=topic.title, reason=BASE, asked_at=now, group_key=f"base {topic.id}"[:80], closed=BASE
    )
    session.add(row)
    keep(session, row, topic.model_dump(mode="json", exclude_unset=True), by=by)
    return row


def waiting(session: Session, topic_id: str) -> OpenQuestion | None:
    """The draft of a topic of the base that is not published yet."""
    wanted = select(OpenQuestion).where(OpenQuestion.reason == BASE).order_by(col(OpenQuestion.id).desc())
    drafts = ((row, row.draft) for row in session.exec(wanted) if row.draft)
    return next((row for row, d in drafts if d["topic"]["id"] == topic_id and not d["number"]), None)


def get(session: Session, question_id: int, *, lock: bool = False) -> OpenQuestion | None:
    """The question that holds a draft."""
    row = session.get(OpenQuestion, question_id, with_for_update=lock or None)
    return row if row is not None and row.draft else None


def listing(session: Session, *, limit: int) -> list[OpenQuestion]:
    """The newest drafts, published or not."""
    held = select(OpenQuestion).where(col(OpenQuestion.draft).is_not(None))
    rows = session.exec(held.order_by(col(OpenQuestion.id).desc()))
    return [row for row in rows if row.draft][:limit]


def defects(topic: Mapping[str, Any], published: Published, on: dt.date) -> list[str]:
    """What keeps a topic from being published: its shape, its words against the law, the base with it. Slow, pure."""
    try:
        made = Topic.model_validate(dict(topic))
        library = published.with_topic(made).load(on)
    except (KnowledgeError, ValueError) as error:
        return told(error)
    return list(topic_problems((made,), library, on))


def publish(session: Session, row: OpenQuestion, *, by: int, now: dt.datetime) -> int:
    """The topic is part of the base from now on; returns the revision it makes."""
    topic = dict((row.draft or {})["topic"])
    revisions.enter(session, revisions.TOPIC, str(topic["id"]), topic, by=by, now=now)
    number = revisions.number(session)
    row.draft = {**(row.draft or {}), "number": number}
    session.add(row)
    session.flush()
    return number
