"""Question → answer: one regime or both side by side, with its provisions; or that the base does not
cover it.

Finding is `search.py`, numbers of the case `computed.py`, shapes and texts `answer.py`. Never blends the
regimes, never decides in silence (docs/decisions/answers.md).
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from functools import partial

from knowledge.answer import SIDES, Answer, Kind, Option, fitted, limit_of
from knowledge.answer_bars import Bars, tidy
from knowledge.answer_writer import Asked, Books, Writer
from knowledge.article_answers import article_answer, named_provisions
from knowledge.by_place import ByPlace, of_these_modes
from knowledge.computed import Computed, compute, given, priced_for
from knowledge.corpus import Corpus
from knowledge.crowding import in_words_of_the_law
from knowledge.facts import read_facts
from knowledge.fines import sums_fines, told_fines
from knowledge.follow_up import onward, repeats, says_nothing
from knowledge.notes import note
from knowledge.past_answers import on_that_day, side_on_that_day
from knowledge.review import Review
from knowledge.search import PRICES, Hit, Search, leaning, opens
from knowledge.several import MOST, Part, pieces, together
from knowledge.text import terms, words
from knowledge.topics import SHORT, Topic
from knowledge.trip import trip, unplaced
from knowledge.wish import Wish, read_wish, unnamed


class Answerer:
    """Answers questions from the topics and the law of the base."""

    def __init__(
        self,
        search: Search,
        corpus: Corpus,
        book: Books,
        *,
        bars: Bars | None = None,
        review: Review | None = None,
    ) -> None:
        self._search, self._corpus, self._book = search, corpus, book
        self.review = review or Review()
        self._write = Writer(corpus, book, review=review)
        self._bars = bars or Bars()
        self._places = ByPlace(self._write, self._bars)
        self._topics = {t.id: t for t in search.topics}
        self._of_upf = next((t for t in search.topics if t.calculator == UPF), None)
        self._sides = {t.counterpart: t.id for t in reversed(search.topics) if t.counterpart}

    def ask(self, question: str, *, on: dt.date, authority: str | None = None, context: str = "") -> Answer:
        """The answer to a question, or to the few of one message; `context` is what was asked just before."""
        text = tidy(question)
        named = read_wish(words(text), authority=authority).authority
        asked = pieces(text)
        told = together(
            question,
            [self._part(p, on=on, authority=named, context=context) for p in asked[:MOST]],
            asked=asked,
        )
        return told or replace(
            self._ask(text, on=on, authority=authority, context=context), question=question
        )

    def _part(self, part: Part, *, on: dt.date, authority: str | None, context: str) -> Answer:
        """A part by itself; where nothing is found, as one that follows the first of the message."""
        text = f"{part.text}?" if part.marked else part.text
        alone = self._ask(text, on=on, authority=authority, context=context)
        if alone.kind != "not_covered" or not part.before:
            return alone
        following = self._ask(text, on=on, authority=authority, context=part.before)
        return alone if following.kind == "not_covered" else following

    def _ask(self, text: str, *, on: dt.date, authority: str | None, context: str) -> Answer:
        if not re.search(r"[^\W\d_]{2}", text) and not (context and re.search(r"\w", text)):
            return Answer(text, "not_covered", str(note("answer_unreadable")))
        text = in_words_of_the_law(text)
        looked_up = article_answer(text, self._corpus, authority, on=on)
        if looked_up:
            return looked_up
        asked = self._understand(text, tidy(context), on, authority)
        hits = self._search.rank(asked.sought, asked.wish, context=asked.context)
        answer = self._decide(asked, hits)
        if asked.context:
            answer = self._going_on(asked, answer, hits, authority)
            if (answer.near or answer.kind == "not_covered") and not _leans(text):
                alone = self._ask(text, on=on, authority=authority, context="")
                answer = answer if alone.kind == "not_covered" else alone
        return on_that_day(answer, self._corpus, on)

    def _going_on(self, asked: Asked, answer: Answer, hits: list[Hit], authority: str | None) -> Answer:
        """An answer to who asks on: not what the question before was told."""
        before = self._understand(asked.context, "", asked.on, authority)
        earlier = self._search.rank(before.sought, before.wish, top=40)
        if not repeats(answer, self._decide(before, earlier)):
            return answer
        if says_nothing(asked.text):
            return Answer(asked.text, "not_covered", str(note("answer_unreadable")))
        return onward(answer, hits, earlier, partial(self._decide, asked))

    def about(self, topic_id: str, *, on: dt.date, question: str = "") -> Answer | None:
        """The answer on a topic the person picked, for the facts of what was asked; None for an unknown topic."""
        topic = self._topics.get(topic_id)
        if topic is None:
            return None
        text = tidy(question) or topic.title
        best = Hit(topic, 0.0, PICKED)
        if topic.kind == "not_covered":
            return replace(self._write.not_covered(best), question=text)
        answer = self._single(Asked(text, "", on, Wish(), read_facts(text)), best, [])
        return on_that_day(answer, self._corpus, on)

    def provisions(self, wanted: str, *, top: int) -> tuple[str, ...]:
        """The provisions whose own text holds these words, best first."""
        return tuple(id_ for id_, _ in self._search.provisions(tidy(wanted), top=top))

    def _understand(self, text: str, context: str, on: dt.date, authority: str | None) -> Asked:
        earlier = read_wish(words(context), authority=authority)
        own = read_wish(words(text), authority=earlier.authority)
        leans = _leans(text)
        wish = replace(
            own,
            leaning=own.leaning or earlier.leaning,
            modes=own.modes or earlier.modes,
            intents=(own.intents or (earlier.intents if leans else frozenset()))
            | ({"fine"} if sums_fines(text) else frozenset()),
            turned=bool(context and leans and own.modes),
        )
        facts = read_facts(text, earlier=read_facts(context, today=on) if context else None, today=on)
        here = trip(text, wish.modes)
        governance = here or (trip(context, wish.modes) if context else None)
        overruled = bool(here and here.authority == "metroplan" and own.authority == "daer")
        if governance and governance.authority and (overruled or wish.authority is None) and not wish.both:
            wish = replace(wish, authority=governance.authority)
        wish = replace(
            wish,
            calculators=priced_for(text, given(facts)),
            named=named_provisions(text, self._corpus),
            counts=facts.counts,
        )
        other = {own.authority, read_wish(words(context)).authority} == set(SIDES)
        return Asked(
            text,
            unnamed(context) if other else context,
            on,
            wish,
            facts,
            governance,
            unplaced(text, governance),
            overruled,
        )

    def _decide(self, asked: Asked, hits: list[Hit]) -> Answer:
        hits = of_these_modes(hits, asked)
        inside, outside = _nearest(hits)
        governed = self._places.decided(asked, inside, outside) or self._by_upf_year(asked)
        if governed:
            return governed
        beyond = self._places.otherwise(asked, self._beyond(asked, inside, outside, hits))
        if isinstance(beyond, Answer):
            return beyond
        inside = beyond
        inside = self._own_side(asked, inside)
        if inside.topic.kind == "not_covered":
            return self._write.not_covered(inside)
        if self._silent(asked, inside):
            return replace(self._write.unknown([]), answer=str(note("answer_silent")))
        other = self._other_side(asked, inside)
        told = self._both(asked, inside, other, hits) if other else self._single(asked, inside, hits)
        return self._places.before(asked, told)

    def _beyond(self, asked: Asked, inside: Hit | None, outside: Hit | None, hits: list[Hit]) -> Answer | Hit:
        """That the question is of no matter of the base; else the matter it is of."""
        if inside is None:
            return self._write.not_covered(outside) if outside else self._write.unknown(hits)
        evidence = self._search.evidence(asked.sought, asked.context)
        foreign = self._bars.foreign(inside, outside, evidence, _vouched(asked, inside.topic))
        beaten = outside is not None and self._bars.beaten(inside, outside)
        nearer = foreign and evidence is not None and self._bars.names_door(evidence)
        hushed = outside is not None and self._bars.hushes(inside, outside)
        if outside and (nearer or hushed or (beaten and (foreign or evidence is None))):
            other = self._other_side(asked, outside)
            if other is None or other.kind == "not_covered":
                return self._write.not_covered(outside)
            return replace(outside, topic=other)
        return self._write.unknown(hits) if foreign else inside

    def _own_side(self, asked: Asked, best: Hit) -> Hit:
        """The same matter under the regulator that is known or hinted at, where the other's topic was nearer."""
        known, topic = asked.wish.authority or asked.wish.leaning, best.topic
        if known not in SIDES or topic.authority in (known, "other"):
            return best
        other = self._topics.get(topic.counterpart or self._sides.get(topic.id, ""))
        return replace(best, topic=other) if other else best

    def _silent(self, asked: Asked, best: Hit) -> bool:
        """Whether the METROPLAN's norm says nothing and only DAER's does: its rule is never lent (C:art1)."""
        if asked.wish.authority != "metroplan" or best.topic.authority != "metroplan":
            return False
        free = self._search.rank(
            asked.sought, replace(asked.wish, authority=None), context=asked.context, top=1
        )
        nearest = free[0]
        if nearest.topic.authority != "daer" or nearest.topic.counterpart or nearest.topic.id in self._sides:
            return False
        return nearest.score - best.score > self._bars.silent

    def _by_upf_year(self, asked: Asked) -> Answer | None:
        """The UPF of a year that is named, where it has a value: no word of the question tells more."""
        year, topic = asked.facts.upf_year, self._of_upf
        if topic is None or year not in self._book(asked.on).upf.years or "fine" in asked.wish.intents:
            return None
        return self._single(asked, Hit(topic, 0.0, PICKED), [])

    def _other_side(self, asked: Asked, best: Hit) -> Topic | None:
        """The same matter under the other regulator, when nothing tells which one governs."""
        topic, wish = best.topic, asked.wish
        other = self._topics.get(topic.counterpart or self._sides.get(topic.id, ""))
        if other is None or wish.authority or topic.authority in (wish.leaning, "other"):
            return None
        return other

    def _single(self, asked: Asked, best: Hit, hits: list[Hit]) -> Answer:
        summed = told_fines(asked.text, asked.wish, asked.facts, self._search, self._book(asked.on))
        computed = Computed(summed) if summed else compute(best.topic, asked.facts, self._book(asked.on))
        computed = self._beside(asked, best, computed, hits)
        text = self._write.said(best.topic, computed, asked, limit_of(best.topic))
        text = self._write.asking(text, computed, asked)
        answer = self._write.built("answer", text, best, ((best.topic, computed),), asked)
        return self._write.hedged(answer, hits) if best.support < self._bars.sure else answer

    def _beside(self, asked: Asked, best: Hit, computed: Computed, hits: list[Hit]) -> Computed:
        """What another topic nearly as near computes from the same facts: a fee and a bond asked in one breath."""
        near = (h.topic for h in hits[1:4] if best.score - h.score < self._bars.beside)
        for topic in near:
            calculator = topic.calculator or ""
            fits = calculator in asked.wish.calculators & PRICES and best.topic.calculator in PRICES - {
                calculator
            }
            if computed.calculations and fits and topic.authority == best.topic.authority:
                other = compute(topic, asked.facts, self._book(asked.on))
                return Computed((*computed.calculations, *other.calculations))
        return computed

    def _both(self, asked: Asked, best: Hit, other: Topic, hits: list[Hit]) -> Answer:
        sides = [(t, compute(t, asked.facts, self._book(asked.on))) for t in (best.topic, other)]
        room = SHORT // 2 - max(map(len, SIDES.values())) - 3
        options = tuple(self._side(t, c, asked) for t, c in sides)
        text = "\n".join(f"{SIDES[o.authority]}: {fitted(o.answer, room)}" for o in options)
        kind: Kind = "answer" if asked.wish.both else "choose"
        answer = self._write.built(kind, text, best, sides, asked)
        answer = replace(answer, options=options if kind == "choose" else ())
        return self._write.hedged(answer, hits) if best.support < self._bars.sure else answer

    def _side(self, topic: Topic, computed: Computed, asked: Asked) -> Option:
        text = self._write.said(topic, computed, asked, limit_of(topic))
        side = Option(topic.authority, text, self._write.citations(topic, computed, asked))
        return side_on_that_day(side, self._corpus, asked.on)


def _leans(text: str) -> bool:
    """Whether a question goes on from the one before; one that stands by itself is not made doubtful by it."""
    return leaning(text, len(terms(words(text)))) > 0.5


def _nearest(hits: list[Hit]) -> tuple[Hit | None, Hit | None]:
    """The nearest matter of the base, and the nearest that is none of it."""
    inside = next((h for h in hits if h.topic.kind != "not_covered"), None)
    return inside, next((h for h in hits if h.topic.kind == "not_covered"), None)


def _vouched(asked: Asked, topic: Topic) -> int:
    """What speaks for a matter beside the words: a regulator or a provision named, facts for the calculator asked
    of before, or that the question goes on from another ("e criança?").
    """
    filled = bool(asked.context and topic.calculator and topic.calculator in asked.wish.calculators)
    return (
        bool(asked.wish.authority)
        + bool(asked.wish.named)
        + filled
        + FOLLOWS * bool(asked.context and opens(asked.text))
    )


UPF = "upf"
"""The calculator of the topic that tells the UPF of a year."""
FOLLOWS = 2
"""Who goes on from a question of the base mostly stays with its matters."""

PICKED = 12.0
"""What speaks for a topic that the person picked by its title."""
