"""Deadlines of the road and of the files at the agencies: fines, lists, analyses, invoices, instalments late.

DAER 7.727/2022, arts. 11, 20–25, 45–51; CETM 2015, arts. 2º, 14, 21, 22; Lei federal 15.040/2024.
"""

from __future__ import annotations

import dataclasses
import datetime as dt

from knowledge.daymath import (
    ONE_DAY,
    add_months,
    business_days_after,
    days_after,
    last_day_of_use,
    years_after,
)
from knowledge.deadline_model import SAO_PAULO, Deadline, Facts, Paper
from knowledge.deadline_terms import (
    clock,
    days_off_words,
    deadline,
    ending,
    row_note,
    term,
)
from knowledge.notes import Note, note
from knowledge.obligations import Obligation
from knowledge.words import day_of_week_date

LIST_AHEAD = dt.timedelta(hours=8)
"""DAER 7.727/2022, art. 21, I; the same number is the series `daer-lista-antecedencia`, a test compares."""
RETENTION = dt.timedelta(hours=3)
"""DAER 7.727/2022, art. 49; the series `daer-retencao`."""
REGIONAL_OFFICE_DAYS = 15
"""CETM 2015, art. 14: Serra Gaúcha and the urban agglomerations."""
LONGEST_BAN_YEARS = 4
"""DAER 7.727/2022, art. 51, § 2º."""
POLICIES_SINCE = dt.date(2025, 12, 1)
"""Lei federal 15.040/2024 reaches policies since December 2025; the day is not in our sources."""


def tnt_posting(row: Obligation, paper: Paper, facts: Facts) -> list[Deadline]:
    """DAER's 30 days to post the TNT (art. 45, § 4º); a later posting is pointed out."""
    found = term(row, paper, facts)
    posted = paper.dates.get("posted")
    if not found or posted is None or found[0].due_on is None or posted <= found[0].due_on:
        return found
    said = note("posted_late", posted=posted, last=found[0].due_on)
    return [dataclasses.replace(found[0], notes=(said, *found[0].notes))]


def defence(row: Obligation, paper: Paper, facts: Facts) -> list[Deadline]:
    """15 days from the postal notice (art. 45, § 4º); with only the roadside date, from that."""
    roadside = paper.dates.get("roadside")
    if paper.start is not None or roadside is None:
        return clock(row, paper, facts)
    found = clock(row, dataclasses.replace(paper, dates={"start": roadside}), facts)
    return [
        dataclasses.replace(d, standing="unstated", notes=(*d.notes, note("roadside_start"))) for d in found
    ]


def recidivism(row: Obligation, paper: Paper, _facts: Facts) -> list[Deadline]:
    """One year from infraction or final decision (art. 48, §§ 3º–5º): the later end is the risk."""
    if row.term is None or paper.start is None:
        return []
    from_infraction = row.term.after(paper.start).day
    final = paper.dates.get("final")
    if final is None:
        return [deadline(row, from_infraction, notes=[note("recidivism_open")])]
    from_decision = row.term.after(final).day
    day, other = max(from_infraction, from_decision), min(from_infraction, from_decision)
    said = note("recidivism_risk", day=from_decision, other=from_infraction)
    return [dataclasses.replace(deadline(row, day, notes=[said]), other_on=other)]


def ban(row: Obligation, paper: Paper, facts: Facts) -> list[Deadline]:
    """DAER's 2 to 4 years from publication, set by the Conselho (art. 51, § 2º)."""
    if paper.printed is not None or paper.start is None or row.term is None:
        return ending(row, paper, facts, None)
    earliest, latest = row.term.after(paper.start).day, years_after(paper.start, LONGEST_BAN_YEARS).day
    said = note("ban_range", other=earliest, day=latest)
    return [dataclasses.replace(deadline(row, latest, notes=[said]), other_on=earliest)]


def retention(row: Obligation, paper: Paper, _facts: Facts) -> list[Deadline]:
    """Three hours to mend on the spot (art. 49), then seizure (art. 50, § 1º)."""
    return [_instant(row, paper.at + RETENTION, paper.at)] if paper.at else []


def passenger_list(row: Obligation, paper: Paper, _facts: Facts) -> list[Deadline]:
    """Eight hours before departure (art. 21, I); for health at departure (art. 25, III), the other shown."""
    if paper.at is None:
        return []
    eight = paper.at - LIST_AHEAD
    if row.kind == "health-list":
        return [_instant(row, paper.at, paper.at, note("health_list", eight=_clock(eight)))]
    return [_instant(row, eight, paper.at, note("list_due", departure=_clock(paper.at)))]


