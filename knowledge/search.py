"""Which topics a question is about: words, phrases and meaning, fused; regulator, mode and intent weigh in.

The parts stand in `lexical.py` and `embeddings.py`, what is said to the person in `answers.py`. Choice of
the parts with its measurements: docs/decisions/answers.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from knowledge.embeddings import MeaningIndex, Model, Vectors, crowd, spoken
from knowledge.lexical import CONCEPT_WEIGHT, FieldIndex, PhraseIndex, Scores, Speller
from knowledge.text import terms, written_out
from knowledge.topics import Topic
from knowledge.wish import Wish

WHOLE = 0.97
"""A phrase said word for word."""
BARE = 3
"""A question of so few terms ("laudo") wants the main topic of its matter: one both regimes have."""
PRICES = frozenset({"recefitur-fee", "bond", "licence-fee", "lit-fee", "metroplan-fee"})
"""Calculators of what is paid: a question of cost that gives their numbers is about one of them."""
FIELDS = {"title": 3.0, "phrases": 1.0, "answer": 1.0, "law": 0.5}
RAW = 20.0
"""About the highest score by words of a question that is well met."""
OWN = 0.6
"""How much a question that follows another means by itself; the rest is meant by both together."""
MEANING_CHARS = 150
"""The model takes about 1.2 ms a token: a longer question is read by its end and its densest clauses."""


@dataclass(frozen=True)
class Weights:
    """How much each part counts; found on the development questions (docs/decisions/answers.md)."""

    phrase: float = 0.5
    words: float = 1.6
    told: float = 0.0
    said: float = 2.0
    answered: float = 1.3
    other_authority: float = 1.7
    other_leaning: float = 0.5
    mode: float = 0.2
    turned: float = 0.6
    facts: float = 0.3
    priced: float = 0.8
    whole: float = 0.8
    named: float = 1.0
    main: float = 0.8
    inexact: float = 3.0
    unasked: Mapping[str, float] = field(default_factory=lambda: {"definition": 0.6, "fine": 0.8})
    intent: Mapping[str, float] = field(
        default_factory=lambda: {
            "fine": 0.45, "documents": 0.45, "deadline": 0.5, "definition": 0.5, "procedure": 0.3, "number": 0.3,
            "fee": 0.1, "who": 0.1,
        }
    )  # fmt: skip


MEANT = Weights(
    phrase=0.1, words=0.9, told=1.0, said=3.4, answered=1.4, other_authority=1.6, other_leaning=0.7, mode=0.15,
    facts=0.8, priced=0.9, whole=0.5, named=2.8, main=0.5,
    unasked={"definition": 0.4, "fine": 0.2},
    intent={
        "fine": 0.3, "documents": 0.15, "deadline": 0.6, "definition": 0.7, "procedure": 0.3, "number": 0.2,
        "fee": 0.2, "who": 0.4,
    },
)  # fmt: skip
"""Beside the model: found by softmax regression on held-out phrases and our own questions of odd ids."""


@dataclass(frozen=True)
class Hit:
    """A topic with its score and the parts it came from."""

    topic: Topic
    score: float
    support: float


@dataclass(frozen=True)
class Evidence:
    """What speaks for a question being of the base's matters or not: a soft highest of the cosines with the nearest
    phrase of every topic, in scope and out of it (many near ones count more than one), and the share of its words
    (by how telling they are) that no matter of the base uses.
    """

    inside: float
    outside: float
    strange: float


class Search:
    """Index of all topics; built once, then only read."""

    def __init__(
        self,
        topics: Sequence[Topic],
        law: Mapping[str, str],
        *,
        model: Model | None = None,
        vectors: Vectors | None = None,
        weights: Weights | None = None,
    ) -> None:
        self.topics = tuple(topics)
        self._by_words, self._by_meaning = weights or Weights(), weights or MEANT
        self.speller = Speller([*law.values(), *(x for t in topics for x in (t.title, t.answer, *t.phrases))])
        self._fields = FieldIndex([_document(t, law) for t in topics], FIELDS)
        said = [(at, p) for at, t in enumerate(topics) for p in spoken(t)]
        self._owner = np.array([at for at, _ in said], dtype=np.int32)
        self._starts = np.flatnonzero(np.diff(self._owner, prepend=-1))
        self._kinds = np.array([t.kind for t in topics])
        self._calculators = np.array([t.calculator or "" for t in topics])
        paired = {t.counterpart for t in topics} | {t.id for t in topics if t.counterpart}
        self._main = np.array([t.id in paired for t in topics], dtype=np.float32)
        self._exactly = tuple((at, frozenset(t.exactly)) for at, t in enumerate(topics) if t.exactly)
        self._firsts = np.array([t.provisions[0] if t.provisions else "" for t in topics])
        self._authorities = np.array([t.authority for t in topics])
        self._phrases = PhraseIndex([p for _, p in said])
        self._meaning = MeaningIndex(topics, vectors, model) if model and vectors else None
        self.law_ids = tuple(law)
        self._law = FieldIndex([{"text": text} for text in law.values()], {"text": 1.0})

    def rank(
        self, question: str, wish: Wish, *, context: str = "", top: int = 12, by_meaning: bool = True
    ) -> list[Hit]:
        """The topics likeliest meant, best first."""
        query = self.query(question, context)
        if not query:
            return []
        w = self._by_meaning if by_meaning and self._meaning else self._by_words
        phrase = self._per_topic(self._phrases.scores(query))
        raw = self._fields.scores(query)
        said, answered, *_ = self._meant(question, context, by_meaning=by_meaning)
        total = w.phrase * phrase + w.whole * (phrase > WHOLE) + w.words * raw / max(1e-6, float(raw.max()))
        total = total + w.told * raw / RAW + w.said * said + w.answered * answered + self._fit(wish, w)
        if len(query) <= BARE and not wish.intents:
            total = total + w.main * self._main
        support = self._support(phrase, raw, answered, by_meaning=by_meaning)
        return [
            Hit(self.topics[i], float(total[i]), float(support[i]))
            for i in np.argsort(-total, kind="stable")[:top]
        ]

    def _support(self, phrase: Scores, raw: Scores, answered: Scores, *, by_meaning: bool) -> Scores:
        """How much speaks for a topic at all, comparable between questions (logistic fit against phrases of
        matters out of scope).
        """
        if self._meaning is None or not by_meaning:
            return np.asarray(4.3 * phrase + 0.26 * raw, dtype=np.float32)
        return np.asarray(3.5 * phrase + 0.2 * raw + 6.0 * answered, dtype=np.float32)

    def query(self, question: str, context: str = "") -> dict[str, float]:
        """Weighted terms of a question and, less, of the one before it."""
        weighted = _weighted(self.speller.query(question), 1.0)
        for term, weight in _weighted(self.speller.query(context), leaning(question, len(weighted))).items():
            weighted.setdefault(term, weight)
        return weighted

    def provisions(self, question: str, *, top: int = 5) -> list[tuple[str, float]]:
        """Provisions by the words of their own text, for what no topic covers."""
        scores = self._law.scores(self.query(question))
        order = np.argsort(-scores, kind="stable")[:top]
        return [(self.law_ids[i], float(scores[i])) for i in order if scores[i] > 0]

    def _per_topic(self, scores: Scores) -> Scores:
        """The best phrase of every topic."""
        return np.maximum.reduceat(scores, self._starts)

    def evidence(self, question: str, context: str = "") -> Evidence | None:
        """Whether the question is of the base's matters at all; None without the model of meaning."""
        query = self.query(question, context)
        beyond = self._kinds == "not_covered"
        if self._meaning is None or not query or beyond.all() or not beyond.any():
            return None
        _, _, nearest = self._meant(question, context, by_meaning=True)
        telling = {t: w * self._fields.rarity(t) for t, w in query.items()}
        strange = sum(w for t, w in telling.items() if beyond[self._fields.holders(t)].all())
        # a silence of a regulator is near what it does rule
        foreign = beyond & (self._authorities == "other")
        return Evidence(
            crowd(nearest[~beyond]),
            crowd(nearest[foreign]),
            strange / sum(telling.values()),
        )

    def _meant(self, question: str, context: str, *, by_meaning: bool) -> tuple[Scores, ...]:
        if self._meaning is None or not by_meaning:
            zeros = np.zeros(len(self.topics), dtype=np.float32)
            return zeros, zeros, zeros
        question, context = written_out(question), written_out(context)
        both = self._meaning.scores(shortened(f"{context} {question}".strip()))
        if not context:
            return both
        own = self._meaning.scores(shortened(question))
        return tuple(OWN * a + (1 - OWN) * b for a, b in zip(own, both, strict=True))

    def _fit(self, wish: Wish, w: Weights) -> Scores:
        """What topics gain or lose by regulator, mode and intent."""
        fit = np.zeros(len(self.topics), dtype=np.float32)
        certain, hinted = wish.authority, wish.leaning
        if certain:
            fit[self._elsewhere(certain)] -= w.other_authority
        elif hinted:
            fit[self._elsewhere(hinted)] -= w.other_leaning
        if wish.modes:
            fit += (w.turned if wish.turned else w.mode) * np.array(
                [_modes_fit(t, wish) for t in self.topics], dtype=np.float32
            )
        for at, numbers in self._exactly:
            fit[at] -= w.inexact if wish.counts and not wish.counts & numbers else 0.0
        for id_ in wish.named:
            fit[self._firsts == id_] += w.named
        for name in wish.calculators:
            fit[self._calculators == name] += w.facts
        if "fee" in wish.intents and wish.calculators & PRICES:
            fit += w.priced * np.isin(self._calculators, sorted(wish.calculators & PRICES))
        for kind, loss in w.unasked.items():
            fit[self._kinds == kind] -= 0.0 if kind in wish.intents else loss
        for kind in wish.intents:
            fit[self._kinds == kind] += w.intent.get(kind, 0.0)
        return fit

    def _elsewhere(self, authority: str) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = (self._authorities != authority) & (
            (self._kinds != "not_covered") | (self._authorities != "other")
        )
        return found


