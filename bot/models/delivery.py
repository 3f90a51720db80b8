"""Tables of receiving and sending: inbox, outbox and its parts, throttle, leases, sweeps."""

import datetime as dt
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from bot.models.columns import one_of, telegram_id

# Lanes: the smaller leaves first.
LANE_REPLY, LANE_DUE_TODAY, LANE_REMINDER, LANE_RULE_UPDATE = 0, 1, 2, 3
LANES = {
    LANE_REPLY: "reply",
    LANE_DUE_TODAY: "due_today",
    LANE_REMINDER: "reminder",
    LANE_RULE_UPDATE: "rule_update",
}

STATES = ("planned", "sending", "sent", "failed", "uncertain", "superseded", "cancelled")

CLAIMABLE = "state = 'planned' AND digest_id IS NULL"

# SQLite numbers rows only in an INTEGER primary key; PostgreSQL's INTEGER would run out.
RowId = BigInteger().with_variant(Integer(), "sqlite")


class Inbox(SQLModel, table=True):
    """An update as received, stored before Telegram is told. `raw` is blanked when done."""

    __tablename__ = "inbox"
    __table_args__ = (Index("ix_inbox_waiting", "done_at", "chat_key", "seq"),)

    seq: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    update_id: int = telegram_id(unique=True)
    chat_key: str = Field(max_length=40)
    raw: str
    received_at: dt.datetime
    done_at: dt.datetime | None = None
    attempts: int = 0
    error: str | None = None
    busy_until: dt.datetime | None = None  # machine time: its work runs outside a transaction


class Outbox(SQLModel, table=True):
    """One thing to tell one recipient, once per (recipient, subject, cycle, stage)."""

    __tablename__ = "outbox"
    __table_args__ = (
        UniqueConstraint("recipient", "subject", "cycle", "stage"),
        # The order of the claim, over what can be claimed only: one walk, however many more are due.
        Index(
            "ix_outbox_claim",
            "lane",
            "not_before",
            "next_try_at",
            "id",
            sqlite_where=text(CLAIMABLE),
            postgresql_where=text(CLAIMABLE),
        ),
        Index("ix_outbox_state", "state", "lane"),
        Index("ix_outbox_subject", "subject"),
        Index("ix_outbox_digest", "digest_id"),
        Index("ix_outbox_recipient", "recipient", "state"),
        one_of("state", *STATES),
    )

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    recipient: int = telegram_id()
    subject: str = Field(max_length=80)
    cycle: str = Field(max_length=20)
    stage: str = Field(max_length=40)
    kind: str = Field(max_length=40)
    lane: int
    payload: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    state: str = Field(default="planned", max_length=12)
    reason: str | None = None
    planned_at: dt.datetime
    not_before: dt.datetime  # civil time: send hour, quiet hours
    next_try_at: dt.datetime  # machine time: backoff, Telegram's pauses
    attempts: int = 0
    lease_by: str | None = Field(default=None, max_length=60)
    lease_until: dt.datetime | None = None
    left_at: dt.datetime | None = None
    finished_at: dt.datetime | None = None
    error_class: str | None = Field(default=None, max_length=80)
    error: str | None = None
    text_version: str | None = Field(default=None, max_length=40)
    digest_id: int | None = Field(
        default=None, sa_column=Column(RowId, ForeignKey("outbox.id"), nullable=True)
    )


class OutboxPart(SQLModel, table=True):
    """One message of an outbox row: a retry sends only the parts that have no message id."""

    __tablename__ = "outbox_part"

    outbox_id: int = Field(
        sa_column=Column(RowId, ForeignKey("outbox.id", ondelete="CASCADE"), primary_key=True)
    )
    part: int = Field(primary_key=True)
    message: dict[str, Any] = Field(sa_type=JSON)
    message_id: int | None = telegram_id(default=None)
    sent_at: dt.datetime | None = None
    error: str | None = None


class Throttle(SQLModel, table=True):
    """The next free instant of one scope (`bulk`, `chat:<id>`), by the database's clock."""

    __tablename__ = "throttle"

    scope: str = Field(primary_key=True, max_length=60)
    next_free_at: dt.datetime
    paused_until: dt.datetime | None = None
    slow_until: dt.datetime | None = None


class Lease(SQLModel, table=True):
    """Who holds a role that only one process may hold (the poller)."""

    __tablename__ = "lease"

    name: str = Field(primary_key=True, max_length=40)
    holder: str = Field(max_length=60)
    until: dt.datetime
    state: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)


class Sweep(SQLModel, table=True):
    """One planning run per period: the unique row lets one replica win."""

    __tablename__ = "sweep"

    name: str = Field(primary_key=True, max_length=40)
    period: str = Field(primary_key=True, max_length=40)
    started_at: dt.datetime
    done_at: dt.datetime | None = None


class Meta(SQLModel, table=True):
    """What this database is for: bot identity, API address, last sweep, alarms already given."""

    __tablename__ = "meta"

    key: str = Field(primary_key=True, max_length=60)
    value: str
