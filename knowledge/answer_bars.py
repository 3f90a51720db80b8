"""How much a question is read, and what separates an answer that is sure, unsure, or none of ours.

How each bar was found: docs/decisions/answers.md.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from knowledge.search import Evidence, Hit

READ = 1500
"""Longer questions are read up to here: time stays bounded."""
NAMED = 0.8
"""A regulator that is named speaks for a matter of the norms: so much less is asked of the words."""
FOREIGN = 11.2
"""Where the fit declines: a hundredth of our own questions in scope."""
LEAST = 0.08
"""The base has more topics than lie out of it: its crowd stands so much higher, where both are equally near."""


@dataclass(frozen=True)
class Bars:
    """What separates sure, unsure and unknown; how each was found: docs/decisions/answers.md."""

    known: float = 3.4
    sure: float = 5.0
    lift: float = 0.1
    lift_below: float = 8.0
    silent: float = 2.0
    beside: float = 1.0
    hushed: float = 0.3

    def beaten(self, inside: Hit, outside: Hit) -> bool:
        """Whether a matter out of scope wins: it gains where little speaks for the best one in scope."""
        return outside.score + self.lift * max(0.0, self.lift_below - inside.support) > inside.score

    def hushes(self, inside: Hit, outside: Hit) -> bool:
        """Whether what a regulator leaves unsaid is asked for: it is nearer than anything the norms say."""
        unsaid = outside.topic.authority != "other"
        return unsaid and outside.score - inside.score > self.hushed

    def names_door(self, evidence: Evidence) -> bool:
        """Whether a question that is foreign is near enough to what lies out of the base to be told whose it is."""
        return evidence.outside + LEAST > evidence.inside

    def foreign(self, inside: Hit, outside: Hit | None, evidence: Evidence | None, vouched: int) -> bool:
        """Whether the question is of no matter of the base. By meaning a logistic fit over our own questions, those
        out of scope also with their nearest matters hidden; by words alone, whether enough speaks for the best matter.
        """
        if evidence is None or outside is None:
            return inside.support < self.known - NAMED * vouched
        return (
            1.3 * (outside.score - inside.score)
            - 0.53 * inside.support
            - 43.2 * evidence.inside
            + 38.4 * evidence.outside
            + 3.46 * evidence.strange
            - 1.84 * vouched
            + FOREIGN
        ) > 0


def tidy(text: str) -> str:
    """One line of plain text: no markup, no control signs, at most what is read."""
    plain = unicodedata.normalize("NFKC", re.sub(r"<[^<>]{0,200}>", " ", text[: READ * 2]))
    plain = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in plain)
    return " ".join(plain.split())[:READ]
