"""Calculators of days: the end of a licence with the paper that limits it, a term from a date.

The rules are `knowledge.deadlines` and `knowledge.daymath`; here they are only shown as a calculation.
"""

from __future__ import annotations

import datetime as dt

from knowledge.calculation import Authority, Book, Calculation, Line
from knowledge.calendar import PORTO_ALEGRE
from knowledge.daymath import Later, act_by, business_days_after
from knowledge.deadline_model import Deadline, Facts
from knowledge.deadline_terms import days_off_words, term_words
from knowledge.deadlines import deadlines
from knowledge.notes import Note, note
from knowledge.obligations import Term, package_obligations
from knowledge.ruling import Ruling

LICENCES: dict[str, Authority] = {
    "vehicle-licence": "daer",
    "contract-licence": "daer",
    "licence-usable": "daer",
    "metroplan-authorization": "metroplan",
    "metroplan-usable": "metroplan",
}
"""The kinds that are the end of a licence or authorization, by regime."""

COUNTING = ("cetm-2015:art14", "cetm-2015:art22_inc1_ali2")
"""The only provisions that say "dias úteis"; elsewhere days are calendar days (the norms do not discuss it).
"""


def licence_end(facts: Facts, authority: Authority) -> Calculation:
    """When a licence ends formally and until when it can be used, and which paper sets it."""
    found = [d for d in deadlines(facts) if LICENCES.get(d.kind) == authority]
    lines = tuple(_end_line(d) for d in found if d.due_on is not None)
    return Calculation("licence-end", authority, lines, tuple(n for d in found for n in d.notes))


def _end_line(found: Deadline) -> Line:
    title = package_obligations()[found.kind].title
    said = note("end_line", title=title[:1].upper() + title[1:], day=found.due_on or "")
    return Line(said, Ruling(found.due_on, found.provisions, found.standing))


def deadline(book: Book, start: dt.date, term: Term, *, city: str = PORTO_ALEGRE) -> Calculation:
    """The end of a term from a date: months and years, calendar days, or business days by the three readings."""
    if term.business_days:
        return _business(book, start, term, city)
    later = term.after(start)
    said = note("term_calendar", start=start, days=term_words(term), day=later.day)
    remarks = [note("term_other", other=later.other)] if later.other else []
    remarks += _closed(book, later, city)
    return Calculation("deadline", None, (Line(said, Ruling(later.day, (), "unstated")),), tuple(remarks))


def _closed(book: Book, later: Later, city: str) -> list[Note]:
    acted = act_by(later.day, book.calendar, city=city)
    found = [] if acted == later.day else [note("term_act_by", day=later.day, act=acted)]
    if not book.calendar.covers(later.day.year):
        found.append(note("term_calendar_missing", year=str(later.day.year)))
    return found


def _business(book: Book, start: dt.date, term: Term, city: str) -> Calculation:
    span = business_days_after(start, term.business_days, book.calendar, city=city)
    said = note(
        "term_business",
        days=term_words(term),
        start=start,
        earliest=span.earliest,
        expected=span.expected,
        latest=span.latest,
    )
    remarks = [note("term_calendar_missing", year=str(y)) for y in span.unknown_years]
    if span.skipped:
        remarks.insert(0, note("term_skipped", days_off=days_off_words(span.skipped).strip(" ()")))
    ruling = Ruling((span.earliest, span.expected, span.latest), COUNTING, "unstated")
    return Calculation("deadline", None, (Line(said, ruling),), tuple(remarks))
