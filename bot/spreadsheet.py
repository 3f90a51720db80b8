"""A fleet spreadsheet as a person sends it, read into lines by column: .csv or .xlsx, told by the content.

Nothing here knows a fleet; what the cells mean is `bot.fleet_lines`. Raises `Unreadable`, never anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot import spreadsheet_csv, spreadsheet_xlsx
from bot.late import Late
from bot.spreadsheet_columns import MOST_BYTES, MOST_LINES, Cell, Column, Grid, Row, Sheet, Unreadable
from bot.spreadsheet_words import key, package_words

_letters = Late("openpyxl.utils")
HEAD_ROWS = 10
"""People put a title above the table: the head is looked for in the first rows."""
_OTHER_TYPES = (
    (b"\xd0\xcf\x11\xe0", "old_excel"),
    (b"%PDF", "pdf"),
    (b"\xff\xd8\xff", "picture"),
    (b"\x89PNG", "picture"),
    (b"{\\rtf", "not_a_table"),
    (b"<", "not_a_table"),
)


def read(content: bytes) -> Sheet:
    """The lines of a file."""
    if len(content) > MOST_BYTES:
        raise Unreadable("too_large", {"limit": str(MOST_BYTES // 1_000_000)})
    for start, reason in _OTHER_TYPES:
        if content.lstrip().startswith(start):
            raise Unreadable(reason)
    if content.startswith(b"PK"):
        return _sheet(spreadsheet_xlsx.read(content))
    return _sheet(spreadsheet_csv.read(content, known_columns))


def known_columns(cells: Sequence[Cell]) -> int:
    """How many different columns of ours a row names."""
    known = package_words().columns
    return len({known[key(c)] for c in cells if isinstance(c, str) and key(c) in known})


def _sheet(grid: Grid) -> Sheet:
    if not grid.rows:
        raise Unreadable("empty")
    top = max(range(min(HEAD_ROWS, len(grid.rows))), key=lambda k: (known_columns(grid.rows[k][1]), -k))
    names = [str(cell) for cell in grid.rows[top][1]]
    columns = [package_words().columns.get(key(name)) for name in names]
    if not {"placa", "documento"} & set(columns):
        raise Unreadable("no_head")
    twice = [c for c, count in Counter(c for c in columns if c).items() if count > 1]
    if twice:
        raise Unreadable("column_twice", {"column": twice[0]})
    below = grid.rows[top + 1 :]
    if len(below) > MOST_LINES:
        raise Unreadable("too_many", {"limit": str(MOST_LINES)})
    head = grid.rows[top][1]
    body = [(number, cells) for number, cells in below if cells[: len(head)] != head]
    rows = [_row(number, cells, columns) for number, cells in body]
    return Sheet(
        tuple(row for row in rows if row.cells or row.extra),
        tuple(c for c in columns if c),
        tuple(_unread(names, columns, [cells for _, cells in body])),
        grid.other_sheets,
        grid.day_zero,
    )


def _unread(
    names: Sequence[str], columns: Sequence[Column | None], body: Sequence[Sequence[Cell]]
) -> Iterator[str]:
    """The columns nobody knows: by their name, by their letter where one has none and holds something all the same."""
    for place, (name, column) in enumerate(zip(names, columns, strict=True)):
        if column is None and (name or any(cells[place] != "" for cells in body if place < len(cells))):
            yield name or str(_letters.get_column_letter(place + 1))


def _row(number: int, cells: Sequence[Cell], columns: Sequence[Column | None]) -> Row:
    named = {
        column: cell
        for column, cell in zip(columns, cells, strict=False)
        if column is not None and cell != ""
    }
    return Row(number, named, extra=any(cell != "" for cell in cells[len(columns) :]))
