"""Column types of the tables: what the database would silently change is refused here."""

import datetime as dt
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Date, String
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field


class CivilDate(TypeDecorator[dt.date]):
    """A civil date. A datetime, which SQLite would cut silently, is refused."""

    impl = Date
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> dt.date | None:
        """Lets only a date without an hour in."""
        if isinstance(value, dt.datetime) or not isinstance(value, dt.date | None):
            raise TypeError(f"a civil date is needed, not {value!r}")
        return value


class Amount(TypeDecorator[Decimal]):
    """A decimal amount, stored as its digits: SQLite would make it a float."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> str | None:
        """Keeps every decimal place as text."""
        if not isinstance(value, Decimal | None):
            raise TypeError(f"a Decimal is needed, not {value!r}")
        return None if value is None else str(value)

    def process_result_value(self, value: Any, dialect: Any) -> Decimal | None:
        """The amount as it was kept."""
        return None if value is None else Decimal(value)


def telegram_id(**options: Any) -> Any:
    """A field for a Telegram id: larger than PostgreSQL's INTEGER."""
    return Field(sa_type=BigInteger, **options)


def one_of(column: str, *words: str) -> CheckConstraint:
    """A CHECK that keeps a text column to its words (no native enumeration: a new word is a plain migration)."""
    listed = ", ".join(f"'{w}'" for w in words)
    return CheckConstraint(f"{column} IN ({listed})", name=f"ck_{column}")
