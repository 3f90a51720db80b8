"""Facts by chance, said to our code and to the oracle: days, one paper alone, kinds that need no more than a day."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from knowledge.deadline_model import Facts, Paper
from tests.oracle import deadline_oracle
from tests.oracle.deadline_rows import Deadline as Expected

TODAY = dt.date(2027, 6, 1)


@dataclass(frozen=True)
class Case:
    """The same facts said to both; `kind` is the kind of ours that is compared."""

    kind: str
    facts: Facts
    expected: Expected


Maker = Callable[[random.Random], Case]


def some_day(chance: random.Random) -> dt.date:
    """A day of 2023 to 2030, one in four at the end of a month or on a leap day."""
    day = dt.date(2023, 1, 1) + dt.timedelta(days=chance.randrange(2900))
    roll = chance.random()
    if roll < 0.05:
        return chance.choice((dt.date(2024, 2, 29), dt.date(2028, 2, 29)))
    if roll < 0.25:
        return (day.replace(day=1) + dt.timedelta(days=32)).replace(day=1) - dt.timedelta(days=1)
    return day


def maybe(chance: random.Random, day: dt.date) -> dt.date | None:
    return day if chance.random() < 0.3 else None


def of(kind: str, dates: dict[str, dt.date | None], expected: Expected, **more: Any) -> Case:
    """One paper alone."""
    known = {name: day for name, day in dates.items() if day is not None}
    choices, at = more.pop("choices", {}), more.pop("at", None)
    beside = more.pop("beside", ())
    return Case(kind, Facts(TODAY, (Paper(kind, known, choices, at), *beside), **more), expected)


def printed(kind: str, theirs: str) -> Maker:
    """A kind that knows its printed date only."""

    def make(chance: random.Random) -> Case:
        day = some_day(chance)
        return of(kind, {"printed": day}, deadline_oracle.due(theirs, printed=day))

    return make


def counted(kind: str, theirs: str, start: str, **more: Any) -> Maker:
    """A kind counted from one day."""

    def make(chance: random.Random) -> Case:
        day = some_day(chance)
        return of(kind, {"start": day}, deadline_oracle.due(theirs, **{start: day}), **more)

    return make


def lasting(kind: str, theirs: str, start: str) -> Maker:
    """A kind with a term of the norm, unless a date is printed on it."""

    def make(chance: random.Random) -> Case:
        day = some_day(chance)
        on_paper = maybe(chance, some_day(chance))
        expected = deadline_oracle.due(theirs, **{start: day, "printed": on_paper})
        return of(kind, {"start": day, "printed": on_paper}, expected)

    return make
