"""Queries of invitations: a random link into a company, single use, revocable, confirmed by name before it counts.

Only the hash of the secret is stored. Used: somebody accepted. Confirmed: the inviter said that it is the right one.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Literal

from sqlalchemy import delete
from sqlmodel import Session, col, select

from bot.models.chat import Account, Invitation
from bot.models.fleet import Company

VALID_DAYS = 7
STAFF_VALID = dt.timedelta(hours=24)

Standing = Literal["open", "waiting", "confirmed", "expired", "revoked"]


def hashed(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def create(
    session: Session, secret: str, *, company_id: int | None, role: str, created_by: int, now: dt.datetime
) -> Invitation:
    """A new invitation into a company; with no company, into the staff."""
    row = Invitation(
        secret_hash=hashed(secret),
        company_id=company_id,
        role=role,
        created_by=created_by,
        created_at=now,
        expires_at=now + (STAFF_VALID if company_id is None else dt.timedelta(days=VALID_DAYS)),
    )
    session.add(row)
    session.flush()
    return row


def recover(
    session: Session, secret: str, *, company_id: int, created_by: int, now: dt.datetime, wait: dt.timedelta
) -> Invitation:
    """An owner's invitation by staff, who let nobody in for that long after it is accepted; an earlier one is over."""
    for earlier in pending(session, company_id, now=now):
        if earlier.opens_at is not None:
            revoke(session, earlier, now=now)
    row = create(session, secret, company_id=company_id, role="owner", created_by=created_by, now=now)
    row.opens_at = now + wait
    session.add(row)
    session.flush()
    return row


def get(session: Session, secret_hash: str, *, lock: bool = False) -> Invitation | None:
    """One invitation by its hash."""
    return session.get(Invitation, secret_hash, with_for_update=lock or None)


def by_secret(session: Session, secret: str) -> Invitation | None:
    """The invitation of a link, locked: two people may tap it at once."""
    return get(session, hashed(secret), lock=True)


def standing(row: Invitation, now: dt.datetime) -> Standing:
    """What has become of it. Accepted in time, it may be confirmed until its last day only."""
    if row.revoked_at is not None:
        return "revoked"
    if row.confirmed_at is not None:
        return "confirmed"
    if row.expires_at <= now:
        return "expired"
    return "waiting" if row.used_by is not None else "open"


def pending(session: Session, company_id: int, *, now: dt.datetime) -> list[Invitation]:
    """The company's invitations that can still let somebody in, oldest first."""
    statement = (
        select(Invitation)
        .where(
            Invitation.company_id == company_id,
            col(Invitation.revoked_at).is_(None),
            col(Invitation.confirmed_at).is_(None),
            col(Invitation.expires_at) > now,
        )
        .order_by(col(Invitation.created_at), col(Invitation.secret_hash))
    )
    return list(session.exec(statement))


def waiting_of(
    session: Session, user_id: int, *, now: dt.datetime
) -> list[tuple[str, str | None, dt.datetime]]:
    """What a person accepted and nobody confirmed yet: company, who invited (None: no account), until when."""
    statement = (
        select(Company.name, Account.name, Invitation.expires_at)
        .join(Company, col(Company.id) == Invitation.company_id)
        .outerjoin(Account, col(Account.user_id) == Invitation.created_by)
        .where(
            Invitation.used_by == user_id,
            col(Invitation.revoked_at).is_(None),
            col(Invitation.confirmed_at).is_(None),
            col(Invitation.expires_at) > now,
            col(Company.closed_at).is_(None),
        )
        .order_by(col(Invitation.created_at), col(Invitation.secret_hash))
    )
    return [(company, inviter, until) for company, inviter, until in session.exec(statement)]


def use(session: Session, row: Invitation, user_id: int, *, now: dt.datetime) -> bool:
    """Somebody accepts; False when the link is not open any more."""
    if standing(row, now) != "open":
        return False
    row.used_by, row.used_at = user_id, now
    if row.opens_at is not None:  # the wait begins when it is known who would come in
        row.opens_at = now + (row.opens_at - row.created_at)
        row.expires_at = row.opens_at + dt.timedelta(days=VALID_DAYS)
    session.add(row)
    return True


def confirm(session: Session, row: Invitation, *, now: dt.datetime) -> bool:
    """The inviter says that it is the right person; False when nothing waits for that."""
    if standing(row, now) != "waiting":
        return False
    row.confirmed_at = now
    session.add(row)
    return True


def revoke(session: Session, row: Invitation, *, now: dt.datetime) -> bool:
    """The link opens nothing any more; False when it was over already."""
    if standing(row, now) not in {"open", "waiting"}:
        return False
    row.revoked_at = now
    session.add(row)
    return True


def revoke_of(session: Session, company_id: int, user_id: int, *, now: dt.datetime) -> None:
    """What a removed person offered, or was about to enter by, is over with them."""
    for row in pending(session, company_id, now=now):
        if user_id in {row.created_by, row.used_by}:
            revoke(session, row, now=now)


def purge(session: Session, *, before: dt.datetime) -> None:
    """Deletes invitations, used or not, that ended before that instant."""
    session.execute(delete(Invitation).where(col(Invitation.expires_at) < before))
