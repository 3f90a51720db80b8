"""The half of a fleet above 21 years as dates (DAER 7.727/2022, art. 12, parágrafo único).

How many may be above 21 today is `knowledge.calc_vehicle.age_limit`; here, from which day the fleet as it
stands breaks the rule.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.age import Manufacture, birthday
from knowledge.calculation import Book
from knowledge.daymath import ONE_DAY
from knowledge.ruling import Ruling


@dataclass(frozen=True)
class HalfRule:
    """How a fleet stands: how many may be above 21, how many are on the day, when one too many will be."""

    allowed: int
    over: int
    broken_from: dt.date | None


def half_rule(book: Book, fleet: Sequence[Manufacture]) -> Ruling[HalfRule]:
    """The rule for a fleet on the book's day; a vehicle known by year counts by its older end, the stricter."""
    percent, age = book.stated("daer-idade-metade-limite"), book.stated("daer-idade-metade")
    allowed = int(len(fleet) * percent.value // 100)
    turns = sorted(birthday(made.oldest, int(age.value)) + ONE_DAY for made in fleet)
    over = sum(day <= book.on for day in turns)
    broken_from = turns[allowed] if allowed < len(turns) else None
    provisions = tuple(dict.fromkeys((*percent.provisions, *age.provisions)))
    return Ruling(HalfRule(allowed, over, broken_from), provisions)
