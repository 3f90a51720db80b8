"""Question → answer: one regime or both side by side, with its provisions; or that the base does not
cover it.

Finding is `search.py`, numbers of the case `computed.py`, shapes and texts `answer.py`. Never blends the
regimes, never decides in silence (docs/decisions/answers.md).
"""

from __future__ import annotations

import datetime as dt
import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.answer import Answer, Citation, Kind, Option, fitted, limit_of, priced, quoted
from knowledge.article_answers import article_answer, named_provisions
from knowledge.computed import Computed, compute, given
from knowledge.corpus import Corpus
from knowledge.facts import Facts, read_facts
from knowledge.fines import told_fines
from knowledge.lexical import analyse
from knowledge.notes import note
from knowledge.scope import Governance
from knowledge.search import Hit, Search
from knowledge.text import words
from knowledge.topics import LONG, SHORT, Topic
from knowledge.trip import trip
from knowledge.upf import UpfSeries
from knowledge.wish import Wish, read_wish

READ = 1500
"""Longer questions are read up to here: time stays bounded."""
SIDES = {"daer": "DAER", "metroplan": "METROPLAN"}


@dataclass(frozen=True)
class Bars:
    """What separates sure, unsure and unknown; found on the development questions."""

    known: float = 3.8
    sure: float = 5.0
    lift: float = 0.1
    lift_below: float = 8.0
    silent: float = 1.2

    def declined(self, inside: Hit | None, outside: Hit | None) -> bool:
        """Whether a matter out of scope wins: it gains where little speaks for the best one in scope."""
        if inside is None or outside is None:
            return inside is None
        return outside.score + self.lift * max(0.0, self.lift_below - inside.support) > inside.score


@dataclass(frozen=True)
class Asked:
    """A question with all that is known of it."""

    text: str
    context: str
    on: dt.date
    wish: Wish
    facts: Facts
    governance: Governance | None = None


