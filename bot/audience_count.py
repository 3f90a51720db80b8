"""How many people provisions concern, as staff may see it."""

from __future__ import annotations

from collections.abc import Sequence

from bot import broadcast_audience, few
from bot.broadcast_rules import Audience, Facts
from bot.turn import Turn


def concerned(turn: Turn, provisions: Sequence[str]) -> str:
    """The number of people concerned by any of these, rounded: it rests on their papers."""
    rules = Audience(include=Facts(concerned=tuple(provisions)))
    calendar = turn.services.library.calendar
    people = broadcast_audience.recipients(
        turn.session, rules, subject="norms", today=turn.today, calendar=calendar, binding=True
    )
    whys = [broadcast_audience.why(person, rules) for person in people]
    return few.masked(broadcast_audience.told(whys, rules), rough=True)