def _clock(at: dt.datetime) -> str:
    return f"{at.astimezone(SAO_PAULO):%d/%m/%Y %H:%M}"


def _instant(row: Obligation, due: dt.datetime, event: dt.datetime, *said: Note) -> Deadline:
    return Deadline(
        row.kind,
        row.standing,
        row.provisions,
        due_at=due.astimezone(SAO_PAULO),
        event_at=event.astimezone(SAO_PAULO),
        stages=row.ladder,
        notes=(*said, *row_note(row)),
    )


def substitution(row: Obligation, paper: Paper, _facts: Facts) -> list[Deadline]:
    """15 consecutive days between carriers, the first counted (CETM art. 21, II); same carrier: unstated."""
    if row.term is None or paper.start is None:
        return []
    found = deadline(row, last_day_of_use(paper.start, row.term.days), notes=[note("period")])
    if paper.choices.get("carrier") != "same":
        return [found]
    return [dataclasses.replace(found, standing="unstated", notes=(*found.notes, note("same_carrier")))]


def analysis(row: Obligation, paper: Paper, facts: Facts) -> list[Deadline]:
    """METROPLAN's own term (CETM art. 14): due, and chased, on the latest reading of its business days."""
    if row.term is None or paper.start is None:
        return []
    regional = paper.choices.get("office") == "regional"
    days = REGIONAL_OFFICE_DAYS if regional else row.term.business_days
    span = business_days_after(paper.start, days, facts.calendar, city=paper.city)
    notes = [
        note("chase", day=day_of_week_date(span.latest)),
        note(
            "business",
            days=days,
            earliest=span.earliest,
            expected=span.expected,
            latest=span.latest,
            days_off=days_off_words(span.skipped),
        ),
        *(note("calendar_missing", year=str(y)) for y in span.unknown_years),
    ]
    if regional and not facts.calendar.knows_city(paper.city):
        notes.append(note("city_missing", city=paper.city))
    return [deadline(row, span.latest, notes=notes)]


def tachograph_records(row: Obligation, paper: Paper, _facts: Facts) -> list[Deadline]:
    """Kept 90 days, a year after an accident (art. 11, § 2º); counted from the trip."""
    if row.term is None or paper.start is None:
        return []
    if paper.choices.get("accident") == "yes":
        return [deadline(row, years_after(paper.start, 1).day, notes=[note("accident")])]
    return [deadline(row, row.term.after(paper.start).day)]


def invoice(row: Obligation, paper: Paper, _facts: Facts) -> list[Deadline]:
    """Monthly for DAER's contínuo, weekly at least for METROPLAN, each trip for tourism."""
    if paper.start is None:
        return []
    every = paper.choices.get("every", "month")
    ends = {
        "month": (add_months(paper.start.replace(day=1), 1) - ONE_DAY, "invoice_month", row.provisions[:2]),
        "week": (days_after(paper.start, 7), "invoice_week", row.provisions[3:]),
        "trip": (paper.start, "invoice_trip", row.provisions[2:3]),
    }
    day, said, provisions = ends[every]
    return [dataclasses.replace(deadline(row, day, notes=[note(said)]), provisions=provisions)]


def discharged_patient(row: Obligation, paper: Paper, _facts: Facts) -> list[Deadline]:
    """A patient off the list may ride if discharged on the return day or the day before (art. 25, p. u.)."""
    if paper.start is None:
        return []
    return [
        deadline(row, paper.start, notes=[note("discharged", eve=paper.start - ONE_DAY, day=paper.start)])
    ]


def rental(row: Obligation, paper: Paper, facts: Facts) -> list[Deadline]:
    """The end of a rental, which must last 60 days at least (art. 5º, IV, b.3)."""
    found = ending(row, paper, facts, None)
    if not found or paper.start is None or paper.printed is None or row.term is None:
        return found
    minimum = row.term.after(paper.start).day
    if paper.printed >= minimum:
        return found
    return [dataclasses.replace(found[0], notes=(note("rental_short", minimum=minimum), *found[0].notes))]


def missing_papers(row: Obligation, paper: Paper, _facts: Facts) -> list[Deadline]:
    """Two calendar days, weekends included (Anexo II): stages count to the last day itself."""
    if row.term is None or paper.start is None:
        return []
    day = row.term.after(paper.start).day
    return [dataclasses.replace(deadline(row, day), act_by=day)]


def late_instalment(row: Obligation, paper: Paper, _facts: Facts) -> list[Deadline]:
    """What an unpaid instalment does to the cover (Lei 15.040/2024), counted from its due date."""
    start = paper.dates.get("policy_start")
    if paper.printed is None or (start is not None and start < POLICIES_SINCE):
        return []
    return [deadline(row, paper.printed)]
