"""Tables of the fleet: companies and their people, vehicles, papers with dates, instalments, history."""

import datetime as dt
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, Column, ForeignKey, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from bot.models.columns import Amount, CivilDate, one_of, telegram_id
from bot.models.delivery import RowId

COMPANY_ROLES = ("owner", "manager", "driver", "accountant")
VEHICLE_STATES = ("active", "sold", "laid_up", "removed")
PAPER_SUBJECTS = ("company", "vehicle", "contract", "driver", "trip")
PAPER_STATES = ("current", "replaced", "not_applicable", "removed")


def _company() -> Any:
    return Field(sa_column=Column(RowId, ForeignKey("company.id"), nullable=False, index=True))


class Company(SQLModel, table=True):
    """A carrier. `authorities` and `modes` are the contract's slugs."""

    __tablename__ = "company"

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    name: str = Field(max_length=200)
    cnpj: str | None = Field(default=None, max_length=14)
    municipality: str | None = Field(default=None, max_length=7)
    authorities: list[str] = Field(default_factory=list, sa_type=JSON)
    modes: list[str] = Field(default_factory=list, sa_type=JSON)
    ladders: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    created_at: dt.datetime
    closed_at: dt.datetime | None = None


class Membership(SQLModel, table=True):
    """A person's place in a company. A removed person keeps nothing."""

    __tablename__ = "membership"
    __table_args__ = (UniqueConstraint("company_id", "user_id"), one_of("role", *COMPANY_ROLES))

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    company_id: int = _company()
    user_id: int = telegram_id(index=True)
    role: str = Field(max_length=20)
    since: dt.datetime


class Vehicle(SQLModel, table=True):
    """A vehicle of one company. `plate_key` is equal for the old and the Mercosul spelling."""

    __tablename__ = "vehicle"
    __table_args__ = (one_of("state", *VEHICLE_STATES), Index("ix_vehicle_plate", "plate_key"))

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    company_id: int = _company()
    plate: str = Field(max_length=7)
    plate_key: str = Field(max_length=7)
    renavam: str | None = Field(default=None, max_length=11)
    year: int
    manufactured_on: dt.date | None = Field(default=None, sa_type=CivilDate)
    seats: int
    vehicle_class: str = Field(default="", max_length=20)
    ownership: str = Field(default="", max_length=20)
    body: str = Field(default="", max_length=20, sa_column_kwargs={"server_default": ""})
    state: str = Field(default="active", max_length=12)
    state_since: dt.date | None = Field(default=None, sa_type=CivilDate)
    created_at: dt.datetime


class Paper(SQLModel, table=True):
    """A dated paper of a company, vehicle, contract, driver or trip; one row a cycle.

    `kind` is a kind of `knowledge.obligations`; its fact `start` is `issued_on`, its fact `printed` is
    `expires_on`; other facts and choices stand in `facts` under `dates` and `choices` (`bot.paper_facts`).
    `person_id` is the driver the paper is of, a member of the company.
    """

    __tablename__ = "paper"
    __table_args__ = (
        Index("ix_paper_due", "state", "expires_on"),
        one_of("subject", *PAPER_SUBJECTS),
        one_of("state", *PAPER_STATES),
    )

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    company_id: int = _company()
    vehicle_id: int | None = Field(
        default=None, sa_column=Column(RowId, ForeignKey("vehicle.id"), nullable=True, index=True)
    )
    subject: str = Field(max_length=12)
    subject_name: str = Field(default="", max_length=200)
    person_id: int | None = telegram_id(default=None)
    kind: str = Field(max_length=60)
    number: str | None = Field(default=None, max_length=80)
    issuer: str | None = Field(default=None, max_length=120)
    issued_on: dt.date | None = Field(default=None, sa_type=CivilDate)
    expires_on: dt.date | None = Field(default=None, sa_type=CivilDate)
    facts: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    files: list[Any] = Field(default_factory=list, sa_type=JSON)
    state: str = Field(default="current", max_length=16)
    replaced_by: int | None = telegram_id(default=None)
    solved_on: dt.date | None = Field(default=None, sa_type=CivilDate)
    created_at: dt.datetime


class Instalment(SQLModel, table=True):
    """A parcel of a policy; the parcels add up to its total. One taken back has given its number up (negative)."""

    __tablename__ = "instalment"
    __table_args__ = (UniqueConstraint("paper_id", "number"), Index("ix_instalment_due", "paid_on", "due_on"))

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    paper_id: int = Field(sa_column=Column(RowId, ForeignKey("paper.id"), nullable=False, index=True))
    number: int
    due_on: dt.date = Field(sa_type=CivilDate)
    amount: Decimal | None = Field(default=None, sa_type=Amount)
    paid_on: dt.date | None = Field(default=None, sa_type=CivilDate)
    state: str = Field(default="current", max_length=12, sa_column_kwargs={"server_default": "current"})


class Change(SQLModel, table=True):
    """Who changed what: the row before and after, for history and undo.

    Changes of one `batch` belong together and are undone together; `action` is the word of what was done.
    """

    __tablename__ = "change"

    id: int | None = Field(default=None, sa_column=Column(RowId, primary_key=True, autoincrement=True))
    company_id: int = _company()
    user_id: int = telegram_id()
    at: dt.datetime
    batch: str = Field(default="", max_length=40, sa_column_kwargs={"server_default": ""})
    action: str = Field(default="", max_length=40, sa_column_kwargs={"server_default": ""})
    entity: str = Field(max_length=20)
    entity_id: int = telegram_id()
    before: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    after: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    undone_at: dt.datetime | None = Field(default=None, index=True)
