"""Days on which public offices in Rio Grande do Sul are closed, as a table people edit.

`data/calendar/<year>.yaml` holds the years someone has checked; staff add rows with `with_added`. A year
without rows is not taken for a year without holidays: `covers` tells. Counting days is `knowledge.daymath`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from knowledge.errors import DataFileError, DataFilesError
from knowledge.grounds import Confidence
from knowledge.schema import DATA, Strict, load

PORTO_ALEGRE = "Porto Alegre"

Scope = Literal["national", "state", "municipal", "optional"]
Closing = Literal["full", "half", "unknown"]
Reading = Literal["earliest", "expected", "latest"]
"""`earliest` skips no optional day, `expected` the full ones, `latest` the half and doubtful ones too."""


class Holiday(Strict):
    """One day off: by law (`national`, `state`, `municipal`) or by decree each year (`optional`)."""

    date: dt.date
    name: str
    scope: Scope
    city: str | None = None
    closes: Closing
    source: str
    confidence: Confidence

    @model_validator(mode="after")
    def _city_where_municipal(self) -> Holiday:
        if (self.scope == "municipal") != (self.city is not None):
            raise ValueError("`city` acompanha `scope: municipal`, e só ele")
        return self

    def skipped(self, reading: Reading) -> bool:
        """Whether a count of business days by this reading leaves the day out."""
        if self.scope == "optional" and reading == "earliest":
            return False
        return self.closes == "full" or reading == "latest"


class CalendarFile(Strict):
    """One year of the table."""

    year: int
    holidays: Annotated[tuple[Holiday, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _days_of_the_year_in_order(self) -> CalendarFile:
        keys = [(h.date, h.city or "") for h in self.holidays]
        for key in keys:
            if key[0].year != self.year:
                raise ValueError(f"{key[0]} não é de {self.year}")
        if keys != sorted(set(keys)):
            raise ValueError("dias fora de ordem ou repetidos")
        return self


@dataclass(frozen=True)
class Calendar:
    """The table of days off."""

    holidays: tuple[Holiday, ...]
    years: frozenset[int]

    def covers(self, year: int) -> bool:
        """Whether someone has entered the days off of a year."""
        return year in self.years

    def knows_city(self, city: str) -> bool:
        """Whether any municipal day off of a city is in the table."""
        return any(h.city == city for h in self.holidays)

    def on(self, day: dt.date, city: str) -> Holiday | None:
        """The day off of a date for an office in a city; of several the one that closes most surely."""
        rank = {"full": 0, "half": 1, "unknown": 2}
        found = [h for h in self._by_date.get(day, ()) if h.city in (None, city)]
        return min(found, key=lambda h: (h.scope == "optional", rank[h.closes]), default=None)

    def with_added(self, rows: Iterable[Holiday], *, complete: Iterable[int] = ()) -> Calendar:
        """The table with rows of the staff, which replace those of the same day, city and scope.

        A year counts as covered only when the staff say that it is `complete`.
        """
        added = tuple(rows)
        replaced = {(h.date, h.city, h.scope) for h in added}
        kept = tuple(h for h in self.holidays if (h.date, h.city, h.scope) not in replaced)
        return Calendar(tuple(sorted((*kept, *added), key=lambda h: h.date)), self.years | set(complete))

    @cached_property
    def _by_date(self) -> dict[dt.date, tuple[Holiday, ...]]:
        days: dict[dt.date, tuple[Holiday, ...]] = {}
        for holiday in self.holidays:
            days[holiday.date] = (*days.get(holiday.date, ()), holiday)
        return days


def load_calendar(folder: Path = DATA / "calendar") -> Calendar:
    """Every year of the folder. Raises `DataFilesError` with all problems of all files."""
    problems: list[DataFileError] = []
    files: list[CalendarFile] = []
    for path in sorted(folder.glob("*.yaml")):
        try:
            files.append(load(path, CalendarFile))
        except DataFilesError as error:
            problems.extend(error.problems)
        except DataFileError as error:
            problems.append(error)
    if problems:
        raise DataFilesError(problems)
    return Calendar(tuple(h for f in files for h in f.holidays), frozenset(f.year for f in files))


@cache
def package_calendar() -> Calendar:
    """The table that comes with the package, read once."""
    return load_calendar()
