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
FOREIGN = 2.0
"""Where the fit declines: about as many held-out phrases in scope as by the former rule (a tenth)."""


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

    def foreign(self, inside: Hit, outside: Hit | None, evidence: Evidence | None, vouched: int) -> bool:
        """Whether the question is of no matter of the base. By meaning a logistic fit over held-out phrases
        and held-out matters out of scope; by words alone, whether enough speaks for the best matter.
        """
        if evidence is None or outside is None:
            return inside.support < self.known - NAMED * vouched
        return (
            0.86 * (outside.score - inside.score)
            - 0.32 * inside.support
            - 4.9 * evidence.inside
            + 6.5 * evidence.outside
            + 2.0 * evidence.strange
            - 0.73 * vouched
            + FOREIGN
        ) > 0


def tidy(text: str) -> str:
    """One line of plain text: no markup, no control signs, at most what is read."""
    plain = unicodedata.normalize("NFKC", re.sub(r"<[^<>]{0,200}>", " ", text[: READ * 2]))
    plain = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in plain)
    return " ".join(plain.split())[:READ]
