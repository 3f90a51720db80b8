"""Long texts in valid parts: cut at paragraph, then sentence, then word, never inside a tag, entity or emoji.

Telegram counts UTF-16 code units of the visible text (4,096 a message) and reads 100 entities.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

LIMIT = 4096
ENTITIES = 100

_TOKEN = re.compile(r"<[^<>]*>|&[#\w]{1,12};|\n\n|\n|[^<&\n]+|[<&]")
# A joined emoji, a flag or a letter with its marks stays whole.
_CLUSTER = re.compile(
    r"[\U0001F1E6-\U0001F1FF]{2}"
    r"|.[\u0300-\u036f\ufe0e\ufe0f\u20e3\U0001F3FB-\U0001F3FF]*(?:\u200d.[\ufe0f\U0001F3FB-\U0001F3FF]*)*",
    re.S,
)


def units(text: str) -> int:
    """UTF-16 code units, as Telegram counts."""
    return len(text.encode("utf-16-le")) // 2


def visible(markup: str) -> str:
    """What the person reads: tags removed, entities resolved."""
    return html.unescape(re.sub(r"<[^<>]*>", "", markup))


def split(markup: str, *, limit: int = LIMIT, header: str = "") -> list[str]:
    """`markup` in parts of at most `limit` visible units, each valid alone.

    `header` (markup, e.g. the citation) stands above every part when there are several, with "parte 2/5".
    """
    if units(visible(markup)) <= limit and markup.count("</") <= ENTITIES:
        return [markup]
    room = limit - units(visible(header)) - 20
    bodies = list(_bodies(markup, room))
    return [
        f"{header}{' · ' if header else ''}<i>parte {n}/{len(bodies)}</i>\n{b}"
        for n, b in enumerate(bodies, 1)
    ]


def _bodies(markup: str, room: int) -> Iterator[str]:
    part: list[str] = []
    size = entities = 0
    opened: list[str] = []
    for piece in _pieces(markup, room):
        width = 0 if piece.startswith("<") and piece.endswith(">") else units(html.unescape(piece))
        if (size + width > room or entities >= ENTITIES - len(opened) - 1) and size:
            yield "".join(part).rstrip("\n") + "".join(f"</{_name(t)}>" for t in reversed(opened))
            part, size, entities = list(opened), 0, len(opened)
            if not piece.strip():
                continue
        part.append(piece)
        size += width
        if piece.startswith("</"):
            opened.pop()
        elif piece.startswith("<") and piece.endswith(">") and width == 0:
            opened.append(piece)
            entities += 1
    if size:
        yield "".join(part)


def _pieces(markup: str, room: int) -> Iterator[str]:
    """Tags, entities, and runs of text that always fit: paragraphs where possible, else sentences, words, clusters."""
    for block in _blocks(markup):
        yield from _fitting(block, room)


def _blocks(markup: str) -> list[str]:
    return _TOKEN.findall(markup)


def _fitting(text: str, room: int) -> Iterator[str]:
    if units(html.unescape(text)) <= min(room, 400) or text.startswith("<"):
        yield text
        return
    for sentence in re.split(r"(?<=[.;:!?]) ", text):
        if units(sentence) <= min(room, 400):
            yield sentence + " "
            continue
        for word in re.split(r"(?<= )", sentence + " "):
            yield from [word] if units(word) <= room else _clusters(word, room)


def _clusters(word: str, room: int) -> Iterator[str]:
    part, size = "", 0
    for cluster in _CLUSTER.findall(word):
        if size + units(cluster) > room and part:
            yield part
            part, size = "", 0
        part, size = part + cluster, size + units(cluster)
    yield part


def _name(tag: str) -> str:
    return re.split(r"[\s>]", tag[1:], maxsplit=1)[0]
