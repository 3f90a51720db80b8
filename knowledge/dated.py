"""Values of the law by start date: fees, fines, covers, limits, and the tables by size of fleet.

The files are `data/values/*.yaml`; the UPF-RS, which turns them into reais, is `knowledge.upf`. An amount
stays in the unit of the norm; "no value known for this date" is `NoValueInForce`, an answer and not a defect.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import Field, model_validator

from knowledge.errors import DataFileError, DataFilesError, KnowledgeError, NoValueInForce, ValueInReview
from knowledge.grounds import Exact, ProvisionId, Slug, unique
from knowledge.ruling import Ruling, Standing
from knowledge.schema import DATA, Strict, load

_NUMBER = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?")

UpfClock = Literal["taxes", "fees", "open"]
"""From which day a new UPF counts for a value; `open`: the norms do not settle it, both are shown."""


def printed_number(text: str) -> Decimal | None:
    """The last number of a passage as a Brazilian norm prints it: "7.000UPF-RS" is 7000."""
    found = _NUMBER.findall(text)
    return Decimal(found[-1].replace(".", "").replace(",", ".")) if found else None


class Place(Strict):
    """One place of the law a value rests on, and how the number is printed there."""

    provision: ProvisionId
    printed: str | None = None


class Entry(Strict):
    """A value from a date on; `value` null from the date on which it ends."""

    start: dt.date = Field(alias="from")
    value: Exact | None
    places: Annotated[tuple[Place, ...], Field(min_length=1)]
    source: str
    checked_on: dt.date | None
    standing: Standing = "stated"
    note: str = ""

    @model_validator(mode="after")
    def _places_agree(self) -> Entry:
        for place in self.places:
            if place.printed and printed_number(place.printed) != self.value:
                raise ValueError(f"{place.provision} traz {place.printed!r}, mas o valor é {self.value}")
        return self

    @property
    def provisions(self) -> tuple[str, ...]:
        """Every provision the value rests on."""
        return unique([p.provision for p in self.places])


class Row(Strict):
    """One row of a table by size: from `at_least` to `at_most` (null: no end)."""

    at_least: Annotated[int, Field(ge=1)]
    at_most: int | None
    value: Exact
    printed: str
    standing: Standing = "stated"
    note: str = ""

    @model_validator(mode="after")
    def _agrees(self) -> Row:
        if printed_number(self.printed) != self.value:
            raise ValueError(f"a linha traz {self.printed!r}, mas o valor é {self.value}")
        if self.standing == "unstated" and not self.note:
            raise ValueError("linha sem regra expressa precisa de `note`")
        return self


class TableEntry(Strict):
    """The rows of a table from a date on: every size once, gaps of the norm as rows of their own."""

    start: dt.date = Field(alias="from")
    rows: Annotated[tuple[Row, ...], Field(min_length=1)]
    provisions: Annotated[tuple[ProvisionId, ...], Field(min_length=1)]
    source: str
    checked_on: dt.date | None
    note: str = ""

    @model_validator(mode="after")
    def _every_size_once(self) -> TableEntry:
        expected = 1
        for row in self.rows:
            if row.at_least != expected:
                raise ValueError(
                    f"esperada a linha que começa em {expected}, veio a que começa em {row.at_least}"
                )
            if row.at_most is None and row is not self.rows[-1]:
                raise ValueError("só a última linha fica sem `at_most`")
            expected = (row.at_most or row.at_least) + 1
        if self.rows[-1].at_most is not None:
            raise ValueError("a última linha precisa de `at_most` nulo")
        return self


class _Titled(Strict):
    id: Slug
    title: str
    authority: Literal["daer", "metroplan", "other"]
    unit: str
    per: str
    upf_clock: UpfClock | None = None
    note: str = ""

    @model_validator(mode="after")
    def _upf_has_clock(self) -> _Titled:
        if (self.unit == "UPF-RS") != (self.upf_clock is not None):
            raise ValueError("`upf_clock` acompanha a unidade UPF-RS, e só ela")
        return self


class Series(_Titled):
    """A value of the law through time."""

    values: Annotated[tuple[Entry, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _in_order(self) -> Series:
        _refuse_disorder([v.start for v in self.values])
        return self

    def on(self, day: dt.date) -> Entry:
        """What is in force on a day. Raises `NoValueInForce`."""
        entry = _latest(self.values, day)
        if entry is None or entry.value is None:
            raise NoValueInForce(self.id, day)
        return entry


class Table(_Titled):
    """A table by size of fleet through time."""

    tables: Annotated[tuple[TableEntry, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _in_order(self) -> Table:
        _refuse_disorder([t.start for t in self.tables])
        return self

    def on(self, day: dt.date) -> TableEntry:
        """The table in force on a day. Raises `NoValueInForce`."""
        entry = _latest(self.tables, day)
        if entry is None:
            raise NoValueInForce(self.id, day)
        return entry


E = TypeVar("E", Entry, TableEntry)


def _latest(entries: tuple[E, ...], day: dt.date) -> E | None:
    return next((e for e in reversed(entries) if e.start <= day), None)


def _refuse_disorder(starts: list[dt.date]) -> None:
    for before, after in pairwise(starts):
        if after <= before:
            raise ValueError(f"datas fora de ordem ou repetidas: {before} e {after}")


class ValuesFile(Strict):
    """One file of `data/values/`."""

    series: tuple[Series, ...] = ()
    tables: tuple[Table, ...] = ()


class UnknownSeriesError(KnowledgeError):
    """A name that no value file holds: a slip of the code, not of the person."""


@dataclass(frozen=True)
class Stale:
    """A provision of a value that says something else now, and since when; None: at once."""

    provision: str
    since: dt.date | None

    def on(self, day: dt.date) -> bool:
        """Whether the new text counts on a day."""
        return self.since is None or self.since <= day


@dataclass(frozen=True)
class Values:
    """Every dated value of the base, by id."""

    series: dict[str, Series]
    tables: dict[str, Table]
    review: Mapping[str, Stale] = field(default_factory=dict)
    """Those whose provision, revised since, prints another number: they are given to nobody."""

    def stated(self, id_: str, on: dt.date) -> Ruling[Decimal]:
        """The value in force on a date, with its provisions. Raises `NoValueInForce`."""
        if id_ not in self.series:
            raise UnknownSeriesError(id_)
        self._refuse_reviewed(id_, on)
        entry = self.series[id_].on(on)
        if entry.value is None:
            raise NoValueInForce(id_, on)
        return Ruling(entry.value, entry.provisions, entry.standing, entry.note)

    def amount(self, id_: str, on: dt.date) -> Decimal:
        """The bare number of a value in force on a date. Raises `NoValueInForce`."""
        return self.stated(id_, on).value

    def row(self, id_: str, size: int, on: dt.date) -> Ruling[Decimal]:
        """The row of a table for a size; where the table has a gap the ruling is `unstated`."""
        if id_ not in self.tables:
            raise UnknownSeriesError(id_)
        if size < 1:
            raise ValueError(f"size must be positive, got {size}")
        self._refuse_reviewed(id_, on)
        entry = self.tables[id_].on(on)
        row = next(r for r in entry.rows if r.at_most is None or size <= r.at_most)
        return Ruling(row.value, entry.provisions, row.standing, row.note)

    def _refuse_reviewed(self, id_: str, on: dt.date) -> None:
        stale = self.review.get(id_)
        if stale is not None and stale.on(on):
            raise ValueInReview(id_, on, stale.provision, stale.since)

    def provisions(self) -> Iterator[tuple[str, str]]:
        """Every (series, provision) pair of the files, for the check that they exist."""
        for series in self.series.values():
            yield from ((series.id, p) for e in series.values for p in e.provisions)
        for table in self.tables.values():
            yield from ((table.id, p) for e in table.tables for p in e.provisions)


def load_values(folder: Path = DATA / "values") -> Values:
    """Every file of the folder but the UPF's own. Raises `DataFilesError` with all problems of all files."""
    problems: list[DataFileError] = []
    book = Values({}, {})
    for path in sorted(folder.glob("*.yaml")):
        if path.name == "upf-rs.yaml":
            continue
        try:
            _add(book, load(path, ValuesFile), path.name, problems)
        except DataFilesError as error:
            problems.extend(error.problems)
        except DataFileError as error:
            problems.append(error)
    if problems:
        raise DataFilesError(problems)
    return book


def _add(book: Values, content: ValuesFile, file: str, problems: list[DataFileError]) -> None:
    taken = book.series.keys() | book.tables.keys()
    for item in (*content.series, *content.tables):
        if item.id in taken:
            problems.append(
                DataFileError(file, item.id, "série repetida", "cada id uma só vez, em todos os arquivos")
            )
        taken |= {item.id}
    book.series.update({s.id: s for s in content.series})
    book.tables.update({t.id: t for t in content.tables})


@cache
def package_values() -> Values:
    """The values that come with the package, read once."""
    return load_values()
