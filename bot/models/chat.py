"""Tables of the conversation: accounts, staff, stored answers, screens with their buttons, invitations."""

import datetime as dt
from typing import Any

from sqlalchemy import JSON, Column, Index
from sqlmodel import Field, SQLModel

from bot.models.columns import CivilDate, one_of, telegram_id
from bot.models.delivery import RowId

STAFF_ROLES = ("administrator", "editor", "communicator", "attendant")


class Account(SQLModel, table=True):
    """A real user in a private chat. Reachability and consent; companies hang on memberships."""

    __tablename__ = "account"

    user_id: int = telegram_id(primary_key=True)
    name: str = Field(max_length=200)
    created_at: dt.datetime
    reachable: bool = True
    unreachable_since: dt.datetime | None = None
    reopened_at: dt.datetime | None = None
    unreachable_reason: str | None = Field(default=None, max_length=200)
    consent_version: str | None = Field(default=None, max_length=20)
    consent_at: dt.datetime | None = None
    preferences: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)


class Staff(SQLModel, table=True):
    """A member of staff. One role a row; an administrator has every right."""

    __tablename__ = "staff"
    __table_args__ = (one_of("role", *STAFF_ROLES),)

    user_id: int = telegram_id(primary_key=True)
    role: str = Field(primary_key=True, max_length=20)
    name: str = Field(max_length=200, default="")
    since: dt.datetime


class Conversation(SQLModel, table=True):
    """The form a person is in: answers by question name, and the version its buttons must carry.

    `asked`: the question that later ones lean on, `asked_side`: the regulator chosen for this talk; both end
    half an hour after `asked_at` (`bot.conversation`).
    """

    __tablename__ = "conversation"

    chat_id: int = telegram_id(primary_key=True)
    user_id: int = telegram_id(primary_key=True)
    flow: str = Field(default="", max_length=40)
    answers: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    version: int = 0
    rule_version: str = Field(default="", max_length=80)
    context: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    asked: str = Field(default="", max_length=600, sa_column_kwargs={"server_default": ""})
    asked_side: str = Field(default="", max_length=12, sa_column_kwargs={"server_default": ""})
    asked_at: dt.datetime | None = None
    updated_at: dt.datetime


class Draft(SQLModel, table=True):
    """A form or checklist left half way, or finished and kept. Several per person.

    Of a checklist (`flow` "checklist"): `subject` is its id; `ticks` what was marked, noted and attached by item;
    `authors` who answered what; `people` the colleagues who see it; `file_on` the day of the request and
    `needed_on` the day by which an answer is needed.
    """

    __tablename__ = "draft"
    __table_args__ = (Index("ix_draft_owner", "user_id", "flow"),)

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    user_id: int = telegram_id()
    company_id: int | None = telegram_id(default=None)
    flow: str = Field(max_length=40)
    title: str = Field(max_length=200)
    answers: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    ticks: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    rule_version: str = Field(default="", max_length=80)
    subject: str = Field(default="", max_length=40, sa_column_kwargs={"server_default": ""})
    authors: dict[str, Any] = Field(
        default_factory=dict, sa_type=JSON, sa_column_kwargs={"server_default": "{}"}
    )
    people: list[int] = Field(default_factory=list, sa_type=JSON, sa_column_kwargs={"server_default": "[]"})
    file_on: dt.date | None = Field(default=None, sa_type=CivilDate)
    needed_on: dt.date | None = Field(default=None, sa_type=CivilDate)
    updated_at: dt.datetime
    finished_at: dt.datetime | None = None


class Screen(SQLModel, table=True):
    """What the buttons of one message do. The callback data is `<key>.<index>`, nothing else."""

    __tablename__ = "screen"

    key: str = Field(primary_key=True, max_length=12)
    chat_id: int = telegram_id()
    user_id: int = telegram_id()
    flow: str = Field(default="", max_length=40)
    version: int = 0
    actions: list[Any] = Field(sa_type=JSON)
    created_at: dt.datetime


class Invitation(SQLModel, table=True):
    """A single-use link into a company or into the staff; only the hash of its secret is kept.

    `opens_at`: a recovery, made by staff; before that instant staff let nobody in, and any member may refuse.
    """

    __tablename__ = "invitation"

    secret_hash: str = Field(primary_key=True, max_length=64)
    company_id: int | None = telegram_id(default=None)
    role: str = Field(max_length=20)
    created_by: int = telegram_id()
    created_at: dt.datetime
    expires_at: dt.datetime
    used_by: int | None = telegram_id(default=None)
    used_at: dt.datetime | None = None
    opens_at: dt.datetime | None = None
    revoked_at: dt.datetime | None = None
    confirmed_at: dt.datetime | None = None


class PrintJob(SQLModel, table=True):
    """What a paper is printed from, when that is not to be kept: gone with the delivery, at the latest after a day."""

    __tablename__ = "print_job"

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    user_id: int = telegram_id()
    kind: str = Field(max_length=20)
    content: dict[str, Any] = Field(sa_type=JSON)
    created_at: dt.datetime
