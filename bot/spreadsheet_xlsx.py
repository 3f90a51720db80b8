"""Workbooks (.xlsx): the first sheet's cells; formulas are their text, merged cells stand in each of their rows."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections import defaultdict
from typing import Any

from bot.late import Late
from bot.spreadsheet_columns import MOST_COLUMNS, MOST_LINES, Cell, Grid, Unreadable
from bot.spreadsheet_text import clean

_openpyxl, _instants = Late("openpyxl"), Late("openpyxl.utils.datetime")

MOST_UNPACKED = 24_000_000
"""Bytes of XML: a small file can unpack to gigabytes."""
MOST_ENTRIES = 500


def read(content: bytes) -> Grid:
    """The cells of the first sheet. Raises `Unreadable`."""
    _check_package(content)
    try:
        book = _openpyxl.load_workbook(io.BytesIO(content), data_only=False, keep_links=False)
    except Exception as error:  # openpyxl raises whatever the XML makes it stumble over
        raise Unreadable("broken_workbook") from error
    pages = [page for page in book.worksheets if page.sheet_state == "visible"]
    if not pages:
        raise Unreadable("empty")
    others = tuple(clean(p.title) for p in pages[1:] if _values(p))
    mac = book.epoch == _instants.CALENDAR_MAC_1904
    zero = dt.date(1904, 1, 1) if mac else dt.date(1899, 12, 30)
    return Grid(_rows(pages[0]), others, zero)


def _check_package(content: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            entries = package.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise Unreadable("broken_workbook") from error
    names = {entry.filename for entry in entries}
    if "content.xml" in names and "mimetype" in names:
        raise Unreadable("open_document")
    if not any(name.startswith("xl/") for name in names):
        raise Unreadable("not_a_table")
    if len(entries) > MOST_ENTRIES or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise Unreadable("too_many", {"limit": f"{MOST_LINES}"})


def _values(page: Any) -> dict[tuple[int, int], Any]:
    """The cells there are: walking the sheet's whole extent would make a million of a stray format far below."""
    return {place: cell.value for place, cell in page._cells.items() if cell.value not in {None, ""}}


def _rows(page: Any) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    table: defaultdict[int, dict[int, Cell]] = defaultdict(dict)
    for (row, column), value in _values(page).items():
        if column <= MOST_COLUMNS and (cell := plain(value)) != "":
            table[row][column] = cell
    for merged in page.merged_cells.ranges:
        first = table.get(merged.min_row, {}).get(merged.min_col)
        if first is not None:
            for row in [r for r in table if merged.min_row < r <= merged.max_row]:
                table[row].setdefault(merged.min_col, first)
    return tuple(
        (number, tuple(table[number].get(c, "") for c in range(1, max(table[number]) + 1)))
        for number in sorted(table)
    )


def plain(value: Any) -> Cell:
    """A cell's value as a day or as text, numbers as Brazil writes them."""
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, dt.date):
        return value
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, float):
        return _number(value)
    return clean(str(getattr(value, "text", None) or value))  # an array formula keeps its text inside


def _number(value: float) -> str:
    if value != value or abs(value) > 1e15:  # noqa: PLR0124  # not a number
        return str(value)
    if value == int(value):
        return str(int(value))
    cents = round(value, 2)
    return f"{cents:.2f}".replace(".", ",") if abs(cents - value) < 1e-6 else repr(value).replace(".", ",")
