"""Business days of public offices in Rio Grande do Sul, rules A5, A6 and A8 of the handbook."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tests.oracle.civil_dates import ONE_DAY, counted_days
from tests.oracle.holiday_rows import ROWS

PORTO_ALEGRE = "Porto Alegre"


@dataclass(frozen=True)
class Holiday:
    """One row of the table: scope and closes as the table words them."""

    day: date
    scope: str
    closes: str


@dataclass(frozen=True)
class Three:
    """The three dates of a count of business days, with the weekdays that each skipped."""

    earliest: date
    expected: date
    latest: date
    skipped: tuple[tuple[date, ...], tuple[date, ...], tuple[date, ...]]


@dataclass(frozen=True)
class Calendar:
    """The table of holidays seen from an office in one city."""

    rows: tuple[Holiday, ...]
    city: str = PORTO_ALEGRE

    def _is_holiday(self, row: Holiday) -> bool:
        if row.scope in ("national", "state RS"):
            return True
        return row.scope.startswith(f"municipal {self.city}")

    def _is_optional(self, row: Holiday) -> bool:
        return row.scope.startswith("ponto facultativo")

    def _rows_on(self, day: date) -> list[Holiday]:
        return [row for row in self.rows if row.day == day]

    def open_earliest(self, day: date) -> bool:
        """Open when no optional day off is skipped."""
        return day.weekday() < 5 and not any(self._is_holiday(row) for row in self._rows_on(day))

    def open_expected(self, day: date) -> bool:
        """Open when the full optional days off are skipped; half a day counts."""
        if not self.open_earliest(day):
            return False
        return not any(self._is_optional(row) and row.closes == "full" for row in self._rows_on(day))

    def open_latest(self, day: date) -> bool:
        """Open when half days and doubtful days are skipped too."""
        if not self.open_earliest(day):
            return False
        return not any(self._is_optional(row) for row in self._rows_on(day))

    def act_by(self, running: date) -> date:
        """The last wholly open business day on or before the running date (A5)."""
        day = running
        while not self.open_latest(day):
            day -= ONE_DAY
        return day

    def knows(self, year: int) -> bool:
        """Does the table hold any row of that year."""
        return any(row.day.year == year for row in self.rows)

    def unknown_years(self, start: date, end: date) -> tuple[int, ...]:
        """Years of a span for which the answer must say that the calendar is not registered."""
        return tuple(year for year in range(start.year, end.year + 1) if not self.knows(year))

    def count(self, start: date, days: int) -> Three:
        """So many business days after start, in the three ways of A6."""
        ends = []
        skips = []
        for is_open in (self.open_earliest, self.open_expected, self.open_latest):
            day, left, skipped = start, days, []
            while left:
                day += ONE_DAY
                if is_open(day):
                    left -= 1
                elif day.weekday() < 5:
                    skipped.append(day)
            ends.append(day)
            skips.append(tuple(skipped))
        return Three(ends[0], ends[1], ends[2], (skips[0], skips[1], skips[2]))


def calendar(
    city: str = PORTO_ALEGRE, rows: Iterable[tuple[str, str, str]] = ROWS, more: Iterable[Holiday] = ()
) -> Calendar:
    """The calendar of the table, or of other rows, with what staff added."""
    table = [Holiday(date.fromisoformat(day), scope, closes) for day, scope, closes in rows]
    return Calendar(tuple(table) + tuple(more), city)


def touches_year_end(start: date, end: date) -> bool:
    """Does a counted day fall from 20/12 to 20/01 (A8)."""
    for day in counted_days(start, end):
        if (day.month == 12 and day.day >= 20) or (day.month == 1 and day.day <= 20):
            return True
    return False
