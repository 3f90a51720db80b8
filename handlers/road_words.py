"""What somebody types on the road instead of pressing a button: may this plate run, I am being inspected."""

from __future__ import annotations

import re
from dataclasses import dataclass

from knowledge.inputs import Plate, read_plate
from knowledge.text import fold

LONGEST = 80
_PLATE = re.compile(r"\b([A-Za-z]{3})[-\s]?([0-9A-Za-z]{4})\b")
_RUN = re.compile(r"\b(?:pode|posso) (?:rodar|circular|sair|viajar)\b")
_BARE_RUN = re.compile(r"(?:pode|posso) rodar(?: hoje)?")
_STOPPED = re.compile(
    r"(?:(?:oi|eu|bah) )?(?:estou|to|tou|estamos|cai|caimos|fui parad[oa]|me pararam|nos pararam|parad[oa])"
    r"(?: parad[oa])?(?: aqui)? (?:na|numa|em|pela|por uma) (?:fiscalizacao|blitz|barreira)"
    r"(?: (?:do daer|da metroplan|agora|aqui))?(?: com (?:o|a))?"
)


@dataclass(frozen=True)
class Wish:
    """Which screen is meant and for which plate, as typed; no plate: it is asked."""

    run: bool
    plate: str


def read(text: str) -> Wish | None:
    """The screen a message asks for; None: it is a question of another kind, with words of its own."""
    if len(text) > LONGEST:
        return None
    plate = _plate(text)
    rest = " ".join(re.sub(r"[\W_]+", " ", fold(text.replace(plate, " ") if plate else text)).split())
    if "?" not in text and _STOPPED.fullmatch(rest):
        return Wish(run=False, plate=plate)
    if _BARE_RUN.fullmatch(rest) or (plate and _RUN.search(rest)):
        return Wish(run=True, plate=plate)
    return None


def _plate(text: str) -> str:
    """The first thing in it that is a plate, or one with letter and digit mixed up."""
    for found in _PLATE.finditer(text):
        read = read_plate(found[0])
        if isinstance(read, Plate) or read.facts.get("suggestion"):
            return found[0]
    return ""
