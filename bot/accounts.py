"""Queries about people: accounts, reachability, consent, staff."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session, col, select

from bot.models.chat import Account, Staff
from bot.models.fleet import Company, Membership

CONSENT_VERSION = "2026-12"


def touch(session: Session, *, user_id: int, name: str, now: dt.datetime) -> Account:
    """The person's account, made when needed; a person who writes is reachable again."""
    account = session.get(Account, user_id)
    if account is None:
        account = Account(user_id=user_id, name=name[:200], created_at=now)
    account.name = name[:200] or account.name
    if not account.reachable:
        account.reachable, account.unreachable_since, account.unreachable_reason = True, None, None
        account.reopened_at = now
    session.add(account)
    return account


def close_contact(session: Session, user_id: int, *, reason: str, now: dt.datetime) -> None:
    """Marks a person as unreachable (blocked the bot, deactivated, unknown chat)."""
    account = session.get(Account, user_id)
    if account is not None and account.reachable:
        account.reachable, account.unreachable_since, account.unreachable_reason = False, now, reason
        session.add(account)


def consent(session: Session, account: Account, *, now: dt.datetime) -> None:
    """Stores that the person agreed, with version and instant."""
    account.consent_version, account.consent_at = CONSENT_VERSION, now
    session.add(account)


def companies(session: Session, user_id: int) -> list[tuple[Company, Membership]]:
    """The companies a person belongs to, with the role held there."""
    statement = (
        select(Company, Membership)
        .join(Membership, col(Membership.company_id) == col(Company.id))
        .where(Membership.user_id == user_id, col(Company.closed_at).is_(None))
        .order_by(col(Company.name))
    )
    return list(session.exec(statement))


def of_several(session: Session, user_id: int) -> bool:
    """Whether a person belongs to more than one open company: then whatever comes by itself says whose it is."""
    return len(companies(session, user_id)) > 1


def found_company(
    session: Session, *, owner: int, name: str, authorities: list[str], modes: list[str], now: dt.datetime
) -> Company:
    """A new company with its first owner."""
    company = Company(name=name[:200], authorities=authorities, modes=modes, created_at=now)
    session.add(company)
    session.flush()
    session.add(Membership(company_id=company.id or 0, user_id=owner, role="owner", since=now))
    return company


def appoint(session: Session, *, user_id: int, role: str, name: str, now: dt.datetime) -> None:
    """Gives a person a staff role; holding it already changes nothing."""
    if session.get(Staff, (user_id, role)) is None:
        session.add(Staff(user_id=user_id, role=role, name=name, since=now))


def dismiss(session: Session, user_id: int, *, role: str | None = None) -> int:
    """Takes one role or all from a person; returns how many were held."""
    held = [s for s in session.exec(select(Staff).where(Staff.user_id == user_id)) if role in {None, s.role}]
    for row in held:
        session.delete(row)
    return len(held)


def staff(session: Session) -> list[Staff]:
    """Everybody on the staff."""
    return list(session.exec(select(Staff).order_by(col(Staff.user_id), col(Staff.role))))
