"""Queries of the staff: who holds which roles, removal at one stroke, the log as it is read."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session, col, select

from bot import accounts, audit, invitations
from bot.models.chat import STAFF_ROLES, Account, Invitation, Staff
from bot.models.staff import Audit


def members(session: Session, admin_ids: tuple[int, ...] = ()) -> dict[int, tuple[str, list[str]]]:
    """Name and roles of everybody on the staff; those of the settings are administrators."""
    found: dict[int, tuple[str, list[str]]] = {}
    names = {a.user_id: a.name for a in session.exec(select(Account))} if admin_ids else {}
    for admin in admin_ids:
        found[admin] = (names.get(admin, ""), ["administrator"])
    for row in accounts.staff(session):
        name, roles = found.get(row.user_id, (row.name, []))
        found[row.user_id] = (name or row.name, sorted({*roles, row.role}))
    return found


def roles_of(session: Session, user_id: int, admin_ids: tuple[int, ...]) -> frozenset[str]:
    """One person's roles; an administrator, of the settings too, holds them all."""
    held = frozenset(session.exec(select(Staff.role).where(Staff.user_id == user_id)))
    return frozenset(STAFF_ROLES) if user_id in admin_ids or "administrator" in held else held


def editors(session: Session, admin_ids: tuple[int, ...]) -> list[int]:
    """Everybody who may change the base."""
    held = members(session, admin_ids).items()
    return [person for person, (_, roles) in held if {"editor", "administrator"} & set(roles)]


def appoint(session: Session, *, user_id: int, role: str, name: str, by: int, now: dt.datetime) -> None:
    """Gives a role, and writes it down."""
    accounts.appoint(session, user_id=user_id, role=role, name=name, now=now)
    audit.write(session, by, "staff_appointed", now=now, person=user_id, role=role)


def remove(session: Session, user_id: int, *, by: int, now: dt.datetime, role: str | None = None) -> int:
    """Takes a role or all, with the invitations the person has out; returns how many were held."""
    held = accounts.dismiss(session, user_id, role=role)
    if not held:
        return 0
    left = session.exec(select(Staff.role).where(Staff.user_id == user_id)).all()
    if "administrator" not in left:
        for row in session.exec(
            select(Invitation).where(
                col(Invitation.company_id).is_(None),
                (Invitation.created_by == user_id) | (Invitation.used_by == user_id),
            )
        ):
            invitations.revoke(session, row, now=now)
    audit.write(session, by, "staff_removed", now=now, person=user_id, role=role or "all")
    return held


def log(session: Session, *, limit: int, offset: int = 0) -> list[Audit]:
    """What staff did, newest first."""
    return list(session.exec(select(Audit).order_by(col(Audit.id).desc()).offset(offset).limit(limit)))
