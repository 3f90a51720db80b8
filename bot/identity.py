"""Which bot and which Bot API server a database belongs to: a start with others is refused."""

from __future__ import annotations

from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import Session

from bot.models.delivery import Meta


class WrongDatabase(RuntimeError):
    """The database was made for another bot or another Bot API address."""


def check(session: Session, *, bot_id: int, api_url: str) -> None:
    """Records the identity at the first start, compares it later. Raises `WrongDatabase` saying how to proceed."""
    for key, value in (("bot_id", str(bot_id)), ("api_url", api_url.rstrip("/"))):
        _make(session, key, value)
        row = session.get_one(Meta, key)
        if row.value != value:
            raise WrongDatabase(
                f"This database belongs to {key}={row.value}, not {value}. Set FRETABOT_DATABASE_URL or "
                "FRETABOT_DATA_DIR to another place, or go back to the former token or address."
            )


def read(session: Session, key: str) -> str | None:
    """A stored fact about this installation."""
    row = session.get(Meta, key)
    return row.value if row else None


def write(session: Session, key: str, value: str) -> None:
    """Stores a fact about this installation."""
    _make(session, key, value)
    session.get_one(Meta, key).value = value
    session.flush()


def _make(session: Session, key: str, value: str) -> None:
    """The row, unless it is there; two replicas may want to make it at once."""
    maker = pg_insert if session.get_bind().dialect.name == "postgresql" else sqlite_insert
    session.execute(maker(Meta).values(key=key, value=value).on_conflict_do_nothing())
