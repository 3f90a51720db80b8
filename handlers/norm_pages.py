"""A provision with all that stands under it, in pages cut where one provision ends; tables line by line.

Pages are shown one at a time (DAER art. 2 has 17,624 UTF-16 units, a message holds 4,096).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.split import units
from knowledge.corpus import Corpus
from knowledge.ids import Kind
from knowledge.model import Provision

ROOM = 2800
"""UTF-16 units of law on a page; the rest of the 4,096 is for the citation and the warnings."""
MOST = 60
"""Provisions on a page: each label is an entity, and Telegram reads 100 of them."""


@dataclass(frozen=True)
class Line:
    """A line of a text; `form`: plain, row (of a table) or title (of a table)."""

    form: str
    text: str


@dataclass(frozen=True)
class Piece:
    """One provision as it is shown; `goes_on`: its text began on the page before."""

    provision: Provision
    label: str
    lines: tuple[Line, ...]
    goes_on: bool = False


Page = tuple[Piece, ...]


def pages(corpus: Corpus, id_: str, *, room: int = ROOM) -> list[Page]:
    """The provision and its descendants on pages of at most `room` units."""
    found: list[Page] = []
    page: list[Piece] = []
    size = 0
    for piece in _pieces([corpus.provision(id_), *corpus.descendants(id_)], room):
        width = _width(piece)
        if page and (size + width > room or len(page) == MOST):
            found.append(tuple(page))
            page, size = [], 0
        page.append(piece)
        size += width
    return [*found, tuple(page)]


def page_of(shown: Sequence[Page], id_: str) -> int:
    """The page on which a provision begins; the first when it is on none."""
    return next((n for n, page in enumerate(shown) for piece in page if piece.provision.id == id_), 0)


def _pieces(provisions: Sequence[Provision], room: int) -> Iterator[Piece]:
    for provision in provisions:
        label = printed(provision)
        for number, text in enumerate(_cut(provision.reading, room - units(label) - 10)):
            yield Piece(provision, label, _lines(provision, text), goes_on=number > 0)


def printed(provision: Provision) -> str:
    """The label of a provision inside its article, as norms print it: "§ 2º", "V –", "c)"."""
    last = provision.label.rpartition(", ")[2]
    return last + {Kind.INCISO: " –", Kind.ALINEA: ")"}.get(provision.kind, "")


def _lines(provision: Provision, text: str) -> tuple[Line, ...]:
    titles = {table.title for table in provision.tables}
    return tuple(_line(line, titles) for line in text.split("\n") if line.strip())


def _line(line: str, titles: set[str]) -> Line:
    if "\t" in line:
        return Line("row", " — ".join(cell.strip() for cell in line.split("\t")))
    return Line("title" if line in titles else "plain", line)


def _width(piece: Piece) -> int:
    return units(piece.label) + sum(units(line.text) + 4 for line in piece.lines) + 12


def _cut(text: str, room: int) -> Iterator[str]:
    """A text longer than a page in stretches, cut between words."""
    part, size = "", 0
    for word in re.findall(r"\s*\S{1,400}", text) or [""]:
        width = units(word)
        if part and size + width > room:
            yield part.strip()
            part, size = "", 0
        part += word
        size += width
    yield part.strip()
