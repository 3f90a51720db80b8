"""A picture of twelve months: one row a vehicle, one mark a due day. Pure: rows in, PNG out.

Colours of Okabe and Ito, told apart by colour-blind people too, and a shape for each state. Readable on a phone:
1080 pixels wide, as phones show photos.
"""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from font_lato import Lato, LatoBold
from PIL import Image, ImageDraw, ImageFont

from bot import signs
from knowledge.daymath import add_months
from knowledge.words import MONTHS

State = Literal["overdue", "soon", "later", "told"]

WIDTH, LEFT, TOP, ROW, BOTTOM = 1080, 214, 150, 56, 84
MOST_ROWS = 40
MONTHS_SHOWN = 12
COLOURS = {"overdue": "#D55E00", "soon": "#E69F00", "later": "#0072B2", "told": "#009E73"}
INK, PALE, LINE, TODAY = "#1A1A1A", "#F3F5F7", "#C9CFD4", "#CC79A7"
RADIUS = 13


@dataclass(frozen=True)
class Row:
    """A vehicle, or the company itself, with its due days; `changes`: days from which something is different."""

    label: str
    days: Sequence[dt.date]
    changes: Sequence[dt.date] = ()


@dataclass(frozen=True)
class Words:
    """Every word on the picture."""

    title: str
    today: str
    overdue: str
    soon: str
    later: str
    told: str = ""
    more: str = ""


def draw(rows: Sequence[Row], today: dt.date, words: Words) -> bytes:
    """The picture as PNG; at most `MOST_ROWS` rows, the rest is said in words."""
    return Picture(rows[:MOST_ROWS], today, words).png()


class Picture:
    """One picture being drawn."""

    def __init__(self, rows: Sequence[Row], today: dt.date, words: Words) -> None:
        self.rows, self.today, self.words = rows, today, words
        self.first = today.replace(day=1)
        self.last = add_months(self.first, MONTHS_SHOWN)
        height = TOP + ROW * max(len(rows), 1) + BOTTOM
        self.image = Image.new("RGB", (WIDTH, height), "white")
        self.pen = ImageDraw.Draw(self.image)
        self.fonts = {size: ImageFont.truetype(Lato, size) for size in (22, 24, 26)}
        self.bold = {size: ImageFont.truetype(LatoBold, size) for size in (26, 40)}

    def png(self) -> bytes:
        """Draws everything."""
        self._heading()
        self._months()
        for number, row in enumerate(self.rows):
            self._row(TOP + ROW * number, row)
        self._today()
        self._legend()
        out = io.BytesIO()
        self.image.save(out, "PNG", optimize=True)
        return out.getvalue()

    def x_of(self, day: dt.date) -> float:
        """Where a day stands; earlier days at the left edge."""
        if day < self.first:
            return float(LEFT)
        span = (self.last - self.first).days
        return LEFT + (WIDTH - LEFT - 24) * (day - self.first).days / span

    def _heading(self) -> None:
        self.pen.text((24, 20), self._fitted(self.words.title, WIDTH - 48), fill=INK, font=self.bold[40])

    def _fitted(self, text: str, width: int) -> str:
        while self.bold[40].getlength(text) > width:
            text = text[:-2].rstrip() + "…"
        return text

    def _months(self) -> None:
        bottom = TOP + ROW * max(len(self.rows), 1)
        for number in range(MONTHS_SHOWN):
            start, end = add_months(self.first, number), add_months(self.first, number + 1)
            left, right = self.x_of(start), self.x_of(end)
            if number % 2 == 0:
                self.pen.rectangle((left, TOP - 44, right, bottom), fill=PALE)
            self.pen.text((left + 8, TOP - 38), MONTHS[start.month - 1][:3], fill=INK, font=self.fonts[24])
            if start.month == 1 or number == 0:
                self.pen.text((left + 8, TOP - 66), str(start.year), fill=INK, font=self.fonts[22])

    def _row(self, top: int, row: Row) -> None:
        self.pen.line((0, top + ROW, WIDTH, top + ROW), fill=LINE)
        label = row.label if len(row.label) <= 13 else f"{row.label[:12]}…"
        self.pen.text((24, top + 12), label, fill=INK, font=self.bold[26])
        marks: list[tuple[dt.date, State]] = [(day, "told") for day in row.changes] + [
            (day, state(day, self.today)) for day in row.days
        ]
        for day, what in sorted(marks, reverse=True):
            if day < self.last:
                self._mark(max(self.x_of(day), LEFT + RADIUS), top + ROW // 2, what)

    def _mark(self, x: float, y: float, what: State) -> None:
        colour, r = COLOURS[what], RADIUS
        if what == "overdue":
            for sign in (1, -1):
                self.pen.line((x - r, y - sign * r, x + r, y + sign * r), fill=colour, width=8)
        elif what == "soon":
            self.pen.polygon(
                ((x, y - r - 2), (x + r + 2, y + r), (x - r - 2, y + r)), fill=colour, outline=INK
            )
        elif what == "told":
            self.pen.polygon(
                ((x, y - r - 3), (x + r, y), (x, y + r + 3), (x - r, y)), fill=colour, outline=INK
            )
        else:
            self.pen.ellipse((x - r, y - r, x + r, y + r), fill=colour, outline="white", width=2)

    def _today(self) -> None:
        x = self.x_of(self.today)
        bottom = TOP + ROW * max(len(self.rows), 1)
        for y in range(TOP - 6, bottom, 16):
            self.pen.line((x, y, x, y + 8), fill=TODAY, width=4)

    def _legend(self) -> None:
        y = TOP + ROW * max(len(self.rows), 1) + 40
        x = 40.0
        entries: tuple[tuple[State, str], ...] = (
            ("overdue", self.words.overdue),
            ("soon", self.words.soon),
            ("later", self.words.later),
        )
        if self.words.told and any(row.changes for row in self.rows):
            entries += (("told", self.words.told),)
        for what, text in entries:
            self.pen.text((x + 26, y - 16), text, fill=INK, font=self.fonts[24])
            self._mark(x, y, what)
            x += 60 + self.fonts[24].getlength(text)
        if self.words.more:
            self.pen.text((x, y - 16), self.words.more, fill=INK, font=self.fonts[24])


def state(day: dt.date, today: dt.date) -> State:
    """Ended, ending soon (the last day itself is still valid), or later."""
    found = signs.state(day, today)
    return "overdue" if found == "overdue" else "later" if found == "fine" else "soon"
