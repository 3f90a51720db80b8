"""Queries of companies and their people: which one a person works in now, members, who may still leave."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from sqlmodel import Session, col, select

from bot import accounts, changes
from bot.changes import Actor
from bot.models.chat import Account
from bot.models.fleet import Company, Membership

CURRENT = "company"
"""The key in an account's preferences that holds the chosen company."""


def membership(session: Session, company_id: int, user_id: int) -> tuple[Company, Membership] | None:
    """A person's place in an open company; None is what everybody else has."""
    statement = (
        select(Company, Membership)
        .join(Membership, col(Membership.company_id) == col(Company.id))
        .where(Company.id == company_id, Membership.user_id == user_id, col(Company.closed_at).is_(None))
    )
    return session.exec(statement).first()


def current(session: Session, user_id: int) -> tuple[Company, Membership] | None:
    """The company a person works in: the chosen one, or the only one. None: none, or a choice is needed."""
    held = accounts.companies(session, user_id)
    account = session.get(Account, user_id)
    chosen = account.preferences.get(CURRENT) if account else None
    for company, place in held:
        if company.id == chosen:
            return company, place
    return held[0] if len(held) == 1 else None


def choose(session: Session, user_id: int, company_id: int) -> None:
    """Stores which company a person works in from now on."""
    account = session.get(Account, user_id)
    if account is not None:
        account.preferences = {**account.preferences, CURRENT: company_id}
        session.add(account)


def members(session: Session, company_id: int) -> list[tuple[Membership, str]]:
    """Everybody in a company with the name they have in Telegram, owners first."""
    statement = (
        select(Membership, Account)
        .outerjoin(Account, col(Account.user_id) == col(Membership.user_id))
        .where(Membership.company_id == company_id)
        .order_by(col(Membership.id))
    )
    found = [(m, a.name if a else "") for m, a in session.exec(statement)]
    return sorted(found, key=lambda pair: pair[0].role != "owner")


def names(session: Session, user_ids: Sequence[int]) -> list[tuple[int, str]]:
    """The names of these people, as they have them in Telegram."""
    statement = select(Account.user_id, Account.name).where(col(Account.user_id).in_(user_ids))
    return list(session.exec(statement))


def people(session: Session, company_id: int, roles: set[str] | frozenset[str]) -> list[int]:
    """The user ids of those who hold one of these roles."""
    statement = select(Membership.user_id).where(
        Membership.company_id == company_id, col(Membership.role).in_(roles)
    )
    return list(session.exec(statement.order_by(col(Membership.id))))


def member(session: Session, membership_id: int, *, lock: bool = False) -> Membership | None:
    """One membership by its id."""
    return session.get(Membership, membership_id, with_for_update=lock or None)


def lock(session: Session, company_id: int) -> None:
    """Decisions about a company's people wait for each other, so that two owners cannot remove one another at once."""
    session.get(Company, company_id, with_for_update=True)


def last_owner(session: Session, company_id: int, user_id: int) -> bool:
    """Whether this person is the only owner: without a successor nobody could ever get in again."""
    lock(session, company_id)
    return people(session, company_id, {"owner"}) == [user_id]


def join(session: Session, actor: Actor, *, user_id: int, role: str) -> Membership | None:
    """Lets a person in; None when already inside (the role held stays, except that owner is granted)."""
    held = membership(session, actor.company_id, user_id)
    if held is not None:
        if role == "owner" and held[1].role != "owner":
            changes.alter(session, actor, held[1], "member_role", role=role)
        return None
    row = Membership(company_id=actor.company_id, user_id=user_id, role=role, since=actor.at)
    return changes.add(session, actor, row, "member_joined")


def remove(session: Session, actor: Actor, row: Membership) -> None:
    """Takes a person out at once; the choice of this company as the current one goes too."""
    account = session.get(Account, row.user_id)
    if account is not None and account.preferences.get(CURRENT) == row.company_id:
        account.preferences = {k: v for k, v in account.preferences.items() if k != CURRENT}
        session.add(account)
    action = "member_left" if row.user_id == actor.user_id else "member_removed"
    changes.drop(session, actor, row, action)


def change_role(session: Session, actor: Actor, row: Membership, role: str) -> bool:
    """Gives a member another role; False when it is held already."""
    return changes.alter(session, actor, row, "member_role", role=role)


def change(session: Session, actor: Actor, company: Company, **values: Any) -> bool:
    """Corrects what is known of a company."""
    return changes.alter(session, actor, company, "company_changed", **values)


def close(session: Session, actor: Actor, company: Company, *, now: dt.datetime) -> bool:
    """Closes a company: nobody sees it and nothing is reminded any more."""
    return changes.alter(session, actor, company, "company_closed", closed_at=now)


def find(session: Session, words: str, *, limit: int) -> list[Company]:
    """Open companies by a part of the name or the CNPJ (for administrators who restore an owner)."""
    pattern = f"%{words.replace('%', '').replace('_', '')}%"
    statement = select(Company).where(
        col(Company.closed_at).is_(None), col(Company.name).ilike(pattern) | (Company.cnpj == words)
    )
    return list(session.exec(statement.order_by(col(Company.name)).limit(limit)))
