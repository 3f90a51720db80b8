"""A list sent as a file → rows of cells: .csv or .txt (`;`, tab or `,`; UTF-8 or Latin-1) and .xlsx.

Files come from strangers: sizes are checked before anything is unpacked.
"""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import PurePath

from bot.late import Late

_openpyxl = Late("openpyxl")


SIZE_LIMIT = 1_000_000
UNPACKED_LIMIT = 20_000_000
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
    """The rows of a file. Raises `UnreadableList`."""
    if reason := readable(name, len(content)):
        raise UnreadableList(reason)
    if PurePath(name.lower()).suffix in BOOKS:
        return _book(content)
    return _text(content)


def _text(content: bytes) -> list[list[str]]:
    if b"\0" in content:
        raise UnreadableList("broken")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    first = next((line for line in text.splitlines() if line.strip()), "")
    mark = max(";\t,", key=first.count)
    try:
        return [row[:COLUMNS_LIMIT] for row in csv.reader(io.StringIO(text, newline=""), delimiter=mark)][
            :ROWS_LIMIT
        ]
    except csv.Error:
        raise UnreadableList("broken") from None


def _book(content: bytes) -> list[list[str]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(entry.file_size for entry in packed.infolist()) > UNPACKED_LIMIT:
                raise UnreadableList("size")
        book = _openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        try:
            sheet = book.worksheets[0]
            rows = sheet.iter_rows(max_row=ROWS_LIMIT, max_col=COLUMNS_LIMIT, values_only=True)
            return [[_cell(value) for value in row] for row in rows]
        finally:
            book.close()
    except UnreadableList:
        raise
    except Exception:  # noqa: BLE001  # a broken book fails in any of a dozen ways; its text must not be repeated
        raise UnreadableList("broken") from None


def _cell(value: object) -> str:
    """A cell as people see it: a CPF typed as a number lost its zeros and its point."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
