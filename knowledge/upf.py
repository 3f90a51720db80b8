"""The UPF-RS: the unit of account of the norms, and what an amount in it is in reais on a day.

`data/values/upf-rs.yaml` holds a value a year (DAER 7.727/2022, art. 2º, LVI: updated yearly; the norms give
no value in reais). For taxes a new UPF counts from 1 January; for fees perhaps from 1 February: both days are
kept.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from knowledge.dated import UpfClock
from knowledge.errors import NoValueInForce
from knowledge.grounds import Confidence, Exact, ProvisionId
from knowledge.schema import DATA, Strict, load

CENT = Decimal("0.01")


def to_cents(amount: Decimal) -> Decimal:
    """Reais with two places, half up; done once, at the end of a computation."""
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


class UpfYear(Strict):
    """The UPF of one year: four places, never rounded."""

    year: int
    value: Annotated[Exact, Field(gt=0, decimal_places=4)]
    taxes_from: dt.date
    fees_from: dt.date
    confidence: Confidence
    source: str
    checked_on: dt.date | None

    @model_validator(mode="after")
    def _starts_in_its_year(self) -> UpfYear:
        if {self.taxes_from.year, self.fees_from.year} != {self.year} or self.fees_from < self.taxes_from:
            raise ValueError(f"início fora do ano {self.year}, ou taxas antes dos tributos")
        return self

    @property
    def shown(self) -> str:
        """The value with its four places, and the doubt where there is one: "R$ 25,9097 (a confirmar)"."""
        return f"R$ {self.figure}" + ("" if self.confirmed else " (a confirmar)")

    @property
    def figure(self) -> str:
        """The value alone, with its four places: "25,9097"."""
        return f"{self.value:.4f}".replace(".", ",")

    @property
    def confirmed(self) -> bool:
        """Whether the value may be shown without "a confirmar"."""
        return self.confidence == "confirmed"


class _UpfFile(Strict):
    provision: ProvisionId
    years: Annotated[tuple[UpfYear, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _years_follow(self) -> _UpfFile:
        for before, after in pairwise(self.years):
            if after.year != before.year + 1:
                raise ValueError(
                    f"depois de {before.year} veio {after.year}: um ano por linha, em ordem, sem pular"
                )
        return self


@dataclass(frozen=True)
class Reais:
    """An amount in reais and the UPF it was computed with."""

    amount: Decimal
    upf: UpfYear


@dataclass(frozen=True)
class Priced:
    """An amount in UPF with its reais: none when no UPF is known, two when the norms leave open which one
    counts.
    """

    upf: Decimal
    reais: tuple[Reais, ...]
    missing_years: tuple[int, ...] = ()


@dataclass(frozen=True)
class UpfSeries:
    """The UPF through the years. A year without a row has no value: never the last known one in silence."""

    provision: str
    years: dict[int, UpfYear]

    def on(self, day: dt.date, *, clock: UpfClock = "taxes") -> UpfYear:
        """The UPF in force on a day by one clock. Raises `NoValueInForce`."""
        year = self._year_on(day, clock)
        if year not in self.years:
            raise NoValueInForce("upf-rs", day)
        return self.years[year]

    def of_year(self, year: int) -> UpfYear:
        """The UPF of a year that is named. Raises `NoValueInForce` where it has no row."""
        if year not in self.years:
            raise NoValueInForce("upf-rs", dt.date(year, 1, 1))
        return self.years[year]

    def price(self, upf: Decimal, day: dt.date, *, clock: UpfClock = "taxes") -> Priced:
        """The amount in reais on a day; with clock `open` by both readings where they differ."""
        clocks: tuple[UpfClock, ...] = ("fees", "taxes") if clock == "open" else (clock,)
        years = list(dict.fromkeys(self._year_on(day, c) for c in clocks))
        known = [self.years[y] for y in years if y in self.years]
        reais = tuple(Reais(to_cents(upf * y.value), y) for y in known)
        return Priced(upf, reais, tuple(y for y in years if y not in self.years))

    def with_added(self, rows: Iterable[UpfYear]) -> UpfSeries:
        """The series with years entered by staff. Raises `ValueError` when one would leave a gap."""
        years = {**self.years, **{row.year: row for row in rows}}
        ordered = sorted(years)
        if ordered != list(range(ordered[0], ordered[-1] + 1)):
            raise ValueError("um ano sem pular nenhum")
        return UpfSeries(self.provision, {year: years[year] for year in ordered})

    def _year_on(self, day: dt.date, clock: UpfClock) -> int:
        """A year without a row is taken to begin as the last one did; only its number matters."""
        row = self.years.get(day.year)
        fees_from = row.fees_from if row else dt.date(day.year, 2, 1)
        taxes_from = row.taxes_from if row else dt.date(day.year, 1, 1)
        start = fees_from if clock == "fees" else taxes_from
        return day.year if day >= start else day.year - 1


def load_upf(path: Path = DATA / "values" / "upf-rs.yaml") -> UpfSeries:
    """The UPF's file. Raises `DataFileError` or `DataFilesError`."""
    content = load(path, _UpfFile)
    return UpfSeries(content.provision, {y.year: y for y in content.years})


@cache
def package_upf() -> UpfSeries:
    """The UPF that comes with the package, read once."""
    return load_upf()
