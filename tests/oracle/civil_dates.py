"""Days, months, years and ages of the handbook's rules A2, A3, A4, A7 and A10, one day at a time."""

from dataclasses import dataclass
from datetime import date, timedelta

ONE_DAY = timedelta(days=1)


def _month_after(year: int, month: int, months: int) -> tuple[int, int]:
    step = 1 if months > 0 else -1
    for _ in range(abs(months)):
        month += step
        if month == 13:
            year, month = year + 1, 1
        if month == 0:
            year, month = year - 1, 12
    return year, month


def _exists(year: int, month: int, number: int) -> bool:
    try:
        date(year, month, number)
    except ValueError:
        return False
    return True


def add_months(day: date, months: int) -> date:
    """The same day number so many months later, cut to the month's end (A2, the earlier reading)."""
    year, month = _month_after(day.year, day.month, months)
    number = day.day
    while not _exists(year, month, number):
        number -= 1
    return date(year, month, number)


def add_months_following(day: date, months: int) -> date:
    """The other reading of A2: where the month lacks the day, the first of the following month."""
    year, month = _month_after(day.year, day.month, months)
    if _exists(year, month, day.day):
        return date(year, month, day.day)
    return add_months(day, months) + ONE_DAY


def add_years(day: date, years: int) -> date:
    """So many years later; 29/02 becomes 28/02 in a common year and comes back in a leap year."""
    return add_months(day, 12 * years)


def series(anchor: date, count: int, first: int = 0) -> tuple[date, ...]:
    """Monthly dates, each from the anchor and never from the one before it (A3)."""
    return tuple(add_months(anchor, k) for k in range(first, first + count))


def add_days(day: date, days: int) -> date:
    """Calendar days: the first day is left out, the last one counts (A4)."""
    for _ in range(days):
        day += ONE_DAY
    return day


def days_before(day: date, days: int) -> date:
    """So many calendar days earlier."""
    for _ in range(days):
        day -= ONE_DAY
    return day


def counted_days(start: date, end: date) -> tuple[date, ...]:
    """Every day that a clock from start to end counts: start left out, end counted."""
    days = []
    while start < end:
        start += ONE_DAY
        days.append(start)
    return tuple(days)


def last_day_of_use(first: date, days: int) -> date:
    """The last of so many consecutive days of use, the first being day 1 (A7)."""
    return add_days(first, days - 1)


def whole_years(made: date, on: date) -> int:
    """Birthdays that a vehicle has had on a day; an anniversary of 29/02 is 28/02 in common years (A10)."""
    years = on.year - made.year
    while add_years(made, years) > on:
        years -= 1
    return years


@dataclass(frozen=True)
class Made:
    """Between which two days a vehicle was made; both are the same when the day is known."""

    oldest: date
    youngest: date


def made_on(day: date) -> Made:
    """Made on a known day."""
    return Made(day, day)


def made_in(year: int) -> Made:
    """Only the year of manufacture is known."""
    return Made(date(year, 1, 1), date(year, 12, 31))


def made_so_old(years: int, said_on: date) -> Made:
    """'Tem n anos', said on a day: from exactly n to just under n + 1."""
    day = add_days(add_years(said_on, -years), 3)
    while whole_years(day, said_on) < years:
        day -= ONE_DAY
    youngest = day
    while whole_years(day - ONE_DAY, said_on) == years:
        day -= ONE_DAY
    return Made(day, youngest)
