"""Text tables (.csv): their encoding, even mixed within one file, and their separator, found by looking."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

from bot.spreadsheet_columns import MOST_COLUMNS, MOST_LINES, Cell, Grid, Unreadable
from bot.spreadsheet_text import clean

SEPARATORS = (";", ",", "\t")
HEAD_ROWS = 10
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


def read(content: bytes, score: Callable[[tuple[Cell, ...]], int]) -> Grid:
    """The cells. `score`: how many columns a row of names holds that we know; it tells the separator."""
    text = decoded(content)
    if any(ord(c) < 32 and c not in "\t\n\r\x0b\x0c\x1a" for c in text[:4096]):
        raise Unreadable("not_a_table")
    separators: tuple[str, ...] = SEPARATORS
    if told := _SEPARATOR_LINE.match(text):
        separators, text = (told[1],), text[told.end() :]
    head = "".join(text.splitlines(keepends=True)[: HEAD_ROWS * 2])
    best = max(separators, key=lambda s: max((score(row) for _, row in _rows(head, s)), default=0))
    return Grid(tuple(_rows(text, best, whole=True)))


def decoded(content: bytes) -> str:
    """UTF-8 with or without mark, UTF-16 with one, else line by line UTF-8 or Latin-1: files are glued together."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        return "\n".join(_line(line) for line in lines)


def _line(line: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1")


def _rows(text: str, separator: str, *, whole: bool = False) -> list[tuple[int, tuple[Cell, ...]]]:
    """Rows that hold something; more than the limit are cut one behind it, for whoever counts them.

    Raises `Unreadable` where, in a `whole` file, a quote left open has swallowed lines: a cell that holds a line break
    and a separator.
    """
    found: list[tuple[int, tuple[Cell, ...]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for number, raw in enumerate(reader, 1):
            if whole and any("\n" in cell and separator in cell for cell in raw):
                raise Unreadable("broken", {"line": str(number)})
            if any(cell.strip() for cell in raw):
                found.append((number, tuple(clean(cell) for cell in raw[:MOST_COLUMNS])))
            if len(found) > MOST_LINES + HEAD_ROWS:
                break
    except csv.Error as error:
        raise Unreadable("broken", {"line": str(reader.line_num)}) from error
    return found
