"""How often a vehicle is inspected by its age (DAER 7.727/2022, art. 13), as bands from `data/lit.yaml`.

Exactly 15 years and over 20 to 21 are bands of their own, marked unstated with the stricter of the two
periods.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from knowledge.age import Manufacture, birthday
from knowledge.daymath import ONE_DAY
from knowledge.grounds import ProvisionId
from knowledge.in_use import InUse
from knowledge.obligations import Stage
from knowledge.ruling import Ruling, Standing
from knowledge.schema import DATA, Strict, load


class Band(Strict):
    """One age band and its period; `months` null: not admitted."""

    label: str
    ends: int | None
    inclusive: bool
    months: Annotated[int, Field(ge=1)] | None
    rhythm: str
    standing: Standing
    provisions: Annotated[tuple[ProvisionId, ...], Field(min_length=1)]
    stages: tuple[Stage, ...]

    def last_day(self, made: dt.date) -> dt.date:
        """The last day on which a vehicle made on a day belongs to the band."""
        if self.ends is None:
            return dt.date.max
        day = birthday(made, self.ends)
        return day if self.inclusive else day - ONE_DAY


class BandsFile(Strict):
    """The bands, youngest first, without hole or overlap."""

    bands: Annotated[tuple[Band, ...], Field(min_length=2)]

    @model_validator(mode="after")
    def _ages_grow(self) -> BandsFile:
        keys = [(b.ends, b.inclusive) for b in self.bands[:-1] if b.ends is not None]
        if len(keys) != len(self.bands) - 1 or self.bands[-1].ends is not None:
            raise ValueError("só a última faixa, e sempre ela, fica com `ends` nulo")
        if keys != sorted(set(keys)):
            raise ValueError("faixas fora de ordem ou repetidas")
        periods = [b.months for b in self.bands if b.months is not None]
        if periods != sorted(periods, reverse=True):
            raise ValueError("faixa mais velha com período mais longo que a mais nova")
        return self


@dataclass(frozen=True)
class Bands:
    """All bands, youngest first."""

    bands: tuple[Band, ...]

    def of(self, made: dt.date, on: dt.date) -> Band:
        """The band of a vehicle made on a day, on another day."""
        return next(b for b in self.bands if on <= b.last_day(made))

    def at_both_ends(self, made: Manufacture, on: dt.date) -> tuple[Band, Band]:
        """The bands of the older and of the younger end of the manufacture."""
        return self.of(made.oldest, on), self.of(made.youngest, on)

    def admitted(self, made: Manufacture, on: dt.date) -> tuple[Band, bool]:
        """The band to go by, and whether the older end was left aside as no longer admitted."""
        older, younger = self.at_both_ends(made, on)
        if older.months is None and younger.months is not None:
            return younger, True
        return older, False


def load_bands(path: Path = DATA / "lit.yaml") -> Bands:
    """The file of the bands. Raises `DataFileError` or `DataFilesError`."""
    return Bands(load(path, BandsFile).bands)


_in_use = InUse("bands", load_bands)
using = _in_use.using
"""Inside, these are the bands in use."""


def package_bands() -> Bands:
    """The bands in use: those published that `using` has put in place, else those of the package, read once."""
    return _in_use.now()


def rhythm(made: Manufacture, on: dt.date, *, bands: Bands | None = None) -> Ruling[tuple[Band, ...]]:
    """The band of a vehicle on a day, or both where the manufacture leaves two, the stricter first."""
    chosen = bands or package_bands()
    older, younger = chosen.at_both_ends(made, on)
    first, left_aside = chosen.admitted(made, on)
    if older is younger:
        return Ruling((older,), older.provisions, older.standing)
    second = older if left_aside else younger
    provisions = tuple(dict.fromkeys((*first.provisions, *second.provisions)))
    standing: Standing = "unstated" if "unstated" in (first.standing, second.standing) else "stated"
    return Ruling((first, second), provisions, standing)
