"""When something falls due for the dates a question tells: the obligation a topic is about, run on them.

Which obligations there are is `obligations.py`, the arithmetic `deadlines.py`. Here only which one a
topic means: the one that rests on the topic's first provisions.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from functools import lru_cache

from knowledge.calculation import Book, Calculation, Line
from knowledge.deadline_extension import MOVED
from knowledge.deadline_model import SAO_PAULO, START, Deadline, Paper
from knowledge.deadline_model import Facts as Dated
from knowledge.deadlines import deadlines
from knowledge.facts import Facts
from knowledge.notes import note
from knowledge.obligations import Obligation, Obligations, package_obligations
from knowledge.ruling import Ruling
from knowledge.text import terms, words
from knowledge.topics import Topic
from knowledge.words import short_date, weekday

BY_HOUR = ("retention", "passenger-list")
SKIPPED = (
    "lit",
    "lit-change",
    "lit-advised",
    "new-vehicle",
    "age-limit",
    "age-half",
    "fleet-half",
    "policy",
    "instalment",
    "licence-usable",
    "metroplan-usable",
)
"""Kinds with calculators of their own or without a term to count."""


@lru_cache(maxsize=4)
def _kinds(kinds: Obligations) -> Mapping[str, tuple[Obligation, ...]]:
    """The obligations that rest first, or else second, on a provision."""
    held: dict[str, tuple[Obligation, ...]] = {}
    for at in (0, 1):
        found: dict[str, tuple[Obligation, ...]] = {}
        for row in kinds:
            if row.kind not in SKIPPED and len(row.provisions) > at:
                provision = row.provisions[at]
                found[provision] = (*found.get(provision, ()), row)
        held = found | held
    return held


def _meant(topic: Topic) -> Obligation | None:
    """The obligation of a topic; where one provision holds two clocks, the one with more of the topic's
    words.
    """
    known = _kinds(package_obligations())
    rows = next((r for p in topic.provisions[:2] if (r := known.get(p))), ())
    said = set(terms(words(f"{topic.title} {topic.answer[:120]}")))
    return max(rows, key=lambda r: len(said & set(terms(words(r.title)))), default=None)


def due(topic: Topic, facts: Facts, book: Book) -> tuple[Calculation, ...]:
    """What falls due by the topic's obligation; empty without one or without its date."""
    row = _meant(topic)
    if row is None:
        return ()
    if row.rule in BY_HOUR:
        return _by_hour(row, facts, book) if facts.at else ()
    if not facts.dates:
        return ()
    start, name = facts.dates[0], "end" if "end" in row.facts else START
    if name not in row.facts:
        return ()
    told = Dated(book.on, (Paper(row.kind, {name: start}),), calendar=book.calendar, plate=facts.plate)
    return tuple(
        Calculation("deadline", None, (_line(d, start),), tuple(n for n in d.notes if n.name in MOVED))
        for d in deadlines(told)
        if d.kind == row.kind and d.due_on
    )


def _line(found: Deadline, start: dt.date) -> Line:
    name = "answer_due_act" if found.act_by and found.act_by != found.due_on else "answer_due"
    day, act = found.due_on or start, found.act_by or start
    opens = "answer_opens" if found.kind == "recefitur-renewal" else name
    said = note(opens, start=start, day=_day(day), act=_day(act))
    return Line(said, Ruling(day, found.provisions, found.standing))


def _day(day: dt.date) -> str:
    return f"{short_date(day)} ({weekday(day)})"


def _by_hour(row: Obligation, facts: Facts, book: Book) -> tuple[Calculation, ...]:
    """An hour of the day; the day itself matters only where the limit falls on the one before or after."""
    day = facts.dates[0] if facts.dates else book.on
    begins = dt.datetime.combine(day, facts.at or dt.time(), SAO_PAULO)
    found = [
        d
        for d in deadlines(Dated(book.on, (Paper(row.kind, at=begins),), calendar=book.calendar))
        if d.due_at
    ]
    return tuple(Calculation("deadline", None, (_hour_line(d, begins),)) for d in found)


def _hour_line(found: Deadline, begins: dt.datetime) -> Line:
    ends = (found.due_at or begins).astimezone(SAO_PAULO)
    which = {-1: "answer_hour_before", 0: "answer_hour", 1: "answer_hour_after"}
    said = note(which[(ends.date() - begins.date()).days], start=f"{begins:%H:%M}", end=f"{ends:%H:%M}")
    return Line(said, Ruling(ends, found.provisions, found.standing))
