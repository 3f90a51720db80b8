"""Secret addresses of calendars: made, revoked, found again; the secret itself is shown once and never stored."""

from __future__ import annotations

import datetime as dt
import hashlib

from sqlmodel import Session, col, select

from bot import companies
from bot.models.fleet import Company, Membership
from bot.models.reminders import CalendarLink


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def make(session: Session, *, company_id: int, user_id: int, secret: str, now: dt.datetime) -> None:
    """A new address of this person for this company; the former ones stop."""
    revoke(session, company_id=company_id, user_id=user_id, now=now)
    session.add(
        CalendarLink(secret_hash=_hash(secret), company_id=company_id, user_id=user_id, created_at=now)
    )


def revoke(session: Session, *, company_id: int, user_id: int, now: dt.datetime) -> int:
    """Stops this person's addresses for this company; returns how many worked until now."""
    held = of(session, company_id=company_id, user_id=user_id)
    for link in held:
        link.revoked_at = now
        session.add(link)
    return len(held)


def of(session: Session, *, company_id: int, user_id: int) -> list[CalendarLink]:
    """The addresses that work."""
    statement = select(CalendarLink).where(
        CalendarLink.company_id == company_id,
        CalendarLink.user_id == user_id,
        col(CalendarLink.revoked_at).is_(None),
    )
    return list(session.exec(statement))


def resolve(session: Session, secret: str) -> tuple[Company, Membership] | None:
    """Whose calendar a secret opens, while the person is a member still."""
    link = session.get(CalendarLink, _hash(secret))
    if link is None or link.revoked_at is not None:
        return None
    return companies.membership(session, link.company_id, link.user_id)
