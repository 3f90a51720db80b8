"""What a calculator gives back: lines with their computation shown, each a ruling with its provisions.

The calculators stand in the `calc_*` modules, the list of them and their inputs in `knowledge.calculators`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from knowledge.calendar import Calendar, package_calendar
from knowledge.dated import UpfClock, Values, package_values
from knowledge.notes import Note, note
from knowledge.ruling import Ruling, Standing
from knowledge.upf import UpfSeries, package_upf
from knowledge.words import priced

Authority = Literal["daer", "metroplan"]


@dataclass(frozen=True)
class Book:
    """The dated knowledge a computation uses, and the day it is asked for."""

    on: dt.date
    values: Values
    upf: UpfSeries
    calendar: Calendar

    @classmethod
    def package(cls, on: dt.date) -> Book:
        """The values, UPF and calendar that come with the package."""
        return cls(on, package_values(), package_upf(), package_calendar())

    def stated(self, series: str) -> Ruling[Decimal]:
        """A value in force on the day. Raises `NoValueInForce`."""
        return self.values.stated(series, self.on)

    def clock(self, id_: str) -> UpfClock:
        """By which start of the year a value's UPF counts."""
        item = self.values.series.get(id_) or self.values.tables[id_]
        return item.upf_clock or "taxes"

    def money(self, upf: Decimal, id_: str) -> str:
        """An amount in UPF with its reais, by the clock of the series it comes from."""
        return priced(self.upf.price(upf, self.on, clock=self.clock(id_)))


@dataclass(frozen=True)
class Line:
    """One shown step: the sentence with its numbers, and the ruling behind it."""

    said: Note
    ruling: Ruling[Any]

    def __str__(self) -> str:
        return str(self.said)


@dataclass(frozen=True)
class Calculation:
    """The outcome of one calculator for one regime; two regimes are two calculations, never blended."""

    id: str
    authority: Authority | None
    lines: tuple[Line, ...]
    remarks: tuple[Note, ...] = ()

    @property
    def provisions(self) -> tuple[str, ...]:
        """Every provision the lines rest on, first things first."""
        return tuple(dict.fromkeys(p for line in self.lines for p in line.ruling.provisions))

    @property
    def standing(self) -> Standing:
        """`unstated` as soon as one line is."""
        standings = {line.ruling.standing for line in self.lines}
        return next((s for s in ("unstated", "outside") if s in standings), "stated")

    @property
    def text(self) -> str:
        """The lines and remarks, one a line."""
        return "\n".join([*map(str, self.lines), *map(str, self.remarks)])


def line(said: Note, value: object, *grounds: Ruling[Any], standing: Standing | None = None) -> Line:
    """A line whose value rests on other rulings: their provisions together, unstated if one of them is."""
    provisions = tuple(dict.fromkeys(p for g in grounds for p in g.provisions))
    unstated = any(g.standing == "unstated" for g in grounds)
    return Line(said, Ruling(value, provisions, standing or ("unstated" if unstated else "stated")))


def silences(rulings: Iterable[Ruling[Any]]) -> list[Note]:
    """What the norm leaves open in these rulings, each once."""
    whys = dict.fromkeys(r.note for r in rulings if r.standing == "unstated" and r.note)
    return [note("gap" if "exatamente" in why else "unsettled", why=why) for why in whys]
