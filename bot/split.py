"""Long texts in valid parts: cut at paragraph, between items, at line, sentence, word, never inside a tag or an emoji.

Telegram counts UTF-16 code units of the visible text (4,096 a message) and reads 100 entities. Joined, the parts'
visible text is the source: each cut falls after white space, which stays at the end of its part, where Telegram
does not show it. Everything here is linear in the length of the text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

LIMIT = 4096
CAPTION = 1024
ENTITIES = 100
NUMBERING = 24  # room for "parte 12/345" and its line break

LINE, ITEM, PARAGRAPH = 3, 4, 5  # how good a cut is; 2: sentence, 1: word, 0: none

_TOKEN = re.compile(r"<[^<>]*>|&[#\w]{1,12};|[^<&]+|[<&]")
# A joined emoji, a flag or a letter with its marks stays whole.
_CLUSTER = re.compile(
    r"[\U0001F1E6-\U0001F1FF]{2}"
    r"|.[\u0300-\u036f\ufe0e\ufe0f\u20e3\U0001F3FB-\U0001F3FF]*(?:\u200d.[\ufe0f\U0001F3FB-\U0001F3FF]*)*",
    re.S,
)
_SHORT = re.compile(r"(?:^|\W)\w{1,4}\. *$")  # "art. 13", "inc. IV": no end of a sentence
_ITEM = re.compile(r"\d{1,3}[.)ºª]|[IVXLC]+ [–-]|[a-z]\)|[^\w\s\"'“(]")  # how an item of a list begins
_WORD_END = re.compile(r"\n+|[.;:!?]+[ \n]+| +")


def units(text: str) -> int:
    """UTF-16 code units, as Telegram counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def visible(markup: str) -> str:
    """What the person reads: tags removed, entities resolved."""
    return html.unescape(re.sub(r"<[^<>]*>", "", markup))


def split(markup: str, *, limit: int = LIMIT, header: str = "") -> list[str]:
    """`markup` in parts of at most `limit` visible units, each valid alone.

    `header` (markup, e.g. the citation) stands above every part when there are several, with "parte 2/5".
    """
    if units(visible(markup)) <= limit and markup.count("</") <= ENTITIES:
        return [markup]
    bodies = split_bodies(
        markup,
        room=max(limit - units(visible(header)) - NUMBERING, 1),
        entities=max(ENTITIES - header.count("</") - 1, 1),
    )
    mark = f"{header}{' · ' if header else ''}<i>parte "
    return [f"{mark}{n}/{len(bodies)}</i>\n{body}" for n, body in enumerate(bodies, 1)]


def split_bodies(markup: str, *, room: int, entities: int = ENTITIES) -> list[str]:
    """The parts without any heading. Their visible texts joined are that of `markup`."""
    writer = _Writer(room, entities)
    for piece in _pieces(markup, room):
        writer.take(piece)
    return writer.finished()


@dataclass(frozen=True)
class _Piece:
    """A tag, or the smallest run of text that is not cut, with how good a cut after it is (0: none)."""

    markup: str
    size: int
    rank: int = 0

    @property
    def tag(self) -> bool:
        return self.size == 0


def _pieces(markup: str, room: int) -> Iterator[_Piece]:
    for token in _TOKEN.findall(markup):
        if len(token) > 1 and token[0] == "<":
            yield _Piece(token, 0)
        elif token[0] == "&" and len(token) > 1:
            yield _Piece(token, units(html.unescape(token)))
        else:
            yield from _words(token, room)


def _words(text: str, room: int) -> Iterator[_Piece]:
    start = 0
    for end in _WORD_END.finditer(text):
        word = text[start : end.end()]
        yield from _whole(word, room, 0 if _SHORT.search(word) else _rank(end.group()))
        start = end.end()
    if start < len(text):
        yield from _whole(text[start:], room, 0)


def _rank(gap: str) -> int:
    """How good a cut is here: paragraph, line or sentence (an inciso ends one), word."""
    if "\n\n" in gap:
        return PARAGRAPH
    if "\n" in gap:
        return LINE
    return 2 if gap.strip() else 1


def _whole(text: str, room: int, rank: int) -> Iterator[_Piece]:
    """The run as one piece, or its clusters when it alone would fill a part."""
    if units(text) <= room:
        yield _Piece(text, units(text), rank)
        return
    for cluster in _CLUSTER.findall(text):
        yield _Piece(cluster, units(cluster), 1)


@dataclass
class _Writer:
    """Fills parts; when one is full, goes back to the best cut in its last two thirds."""

    room: int
    entities: int
    done: list[str] = field(default_factory=list)
    pending: list[_Piece] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)  # tags open where the part begins
    size: int = 0
    tags: int = 0

    def take(self, piece: _Piece) -> None:
        opens = piece.tag and not piece.markup.startswith("</")
        while self.pending and (
            self.size + piece.size > self.room or (opens and len(self.opened) + self.tags >= self.entities)
        ):
            self._cut()
        self.pending.append(piece)
        self.size += piece.size
        self.tags += opens

    def finished(self) -> list[str]:
        if self.size:
            self._write(self.pending)
        return self.done

    def _cut(self) -> None:
        at = self._best()
        first, rest = self.pending[:at], self.pending[at:]
        self._write(first)
        self.pending, self.size, self.tags = [], 0, 0
        for piece in rest:
            self.pending.append(piece)
            self.size += piece.size
            self.tags += piece.tag and not piece.markup.startswith("</")

    def _best(self) -> int:
        """How many pieces go into the part: up to the best cut; closing tags stay with what they close."""
        best, rank, size = len(self.pending), 0, 0
        for index, piece in enumerate(self.pending):
            size += piece.size
            if size * 3 >= self.room and (own := self._rank_at(index)) >= max(rank, 1):
                best, rank = index + 1, own
        while best < len(self.pending) and self.pending[best].markup.startswith("</"):
            best += 1
        if best == len(self.pending):
            while (
                best > 1 and self.pending[best - 1].tag and not self.pending[best - 1].markup.startswith("</")
            ):
                best -= 1  # a tag that opens here belongs to the next part
        return best

    def _rank_at(self, index: int) -> int:
        """How good a cut after a piece is: at the end of a line, better where the next line begins an item."""
        rank = self.pending[index].rank
        if rank != LINE:
            return rank
        following = next((p.markup for p in self.pending[index + 1 :] if not p.tag), "")
        return ITEM if _ITEM.match(html.unescape(following)) else rank

    def _write(self, pieces: list[_Piece]) -> None:
        before = list(self.opened)
        for piece in pieces:
            if not piece.tag:
                continue
            if piece.markup.startswith("</"):
                if self.opened:
                    self.opened.pop()
            else:
                self.opened.append(piece.markup)
        text = "".join(before) + "".join(p.markup for p in pieces)
        self.done.append(text + "".join(f"</{_name(tag)}>" for tag in reversed(self.opened)))


def _name(tag: str) -> str:
    return re.split(r"[\s>]", tag[1:], maxsplit=1)[0]
