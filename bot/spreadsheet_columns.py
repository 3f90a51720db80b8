"""The columns of a fleet spreadsheet, as the contract names them, and what reading one gives."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, get_args

Column = Literal[
    "placa", "renavam", "ano_fabricacao", "lugares", "tipo", "documento", "numero", "emitido_em", "vence_em",
    "seguradora", "parcelas", "valor_total", "primeira_parcela", "motorista", "contrato", "fim_do_contrato",
    "fim_do_periodo_letivo", "assinatura", "inicio_do_contrato",
]  # fmt: skip
COLUMNS: tuple[Column, ...] = get_args(Column)
OTHER_DATES: Mapping[Column, str] = MappingProxyType(
    {
        "fim_do_contrato": "contract_end",
        "fim_do_periodo_letivo": "term_end",
        "assinatura": "signed",
        "inicio_do_contrato": "valid_from",
    }
)
"""Columns of dates beside the first and the last day: the name of the fact in `knowledge.obligations`."""

Cell = str | dt.date
MOST_BYTES = 5_000_000
MOST_LINES = 5_000
MOST_COLUMNS = 60
CELL_LIMIT = 500
"""Longer text is no entry of a fleet; cut, so that no message and no column is blown up by it."""


@dataclass
class Unreadable(Exception):
    """A file that is no spreadsheet of ours. `reason` names the sentence, `facts` fill it."""

    reason: str
    facts: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.reason} {self.facts}"


@dataclass(frozen=True)
class Grid:
    """The raw cells of a file: (row number as a spreadsheet program shows it, cells), empty rows left out."""

    rows: tuple[tuple[int, tuple[Cell, ...]], ...]
    other_sheets: tuple[str, ...] = ()
    day_zero: dt.date = dt.date(1899, 12, 30)
    """What Excel counts days from, where a date stands as a mere number."""


@dataclass(frozen=True)
class Row:
    """One line: its non-empty cells by column. `extra`: it has more cells than the head has columns."""

    line: int
    cells: dict[Column, Cell]
    extra: bool = False


@dataclass(frozen=True)
class Sheet:
    """A fleet spreadsheet: its lines, the columns nobody knows, the sheets that were not read."""

    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    unknown: tuple[str, ...] = ()
    other_sheets: tuple[str, ...] = ()
    day_zero: dt.date = dt.date(1899, 12, 30)
