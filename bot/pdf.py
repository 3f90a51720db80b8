"""Lines of a template → an A4 sheet in black and white. No word of a sheet is written here.

A line is `<style>: <text>`; the styles are the keys of `STYLES`, and `tick` (an item with a box before it), `done`
(the same, ticked), `sign` (a line to sign on, with what stands below), `cells` (a row of a table, cells parted by
` | `), `head` (such a row in bold), `gap` and `page`. A line without a style is a defect of the template.
"""

from __future__ import annotations

import datetime as dt
import html
from dataclasses import dataclass, field

from bot.late import Late

DRAWN = ("tick", "done", "sign", "cells", "head", "gap", "page")
_paper = Late("bot.pdf_paper")  # fpdf weighs 34 MB: most runs draw nothing


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
        if not colon or style not in (*STYLES, *DRAWN):
            raise ValueError(f"a line without style: {style[:20]!r}")
        found.append((style, html.unescape(text).strip()))
    return tuple(found)


def draw(sheet: Sheet) -> bytes:
    """The PDF. The same sheet gives the same bytes."""
    return bytes(_paper.draw(sheet))
