"""What a line of a fleet spreadsheet says: a vehicle, a paper of one, or a paper of the company; or what is wrong.

Pure: nothing here looks at a fleet, that is `bot.fleet_plan`. Every reader gives a value or a problem of its line.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, TypeVar

from bot.papers import Parcel, in_parcels
from bot.spreadsheet_columns import OTHER_DATES, Cell, Column, Row, Sheet
from bot.spreadsheet_words import package_words
from knowledge import inputs
from knowledge.date_input import FAR_YEARS, read_date
from knowledge.daymath import add_months
from knowledge.inputs import Plate, Refused
from knowledge.obligations import package_obligations
from knowledge.words import listed

T = TypeVar("T")

YEARS, SEATS, PARCELS = (1950, 1), (1, 120), (1, 24)
"""Low limits and high ones; of the year of manufacture the high one is a year after today's."""
NUMBER_LIMIT, ISSUER_LIMIT, NAME_LIMIT = 80, 120, 120
NAMED: tuple[Column, ...] = ("placa", "motorista", "contrato")
"""Columns that say whose the paper is; at most one of them in a line."""
OF_PAPER: tuple[Column, ...] = (
    "numero", "emitido_em", "vence_em", "seguradora", "parcelas", "motorista", "contrato", *OTHER_DATES,
)  # fmt: skip
"""Columns that say nothing without a document."""
_SERIAL = re.compile(r"[234]\d{4}|[567]\d{4}")
_MIDNIGHT = re.compile(r"[ T]00:00(?::00(?:\.0+)?)?$")
_SCIENTIFIC = re.compile(r"\d(?:[.,]\d+)?E\+\d+", re.IGNORECASE)
_LEAP = dt.timedelta(days=1461)


@dataclass(frozen=True)
class Problem:
    """What is wrong in a line; `reason` names the sentence."""

    line: int
    reason: str
    column: str = ""
    facts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """One line, understood. `kinds`: what its document's word may mean; none: the line is about the vehicle.

    It names a plate, a `driver`, a `contract`, or nobody: then it is about the company. `dates`: others, by fact.
    """

    line: int
    plate: Plate | None = None
    vehicle: dict[str, Any] = field(default_factory=dict)
    word: str = ""
    kinds: tuple[str, ...] = ()
    number: str | None = None
    issuer: str | None = None
    issued_on: dt.date | None = None
    expires_on: dt.date | None = None
    parcels: tuple[Parcel, ...] = ()
    driver: str = ""
    contract: str = ""
    dates: dict[str, dt.date] = field(default_factory=dict)


@dataclass(frozen=True)
class Doubts:
    """Line numbers to look at again: ended already, ending far ahead, an act attested of a day still to come."""

    past: list[int]
    far: list[int]
    early: list[int]


@dataclass(frozen=True)
class Lines:
    """All lines, and all problems in order."""

    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]

    def doubts(self, today: dt.date) -> Doubts:
        """What the chat's form would ask back about a day."""
        rows = package_obligations()
        ends = [(one.line, one.expires_on) for one in self.lines if one.expires_on]
        begun = [
            (one.line, one.issued_on)
            for one in self.lines
            if one.issued_on and any("start" in rows[k].facts and not rows[k].ahead for k in one.kinds)
        ]
        horizon = add_months(today, 12 * FAR_YEARS)
        return Doubts(
            [line for line, day in ends if day < today],
            [line for line, day in ends if day > horizon],
            [line for line, day in begun if day > today],
        )


def understand(sheet: Sheet, today: dt.date) -> Lines:
    """Reads every line; a line with a problem is no line."""
    lines: list[Line] = []
    problems: list[Problem] = []
    for row in sheet.rows:
        reader = _Reader(row, today, sheet.day_zero)
        line = reader.line()
        problems += reader.problems
        if not reader.problems:
            lines.append(line)
    return Lines(tuple(lines), tuple(problems))


