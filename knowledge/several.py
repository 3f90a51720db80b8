"""Several questions in one message: cut apart, and their answers told in one, short and in the order asked.

Each is answered by `answers.py`; here only where one ends, and whether they are questions of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from knowledge.answer import Answer, fitted
from knowledge.search import leaning
from knowledge.text import fold, terms, words
from knowledge.topics import SHORT

MOST = 3
SURE = 0.6
"""Confidence from which a part is taken for a question of its own."""
NAMES = {"daer": "DAER", "metroplan": "METROPLAN"}
_ASKING = (
    r"(?:de quanto em quanto|quant[oa]s?|qual|quais|como|quando|onde|quem|posso|pode|preciso|precisa|tenho que|tem que"
    r"|da pra|o que)\b"
)
_CUT = re.compile(rf"\?+\s*|;\s*|(?:\s*,\s*|\s+)(?:e|e tambem|tambem)\s+(?={_ASKING})|\s*,\s*(?={_ASKING})")


def parts(text: str) -> list[str]:
    """The questions of a message; empty where it asks one thing, or where one leans on what stands before it."""
    flat = _folded(text)
    found, start = list[str](), 0
    for cut in (*_CUT.finditer(flat), None):
        piece = text[start : cut.start() if cut else len(text)].strip(" ,;?")
        start = cut.end() if cut else len(text)
        if piece:
            found.append(piece)
    asks = all(re.search(rf"\b{_ASKING}", _folded(p)) and _whole(p) for p in found)
    return found if 2 <= len(found) <= MOST and asks else []


def _folded(text: str) -> str:
    """The text without accents, each letter in its place."""
    return "".join(fold(c)[:1] or " " for c in text)


def _whole(piece: str) -> bool:
    said = [t for t in terms(words(piece)) if not t.startswith("#")]
    return len(said) >= 2 and leaning(piece, len(said) + 2) < 0.5


def together(question: str, answers: Sequence[Answer]) -> Answer | None:
    """One answer that tells all; None where they are of one matter, or one of them is not sure."""
    matters = {a.topic for a in answers}
    if len(answers) < 2 or len(matters) < len(answers) or None in matters:
        return None
    if any(a.confidence < SURE or a.kind == "not_covered" for a in answers):
        return None
    room = SHORT // len(answers) - 4
    longest = max(len(a.citations) for a in answers)
    return Answer(
        question,
        "answer",
        "\n".join(f"– {_short(a, room)}" for a in answers),
        citations=tuple(
            dict.fromkeys(a.citations[i] for i in range(longest) for a in answers if i < len(a.citations))
        ),
        warnings=tuple(dict.fromkeys(w for a in answers for w in a.warnings)),
        topic=answers[0].topic,
        confidence=min(a.confidence for a in answers),
        calculator=answers[0].calculator,
        computed=tuple(c for a in answers for c in a.computed),
    )


def _short(answer: Answer, room: int) -> str:
    """An answer in its part of the room, each regime under its name."""
    if not answer.options:
        return fitted(answer.computed[0] if answer.computed else answer.answer, room)
    each = room // len(answer.options) - len("METROPLAN:  ")
    return " ".join(f"{NAMES[o.authority]}: {fitted(o.answer, each)}" for o in answer.options)
