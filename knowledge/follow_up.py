"""A question that leans on the one before it, and would only be told the same again.

Who asks on wants something else: the same regulator's next topic that is near enough; where there is none,
that nothing of its own was found. A doubtful answer is no way on. How near was measured: docs/decisions/answers.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from knowledge.answer import Answer, fitted
from knowledge.notes import note
from knowledge.search import Hit
from knowledge.text import terms, words
from knowledge.topics import LONG, SHORT, Topic

NEAR = 1.6
"""A topic of the same matter may be so much farther than the one told already."""

_ASKS = re.compile(r"[?]|^\W*(?:e|mas|entao|então|ou|por que|porque|pq)\b", re.IGNORECASE)


def repeats(answer: Answer, earlier: Answer) -> bool:
    """Whether an answer tells what was told just before, in whatever order of the two regulators."""
    return answer.kind != "not_covered" and _lines(answer) == _lines(earlier)


def _lines(answer: Answer) -> set[str]:
    return set(answer.answer.splitlines())


def says_nothing(text: str) -> bool:
    """Whether a message neither asks nor names a matter: "ontem" sent by itself."""
    return not terms(words(text)) and not _ASKS.search(text)


def onward(
    answer: Answer, hits: Sequence[Hit], before: Sequence[Hit], decide: Callable[[list[Hit]], Answer]
) -> Answer:
    """The answer of a topic near enough, the one first that gains most on the question `before`; else the same
    answer, said to be the same.
    """
    told = next((h.topic for h in hits if h.topic.id == answer.topic), hits[0].topic)
    rest = [h for h in hits if h.topic is not told and not _paired(h.topic, told)]
    for first in sorted(_near(hits[0].score, rest, told), key=partial(_gain, before), reverse=True):
        other = decide([first, *(h for h in rest if h is not first)])
        if other.kind != "not_covered" and not other.near and not repeats(other, answer):
            return other
    limit = SHORT if len(answer.answer) <= SHORT else LONG
    return replace(answer, answer=fitted(str(note("answer_same", text=answer.answer)), limit))


def _paired(one: Topic, other: Topic) -> bool:
    return one.counterpart == other.id or other.counterpart == one.id


def _near(best: float, rest: Sequence[Hit], told: Topic) -> list[Hit]:
    fits = [h for h in rest if h.topic.authority == told.authority and h.topic.kind != "not_covered"]
    return [h for h in fits[:4] if best - h.score < NEAR]


def _gain(before: Sequence[Hit], hit: Hit) -> float:
    """How much better a topic fits than it fitted the question before."""
    earlier = {h.topic.id: h.score for h in before}
    return hit.score - earlier.get(hit.topic.id, min(earlier.values(), default=0.0))
