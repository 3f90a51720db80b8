"""Tables of the staff's work: broadcasts, their recipients with reasons, the audit log, unanswered questions."""

import datetime as dt
from typing import Any

from sqlalchemy import JSON, Column, ForeignKey, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from bot.models.columns import one_of, telegram_id
from bot.models.delivery import RowId

BROADCAST_STATES = ("draft", "approval", "scheduled", "running", "paused", "done", "cancelled")


class Broadcast(SQLModel, table=True):
    """A rule update written by staff: text, audience rules, life cycle."""

    __tablename__ = "broadcast"
    __table_args__ = (one_of("state", *BROADCAST_STATES),)

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


class Audit(SQLModel, table=True):
    """What staff did; rows are only ever added."""

    __tablename__ = "audit"

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    at: dt.datetime
    user_id: int = telegram_id()
    action: str = Field(max_length=60)
    facts: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)


class OpenQuestion(SQLModel, table=True):
    """A question the base did not cover, sent to staff with the asker's consent; the text is masked."""

    __tablename__ = "open_question"

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    asker: int | None = telegram_id(default=None)
    text: str
    reason: str = Field(max_length=20)
    asked_at: dt.datetime
    answered_at: dt.datetime | None = None
    answered_by: int | None = telegram_id(default=None)
    answer: str | None = None
    group_key: str = Field(default="", max_length=80)
