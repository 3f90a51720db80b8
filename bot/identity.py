"""Which bot and which Bot API server a database belongs to: a start with others is refused."""

from __future__ import annotations

from sqlmodel import Session

from bot.models.delivery import Meta


class WrongDatabase(RuntimeError):
    """The database was made for another bot or another Bot API address."""


def check(session: Session, *, bot_id: int, api_url: str) -> None:
    """Records the identity at the first start, compares it later. Raises `WrongDatabase` saying how to proceed."""
    for key, value in (("bot_id", str(bot_id)), ("api_url", api_url.rstrip("/"))):
        row = session.get(Meta, key)
        if row is None:
            session.add(Meta(key=key, value=value))
        elif row.value != value:
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
    row = session.get(Meta, key) or Meta(key=key, value=value)
    row.value = value
    session.add(row)
