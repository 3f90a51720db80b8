"""Who gets a broadcast: the people of the companies found by facts, each once, with the reasons for each.

The reasons are for the recipient alone; staff see numbers, groups under five as "< 5".
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from bot import few
from bot.broadcast_match import Found, companies
from bot.broadcast_rights import seen
from bot.broadcast_rules import NEWS_OFF, SERVICE, Audience
from bot.models.chat import Account
from bot.models.fleet import Membership
from knowledge.calendar import Calendar

_PLACE = (Membership.company_id, Membership.role)


@dataclass(frozen=True)
class Recipient:
    """One person, once, with every company that brings the message."""

    user_id: int
    name: str
    found: tuple[Found, ...]
    reachable: bool = True


def recipients(
    session: Session,
    audience: Audience,
    *,
    subject: str,
    today: dt.date,
    calendar: Calendar,
    binding: bool = False,
) -> list[Recipient]:
    """The people of the companies concerned, each once, by id. `binding`: nobody can have turned it off."""
    found = {f.company.id: f for f in companies(session, audience, today=today, calendar=calendar)}
    columns = (Account.user_id, Account.name, Account.reachable, Account.preferences, *_PLACE)
    statement = (
        select(*(col(column) for column in columns))
        .join(Membership, col(Membership.user_id) == col(Account.user_id))
        .where(col(Membership.role).in_(audience.roles))
        .order_by(col(Account.user_id), col(Membership.company_id))
    )
    people: dict[int, Recipient] = {}
    for user_id, name, reachable, preferences, company_id, role in session.execute(statement):
        if company_id not in found or (not binding and wants_not(preferences, subject)):
            continue
        own = seen(found[company_id], role=role, user_id=user_id)
        if audience.include.due is not None and not own.papers:
            continue  # what falls due is nothing this role may know of
        held = people[user_id].found if user_id in people else ()
        people[user_id] = Recipient(user_id, name, (*held, own), reachable)
    return list(people.values())


def wants_not(preferences: Mapping[str, Any], subject: str) -> bool:
    """Whether the person turned this subject off."""
    return subject != SERVICE and subject in preferences.get(NEWS_OFF, ())


def turn(account: Account, subject: str, *, off: bool) -> None:
    """Turns a subject off or on for a person."""
    held = [s for s in account.preferences.get(NEWS_OFF, ()) if s != subject]
    account.preferences = {**account.preferences, NEWS_OFF: [*held, subject] if off else held}


def told(whys: Collection[Mapping[str, Any]], rules: Audience) -> int:
    """How many people an audience has as staff may know it, by the reasons of each; shown through `bot.few`.

    Few companies are few, however many people they have. Where fleet or papers are asked about, the number is rounded
    down to a whole step, and fewer, nobody too, read as few: a difference would tell how it stands with one company.
    """
    companies = {one.get("company_id") for why in whys for one in why.get("companies", ())}
    if not whys and not rules.tells_state:
        return 0
    number = few.steps(len(whys)) if rules.tells_state else len(whys)
    return number if min(number, len(companies)) >= few.FEW else few.FEW - 1


def why(recipient: Recipient, audience: Audience) -> dict[str, Any]:
    """The reasons as kept for the recipient: per company, which facts were asked for and fit."""
    return {
        "companies": [
            {
                "company": found.company.name,
                "company_id": found.company.id,
                "authorities": [a for a in found.company.authorities if a in audience.include.authorities],
                "modes": [m for m in found.company.modes if m in audience.include.modes],
                "place": bool(audience.include.municipalities or audience.include.regions),
                "plates": [v.plate for v in found.vehicles],
                "due": [
                    [p.kind, plate, day.isoformat(), p.person_id == recipient.user_id]
                    for p, day, plate in found.papers
                ],
                "provisions": list(audience.include.concerned),
            }
            for found in recipient.found
        ]
    }
