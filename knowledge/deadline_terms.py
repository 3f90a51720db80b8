"""Deadlines that are a start plus a term, or a printed date: the common part of all rules.

The printed date wins over the computed one, which is shown beside it; an act before an agency gets the last
surely open day to act by, a payment the same day as a hint, the end of a paper none.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Sequence

from knowledge.calendar import PORTO_ALEGRE, Holiday
from knowledge.daymath import (
    Later,
    act_by,
    business_days_after,
    days_off_around,
    last_day_of_use,
    touches_year_end,
)
from knowledge.deadline_model import Deadline, Facts, Paper
from knowledge.notes import Note, note
from knowledge.obligations import Obligation, Term
from knowledge.words import counted, day_of_week_date, short_date


def term_words(term: Term) -> str:
    """The length of a term: "3 anos", "30 dias"."""
    names = (("years", "ano", "anos"), ("months", "mês", "meses"), ("days", "dia", "dias"))
    for unit, one, many in names:
        if length := getattr(term, unit):
            return counted(length, one, many)
    return counted(term.business_days, "dia útil", "dias úteis")


def days_off_words(days_off: Sequence[Holiday]) -> str:
    """The days off that moved a date, as the tail of a sentence; empty when only a weekend did."""
    return f" ({'; '.join(f'{short_date(h.date)} {h.name}' for h in days_off)})" if days_off else ""


def term(row: Obligation, paper: Paper, facts: Facts) -> list[Deadline]:
    """Start plus the row's term; a printed date wins."""
    if row.term is None:
        raise ValueError(f"{row.kind}: rule term without a term")
    later = row.term.after(paper.start) if paper.start else None
    return ending(row, paper, facts, later)


def printed(row: Obligation, paper: Paper, _facts: Facts) -> list[Deadline]:
    """The printed date only; without one no date is made up."""
    if paper.printed is None:
        return []
    usual = row.usual
    if usual is None or usual.confidence == "unknown":
        return [deadline(row, paper.printed)]
    said = note("usual", text=usual.text, confidence=_sureness(usual.confidence))
    return [deadline(row, paper.printed, notes=[said])]


def ended(row: Obligation, paper: Paper, facts: Facts) -> list[Deadline]:
    """A printed date alone, with its day to act by."""
    return ending(row, paper, facts, None)


def _sureness(confidence: str) -> str:
    words = {
        "confirmed": "confirmado",
        "one source": "uma fonte",
        "memory": "de memória",
    }
    return words.get(confidence, confidence)


def deadline(row: Obligation, due_on: dt.date, *, notes: Sequence[Note] = ()) -> Deadline:
    """A plain deadline of a row; its stages count down to the due day."""
    return Deadline(
        row.kind,
        row.standing,
        row.provisions,
        due_on=due_on,
        stages=row.ladder,
        weekly_after=row.weekly_after,
        counts_to=due_on,
        notes=(*notes, *row_note(row)),
    )


def row_note(row: Obligation) -> tuple[Note, ...]:
    """What the row itself says to the person."""
    return (note("row", text=row.note[:1].upper() + row.note[1:] + "."),) if row.note else ()


def ending(row: Obligation, paper: Paper, facts: Facts, later: Later | None) -> list[Deadline]:
    """The end of a term, printed or computed, with what must be said about it and the day to act by."""
    if paper.printed is not None:
        notes = []
        if later and paper.printed not in (later.day, later.other):
            notes = [note("printed_differs", computed=later.day)]
        return [acted(row, deadline(row, paper.printed, notes=notes), paper, facts)]
    if later is None:
        return []
    notes = []
    if "printed" in row.facts and paper.start and row.term:
        notes.append(note("computed", start=paper.start, term=term_words(row.term)))
    if later.other:
        notes.append(note("other_reading", other=later.other))
    found = dataclasses.replace(deadline(row, later.day, notes=notes), other_on=later.other)
    return [acted(row, found, paper, facts)]


def acted(row: Obligation, found: Deadline, paper: Paper, facts: Facts) -> Deadline:
    """The deadline with its day to act by, where the row is an act before an agency or a payment."""
    if row.act not in ("agency", "payment") or found.due_on is None:
        return found
    city = PORTO_ALEGRE if row.act == "payment" else paper.city
    day = act_by(found.due_on, facts.calendar, city=city)
    if paper.start is not None and day < paper.start:  # a term shorter than a long weekend
        day = found.due_on
    notes = found.notes
    # an earlier day to pay is said while it is one
    if day != found.due_on and (row.act == "agency" or facts.today <= day):
        days_off = days_off_words(days_off_around(found.due_on, day, facts.calendar, city=city))
        said = (
            note("act_by", day=day_of_week_date(day), last=short_date(found.due_on), days_off=days_off)
            if row.act == "agency"
            else note("pay_by", day=day_of_week_date(day), days_off=days_off)
        )
        notes = (said, *notes)
    if not facts.calendar.covers(found.due_on.year):
        notes = (*notes, note("calendar_missing", year=str(found.due_on.year)))
    counts_to = day if row.act == "agency" else found.due_on
    return dataclasses.replace(found, act_by=day, counts_to=counts_to, notes=notes)


def clock(row: Obligation, paper: Paper, facts: Facts) -> list[Deadline]:
    """A term of days before an agency which the year-end suspension may touch."""
    found = term(row, paper, facts)
    if paper.start is None:
        return found
    return [with_year_end(d, paper.start) for d in found]


def with_year_end(found: Deadline, start: dt.date) -> Deadline:
    """The remark that a day of the term falls from 20/12 to 20/01."""
    if found.due_on is None or not touches_year_end(start, found.due_on):
        return found
    return dataclasses.replace(found, notes=(*found.notes, note("year_end")))


def business(row: Obligation, paper: Paper, facts: Facts) -> list[Deadline]:
    """The carrier's own term of business days: the earliest reading, acted on before any doubtful day."""
    if row.term is None or paper.start is None:
        return []
    days = row.term.business_days
    span = business_days_after(paper.start, days, facts.calendar, city=paper.city)
    said = note(
        "business",
        days=days,
        earliest=span.earliest,
        expected=span.expected,
        latest=span.latest,
        days_off=days_off_words(span.skipped),
    )
    missing = [note("calendar_missing", year=str(y)) for y in span.unknown_years if y != span.earliest.year]
    return [acted(row, deadline(row, span.earliest, notes=[said, *missing]), paper, facts)]


def period(row: Obligation, paper: Paper, _facts: Facts) -> list[Deadline]:
    """A period of use: the first day is day 1."""
    if row.term is None or paper.start is None:
        return []
    return [deadline(row, last_day_of_use(paper.start, row.term.days), notes=[note("period")])]
