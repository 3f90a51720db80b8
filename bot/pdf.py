"""Lines of a template → an A4 sheet in black and white. No word of a sheet is written here.

A line is `<style>: <text>`; the styles are the keys of `STYLES`, and `tick` (an item with a box before it), `done`
(the same, ticked), `sign` (a line to sign on, with what stands below), `cells` (a row of a table, cells parted by
` | `), `head` (such a row in bold), `gap` and `page`. A line without a style is a defect of the template.
"""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import segno
from fpdf import FPDF

MARGIN = 18.0
LINE = 1.35  # line height, of the size of the letters
POINT = 25.4 / 72
BOX = 3.6
QR_SIZE = 26.0
FOOT = 14.0


@dataclass(frozen=True)
class Style:
    """How a line looks: weight, size in points, room above in millimetres, indent, place."""

    weight: str = ""
    size: float = 10
    above: float = 0
    indent: float = 0
    align: str = "L"


STYLES = {
    "title": Style("B", 15, 1),
    "center": Style("B", 13, 4, align="C"),
    "h": Style("B", 11.5, 4),
    "p": Style(above=1),
    "body": Style(size=11, above=3, align="J"),
    "bold": Style("B", 10, 1),
    "small": Style("I", 8.5, 0.5),
    "li": Style(above=0.8, indent=4),
    "sub": Style(size=9, indent=6),
    "ground": Style("I", 8.5, indent=6),
    "right": Style(above=3, align="R"),
}


@dataclass(frozen=True)
class Sheet:
    """A sheet to draw: its lines, what stands at the foot of each page, and the address of the code on the first."""

    lines: tuple[tuple[str, str], ...]
    foot: str
    on: dt.date
    link: str = ""
    widths: tuple[float, ...] = ()
    title: str = field(default="")


def lines(rendered: str) -> tuple[tuple[str, str], ...]:
    """The lines of a rendered template. Raises `ValueError` on a line without a known style."""
    found = []
    for line in rendered.splitlines():
        if not line.strip():
            continue
        style, colon, text = line.partition(":")
        if not colon or style not in STYLES | _DRAWN:
            raise ValueError(f"a line without style: {style[:20]!r}")
        found.append((style, html.unescape(text).strip()))
    return tuple(found)


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

    def line_to(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A stroke."""
        super().line(*start, *end)

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
