"""What a question is about beside its words: regulator, modes, intents, and the article it names.

The words stand in `data/synonyms.yaml`; which regulator governs two municipalities in `scope.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from knowledge.scope import package_scope
from knowledge.text import expressed, synonyms, words


@dataclass(frozen=True)
class Wish:
    """What is known of a question beside its words.

    `authority` is certain (named, given, or by the places of the trip); `leaning` is only hinted at;
    `calculators` are those whose inputs the question gives,
    `named` the provisions it names, `counts` the numbers of a vehicle or fleet it gives; `turned` when a
    question that follows another turns to other modes ("e no contínuo?").
    """

    authority: str | None = None
    leaning: str | None = None
    both: bool = False
    modes: frozenset[str] = frozenset()
    intents: frozenset[str] = frozenset()
    calculators: frozenset[str] = frozenset()
    named: tuple[str, ...] = ()
    counts: frozenset[int] = frozenset()
    turned: bool = False


def read_wish(tokens: list[str], *, authority: str | None = None) -> Wish:
    """The wish in the words of a question; a given authority stands where the question names no other."""
    named = expressed("authorities", tokens)
    hinted = expressed("hints", tokens)
    return Wish(
        authority=named[0] if len(named) == 1 else None if named else authority,
        leaning=hinted[0] if len(set(hinted)) == 1 else None,
        both=len(named) > 1,
        modes=_modes(tokens),
        intents=frozenset(expressed("intents", tokens)),
    )


def _modes(tokens: list[str]) -> frozenset[str]:
    """The modes named; staff under one regulator are staff under the other."""
    named = frozenset(expressed("modes", tokens))
    staff = package_scope().staff.modes
    return named.union(staff) if named.intersection(staff) else named


def unnamed(text: str) -> str:
    """A text without the names of regulators: what is asked again of the other one."""
    names = sorted((" ".join(words(n)) for held in synonyms().authorities.values() for n in held), key=len)
    return " ".join(re.sub(rf"\b(?:{'|'.join(reversed(names))})\b", " ", " ".join(words(text))).split())
