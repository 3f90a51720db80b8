"""A dated thing found again by what a button carries, when the person who pressed may see it."""

from __future__ import annotations

from collections.abc import Sequence

from bot import audience, companies, fleet, usable
from bot.due import Due, Reader
from bot.fleet import Holding
from bot.turn import Turn
from handlers import fallback
from handlers.company_scope import Scope


def reader(turn: Turn) -> Reader:
    """Reads dated things on the person's civil day."""
    return Reader(turn.today, turn.services.library.calendar, turn.services.settings.zone)


def visible(turn: Turn, scope: Scope, held: Holding) -> list[Due]:
    """What falls due in a company and is shown to this person, the first to fall due first."""
    place = scope.place
    account = audience.Member(turn.user_id, scope.id, place.role, reachable=True)
    looking = reader(turn)
    seen = [thing for thing in looking.things(held) if audience.sees(thing, account)]
    return usable.limiting(looking, held, seen)


def holding(turn: Turn, scope: Scope) -> Holding:
    """What the company has."""
    return fleet.holding(turn.session, scope.id) or Holding(scope.company)


def pressed(turn: Turn) -> tuple[Scope, list[Due]] | None:
    """The things of the pressed button's subject, still owed; None (and answered) when this person may not see it."""
    held = companies.membership(turn.session, int(turn.args.get("company", 0)), turn.user_id)
    if held is None:
        fallback.old_button(turn)
        return None
    scope = Scope(*held)
    subject = str(turn.args["subject"])
    return scope, [thing for thing in visible(turn, scope, holding(turn, scope)) if thing.subject == subject]


def of_companies(turn: Turn, company_ids: Sequence[int]) -> list[Due]:
    """What falls due in those of the companies this person belongs to."""
    found: list[Due] = []
    for held in fleet.some(turn.session, company_ids):
        place = companies.membership(turn.session, held.company.id or 0, turn.user_id)
        if place is not None:
            found += visible(turn, Scope(*place), held)
    return found
