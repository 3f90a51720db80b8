"""Amounts and calendars for the outcome of a checklist, from the dated values, the UPF and the days off.

`Figures` is what an outcome needs; `BaseFigures` answers from the base, `NoFigures` knows nothing and says so.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Protocol

from knowledge.calendar import Calendar, package_calendar
from knowledge.checklist_texts import TEXTS
from knowledge.dated import UpfClock, Values, package_values
from knowledge.daymath import act_by, business_days_after
from knowledge.errors import NoValueInForce
from knowledge.ruling import Ruling
from knowledge.upf import UpfSeries, package_upf
from knowledge.words import priced, short_date


@dataclass(frozen=True)
class Amount:
    """A fee on a day; amounts are None where no value is known.

    `words` says it as people read it, with the UPF used, the doubt about it, and both amounts where the norms leave
    open which UPF counts; `brl` is then the higher one.
    """

    upf: Decimal | None
    brl: Decimal | None = None
    provisions: tuple[str, ...] = ()
    words: str = ""
    note: str = ""


@dataclass(frozen=True)
class Day:
    """A counted day, or None where the calendar of a year is not registered; `note` says what to know."""

    day: dt.date | None
    note: str = ""


class Figures(Protocol):
    """Amounts and days, as the outcome needs them."""

    def fee(self, series: str, *, size: Decimal | None, times: Decimal, on: dt.date) -> Amount:
        """`times` the value of a series; of a table the row for `size`."""

    def business_days(self, start: dt.date, days: int, *, latest: bool) -> Day:
        """The day some business days after `start`, by the agency's `latest` or the carrier's earliest count."""

    def act_by(self, day: dt.date) -> dt.date | None:
        """The last day not after `day` on which the office is surely open."""


class NoFigures:
    """Knows no amount and no calendar: everything is told openly as not known."""

    def fee(self, series: str, *, size: Decimal | None, times: Decimal, on: dt.date) -> Amount:
        """No amount."""
        return Amount(None, note=TEXTS.fee_unknown)

    def business_days(self, start: dt.date, days: int, *, latest: bool) -> Day:
        """No calendar."""
        return Day(None, TEXTS.deadline_business_days)

    def act_by(self, day: dt.date) -> dt.date | None:
        """No calendar."""
        return None


@dataclass(frozen=True)
class BaseFigures:
    """Answers from the base."""

    values: Values
    upf: UpfSeries
    calendar: Calendar

    def fee(self, series: str, *, size: Decimal | None, times: Decimal, on: dt.date) -> Amount:
        """The value of `data/values/` on that day; multiplied in UPF, rounded once in reais (Anexo I)."""
        try:
            ruling, clock = self._value(series, size, on)
        except NoValueInForce:
            return Amount(None, note=TEXTS.fee_unknown)
        price = self.upf.price(ruling.value * times, on, clock=clock)
        brl = max((r.amount for r in price.reais), default=None)
        return Amount(price.upf, brl, ruling.provisions, priced(price), _sentence(ruling.note))

    def _value(self, series: str, size: Decimal | None, on: dt.date) -> tuple[Ruling[Decimal], UpfClock]:
        if series in self.values.tables:
            table = self.values.tables[series]
            return self.values.row(series, int(size or 1), on), table.upf_clock or "open"
        ruling = self.values.stated(series, on)
        return ruling, self.values.series[series].upf_clock or "open"

    def business_days(self, start: dt.date, days: int, *, latest: bool) -> Day:
        """By the calendar of Porto Alegre; the days off met on the way are named."""
        found = business_days_after(start, days, self.calendar)
        if found.unknown_years:
            return Day(None, TEXTS.calendar_missing.format(ano=found.unknown_years[0]))
        skipped = ", ".join(f"{short_date(h.date)} {h.name}" for h in found.skipped)
        note = TEXTS.days_skipped.format(dias=skipped) if skipped else ""
        return Day(found.latest if latest else found.earliest, note)

    def act_by(self, day: dt.date) -> dt.date | None:
        """The open day on or before; None for a year without a calendar."""
        return act_by(day, self.calendar) if self.calendar.covers(day.year) else None


def _sentence(note: str) -> str:
    return note if not note else f"{note[0].upper()}{note[1:]}."


@cache
def package_figures() -> BaseFigures:
    """The figures of the package's own files, read once."""
    return BaseFigures(package_values(), package_upf(), package_calendar())
