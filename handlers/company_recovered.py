"""What holds for an owner that staff help back in: staff never come in this way, members hear of it and may refuse.

Nobody is let in by staff before the days of `Settings.recovery_wait_days` have passed since the name was known.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import Any

from bot import audit, companies, notices, staff
from bot.models.chat import Invitation
from bot.models.fleet import Company
from bot.turn import Turn
from handlers.module import ADMINISTRATOR


def barred(turn: Turn, row: Invitation, user_id: int) -> bool:
    """Whether the link is a recovery and the person on the staff: who runs the service never takes a company."""
    if row.opens_at is None:
        return False
    return user_id == row.created_by or bool(
        staff.roles_of(turn.session, user_id, turn.services.settings.admin_ids)
    )


def opens(turn: Turn, row: Invitation) -> dt.date | str:
    """The civil day from which staff may let the person in; "" for an invitation of the company's own."""
    return row.opens_at.astimezone(turn.services.settings.zone).date() if row.opens_at is not None else ""


def roles_of_inviter(row: Invitation) -> Collection[str]:
    """The staff role that who made a recovery must hold still to hear of it; of the company's own invitations none."""
    return ADMINISTRATOR if row.opens_at is not None else ()


def may_decide(turn: Turn, row: Invitation, *, refuse: bool) -> bool:
    """The administrator who offered it, for both; any member of the company, to refuse."""
    if row.opens_at is None:
        return False
    if row.created_by == turn.user_id and turn.roles & ADMINISTRATOR:
        return True
    return refuse and companies.membership(turn.session, row.company_id or 0, turn.user_id) is not None


def too_early(turn: Turn, row: Invitation, company: Company) -> bool:
    """Whether the days in which members may refuse are not over; says so."""
    if row.opens_at is None or turn.now >= row.opens_at:
        return False
    turn.say("company/recovery_wait", company=company.name, opens=opens(turn, row))
    return True


def tell_members(turn: Turn, row: Invitation, template: str, **facts: Any) -> None:
    """Everybody in the company hears of it at once, each with a button that refuses."""
    if row.opens_at is None:
        return
    refuse = [[turn.button("recovery_refuse", "company.revoke", invitation=row.secret_hash)]]
    for place, _ in companies.members(turn.session, row.company_id or 0):
        notices.tell(turn, place.user_id, template, refuse, stage="recovery", **facts)


def entered(turn: Turn, row: Invitation, company: Company, name: str) -> None:
    """The log keeps it, and everybody in the company hears who came in."""
    if row.opens_at is None:
        return
    if turn.user_id == row.created_by:
        audit.write(turn.session, turn.user_id, "company_recovered", now=turn.now, company=company.id)
    for place, _ in companies.members(turn.session, company.id or 0):
        if place.user_id != row.used_by:
            notices.tell(
                turn, place.user_id, "company/recovered", stage="recovery", company=company.name, name=name
            )


def refused(turn: Turn, row: Invitation, company: Company) -> None:
    """The log keeps what an administrator took back; of a member's refusal the administrator hears."""
    if row.opens_at is None:
        return
    if turn.user_id == row.created_by:
        audit.write(turn.session, turn.user_id, "company_recovery_revoked", now=turn.now, company=company.id)
        return
    notices.tell(
        turn,
        row.created_by,
        "company/recovery_refused",
        stage="recovery",
        roles=ADMINISTRATOR,
        company=company.name,
    )
