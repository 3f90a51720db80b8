"""A simple oracle of reminders: which stage of what is owed to whom on a day, and how far its day is, in words.

Written from the handbook of the domain, section 8 (arithmetic A1 to A3, the ladders of the table, and the readings at
its end), and from nothing else: it imports none of our packages, a test sees to that. It looks at one day at a time
and knows no database, no outbox, no sweep. It was written by the author of the reminders, before the simulation was
run; where the two differed the handbook was asked, not the code.

    oracle = Oracle()
    for day in days:
        owed = oracle.day(day, people, things)     # only on days on which the bot ran
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field

DAY = dt.timedelta(days=1)

LADDERS = {
    "recefitur": (60, 30, 15, 7, 1),
    "cadastur": (60, 30, 15, 7, 1),
    "tachograph": (60, 30, 15, 7, 1),
    "lit": (30, 15, 7, 1),
    "vehicle-licence": (30, 15, 7, 1),
    "policy": (30, 15, 7, 1),
    "crlv": (30, 15, 7, 1),
    "alvara": (30, 15, 7, 1),
    "crf-fgts": (10, 5, 1),
    "instalment": (5, 1),
}
QUARTER = (15, 7, 1)


@dataclass(frozen=True)
class Thing:
    """Something that falls due: a printed date, or what the date is computed from."""

    id: str
    kind: str
    printed: dt.date | None = None
    inspected: dt.date | None = None
    issued: dt.date | None = None
    made: dt.date | None = None


@dataclass(frozen=True)
class Expected:
    """One thing told to one person on one day."""

    person: int
    thing: str
    due: dt.date
    stage: str
    words: str


@dataclass
class Oracle:
    """Remembers only what was told."""

    told: set[tuple[int, str, dt.date, str]] = field(default_factory=set)

    def day(self, today: dt.date, people: Iterable[int], things: Iterable[Thing]) -> list[Expected]:
        """What reachable people are told of open things on a day on which the bot runs."""
        found = []
        everybody = list(people)
        for thing in things:
            due = due_of(thing)
            stage = latest(due, ladder(thing), today) if due is not None else None
            if due is None or stage is None:
                continue
            for person in everybody:
                key = (person, thing.id, due, stage)
                if key not in self.told:
                    self.told.add(key)
                    found.append(Expected(person, thing.id, due, stage, words(due, today)))
        return found


def due_of(thing: Thing) -> dt.date | None:
    """A1: the printed date wins; else start plus term."""
    if thing.printed is not None:
        return thing.printed
    if thing.kind == "lit" and thing.inspected is not None and thing.made is not None:
        months = lit_months(thing.made, thing.inspected)
        return plus_months(thing.inspected, months) if months else None
    if thing.kind == "recefitur" and thing.issued is not None:
        return plus_months(thing.issued, 36)
    return None


def lit_months(made: dt.date, inspected: dt.date) -> int | None:
    """Under 15: 12 months; from 15 to 20: 6 (exactly 15 by the stricter); over 20 to 25: 3; older: not admitted."""
    if inspected < plus_months(made, 12 * 15):
        return 12
    if inspected <= plus_months(made, 12 * 20):
        return 6
    return 3 if inspected <= plus_months(made, 12 * 25) else None


def plus_months(day: dt.date, months: int) -> dt.date:
    """A2: the same day number; where the month lacks it, its last day (the earlier reading)."""
    month = day.month - 1 + months
    year, month = day.year + month // 12, month % 12 + 1
    return dt.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def ladder(thing: Thing) -> tuple[int, ...]:
    """Stages follow the length of the validity: a quarterly LIT has those of a quarter."""
    if (
        thing.kind == "lit"
        and thing.inspected
        and thing.made
        and lit_months(thing.made, thing.inspected) == 3
    ):
        return QUARTER
    return LADDERS[thing.kind]


def latest(due: dt.date, days_before: tuple[int, ...], today: dt.date) -> str | None:
    """The latest stage reached: days before, 0 on the day, -1 the day after, then weekly."""
    left = (due - today).days
    if left >= 0:
        reached = [n for n in (*days_before, 0) if left <= n]
        return str(min(reached)) if reached else None
    over = -left
    return f"-{1 + (over - 1) // 7 * 7}"


def words(due: dt.date, today: dt.date) -> str:
    """How people say it."""
    left = (due - today).days
    said = {1: "vence amanhã", 0: "vence hoje", -1: "venceu ontem"}.get(left)
    if said is None:
        said = f"vence em {left} dias" if left > 0 else f"venceu há {-left} dias"
    return f"{said}, {due:%d/%m/%Y}"
