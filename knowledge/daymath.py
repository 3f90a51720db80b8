"""Arithmetic of legal days: months and years from an anchor, calendar days, business days, the day to act by.

Where two readings of the law exist the earlier day is the result and the other is kept beside it. Which rule
applies to which paper is `knowledge.obligations`; the days off are `knowledge.calendar`.
"""

from __future__ import annotations

import calendar as gregorian
import datetime as dt
from dataclasses import dataclass

from knowledge.calendar import PORTO_ALEGRE, Calendar, Holiday, Reading

ONE_DAY = dt.timedelta(days=1)
SATURDAY = 5
SHORTEST_MONTH = 28
_READINGS: tuple[Reading, ...] = ("earliest", "expected", "latest")


@dataclass(frozen=True)
class Later:
    """A day some months later; `other` is the later reading where the month lacks the day.

    Lei federal 9.784/1999, art. 66, § 3º takes the last day of the month (`day`); Código Civil, art. 132, §
    3º the following one (`other`). Neither is DAER's own rule: the earlier is stored, the other mentioned.
    """

    day: dt.date
    other: dt.date | None = None


def add_months(anchor: dt.date, months: int) -> dt.date:
    """The same day of the month `months` later (or earlier), cut to the month's end."""
    year, month0 = divmod(anchor.year * 12 + anchor.month - 1 + months, 12)
    if anchor.day <= SHORTEST_MONTH:
        return dt.date(year, month0 + 1, anchor.day)
    last = gregorian.monthrange(year, month0 + 1)[1]
    return dt.date(year, month0 + 1, min(anchor.day, last))


def months_after(anchor: dt.date, months: int) -> Later:
    """The end of a term of months, with both readings where they differ."""
    day = add_months(anchor, months)
    return Later(day) if day.day == anchor.day else Later(day, day + ONE_DAY)


def years_after(anchor: dt.date, years: int) -> Later:
    """The end of a term of years: 29/02/2024 + 3 is 28/02/2027 (or 01/03/2027)."""
    return months_after(anchor, 12 * years)


def series(anchor: dt.date, count: int, *, every_months: int = 1) -> tuple[dt.date, ...]:
    """`count` dates of a series, each from the anchor and never from the one before."""
    return tuple(add_months(anchor, k * every_months) for k in range(count))


def days_after(start: dt.date, days: int) -> dt.date:
    """The last day of a term of calendar days: the first day is left out, the last one counts."""
    return start + dt.timedelta(days=days)


def last_day_of_use(first: dt.date, days: int) -> dt.date:
    """The last of `days` consecutive days of use; the first day is day 1."""
    return first + dt.timedelta(days=days - 1)


@dataclass(frozen=True)
class BusinessDays:
    """A term of business days by the three readings, with the days off met on the way."""

    earliest: dt.date
    expected: dt.date
    latest: dt.date
    skipped: tuple[Holiday, ...]
    unknown_years: tuple[int, ...]


def is_open(
    day: dt.date, calendar: Calendar, *, city: str = PORTO_ALEGRE, reading: Reading = "latest"
) -> bool:
    """Whether a day counts as a business day; by `latest` every closed, half or doubtful day is shut."""
    if day.weekday() >= SATURDAY:
        return False
    holiday = calendar.on(day, city)
    return holiday is None or not holiday.skipped(reading)


def business_days_after(
    start: dt.date, days: int, calendar: Calendar, *, city: str = PORTO_ALEGRE
) -> BusinessDays:
    """The end of a term of business days for an office in a city, by each reading."""
    if days < 1:
        raise ValueError(f"days must be positive, got {days}")
    ends = {reading: _nth_open(start, days, calendar, city, reading) for reading in _READINGS}
    span = [start + dt.timedelta(days=k) for k in range(1, (ends["latest"] - start).days + 1)]
    met = [calendar.on(d, city) for d in span if d.weekday() < SATURDAY]
    unknown = tuple(sorted({d.year for d in span if not calendar.covers(d.year)}))
    return BusinessDays(
        ends["earliest"], ends["expected"], ends["latest"], tuple(h for h in met if h is not None), unknown
    )


def _nth_open(start: dt.date, days: int, calendar: Calendar, city: str, reading: Reading) -> dt.date:
    day = start
    while days:
        day += ONE_DAY
        days -= is_open(day, calendar, city=city, reading=reading)
    return day


def act_by(day: dt.date, calendar: Calendar, *, city: str = PORTO_ALEGRE) -> dt.date:
    """The last day not after `day` on which the office is surely open.

    Moving a last day that is no business day to the next one is customary, no rule of DAER's: we name the one
    before.
    """
    while not is_open(day, calendar, city=city):
        day -= ONE_DAY
    return day


def days_off_around(
    last: dt.date, acted: dt.date, calendar: Calendar, *, city: str = PORTO_ALEGRE
) -> tuple[Holiday, ...]:
    """The days off because of which one must act before the last day, to be named to the person."""
    span = [acted + dt.timedelta(days=k) for k in range(1, (last - acted).days + 1)]
    return tuple(h for d in span if d.weekday() < SATURDAY and (h := calendar.on(d, city)) is not None)


def touches_year_end(start: dt.date, last: dt.date) -> bool:
    """Whether a counted day falls from 20/12 to 20/01, when LC RS 15.918/2022 may suspend the term."""
    day = start + ONE_DAY
    while day <= last:
        if (day.month, day.day) >= (12, 20) or (day.month, day.day) <= (1, 20):
            return True
        day += ONE_DAY
    return False
