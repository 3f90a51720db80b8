"""Draws a sheet (`bot.pdf`) on A4, in black and white."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import segno
from fpdf import FPDF

from bot.pdf import STYLES, Sheet, Style

MARGIN = 18.0
LINE = 1.35  # line height, of the size of the letters
POINT = 25.4 / 72
BOX = 3.6
QR_SIZE = 26.0
FOOT = 14.0


def draw(sheet: Sheet) -> bytes:
    """The PDF. The same sheet gives the same bytes."""
    paper = _Paper(sheet)
    if sheet.link:
        paper.code(sheet.link)
    for style, text in sheet.lines:
        paper.put(style, text)
    return bytes(paper.output())


class _Paper(FPDF):
    """A4 with our fonts, margins and foot."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(format="A4")
        self.sheet = sheet
        self.code_below = 0.0
        for weight, file in (("", "Regular"), ("B", "Bold"), ("I", "Italic")):
            self.add_font("lato", weight, _fonts() / f"Lato-{file}.ttf")
        self.set_margins(MARGIN, MARGIN, MARGIN)
        self.set_auto_page_break(auto=True, margin=MARGIN + 4)
        self.set_title(_printable(sheet.title))
        self.set_lang("pt-BR")
        self.set_creation_date(dt.datetime.combine(sheet.on, dt.time(12), dt.UTC))
        self.alias_nb_pages()
        self.add_page()

    def footer(self) -> None:
        """What the sheet is, and the page, on each page."""
        self.set_y(-FOOT)
        self.set_font("lato", "I", 8)
        self.multi_cell(0, 4, f"{_printable(self.sheet.foot)} · {self.page_no()}/{{nb}}", align="C")

    def code(self, address: str) -> None:
        """A square code at the top right, large enough for a phone."""
        rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix]
        cell, left = QR_SIZE / len(rows), self.w - MARGIN - QR_SIZE
        self.set_fill_color(0)
        for down, row in enumerate(rows):
            for along, dark in enumerate(row):
                if dark:
                    self.rect(left + along * cell, MARGIN + down * cell, cell, cell, style="F")
        self.code_below = MARGIN + QR_SIZE + 2

    def put(self, style: str, text: str) -> None:
        """One line of the template."""
        if style in _DRAWN:
            _DRAWN[style](self, _printable(text))
        else:
            self.written(STYLES[style], _printable(text))

    def written(self, style: Style, text: str) -> None:
        """A paragraph; beside the code it is narrower."""
        self.set_font("lato", style.weight, style.size)
        self.ln(style.above)
        width = self.epw - style.indent
        if self.page_no() == 1 and self.get_y() < self.code_below:
            width -= QR_SIZE + 3
        if style.weight == "B" and self.will_page_break(18):  # a heading stays with what it heads
            self.add_page()
        self.set_x(MARGIN + style.indent)
        self.multi_cell(
            width, style.size * POINT * LINE, text, align=style.align, new_x="LMARGIN", new_y="NEXT"
        )

    def ticked(self, text: str, *, done: bool) -> None:
        """An item with its box."""
        if self.will_page_break(26):
            self.add_page()
        self.ln(1.6)
        top = self.get_y() + 0.6
        self.set_line_width(0.3)
        self.rect(MARGIN, top, BOX, BOX)
        if done:
            self.set_line_width(0.6)
            self.line(MARGIN + 0.7, top + 0.7, MARGIN + BOX - 0.7, top + BOX - 0.7)
            self.line(MARGIN + 0.7, top + BOX - 0.7, MARGIN + BOX - 0.7, top + 0.7)
        self.written(Style("B", 10, 0, 6), text)

    def signature(self, text: str) -> None:
        """A line to sign on."""
        if self.will_page_break(26):
            self.add_page()
        self.ln(16)
        middle = self.w / 2
        self.set_line_width(0.3)
        self.line(middle - 45, self.get_y(), middle + 45, self.get_y())
        self.written(Style(size=9.5, above=1, align="C"), text)

    def row(self, text: str, *, bold: bool) -> None:
        """A row of a table, as high as its longest cell."""
        cells = [cell.strip() for cell in text.split(" | ")]
        share = self.sheet.widths or tuple(1.0 for _ in cells)
        widths = [self.epw * s / sum(share) for s in share]
        self.set_font("lato", "B" if bold else "", 9.5)
        height = 9.5 * POINT * LINE
        rows = max(self._rows(w, height, c) for w, c in zip(widths, cells, strict=False))
        if self.will_page_break(height * rows + 2):
            self.add_page()
        top, left = self.get_y(), MARGIN
        self.set_line_width(0.2)
        for width, cell in zip(widths, cells, strict=False):
            self.rect(left, top, width, height * rows + 1.6)
            self.set_xy(left, top + 0.8)
            self.multi_cell(width, height, cell, align="L")
            left += width
        self.set_xy(MARGIN, top + height * rows + 1.6)

    def _rows(self, width: float, height: float, text: str) -> int:
        found = self.multi_cell(width, height, text, dry_run=True, output="LINES")
        return len(found) if isinstance(found, list) else 1


_DRAWN: dict[str, Callable[[_Paper, str], None]] = {
    "tick": lambda paper, text: paper.ticked(text, done=False),
    "done": lambda paper, text: paper.ticked(text, done=True),
    "sign": lambda paper, text: paper.signature(text),
    "cells": lambda paper, text: paper.row(text, bold=False),
    "head": lambda paper, text: paper.row(text, bold=True),
    "gap": lambda paper, text: paper.ln(float(text or 4)),
    "page": lambda paper, _text: paper.add_page(),
}


@cache
def _fonts() -> Path:
    """Where the installed font package keeps its files."""
    found = find_spec("font_lato")
    if found is None or not found.submodule_search_locations:
        raise RuntimeError("the package font-lato is not installed")
    return Path(next(iter(found.submodule_search_locations))) / "files"


@cache
def _glyphs() -> frozenset[int]:
    """What the font can write."""
    probe = FPDF()
    probe.add_font("lato", "", _fonts() / "Lato-Regular.ttf")
    font = probe.fonts["lato"]
    known = frozenset(font.cmap)  # type: ignore[union-attr]  # a font of ours has one
    font.ttfont.close()  # type: ignore[union-attr]
    return known


def _printable(text: str) -> str:
    """The text with a question mark for every character the font lacks (emojis, other scripts)."""
    return "".join(c if ord(c) in _glyphs() or c == "\n" else "?" for c in text)
