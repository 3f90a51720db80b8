"""Tables of reminders: what a person answered to one, and the secret addresses of calendars."""

import datetime as dt

from sqlalchemy import Column, ForeignKey, UniqueConstraint
from sqlmodel import Field, SQLModel

from bot.models.columns import CivilDate, telegram_id
from bot.models.delivery import RowId


class ReminderMark(SQLModel, table=True):
    """A person pressed something under a reminder of one cycle; `until`: asked to be told again that day."""

    __tablename__ = "reminder_mark"
    __table_args__ = (UniqueConstraint("user_id", "subject", "cycle"),)

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    company_id: int = Field(sa_column=Column(RowId, ForeignKey("company.id"), nullable=False, index=True))
    user_id: int = telegram_id()
    subject: str = Field(max_length=80)
    cycle: str = Field(max_length=20)
    pressed_on: dt.date = Field(sa_type=CivilDate)
    until: dt.date | None = Field(default=None, sa_type=CivilDate)


class CalendarLink(SQLModel, table=True):
    """A secret address of a person's calendar of one company; only the hash of the secret is kept."""

    __tablename__ = "calendar_link"

    secret_hash: str = Field(primary_key=True, max_length=64)
    company_id: int = Field(sa_column=Column(RowId, ForeignKey("company.id"), nullable=False, index=True))
    user_id: int = telegram_id()
    created_at: dt.datetime
    revoked_at: dt.datetime | None = None
