"""Deadlines that follow from a vehicle's age: LIT and its change of rhythm, the first year, the age limits.

DAER 7.727/2022, arts. 12 and 13. METROPLAN states neither an age limit nor a period: nothing here is lent to
it.
"""

from __future__ import annotations

import dataclasses
import datetime as dt

from knowledge.age import Manufacture, birthday
from knowledge.daymath import ONE_DAY, Later, months_after, years_after
from knowledge.deadline_model import Deadline, Facts, Paper
from knowledge.deadline_terms import deadline, ending
from knowledge.lit import Band, package_bands
from knowledge.notes import Note, note
from knowledge.obligations import Obligation, Obligations, Term


def lit(row: Obligation, paper: Paper, facts: Facts) -> list[Deadline]:
    """The end of a LIT by the vehicle's age on the day of inspection; a printed date wins."""
    if paper.start is None or facts.made is None:
        return ending(_warned_by_age(row, paper, facts), paper, facts, None)
    band, left_aside = package_bands().admitted(facts.made, paper.start)
    if band.months is None:
        found = ending(row, paper, facts, None)
        return [
            dataclasses.replace(d, notes=(*_band_notes(facts.made, paper.start), *d.notes)) for d in found
        ]
    by_age = row.model_copy(update={"term": Term(months=band.months), "stages": band.stages})
    notes = _band_notes(facts.made, paper.start)
    if left_aside:
        notes = (note("lit_older_out"), *notes)
    return [
        dataclasses.replace(d, standing=band.standing, provisions=band.provisions, notes=(*notes, *d.notes))
        for d in ending(by_age, paper, facts, months_after(paper.start, band.months))
    ]


def _warned_by_age(row: Obligation, paper: Paper, facts: Facts) -> Obligation:
    """The row with the stages of the age on the printed day, where the day of inspection is not known."""
    if facts.made is None or paper.printed is None:
        return row
    band, _ = package_bands().admitted(facts.made, paper.printed)
    return row if band.months is None else row.model_copy(update={"stages": band.stages})


def _band_notes(made: Manufacture, on: dt.date) -> tuple[Note, ...]:
    older, younger = package_bands().at_both_ends(made, on)
    if older is not younger:
        return (note("lit_two_ends", older=older.label, younger=younger.label),)
    name = "lit_gap" if older.standing == "unstated" and older.months else "lit_band"
    return (note(name, label=older.label, rhythm=older.rhythm),)


def lit_end(rows: Obligations, facts: Facts) -> dt.date | None:
    """The end of the LIT among the facts."""
    paper = facts.first("lit")
    found = lit(rows["lit"], paper, facts) if paper else []
    return found[0].due_on if found else None


def lit_changes(rows: Obligations, facts: Facts) -> list[Deadline]:
    """The change of rhythm that falls strictly between inspection and due date, and the inspection it
    suggests.

    The norm does not say what becomes of the LIT in force (art. 13, §§ 1º–3º): it stands, the new rhythm is
    advice.
    """
    paper = facts.first("lit")
    if paper is None or paper.start is None or facts.made is None:
        return []
    if (due := lit_end(rows, facts)) is None:
        return []
    band, left_aside = package_bands().admitted(facts.made, paper.start)
    made = facts.made.youngest if left_aside else facts.made.oldest
    found: list[Deadline] = []
    while (change := _next_band(made, band)) and paper.start < change[0] < due:
        day, later = change
        if later.months is not None and later.months != band.months:
            advised = max(day, months_after(paper.start, later.months).day)
            found += _change(rows, due, (day, advised), band, later)
        band = later
    return found


def _next_band(made: dt.date, band: Band) -> tuple[dt.date, Band] | None:
    """The day and band that follow; the single day of "exactly 15" begins no rhythm of its own."""
    if band.ends is None:
        return None
    day = band.last_day(made) + ONE_DAY
    later = package_bands().of(made, day)
    if later.last_day(made) == day:
        day += ONE_DAY
        later = package_bands().of(made, day)
    return day, later


def _change(
    rows: Obligations, due: dt.date, days: tuple[dt.date, dt.date], before: Band, band: Band
) -> list[Deadline]:
    """The announcement, which has both readings, and the inspection that the stricter one asks for."""
    day, advised = days
    stricter = day <= advised < due
    said = [
        note("lit_change", day=day, before=before.rhythm, rhythm=band.rhythm),
        note("lit_strict", advised=advised, due=due) if stricter else note("lit_loose", due=due),
    ]
    notice = dataclasses.replace(deadline(rows["lit-change"], day, notes=said), provisions=band.provisions)
    if not stricter:
        return [notice]
    advice = deadline(rows["lit-advised"], advised, notes=[note("lit_advised", day=advised, due=due)])
    return [notice, dataclasses.replace(advice, provisions=band.provisions)]


def first_year(rows: Obligations, facts: Facts) -> list[Deadline]:
    """The end of a new vehicle's year without LIT, from the earlier of manufacture and purchase (art.

    13, § 4º).
    """
    row, paper = rows["new-vehicle"], facts.first("new-vehicle")
    bought = paper.dates.get("bought") if paper else None
    starts = [d for d in (facts.made.oldest if facts.made else None, bought) if d is not None]
    if not starts or not (facts.new or paper):
        return []
    start = min(starts)
    later = years_after(start, 1)
    return [_with_other(deadline(row, later.day, notes=[note("first_year_from", start=start)]), later)]


def age_limits(rows: Obligations, facts: Facts) -> list[Deadline]:
    """The last day at 25 years, and the day from which a vehicle counts in the half above 21 (art. 12, p.

    u.).
    """
    if facts.made is None:
        return []
    found = []
    limit, half = rows["age-limit"], rows["age-half"]
    last, other = _birthdays(facts.made, _years(limit), facts.today)
    said = [note("age_reading", years=_years(limit))]
    if other:
        said.append(note("manufacture_span", other=other))
    found.append(dataclasses.replace(deadline(limit, last, notes=said), other_on=other))
    turned, other = _birthdays(facts.made, _years(half), facts.today)
    said = [note("age_half", day=turned + ONE_DAY, years=_years(half))]
    other = other + ONE_DAY if other else None
    if other:
        said.append(note("manufacture_span", other=other))
    found.append(dataclasses.replace(deadline(half, turned + ONE_DAY, notes=said), other_on=other))
    return found


def _years(row: Obligation) -> int:
    if row.term is None:
        raise ValueError(f"{row.kind}: an age without a term")
    return row.term.years


def _birthdays(made: Manufacture, years: int, today: dt.date) -> tuple[dt.date, dt.date | None]:
    """The day by the older end and the other by the younger; the younger where only the older is past."""
    older, younger = birthday(made.oldest, years), birthday(made.youngest, years)
    if older == younger:
        return older, None
    return (younger, older) if older < today <= younger else (older, younger)


def _with_other(found: Deadline, later: Later) -> Deadline:
    if later.other is None:
        return found
    notes = (*found.notes, note("other_reading", other=later.other))
    return dataclasses.replace(found, other_on=later.other, notes=notes)