class Answerer:
    """Answers questions from the topics and the law of the base."""

    def __init__(self, search: Search, corpus: Corpus, upf: UpfSeries, *, bars: Bars | None = None) -> None:
        self._search, self._corpus, self._upf = search, corpus, upf
        self._bars = bars or Bars()
        self._topics = {t.id: t for t in search.topics}
        self._sides = {t.counterpart: t.id for t in reversed(search.topics) if t.counterpart}

    def ask(self, question: str, *, on: dt.date, authority: str | None = None, context: str = "") -> Answer:
        """The answer to one question; `context` is the question asked just before in the conversation."""
        text = tidy(question)
        if not re.search(r"[^\W\d_]{2}", text) and not (context and re.search(r"\w", text)):
            return Answer(question, "not_covered", str(note("answer_unreadable")))
        looked_up = article_answer(text, self._corpus, authority, on=on)
        if looked_up:
            return replace(looked_up, question=question)
        asked = self._understand(text, tidy(context), on, authority)
        hits = self._search.rank(text, asked.wish, context=asked.context)
        return replace(self._decide(asked, hits), question=question)

    def about(self, topic_id: str, *, on: dt.date, question: str = "") -> Answer | None:
        """The answer on a topic the person picked, for the facts of what was asked; None for an unknown topic."""
        topic = self._topics.get(topic_id)
        if topic is None:
            return None
        text = tidy(question) or topic.title
        best = Hit(topic, 0.0, PICKED)
        if topic.kind == "not_covered":
            return replace(self._not_covered(best), question=text)
        return self._single(Asked(text, "", on, Wish(), read_facts(text)), best, [])

    def provisions(self, wanted: str, *, top: int) -> tuple[str, ...]:
        """The provisions whose own text holds these words, best first."""
        return tuple(id_ for id_, _ in self._search.provisions(tidy(wanted), top=top))

    def _understand(self, text: str, context: str, on: dt.date, authority: str | None) -> Asked:
        earlier = read_wish(words(context), authority=authority)
        own = read_wish(words(text), authority=earlier.authority)
        wish = replace(
            own,
            leaning=own.leaning or earlier.leaning,
            modes=own.modes or earlier.modes,
            intents=own.intents or earlier.intents,
        )
        facts = read_facts(text, earlier=read_facts(context, today=on) if context else None, today=on)
        governance = trip(text, wish.modes) or (trip(context, wish.modes) if context else None)
        if governance and governance.authority and wish.authority is None and not wish.both:
            wish = replace(wish, authority=governance.authority)
        wish = replace(wish, calculators=given(facts), named=named_provisions(text, self._corpus))
        return Asked(text, context, on, wish, facts, governance)

    def _decide(self, asked: Asked, hits: list[Hit]) -> Answer:
        inside = next((h for h in hits if h.topic.kind != "not_covered"), None)
        outside = next((h for h in hits if h.topic.kind == "not_covered"), None)
        governed = self._by_place(asked, inside, outside)
        if governed:
            return governed
        if outside and self._bars.declined(inside, outside):
            other = self._other_side(asked, outside)
            if other is None or other.kind == "not_covered":
                return self._not_covered(outside)
            inside = replace(outside, topic=other)
        if inside is None or inside.support < self._bars.known:
            return self._unknown(hits)
        inside = self._own_side(asked, inside)
        if inside.topic.kind == "not_covered":
            return self._not_covered(inside)
        if self._silent(asked, inside):
            return replace(self._unknown([]), answer=str(note("answer_silent")))
        other = self._other_side(asked, inside)
        return self._both(asked, inside, other, hits) if other else self._single(asked, inside, hits)

    def _own_side(self, asked: Asked, best: Hit) -> Hit:
        """The same matter under the regulator that is known, where the other's topic was nearer."""
        known, topic = asked.wish.authority, best.topic
        if known not in SIDES or topic.authority in (known, "other"):
            return best
        other = self._topics.get(topic.counterpart or self._sides.get(topic.id, ""))
        return replace(best, topic=other) if other else best

    def _silent(self, asked: Asked, best: Hit) -> bool:
        """Whether the METROPLAN's norm says nothing and only DAER's does: its rule is never lent (C:art1)."""
        if asked.wish.authority != "metroplan" or best.topic.authority != "metroplan":
            return False
        free = self._search.rank(
            asked.text, replace(asked.wish, authority=None), context=asked.context, top=1
        )
        nearest = free[0]
        if nearest.topic.authority != "daer" or nearest.topic.counterpart or nearest.topic.id in self._sides:
            return False
        return nearest.score - best.score > self._bars.silent

    def _by_place(self, asked: Asked, inside: Hit | None, outside: Hit | None) -> Answer | None:
        """What the places of the trip alone decide: who governs it, or that no norm of ours does."""
        found = asked.governance
        if found is None or (inside and inside.topic.authority == "other"):
            return None
        text = "\n".join((found.text, *found.notes))
        if found.kind == "not-covered":
            return Answer(asked.text, "not_covered", fitted(text, SHORT), confidence=0.9)
        if not self._asks_who(asked, inside, outside) or not found.provisions:
            return self._unruled(asked, found, text)
        return Answer(
            asked.text,
            "answer",
            fitted(text, SHORT),
            citations=self._cited(found.provisions, text),
            warnings=self._cautions(found.provisions, asked.on),
            topic=inside.topic.id if inside else None,
            confidence=0.9,
            calculator="authority",
            computed=(text,),
        )

    def _asks_who(self, asked: Asked, inside: Hit | None, outside: Hit | None) -> bool:
        """Whether the regulator itself is asked for, or the nearest topic turns on where the trip goes."""
        if inside is None or asked.wish.both or "who" in asked.wish.intents:
            return True
        nearest = outside if outside and self._bars.declined(inside, outside) else inside
        return nearest.topic.calculator == "authority"

    def _unruled(self, asked: Asked, found: Governance, text: str) -> Answer | None:
        """Inside a region the METROPLAN's norm we hold rules staff only (C:art1, C:art29): the rest is not
        covered.
        """
        staff = asked.wish.modes & {"continuo-empresarial", "proprio"}
        if found.authority != "metroplan" or staff or not asked.wish.modes:
            return None
        return Answer(asked.text, "not_covered", fitted(text, SHORT), confidence=0.8)

    def _other_side(self, asked: Asked, best: Hit) -> Topic | None:
        """The same matter under the other regulator, when nothing tells which one governs."""
        topic, wish = best.topic, asked.wish
        other = self._topics.get(topic.counterpart or self._sides.get(topic.id, ""))
        if other is None or wish.authority or topic.authority in (wish.leaning, "other"):
            return None
        return other

    def _single(self, asked: Asked, best: Hit, hits: list[Hit]) -> Answer:
        summed = told_fines(asked.text, asked.wish, asked.facts, self._search, asked.on)
        computed = Computed(summed) if summed else compute(best.topic, asked.facts, asked.on)
        text = self._said(best.topic, computed, asked, limit_of(best.topic))
        text = self._asking(text, computed, asked)
        answer = self._built("answer", text, best, ((best.topic, computed),), asked)
        return self._hedged(answer, hits) if best.support < self._bars.sure else answer

    def _both(self, asked: Asked, best: Hit, other: Topic, hits: list[Hit]) -> Answer:
        sides = [(t, compute(t, asked.facts, asked.on)) for t in (best.topic, other)]
        room = SHORT // 2 - max(map(len, SIDES.values())) - 3
        options = tuple(
            Option(t.authority, self._said(t, c, asked, limit_of(t)), self._citations(t, c, asked))
            for t, c in sides
        )
        text = "\n".join(f"{SIDES[t.authority]}: {self._said(t, c, asked, room)}" for t, c in sides)
        kind: Kind = "answer" if asked.wish.both else "choose"
        answer = self._built(kind, text, best, sides, asked)
        answer = replace(answer, options=options if kind == "choose" else ())
        return self._hedged(answer, hits) if best.support < self._bars.sure else answer

    def _said(self, topic: Topic, computed: Computed, asked: Asked, room: int) -> str:
        """What is computed for the case, then the rule, as far as there is room."""
        rule = priced(topic.answer, self._upf, asked.on)
        return fitted("\n".join([computed.text, rule] if computed.text else [rule]), room)

    def _asking(self, text: str, computed: Computed, asked: Asked) -> str:
        """Ends with the fact that is missing for a number, where a number was asked for and there is room."""
        if not computed.ask or not asked.wish.intents & {"number", "fee", "deadline"} or len(text) > ROOMY:
            return text
        return f"{text}\n{note('answer_ask', what=computed.ask)}"

    def _built(
        self, kind: Kind, text: str, best: Hit, sides: Sequence[tuple[Topic, Computed]], asked: Asked
    ) -> Answer:
        cited = [self._citations(t, c, asked) for t, c in sides]
        longest = max(len(c) for c in cited)
        citations = tuple(dict.fromkeys(c[i] for i in range(longest) for c in cited if i < len(c)))
        return Answer(
            asked.text,
            kind,
            text,
            citations=citations,
            warnings=self._cautions([c.id for c in citations], asked.on, *(t for t, _ in sides)),
            topic=best.topic.id,
            confidence=confidence(best.support),
            more=best.topic.more,
            checklist=best.topic.checklist,
            calculator=best.topic.calculator,
            computed=tuple(c.text for _, c in sides if c.text),
        )

    def _citations(self, topic: Topic, computed: Computed, asked: Asked) -> tuple[Citation, ...]:
        """Computed grounds first: they are the case's own; then the topic's."""
        ids = dict.fromkeys((*computed.provisions, *topic.provisions))
        return self._cited(tuple(ids), f"{asked.text} {topic.answer} {computed.text}")

    def _cited(self, ids: Sequence[str], wanted: str) -> tuple[Citation, ...]:
        held = [i for i in ids if i in self._corpus]
        return tuple(
            Citation(i, self._corpus.label(i), quoted(self._corpus.provision(i).text, wanted, analyse))
            for i in held
        )

    def _cautions(self, ids: Sequence[str], on: dt.date, *topics: Topic) -> tuple[str, ...]:
        found = [w for i in ids if i in self._corpus for w in self._corpus.warnings(i, today=on)]
        if any(t.unsettled for t in topics):
            found.append(str(note("answer_unsettled")))
        return tuple(dict.fromkeys(found))

    def _hedged(self, answer: Answer, hits: list[Hit]) -> Answer:
        """A doubtful answer says "talvez" and names the nearest others."""
        near = tuple(h.topic.title for h in hits[1:4] if h.topic.kind != "not_covered")[:2]
        limit = SHORT if len(answer.answer) <= SHORT else LONG
        text = str(note("answer_maybe", text=answer.answer))
        return replace(answer, answer=fitted(text, limit), near=near)

    def _not_covered(self, best: Hit) -> Answer:
        topic = best.topic
        text = fitted(f"{topic.answer.strip()}\n{note('answer_door', door=topic.door)}", SHORT)
        return Answer(
            "", "not_covered", text, topic=topic.id, confidence=confidence(best.support), more=topic.more
        )

    def _unknown(self, hits: list[Hit]) -> Answer:
        near = tuple(h.topic.title for h in hits[:3] if h.topic.kind != "not_covered")
        lines = [note("answer_unknown"), *([note("answer_unknown_near")] if near else [])]
        text = "\n".join(map(str, (*lines, *(note("answer_near", title=n) for n in near))))
        return Answer("", "not_covered", fitted(text, SHORT), confidence=0.1, near=near)


PICKED = 12.0
"""What speaks for a topic that the person picked by its title."""
ROOMY = 560
"""Below this length there is room to ask for a fact."""


def tidy(text: str) -> str:
    """One line of plain text: no markup, no control signs, at most what is read."""
    plain = unicodedata.normalize("NFKC", re.sub(r"<[^<>]{0,200}>", " ", text[: READ * 2]))
    plain = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in plain)
    return " ".join(plain.split())[:READ]


def confidence(support: float) -> float:
    """What speaks for an answer as a share of certainty: one half where "talvez" begins."""
    return round(1 / (1 + math.exp(5.0 - support)), 2)
