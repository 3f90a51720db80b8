"""A list of people sent as a file → rows of cells. The tables themselves are read by `bot.spreadsheet_*`.

Files come from strangers: the size is checked before anything is fetched or unpacked.
"""

from __future__ import annotations

import datetime as dt
from pathlib import PurePath

from bot import spreadsheet_csv, spreadsheet_xlsx
from bot.spreadsheet_columns import Cell, Unreadable

SIZE_LIMIT = 1_000_000
ROWS_LIMIT, COLUMNS_LIMIT = 1100, 12
TEXTS, BOOKS = {".csv", ".txt", ".tsv"}, {".xlsx"}


class UnreadableList(ValueError):
    """`reason`: kind (of the file), size, broken."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def readable(name: str, size: int) -> str:
    """Why a file of that name and size cannot be read; empty when it can be tried."""
    if PurePath(name.lower()).suffix not in TEXTS | BOOKS:
        return "kind"
    return "size" if size > SIZE_LIMIT else ""


def read(name: str, content: bytes) -> list[list[str]]:
    """The rows of a file, the empty ones too: a row's place is its number. Raises `UnreadableList`."""
    if reason := readable(name, len(content)):
        raise UnreadableList(reason)
    try:
        if PurePath(name.lower()).suffix in BOOKS:
            grid = spreadsheet_xlsx.read(content)
        else:
            grid = spreadsheet_csv.read(content, len)  # the separator that makes the most cells
    except Unreadable as error:
        raise UnreadableList("size" if error.reason == "too_many" else "broken") from None
    held = {number: cells for number, cells in grid.rows if number <= ROWS_LIMIT}
    last = max(held, default=0)
    return [[_text(cell) for cell in held.get(n, ())[:COLUMNS_LIMIT]] for n in range(1, last + 1)]


def _text(cell: Cell) -> str:
    return f"{cell:%d/%m/%Y}" if isinstance(cell, dt.date) else cell
