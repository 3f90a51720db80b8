"""The parcels of a policy as questions of a form: how many, the total, when the first is due."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from bot.papers import Parcel, in_parcels
from bot.turn import Turn
from handlers import typed
from handlers.form_model import Answers, Choice, Field

PARCEL_LIMIT = 24
USUAL_PARCELS = (4, 6, 10, 12)
SKIPPED = ""


def skip(turn: Turn, _answers: Answers) -> list[Choice]:
    """An answer that may be left out."""
    return [Choice(turn.label("form_skip"), SKIPPED)]


def _with_parcels(answers: Answers) -> bool:
    return answers.get("kind") == "policy"


def _in_parcels(answers: Answers) -> bool:
    return _with_parcels(answers) and bool(answers.get("parcels"))


def _parcel_counts(turn: Turn, _answers: Answers) -> list[Choice]:
    counts = [Choice(turn.label("parcel_count", count=n), n) for n in USUAL_PARCELS]
    return [*counts, Choice(turn.label("parcels_none"), 0)]


PARCEL_FIELDS = (
    Field(
        "parcels",
        "papers/parcel_count",
        read=lambda turn, _answers: typed.whole(turn, 1, PARCEL_LIMIT, "papers/note_parcels"),
        choices=_parcel_counts,
        when=_with_parcels,
    ),
    Field("total", "papers/parcel_total", read=typed.money, choices=skip, when=_in_parcels),
    Field(
        "first_due",
        "papers/parcel_first",
        read=typed.day,
        when=_in_parcels,
        echo="papers/echo_date",
        echo_facts=typed.day_echo,
    ),
)


def parcels_of(answers: Answers) -> list[Parcel]:
    """The parcels answered: k-th date from the first due date, the spare cents in the last one."""
    count = int(answers.get("parcels") or 0)
    if not count:
        return []
    total = answers.get("total") or ""
    return in_parcels(count, dt.date.fromisoformat(answers["first_due"]), Decimal(total) if total else None)
