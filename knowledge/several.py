"""Several questions in one message: cut apart, and their answers told in one, short and in the order asked.

Each is answered by `answers.py`; here only where one ends, and whether they are questions of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from knowledge.answer import SIDES, Answer, Citation, Option, fitted
from knowledge.calculators import named_prices
from knowledge.notes import note
from knowledge.search import leaning
from knowledge.text import folded_in_place, terms, words
from knowledge.topics import SHORT

MOST = 4
"""Questions told in one screen; those beyond are named, to be asked again."""
REST = 160
"""Of the screen, for the questions that are only named."""
SURE = 0.6
"""Confidence from which a part is taken for a question of its own."""
_ASKING = (
    r"(?:de quanto em quanto|quant[oa]s?|qual|quais|como|quando|onde|quem|posso|pode|preciso|precisa|tenho que|tem que"
    r"|da pra|o que)\b"
)
_CUT = re.compile(rf"\?+\s*|;\s*|(?:\s*,\s*|\s+)(?:e|e tambem|tambem)\s+(?={_ASKING})|\s*,\s*(?={_ASKING})")
_MARKED = re.compile(r"\?+\s*(?=\S)")
_SUMMED = re.compile(r"\b(?:total|som\w+|junt[oa]s?|tudo)\b")
_AND = r"(?:\s*[?,;]\s*(?:e\s+)?|\s+e\s+)"
_LIKE = re.compile(
    rf"(?P<head>.*\b(?:multa|quanto|preciso)\b.*?)\s(?P<by>sem|por)\s(?P<tails>.+?(?:{_AND}(?P=by)\s.+?)+)[?.\s]*"
)


@dataclass(frozen=True)
class Part:
    """One question of a message, the one it leans on, and whether a sign marks where it ends."""

    text: str
    marked: bool = False
    before: str = ""
    """The first question, which may tell what a later one is about."""


def pieces(text: str) -> list[Part]:
    """The questions of a message, each with the one it leans on; empty where it asks one thing, or where one leans
    on what stands before it.
    """
    flat = folded_in_place(text)
    if _SUMMED.search(flat):
        return []
    return _alike(text, flat) or _marked(text, flat) or _cut(text, flat)


def _alike(text: str, flat: str) -> list[Part]:
    """Things told in a row of one asking, each with its head: "a multa sem nota? e sem laudo?"."""
    found = _LIKE.fullmatch(flat) or _prices().fullmatch(flat)
    if found is None:
        return []
    head, at, by = text[: found.end("head")].strip(), found.start("tails"), found.groupdict().get("by", "")
    cut = re.compile(rf"{_AND}{by}\s+" if by else _AND)
    tails, last = list[str](), at
    for end in (*cut.finditer(flat, at, found.end("tails")), None):
        tails.append(text[last : end.start() if end else found.end("tails")])
        last = end.end() if end else last
    return [Part(f"{head} {by} {t}".replace("  ", " "), marked=True) for t in tails]


@cache
def _prices() -> re.Pattern[str]:
    """Things that are paid, told in a row: "quanto fica o cadastro e a caução"."""
    named = "|".join(said.pattern for said in named_prices().values())
    price = rf"(?:(?:o|a|os|as) )?(?:taxa d[aeo] )?(?:{named})"
    return re.compile(
        rf"(?P<head>.*\bquanto (?:fica|custa|sai|e|da|pago|vai)\w*(?: n?[oa]s?| de| pra)?)\s"
        rf"(?P<tails>{price}(?:(?:, | e ){price})+)[?.\s]*"
    )


def _marked(text: str, flat: str) -> list[Part]:
    """Questions with a sign between them, where each later one begins with "e" or stands by itself."""
    found, start = list[str](), 0
    for cut in (*_MARKED.finditer(flat), None):
        found.append(text[start : cut.start() if cut else len(text)].strip(" ,;?"))
        start = cut.end() if cut else start
    first, *later = found
    asks = later and all(re.search(rf"\b{_ASKING}", folded_in_place(p)) for p in found) and _whole(first)
    if not asks or not all(_ANDS.match(folded_in_place(p)) or _whole(p) for p in later):
        return []
    bare = [_ANDS.sub("", p, count=1) for p in later]
    return [Part(first, marked=True), *(Part(_completed(p, first), marked=True, before=first) for p in bare)]


def _completed(piece: str, first: str) -> str:
    """A question that does not say of what ("quanto tempo vale") with the thing of the first one."""
    thing = _THING.search(folded_in_place(first))
    return f"{piece} {first[thing.end() :]}" if thing and _OPEN.search(folded_in_place(piece)) else piece


_THING = re.compile(
    r"\b(?:custa|e|vale|fica|sai|dura|demora|preciso d[eoa]|pagar?|tirar|fazer)\s+(?=(?:o|a|os|as|um|uma)\s)"
)
_OPEN = re.compile(r"\b(?:custa|vale|fica|sai|dura|demora|vence|renova|paga|pede|tira)$")
_ANDS = re.compile(r"e\s+", re.IGNORECASE)


def _cut(text: str, flat: str) -> list[Part]:
    found, start = list[str](), 0
    for cut in (*_CUT.finditer(flat), None):
        piece = text[start : cut.start() if cut else len(text)].strip(" ,;?")
        start = cut.end() if cut else len(text)
        if piece:
            found.append(piece)
    asks = all(re.search(rf"\b{_ASKING}", folded_in_place(p)) and _whole(p) for p in found)
    return [Part(p) for p in found] if 2 <= len(found) <= MOST and asks else []


def _whole(piece: str) -> bool:
    said = [t for t in terms(words(piece)) if not t.startswith("#")]
    return len(said) >= 2 and leaning(piece, len(said) + 2) < 0.5


def together(question: str, answers: Sequence[Answer], *, asked: Sequence[Part]) -> Answer | None:
    """One answer that tells all; None where they are of one matter, or where no sign parts them and one is
    not sure.
    """
    matters = {a.topic for a in answers}
    if len(answers) < 2 or (len(matters) == 1 and len({a.answer for a in answers}) == 1):
        return None
    doubtful = any(a.confidence < SURE or a.kind == "not_covered" for a in answers)
    if not all(p.marked for p in asked) and (doubtful or None in matters or len(matters) < len(answers)):
        return None
    if all(a.kind == "not_covered" for a in answers):
        return None
    return _told(question, answers[:MOST], [p.text for p in asked])


def _told(question: str, answers: Sequence[Answer], parts: Sequence[str]) -> Answer:
    left = parts[MOST:]
    rest = fitted(str(note("answer_left", questions="; ".join(left))), REST) if left else ""
    room = (SHORT - len(rest)) // len(answers) - 4
    longest = max(len(a.citations) for a in answers)
    return Answer(
        question,
        "answer",
        "\n".join([*(f"– {_short(a, room)}" for a in answers), *([rest] if rest else [])]),
        citations=_once(a.citations[i] for i in range(longest) for a in answers if i < len(a.citations)),
        warnings=tuple(dict.fromkeys(w for a in answers for w in a.warnings)),
        topic=next(a.topic for a in answers if a.kind != "not_covered"),
        confidence=min(a.confidence for a in answers),
        calculator=answers[0].calculator,
        computed=tuple(c for a in answers for c in a.computed),
        parts=tuple(parts),
    )


def _once(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    """Each provision once, by its first quote."""
    held: dict[str, Citation] = {}
    for citation in citations:
        held.setdefault(citation.id, citation)
    return tuple(held.values())


def _short(answer: Answer, room: int) -> str:
    """An answer in its part of the room, each regime under its name."""
    if not answer.options:
        return fitted(answer.computed[0] if answer.computed else answer.answer, room)
    each = room // len(answer.options) - len("METROPLAN:  ")
    return " ".join(f"{SIDES[o.authority]}: {_of_side(o, answer.computed, each)}" for o in answer.options)


def _of_side(side: Option, computed: Sequence[str], room: int) -> str:
    """What is computed for the case where something is; no line that announces a list cut off."""
    own = next((c for c in computed if side.answer.startswith(c)), side.answer)
    lines = fitted(own, room).split("\n")
    return "\n".join(lines[:-1] if len(lines) > 1 and lines[-1].endswith(":") else lines)
