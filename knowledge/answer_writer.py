"""How an answer is written: text with the case's numbers first, citations, warnings, doubt.

Which topic is answered, for which regime, is decided in `answers.py`.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from knowledge.answer import QUOTE, Answer, Citation, Kind, fitted, priced, quoted, windows
from knowledge.calculation import Book
from knowledge.computed import Computed
from knowledge.corpus import Corpus
from knowledge.dated import Stale
from knowledge.facts import Facts
from knowledge.lexical import analyse
from knowledge.notes import note
from knowledge.review import Review
from knowledge.scope import Governance
from knowledge.search import Hit
from knowledge.topics import LONG, SHORT, Topic
from knowledge.wish import Wish

ROOMY = 560
"""Below this length there is room to ask for a fact."""


Books = Callable[[dt.date], Book]
"""The values, UPF and calendar of a library on a day."""


@dataclass(frozen=True)
class Asked:
    """A question with all that is known of it."""

    text: str
    context: str
    on: dt.date
    wish: Wish
    facts: Facts
    governance: Governance | None = None
    sought: str = ""
    """What is looked for: the text without the places of a trip whose regulator is known."""
    overruled: bool = False
    """Whether the places give the trip to another regulator than the question takes for granted."""


class Writer:
    """Writes answers from topics and the law of the base."""

    def __init__(self, corpus: Corpus, book: Books, *, review: Review | None = None) -> None:
        self._corpus, self._book, self._review = corpus, book, review or Review()
        for provision in corpus.provisions():  # long ones are read once, before anyone waits
            if len(provision.text) > QUOTE:
                windows(provision.text, analyse)

    def said(self, topic: Topic, computed: Computed, asked: Asked, room: int) -> str:
        """What is computed for the case, then the rule, as far as there is room."""
        if stale := self._stale(topic, computed, asked):
            return self._reviewed(stale, f"{asked.text} {topic.title} {topic.answer}", room)
        if computed.of_age and computed.text:
            return fitted(computed.text, room)
        rule = (
            unruled(topic)
            if topic.kind == "not_covered"
            else priced(topic.answer, self._book(asked.on).upf, asked.on)
        )
        return fitted("\n".join([computed.text, rule] if computed.text else [rule]), room)

    def _stale(self, topic: Topic, computed: Computed, asked: Asked) -> Stale | None:
        return self._review.of(topic.id, computed.provisions, asked.on)

    def _reviewed(self, stale: Stale, wanted: str, room: int) -> str:
        """In place of a number that no longer stands: the provision's new text, and that this is in review."""
        text = quoted(self._corpus.provision(stale.provision).text, wanted, analyse)
        when = f"em {stale.since:%d/%m/%Y}" if stale.since else "há pouco"
        label = self._corpus.label(stale.provision)
        return fitted(str(note("answer_in_review", when=when, label=label, text=text)), room)

    def asking(self, text: str, computed: Computed, asked: Asked) -> str:
        """Ends with the fact that is missing for a number, where a number was asked for and there is room."""
        if not computed.ask or not asked.wish.intents & {"number", "fee", "deadline"} or len(text) > ROOMY:
            return text
        return f"{text}\n{note('answer_ask', what=computed.ask)}"

    def built(
        self, kind: Kind, text: str, best: Hit, sides: Sequence[tuple[Topic, Computed]], asked: Asked
    ) -> Answer:
        """An answer over one or two topics, with its citations and cautions."""
        cited = [self.citations(t, c, asked) for t, c in sides]
        longest = max(len(c) for c in cited)
        stale = [s for t, c in sides if (s := self._stale(t, c, asked))]
        moved = self.cited([s.provision for s in stale], asked.text)
        citations = tuple(
            dict.fromkeys((*moved, *(c[i] for i in range(longest) for c in cited if i < len(c))))
        )
        return Answer(
            asked.text,
            kind,
            text,
            citations=citations,
            warnings=(
                *([str(note("answer_review_warning"))] if stale else []),
                *self.cautions([c.id for c in citations], asked.on, *(t for t, _ in sides)),
            ),
            topic=best.topic.id,
            confidence=confidence(best.support),
            more="" if stale else best.topic.more,
            checklist=best.topic.checklist,
            calculator=best.topic.calculator,
            computed=tuple(c.text for t, c in sides if c.text and not self._stale(t, c, asked)),
        )

    def citations(self, topic: Topic, computed: Computed, asked: Asked) -> tuple[Citation, ...]:
        """Computed grounds first: they are the case's own; then the topic's."""
        own = () if computed.of_age else topic.provisions
        ids = dict.fromkeys((*computed.provisions, *own))
        return self.cited(tuple(ids), f"{asked.text} {topic.answer} {computed.text}")

    def cited(self, ids: Sequence[str], wanted: str) -> tuple[Citation, ...]:
        """Citations of the provisions the base holds, each with the words nearest to the question."""
        held = [i for i in ids if i in self._corpus]
        return tuple(
            Citation(i, self._corpus.label(i), quoted(self._corpus.provision(i).text, wanted, analyse))
            for i in held
        )

    def cautions(self, ids: Sequence[str], on: dt.date, *topics: Topic) -> tuple[str, ...]:
        """What must be said beside: the standing of the norms on that day, and what a topic leaves open."""
        found = [w for i in ids if i in self._corpus for w in self._corpus.warnings(i, today=on)]
        if any(t.unsettled for t in topics):
            found.append(str(note("answer_unsettled")))
        return tuple(dict.fromkeys(found))

    def hedged(self, answer: Answer, hits: list[Hit]) -> Answer:
        """A doubtful answer says "talvez" and names the nearest others."""
        near = tuple(h.topic.title for h in hits[1:4] if h.topic.kind != "not_covered")[:2]
        limit = SHORT if len(answer.answer) <= SHORT else LONG
        text = str(note("answer_maybe", text=answer.answer))
        return replace(answer, answer=fitted(text, limit), near=near)

    def not_covered(self, best: Hit) -> Answer:
        """The answer to a matter outside the norms: who would know."""
        topic = best.topic
        text = fitted(f"{topic.answer.strip()}\n{note('answer_door', door=topic.door)}", SHORT)
        return Answer(
            "", "not_covered", text, topic=topic.id, confidence=confidence(best.support), more=topic.more
        )

    def unknown(self, hits: list[Hit]) -> Answer:
        """The answer when nothing is good enough, with the nearest matters."""
        near = tuple(h.topic.title for h in hits[:3] if h.topic.kind != "not_covered")
        lines = [note("answer_unknown"), *([note("answer_unknown_near")] if near else [])]
        text = "\n".join(map(str, (*lines, *(note("answer_near", title=n) for n in near))))
        return Answer("", "not_covered", fitted(text, SHORT), confidence=0.1, near=near)


_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-Ý])")


def unruled(topic: Topic) -> str:
    """What a side says that no provision of ours rules: no number, since none could be cited, and the door."""
    said = [s for s in _SENTENCE.split(topic.answer.strip()) if not re.search(r"\d", s)]
    return "\n".join([" ".join(said), str(note("answer_door", door=topic.door))]).strip()


def confidence(support: float) -> float:
    """What speaks for an answer as a share of certainty: one half where "talvez" begins."""
    return round(1 / (1 + math.exp(5.0 - support)), 2)