def _modes_fit(topic: Topic, wish: Wish) -> float:
    if not topic.modes:
        return 0.0
    return 1.0 if wish.modes & set(topic.modes) else -1.0


def _document(topic: Topic, law: Mapping[str, str]) -> dict[str, str]:
    return {
        "title": topic.title,
        "phrases": " . ".join(topic.phrases),
        "answer": topic.answer,
        "law": " ".join(law.get(p, "")[:600] for p in topic.provisions[:2]),
    }


def _weighted(tokens: list[str], weight: float) -> dict[str, float]:
    return {t: weight * (CONCEPT_WEIGHT if t.startswith("#") else 1.0) for t in terms(tokens)}


_LEANS = re.compile(
    r"^\W*(?:e|mas|entao|então|ou)\b|\b(?:isso|ness[ea]s?|dess[ea]s?|esse caso|ai|aí)\b", re.IGNORECASE
)


_WHOLE = re.compile(r"^\W*(?:como|quem|onde|posso|preciso|o que|qual|quais) \w+ \w+", re.IGNORECASE)


_OPENS = re.compile(r"^\W*(?:e|mas|ou)\b(?!\W*(?:aí|ai)\b)", re.IGNORECASE)


def opens(question: str) -> bool:
    """Whether a question goes on from the one before it by its first word."""
    return bool(_OPENS.search(question))


def leaning(question: str, terms_: int) -> float:
    """How much a question leans on the one before it: wholly when it says next to nothing itself."""
    if _LEANS.search(question):
        return 1.0 if terms_ <= 3 else 0.6
    if terms_ <= 3:
        return 0.25 if terms_ > 1 and _WHOLE.search(question) else 1.0
    return 0.25


_CLAUSE = re.compile(
    r"(?<=[.!?;])\s+|\s*,\s*|\s+(?=(?:mas|e se|quanto|qual|como|posso|pode|preciso|tenho que)\b)"
)


def shortened(text: str, limit: int = MEANING_CHARS) -> str:
    """At most `limit` characters of a long question: clauses from its end, where people ask, back to its
    start.
    """
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    clauses = [c for c in _CLAUSE.split(text) if c]
    chosen: list[int] = []
    room = limit
    for at in sorted(range(len(clauses)), key=lambda i: ("?" not in clauses[i], -i)):
        if len(clauses[at]) + 1 <= room:
            chosen.append(at)
            room -= len(clauses[at]) + 1
    return " ".join(clauses[i] for i in sorted(chosen)) or text[-limit:]
