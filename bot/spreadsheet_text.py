"""One cell's text: cleaned when read, made harmless when written."""

from __future__ import annotations

import unicodedata

from bot.spreadsheet_columns import CELL_LIMIT

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet program takes for the beginning of a formula."""


def clean(raw: str) -> str:
    """Text on one line without invisible signs; the mark that `harmless` set is taken off again."""
    text = unicodedata.normalize("NFC", raw[: CELL_LIMIT * 2])
    seen = "".join(
        " " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c) not in _UNSEEN
    )
    line = " ".join(seen.split())[:CELL_LIMIT]
    return line[1:] if line.startswith("'") and line[1:].startswith(FORMULA_SIGNS) else line


_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def harmless(text: str) -> str:
    """Text that no spreadsheet program runs as a formula."""
    return f"'{text}" if text.lstrip().startswith(FORMULA_SIGNS) else text
