"""Building one result of the table: printed dates (A1), two readings (A2), days before an agency (A5)."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from tests.oracle.business_days import Calendar, calendar
from tests.oracle.civil_dates import add_months, add_months_following
from tests.oracle.deadline_rows import TABLE, Deadline, Reading, Standing


def build(kind: str, due: date | None, *, standing: Standing | None = None) -> Deadline:
    """The kind's row with a due date."""
    row = TABLE[kind]
    return Deadline(
        kind=kind,
        standing=standing or row.standing,
        provision=row.provision,
        due_on=due,
        count_to=due,
        before=row.before,
        once=row.once,
        hours=row.hours,
        silent=row.silent,
    )


def with_notes(deadline: Deadline, *notes: str) -> Deadline:
    """The same with more remarks."""
    return replace(deadline, notes=deadline.notes + notes)


def with_alternatives(deadline: Deadline, readings: Iterable[Reading]) -> Deadline:
    """The same with other readings; one equal to the due date says nothing and is left out."""
    kept = [r for r in readings if r.on != deadline.due_on and r not in deadline.alternatives]
    return replace(deadline, alternatives=deadline.alternatives + tuple(kept))


def after_months(kind: str, start: date, months: int, printed: date | None = None) -> Deadline:
    """A length in months from a start; the printed date wins, the computed one is shown beside it."""
    computed = add_months(start, months)
    if printed is not None:
        return with_alternatives(build(kind, printed), [Reading(computed, "computed")])
    other = Reading(add_months_following(start, months), "following-day")
    return with_alternatives(build(kind, computed), [other])


def printed_only(kind: str, printed: date | None) -> Deadline:
    """A row whose length no norm gives: the printed date, and without one no date is made up."""
    deadline = build(kind, printed)
    return deadline if printed is not None else with_notes(deadline, "printed-date-needed")


def before_agency(
    kind: str, start: date, running: date, office: Calendar | None, standing: Standing | None = None
) -> Deadline:
    """A clock before an agency: stages count down to the day to act by, overdue from the running date."""
    table = office or calendar()
    act_by = table.act_by(running)
    deadline = replace(build(kind, running, standing=standing), act_by=act_by, count_to=act_by)
    for year in table.unknown_years(start, running):
        deadline = with_notes(deadline, f"calendar-unknown-{year}")
    return deadline


def earliest_of(kind: str, limits: Iterable[tuple[str, date | None]]) -> Deadline:
    """The earliest of several limits, with the papers that set it."""
    known = [(paper, day) for paper, day in limits if day is not None]
    if not known:
        return with_notes(build(kind, None), "no-limit-known")
    first = min(day for _, day in known)
    papers = tuple(paper for paper, day in known if day == first)
    return replace(build(kind, first), limiting=papers)
