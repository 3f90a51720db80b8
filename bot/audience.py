"""Who hears of a dated thing: the people of a company by role, and who is told when the first do not react.

Which role hears of what, and which leaves it to another first, is data (`roles.yaml`); a driver always hears of the
own papers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session, col, select

from bot.due import Due
from bot.models.chat import Account
from bot.models.fleet import Membership
from bot.roles import Roles, package_roles


@dataclass(frozen=True)
class Member:
    """A person of a company."""

    user_id: int
    company_id: int
    role: str
    reachable: bool
    preferences: dict[str, Any] = field(default_factory=dict)


def members(session: Session, company_ids: Sequence[int]) -> dict[int, list[Member]]:
    """The people of these companies, in one query."""
    statement = (
        select(Membership, Account)
        .join(Account, col(Account.user_id) == col(Membership.user_id))
        .where(col(Membership.company_id).in_(company_ids))
        .order_by(col(Membership.id))
    )
    found: defaultdict[int, list[Member]] = defaultdict(list)
    for place, account in session.exec(statement):
        found[place.company_id].append(
            Member(place.user_id, place.company_id, place.role, account.reachable, account.preferences)
        )
    return dict(found)


def first(thing: Due, people: Sequence[Member], roles: Roles | None = None) -> list[Member]:
    """Who is told of a thing first: whoever hears of it and does not leave it to somebody the company has."""
    known = roles or package_roles()
    hearing = [m for m in people if _hears(thing, m, known)]
    present = {m.role for m in hearing}
    return [
        m
        for m in hearing
        if thing.person_id == m.user_id or not known.leaves_to(m.role, thing.row.holder) & present
    ]


def _hears(thing: Due, member: Member, roles: Roles) -> bool:
    own = thing.person_id == member.user_id
    return roles.hears(member.role, thing.row.holder, thing.row.kind, own=own)


def sees(thing: Due, member: Member, roles: Roles | None = None) -> bool:
    """Whether this person is shown a thing at all."""
    own = thing.person_id == member.user_id
    return (roles or package_roles()).sees(member.role, thing.row.holder, thing.row.kind, own=own)


def second(thing: Due, people: Sequence[Member], order: Sequence[str]) -> list[Member]:
    """Who is told when nobody of the first reacts: the first role of `order` that sees it and was not told."""
    told = {m.user_id for m in first(thing, people)}
    others = [m for m in people if m.reachable and m.user_id not in told and sees(thing, m)]
    for role in order:
        if found := [m for m in others if m.role == role]:
            return found
    return []
