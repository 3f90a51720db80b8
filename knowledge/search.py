"""Which topics a question is about: words, phrases and meaning, fused; regulator, mode and intent weigh in.

The parts stand in `lexical.py` and `embeddings.py`, what is said to the person in `answers.py`. Choice of
the parts with its measurements: docs/decisions/answers.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from knowledge.embeddings import MeaningIndex, Model, Vectors, spoken
from knowledge.lexical import CONCEPT_WEIGHT, FieldIndex, PhraseIndex, Scores, Speller
from knowledge.text import terms
from knowledge.topics import Topic
from knowledge.wish import Wish

FIELDS = {"title": 3.0, "phrases": 1.0, "answer": 1.0, "law": 0.5}
MEANING_CHARS = 150
"""The model takes about 1.2 ms a token: a longer question is read by its end and its densest clauses."""


@dataclass(frozen=True)
class Weights:
    """How much each part counts; found on the development questions."""

    phrase: float = 0.3
    words: float = 1.0
    said: float = 1.0
    answered: float = 0.6
    other_authority: float = 0.35
    same_authority: float = 0.05
    mode: float = 0.12
    intent: float = 0.12
    context: float = 0.45


@dataclass(frozen=True)
class Hit:
    """A topic with its score and the parts it came from."""

    topic: Topic
    score: float
    phrase: float
    words: float
    meaning: float


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
        self.weights = weights or Weights()
        self.speller = Speller([*law.values(), *(x for t in topics for x in (t.title, t.answer, *t.phrases))])
        self._fields = FieldIndex([_document(t, law) for t in topics], FIELDS)
        said = [(at, p) for at, t in enumerate(topics) for p in spoken(t)]
        self._owner = np.array([at for at, _ in said], dtype=np.int32)
        self._starts = np.flatnonzero(np.diff(self._owner, prepend=-1))
        self._phrases = PhraseIndex([p for _, p in said])
        self._meaning = MeaningIndex(topics, vectors, model) if model and vectors else None
        self.law_ids = tuple(law)
        self._law = FieldIndex([{"text": text} for text in law.values()], {"text": 1.0})

    def rank(self, question: str, wish: Wish, *, context: str = "", top: int = 8) -> list[Hit]:
        """The topics likeliest meant, best first."""
        query = self.query(question, context)
        if not query:
            return []
        phrase = self._per_topic(self._phrases.scores(query))
        words = self._fields.scores(query)
        words = words / max(1e-6, float(words.max()))
        meaning = self._meant(question, context)
        total = self.weights.phrase * phrase + self.weights.words * words + meaning + self._fit(wish)
        order = np.argsort(-total, kind="stable")[:top]
        return [
            Hit(self.topics[i], float(total[i]), float(phrase[i]), float(words[i]), float(meaning[i]))
            for i in order
        ]

    def query(self, question: str, context: str = "") -> dict[str, float]:
        """Weighted terms of a question and, less, of the one before it."""
        weighted = _weighted(self.speller.query(question), 1.0)
        for term, weight in _weighted(self.speller.query(context), self.weights.context).items():
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

    def _meant(self, question: str, context: str) -> Scores:
        if self._meaning is None:
            return np.zeros(len(self.topics), dtype=np.float32)
        said, answered = self._meaning.scores(shortened(f"{context} {question}".strip()))
        found: Scores = self.weights.said * said + self.weights.answered * answered
        return found

    def _fit(self, wish: Wish) -> Scores:
        """What a topic gains or loses by regulator, mode and intent."""
        return np.array([self._fit_one(t, wish) for t in self.topics], dtype=np.float32)

    def _fit_one(self, topic: Topic, wish: Wish) -> float:
        w, fit = self.weights, 0.0
        if wish.authority and topic.kind != "not_covered":
            fit += w.same_authority if topic.authority == wish.authority else -w.other_authority
        if wish.modes and topic.modes:
            fit += w.mode if wish.modes & set(topic.modes) else -w.mode
        if wish.intents:
            fit += w.intent if topic.kind in wish.intents else 0.0
        return fit


def _document(topic: Topic, law: Mapping[str, str]) -> dict[str, str]:
    return {
        "title": topic.title,
        "phrases": " . ".join(topic.phrases),
        "answer": topic.answer,
        "law": " ".join(law.get(p, "")[:600] for p in topic.provisions[:2]),
    }


def _weighted(tokens: list[str], weight: float) -> dict[str, float]:
    return {t: weight * (CONCEPT_WEIGHT if t.startswith("#") else 1.0) for t in terms(tokens)}


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
