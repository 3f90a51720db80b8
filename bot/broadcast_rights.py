"""What a person may be told by a broadcast: papers that the role in the company sees, companies the person is in now.

Read when the audience is made, when a text leaves and when the person asks why: people change roles and leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlmodel import Session, col, select

from bot.broadcast_match import Found
from bot.models.fleet import Membership
from bot.roles import package_roles
from knowledge.obligations import package_obligations

BATCH = 500
"""People asked for in one query."""
MOVED = ("difference", "moved")
"""Reasons that speak of all the person's companies at once."""


def seen(found: Found, *, role: str, user_id: int) -> Found:
    """The same company with the papers that this person may see."""
    papers = tuple(p for p in found.papers if _sees(role, p[0].kind, own=p[0].person_id == user_id))
    return replace(found, papers=papers)


def places(session: Session, user_ids: Sequence[int]) -> dict[int, dict[int, str]]:
    """The role of these people in each of their companies, now."""
    found: dict[int, dict[int, str]] = {user: {} for user in user_ids}
    for first in range(0, len(user_ids), BATCH):
        held = select(Membership).where(col(Membership.user_id).in_(user_ids[first : first + BATCH]))
        for place in session.exec(held):
            found[place.user_id][place.company_id] = place.role
    return found


def of_person(session: Session, user_id: int, why: Mapping[str, Any]) -> dict[str, Any]:
    """The reasons kept for one person that hold now."""
    return still(why, places(session, [user_id])[user_id])


def still(why: Mapping[str, Any], roles: Mapping[int, str]) -> dict[str, Any]:
    """The reasons that hold: of companies the person is in, as the role there sees them. `roles`: by company."""
    stored = why.get("companies", ())
    kept = [
        {**one, "due": _due(one["due"], roles[one.get("company_id")])}
        for one in stored
        if one.get("company_id") in roles
    ]
    gone = len(kept) < len(stored)
    return {**{k: v for k, v in why.items() if not (gone and k in MOVED)}, "companies": kept}


def _due(stored: Iterable[list[Any]], role: str) -> list[list[Any]]:
    return [item for item in stored if _sees(role, item[0], own=bool(item[3]))]


def _sees(role: str, kind: str, *, own: bool) -> bool:
    kinds = package_obligations()
    holder = kinds[kind].holder if kind in kinds else "company"
    return package_roles().sees(role, holder, kind, own=own)
