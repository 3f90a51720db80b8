"""The age of a vehicle: time since manufacture, which a document often gives as a year only.

A year F is taken by both ends, 01/01/F and 31/12/F; an age "n years" said on a day by n and just under n + 1.
The older end is the stricter one; both are shown where they differ.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from knowledge.daymath import ONE_DAY, add_months


@dataclass(frozen=True)
class Manufacture:
    """The span in which a vehicle was made; one day when the date is known."""

    oldest: dt.date
    youngest: dt.date

    @property
    def exact(self) -> bool:
        """Whether the day itself is known."""
        return self.oldest == self.youngest

    @classmethod
    def on(cls, day: dt.date) -> Manufacture:
        """Made on a known day."""
        return cls(day, day)

    @classmethod
    def in_year(cls, year: int) -> Manufacture:
        """Made some day of a year, all that a CRLV shows."""
        return cls(dt.date(year, 1, 1), dt.date(year, 12, 31))

    @classmethod
    def aged(cls, years: int, today: dt.date) -> Manufacture:
        """Made so that it "has n years" today: n exactly, up to a day short of n + 1."""
        oldest = birthday(today, -(years + 1)) + ONE_DAY
        if full_years(oldest, today) > years:  # made on 29/02: its birthday is 28/02 already
            oldest += ONE_DAY
        return cls(oldest, birthday(today, -years))


def birthday(made: dt.date, years: int) -> dt.date:
    """The anniversary of the manufacture; of 29/02 it is 28/02 in common years."""
    return add_months(made, 12 * years)


def full_years(made: dt.date, on: dt.date) -> int:
    """Whole years of age on a day."""
    years = on.year - made.year
    return years if birthday(made, years) <= on else years - 1
