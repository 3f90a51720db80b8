"""Tables of the staff's work: broadcasts, recipients with reasons, audit, open questions, revisions of the base."""

import datetime as dt
from typing import Any

from sqlalchemy import JSON, Column, ForeignKey, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from bot.models.columns import CivilDate, one_of, telegram_id
from bot.models.delivery import RowId

BROADCAST_STATES = ("draft", "approval", "scheduled", "running", "paused", "done", "cancelled")
NATURES = ("news", "correction", "retraction")
REVISION_STATES = ("draft", "approval", "published", "dropped")


class Broadcast(SQLModel, table=True):
    """A rule update written by staff: text (Telegram HTML), audience rules, life cycle.

    `corrects` is the first broadcast of a chain of corrections. `confirmed` is what was confirmed: the number of people
    and a fingerprint of who they are. `cited` holds a fingerprint of the cited provisions' texts.
    """

    __tablename__ = "broadcast"
    __table_args__ = (one_of("state", *BROADCAST_STATES), one_of("nature", *NATURES))

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    author: int = telegram_id()
    subject: str = Field(default="", max_length=60)
    text: str = ""
    attachment: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    audience: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    provisions: list[Any] = Field(default_factory=list, sa_type=JSON)
    state: str = Field(default="draft", max_length=12)
    reason: str | None = Field(default=None, max_length=200)
    created_at: dt.datetime
    approved_by: int | None = telegram_id(default=None)
    start_at: dt.datetime | None = None
    finished_at: dt.datetime | None = None
    corrects: int | None = telegram_id(default=None)
    text_version: int = 1
    nature: str = Field(default="news", max_length=12, sa_column_kwargs={"server_default": "news"})
    confirmed: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    confirmed_by: int | None = telegram_id(default=None)
    cited: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    listed_at: dt.datetime | None = None  # when its recipients were stored
    planned_at: dt.datetime | None = None  # when the last outbox row was stored
    revision_id: int | None = telegram_id(default=None)  # the revision of the base it tells of


class BroadcastRecipient(SQLModel, table=True):
    """One recipient of a broadcast with the reason shown to that recipient only."""

    __tablename__ = "broadcast_recipient"
    __table_args__ = (UniqueConstraint("broadcast_id", "user_id"), Index("ix_recipient_outbox", "outbox_id"))

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    broadcast_id: int = Field(sa_column=Column(RowId, ForeignKey("broadcast.id"), nullable=False))
    user_id: int = telegram_id()
    company_id: int | None = telegram_id(default=None)
    why: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    outbox_id: int | None = telegram_id(default=None)
    aware_at: dt.datetime | None = None
    company: str = Field(default="", max_length=200, sa_column_kwargs={"server_default": ""})
    skipped: str | None = Field(default=None, max_length=200)  # why nothing is sent to this person


class Audit(SQLModel, table=True):
    """What staff did; rows are only ever added."""

    __tablename__ = "audit"

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    at: dt.datetime
    user_id: int = telegram_id()
    action: str = Field(max_length=60)
    facts: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)


class OpenQuestion(SQLModel, table=True):
    """A question the base did not cover or answered wrongly, sent to staff with consent; the text is masked.

    Who asked stands apart, in `question_asker`, seen by nobody and forgotten after 30 days.
    """

    __tablename__ = "open_question"

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    text: str
    reason: str = Field(max_length=20)
    asked_at: dt.datetime
    answered_at: dt.datetime | None = None
    answered_by: int | None = telegram_id(default=None)
    answer: str | None = None
    provisions: list[Any] | None = Field(default=None, sa_type=JSON)
    group_key: str = Field(default="", max_length=80)
    closed: str | None = Field(default=None, max_length=20)  # answered, dismissed
    draft: dict[str, Any] | None = Field(default=None, sa_type=JSON)  # the topic made of it


class QuestionAsker(SQLModel, table=True):
    """Who asked an open question: only to bring the answer back."""

    __tablename__ = "question_asker"

    question_id: int = Field(
        sa_column=Column(RowId, ForeignKey("open_question.id", ondelete="CASCADE"), primary_key=True)
    )
    user_id: int = telegram_id(index=True)
    until: dt.datetime


class NormRevision(SQLModel, table=True):
    """A norm's new text, from its draft to its publication; the published ones stand in place of the files.

    `content`: `norm`, `provisions` and `source` as in the files. `id` is the number of the revision.
    """

    __tablename__ = "norm_revision"
    __table_args__ = (one_of("state", *REVISION_STATES), Index("ix_revision_norm", "norm", "state"))

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    norm: str = Field(max_length=60)
    content: dict[str, Any] = Field(sa_type=JSON)
    act: str = Field(default="", max_length=200)
    in_force_on: dt.date | None = Field(default=None, sa_type=CivilDate)
    state: str = Field(default="draft", max_length=12)
    author: int = telegram_id()
    created_at: dt.datetime
    approved_by: int | None = telegram_id(default=None)
    published_at: dt.datetime | None = None
    number: int | None = None  # the revision of the whole base it made
    terms: dict[str, Any] | None = Field(
        default=None, sa_type=JSON
    )  # what it changes in terms: `TermChanges`
    made_from: dict[str, Any] | None = Field(
        default=None, sa_type=JSON
    )  # what was asked: `revisions.MadeFrom`


class BaseEntry(SQLModel, table=True):
    """A value of the base entered by chat: the UPF of a year, a holiday, the day something was checked."""

    __tablename__ = "base_entry"
    __table_args__ = (UniqueConstraint("kind", "key"),)

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    kind: str = Field(max_length=20)
    key: str = Field(max_length=120)
    content: dict[str, Any] = Field(sa_type=JSON)
    entered_by: int = telegram_id()
    entered_at: dt.datetime
    number: int  # the revision of the whole base it made
