"""Secret addresses of calendars: made, revoked, ended by their age; the secret is shown once and never stored.

A calendar program asks the address for months, so it cannot work once only: it works for a term
(`Settings.calendar_link_days`), from one place, and stops when its person makes another or leaves the company.
`since`: addresses made before that instant have ended.
"""

from __future__ import annotations

import datetime as dt
import hashlib

from sqlalchemy import delete
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

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
    held = list(session.exec(_kept(company_id, user_id)))
    for link in held:
        link.revoked_at = now
        session.add(link)
    return len(held)


def of(session: Session, *, company_id: int, user_id: int, since: dt.datetime) -> CalendarLink | None:
    """The address that works."""
    statement = _kept(company_id, user_id).where(CalendarLink.created_at > since)
    return session.exec(statement.order_by(col(CalendarLink.created_at).desc()).limit(1)).first()


def _kept(company_id: int, user_id: int) -> SelectOfScalar[CalendarLink]:
    return select(CalendarLink).where(
        CalendarLink.company_id == company_id,
        CalendarLink.user_id == user_id,
        col(CalendarLink.revoked_at).is_(None),
    )


def resolve(
    session: Session, secret: str, *, since: dt.datetime
) -> tuple[Company, Membership, dt.datetime] | None:
    """Whose calendar a secret opens, while the person is a member still, and when the address was made."""
    link = session.get(CalendarLink, _hash(secret))
    if link is None or link.revoked_at is not None or link.created_at <= since:
        return None
    held = companies.membership(session, link.company_id, link.user_id)
    return (*held, link.created_at) if held else None


def purge(session: Session, *, before: dt.datetime) -> None:
    """Forgets addresses made before that instant: they have ended."""
    session.execute(delete(CalendarLink).where(col(CalendarLink.created_at) <= before))
