"""The municipalities a question names, found in running text, and who governs a trip between them.

Names and regions are `places.py`, the ruling is `scope.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import cast

from knowledge.deadline_model import Mode
from knowledge.places import package_places
from knowledge.scope import Governance, governs
from knowledge.text import folded_in_place, terms, words

BEFORE = frozenset({"de", "do", "da", "para", "em", "ate", "entre", "e", "sai", "saindo", "via"})
JOINERS = frozenset({"a", "e", "ate", "para", "ou", "x", "ao"})
LONGEST = 5


@dataclass(frozen=True)
class Spot:
    """A possible place in a row of words."""

    at: int
    size: int
    name: str
    sure: bool


def read_places(text: str) -> tuple[str, ...]:
    """Names of places in a question, in order; one word alone counts only where a place may stand, or beside
    another place ("caxias - bento").
    """
    tokens = words(text)
    spots = _spots(tokens)
    beside = {s for a, b in pairwise(spots) if _joined(tokens, a, b) for s in (a, b)}
    return tuple(dict.fromkeys(s.name for s in spots if s.sure or s in beside))


def _joined(tokens: list[str], first: Spot, second: Spot) -> bool:
    """Whether nothing but a connecting word stands between two places."""
    between = tokens[first.at + first.size : second.at]
    return not between or (len(between) == 1 and between[0] in JOINERS)


def _spots(tokens: list[str]) -> list[Spot]:
    known, found, at = _names(), list[Spot](), 0
    while at < len(tokens):
        longest = min(LONGEST, len(tokens) - at)
        size = next((n for n in range(longest, 0, -1) if tuple(tokens[at : at + n]) in known), 0)
        if size:
            found.append(
                Spot(at, size, known[tuple(tokens[at : at + size])], size > 1 or _placed(tokens, at))
            )
        at += max(1, size)
    return found


def _placed(tokens: list[str], at: int) -> bool:
    before = tokens[at - 1] if at else ""
    after = tokens[at + 1] if at + 1 < len(tokens) else ""
    return before in BEFORE or after in ("para", "ate") or (at == 0 and after == "a")


@cache
def _names() -> Mapping[tuple[str, ...], str]:
    """Every name and alias as words, to the name."""
    book = package_places()
    held = {tuple(key.split()): municipality.name for key, municipality in book.by_key.items()}
    return held | {tuple(key.split()): name for key, name in book.outside_names.items()}


def trip(text: str, modes: frozenset[str]) -> Governance | None:
    """Who governs the trip a question tells of; None where it names neither two places nor one outside nor one
    that the trip does not leave ("dentro de Canoas").
    """
    names = read_places(text)
    if not names:
        return None
    mode = cast("Mode | None", next(iter(sorted(modes)), None))
    found = governs(names, mode=mode)
    if len(names) < 2 and found.reason != "outside-state" and not _stays(text):
        return None
    return None if found.kind == "ask" else found


def _stays(text: str) -> bool:
    """Whether the place is said to be all there is: "dentro de" right before it."""
    tokens = words(text)
    return any(
        tokens[max(0, s.at - 2) : s.at] in (["dentro", "de"], ["dentro", "do"]) for s in _spots(tokens)
    )


def unplaced(text: str, found: Governance | None) -> str:
    """A text without the places of the trip it tells of: they have said whose matter it is, not which.

    The whole text where nothing is left to look for.
    """
    if found is None or not found.places:
        return text
    flat = folded_in_place(text)
    names = sorted(
        (re.escape(" ".join(key)) for key, name in _names().items() if name in _told(found)), key=len
    )
    said = rf"(?:\b(?:de|do|da|em|no|na|para|pra|ate|entre|e|a|x)\s+)?\b(?:{'|'.join(reversed(names))})\b"
    left, last = "", 0
    for match in re.finditer(said, flat):
        left, last = left + text[last : match.start()] + " ", match.end()
    left = " ".join((left + text[last:]).split())
    return left if len(terms(words(left))) > 1 else text


def _told(found: Governance) -> frozenset[str]:
    return frozenset(m.name for m in found.places)