class _Reader:
    """Reads one row, collecting what is wrong with it."""

    def __init__(self, row: Row, today: dt.date, day_zero: dt.date) -> None:
        self.row, self.today, self.day_zero = row, today, day_zero
        self.problems: list[Problem] = []

    def line(self) -> Line:
        if self.row.extra:
            self._wrong("extra_cells")
        plate = self._read("placa", _plate)
        word = self._text("documento", 200) or ""
        kinds = package_words().kind_words(word) if word else ()
        if word and not kinds:
            reason = "driver_only" if package_words().driver_only(word) else "kind_unknown"
            self._wrong(reason, "documento", typed=word)
        if not word and not self.row.cells.keys() & NAMED:
            self._wrong("nothing_named")
        line = Line(
            self.row.line,
            plate,
            self._vehicle(),
            word,
            kinds,
            self._text("numero", NUMBER_LIMIT),
            self._text("seguradora", ISSUER_LIMIT),
            self._read("emitido_em", self._day),
            self._read("vence_em", self._day),
            self._parcels(),
            self._text("motorista", NAME_LIMIT) or "",
            self._text("contrato", NAME_LIMIT) or "",
            self._dates(),
        )
        self._check(line)
        return line

    def _dates(self) -> dict[str, dt.date]:
        found = {fact: self._read(column, self._day) for column, fact in OTHER_DATES.items()}
        return {fact: day for fact, day in found.items() if day is not None}

    def _check(self, line: Line) -> None:
        if line.issued_on and line.expires_on and line.expires_on < line.issued_on:
            self._wrong("ends_before_start", "vence_em")
        named = [column for column in NAMED if column in self.row.cells]
        if len(named) > 1:
            self._wrong("several_named", named[1], names=listed(named))
            return
        if not line.word and (given := [c for c in OF_PAPER if c in self.row.cells]):
            self._wrong("document_missing", given[0])
        if line.kinds and "policy" not in line.kinds and line.parcels:
            self._wrong("parcels_of_policy_only", "parcelas")
        self._check_dates(line)
        if not line.plate and line.vehicle and "placa" not in self.row.cells:
            self._wrong("plate_missing", "placa")

    def _check_dates(self, line: Line) -> None:
        """A date that the document does not have is a mistake of the line, not something to leave out."""
        rows = package_obligations()
        for column, fact in OTHER_DATES.items():
            if line.kinds and fact in line.dates and not any(fact in rows[kind].facts for kind in line.kinds):
                self._wrong("not_its_date", column, word=line.word)

    def _vehicle(self) -> dict[str, Any]:
        high = self.today.year + YEARS[1]
        values: dict[str, Any] = {
            "renavam": self._read("renavam", _renavam),
            "year": self._read("ano_fabricacao", lambda c: _whole(c, YEARS[0], high)),
            "seats": self._read("lugares", lambda c: _whole(c, *SEATS)),
            **(self._read("tipo", _type) or {}),
        }
        return {name: value for name, value in values.items() if value is not None}

    def _parcels(self) -> tuple[Parcel, ...]:
        count = self._read("parcelas", lambda c: _whole(c, *PARCELS))
        total = self._read("valor_total", _money)
        first = self._read("primeira_parcela", self._day)
        if count is None or "primeira_parcela" not in self.row.cells:
            if count is not None:
                self._wrong("first_parcel_missing", "primeira_parcela")
            elif first is not None and "parcelas" not in self.row.cells:
                self._wrong("parcel_count_missing", "parcelas")
            return ()
        return tuple(in_parcels(count, first, total)) if first else ()

    def _day(self, cell: Cell) -> dt.date | Refused:
        if isinstance(cell, dt.date):
            return cell if 1900 <= cell.year < 2100 else Refused("date_year", {"year": str(cell.year)})
        if _SERIAL.fullmatch(cell):
            return self.day_zero + dt.timedelta(days=int(cell))
        text = _MIDNIGHT.sub("", cell)
        found = read_date(text, self.today)
        if isinstance(found, Refused):
            return found
        later = read_date(text, self.today + _LEAP)
        if isinstance(later, Refused) or later.day != found.day:
            return Refused("date_not_full", {"typed": cell[:40]})  # in a file "10/3" and "sexta" are a guess
        return found.day

    def _text(self, column: Column, limit: int) -> str | None:
        cell = self.row.cells.get(column)
        if cell is None:
            return None
        text = cell.strftime("%d/%m/%Y") if isinstance(cell, dt.date) else cell
        if len(text) > limit:
            self._wrong("too_long", column, limit=str(limit))
        return text

    def _read(self, column: Column, read: Callable[[Cell], T | Refused]) -> T | None:
        cell = self.row.cells.get(column)
        if cell is None:
            return None
        if isinstance(cell, str) and cell.startswith("="):
            self._wrong("formula", column, typed=cell[:40])
            return None
        found = read(cell)
        if not isinstance(found, Refused):
            return found
        broken = isinstance(cell, str) and _SCIENTIFIC.fullmatch(cell)
        self._wrong(
            "scientific" if broken else found.reason, column, **{"typed": str(cell)[:40], **found.facts}
        )
        return None

    def _wrong(self, reason: str, column: str = "", **facts: str) -> None:
        self.problems.append(Problem(self.row.line, reason, column, facts))


def _plate(cell: Cell) -> Plate | Refused:
    return inputs.read_plate(str(cell))


def _renavam(cell: Cell) -> str | Refused:
    found = inputs.read_renavam(str(cell))
    return found if isinstance(found, Refused) else found.text


def _whole(cell: Cell, low: int, high: int) -> int | Refused:
    text = str(cell).strip()
    if re.fullmatch(r"[0-9]{1,4}", text) and low <= int(text) <= high:
        return int(text)
    return Refused("number_range", {"low": str(low), "high": str(high)})


def _money(cell: Cell) -> Decimal | Refused:
    return inputs.read_money(str(cell))


def _type(cell: Cell) -> dict[str, str] | Refused:
    return package_words().vehicle_type(str(cell)) or Refused("type_unknown")
