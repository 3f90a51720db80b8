"""Searching by words: BM25F over documents of several fields, with concepts and spelling mended.

What is searched and how results are combined stands in `search.py`. Robertson & Zaragoza, "The
Probabilistic Relevance Framework: BM25 and Beyond" (2009), for the formula.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process

from knowledge.text import digits, fold, stem, stopwords, terms, words

Scores = npt.NDArray[np.float32]
K1, B = 1.2, 0.6
CONCEPT_WEIGHT = 0.8
"""A concept is shared by many words, so it says less than the word itself."""


_NONE = np.zeros(0, dtype=np.int32)


def analyse(text: str) -> list[str]:
    """The terms of a text, in order."""
    return terms(digits(words(text)))


class Gathered:
    """The documents of a term and its weights there, while an index is built; pairs took ten times the memory."""

    def __init__(self) -> None:
        self.ids = array("i")
        self.weights = array("f")

    def add(self, at: int, weight: float) -> None:
        """One more document."""
        self.ids.append(at)
        self.weights.append(weight)


Held = Mapping[str, Gathered]


class Postings:
    """Term → documents and weights, all in two arrays: an array a term took ten times the memory."""

    def __init__(self, held: Held, impacts: Callable[[Scores], Scores] = lambda weights: weights) -> None:
        self._places = {term: at for at, term in enumerate(held)}
        self._ends = np.cumsum([0, *(len(one.ids) for one in held.values())])
        self._ids = np.concatenate([np.frombuffer(one.ids, np.int32) for one in held.values()] or [_NONE])
        gathered = [np.frombuffer(one.weights, np.float32) for one in held.values()]
        weights = np.concatenate(gathered) if gathered else np.zeros(0, dtype=np.float32)
        self._weights = weights
        for start, end in pairwise(self._ends):
            weights[start:end] = impacts(weights[start:end])

    def __contains__(self, term: str) -> bool:
        return term in self._places

    def __getitem__(self, term: str) -> tuple[npt.NDArray[np.int32], Scores]:
        at = self._places[term]
        span = slice(self._ends[at], self._ends[at + 1])
        return self._ids[span], self._weights[span]


class FieldIndex:
    """BM25F over documents; a document is a mapping of field → text."""

    def __init__(self, documents: Sequence[Mapping[str, str]], weights: Mapping[str, float]) -> None:
        self.size = len(documents)
        counted = [{f: Counter(analyse(d.get(f, ""))) for f in weights} for d in documents]
        means = {f: _mean(sum(c[f].values()) for c in counted) for f in weights}
        held: dict[str, Gathered] = defaultdict(Gathered)
        for at, fields in enumerate(counted):
            for term, frequency in _weigh(fields, weights, means).items():
                held[term].add(at, frequency)
        self._postings = Postings(held, self._impacts)

    def _impacts(self, frequencies: Scores) -> Scores:
        idf = math.log(1 + (self.size - len(frequencies) + 0.5) / (len(frequencies) + 0.5))
        return (idf * frequencies * (K1 + 1) / (frequencies + K1)).astype(np.float32)

    def rarity(self, term: str) -> float:
        """How much a term tells documents apart; most where none holds it."""
        return math.log(1 + self.size / max(1, len(self.holders(term))))

    def holders(self, term: str) -> npt.NDArray[np.int32]:
        """The documents that hold a term."""
        return self._postings[term][0] if term in self._postings else _NONE

    def scores(self, query: Mapping[str, float]) -> Scores:
        """One score per document for weighted terms."""
        total = np.zeros(self.size, dtype=np.float32)
        for term, weight in query.items():
            if term in self._postings:
                ids, impacts = self._postings[term]
                total[ids] += weight * impacts
        return total


def _mean(values: Iterable[int]) -> float:
    held = list(values)
    return max(1.0, sum(held) / max(1, len(held)))


def _weigh(
    fields: Mapping[str, Counter[str]], weights: Mapping[str, float], means: Mapping[str, float]
) -> dict[str, float]:
    total: dict[str, float] = defaultdict(float)
    for name, counts in fields.items():
        norm = 1 - B + B * sum(counts.values()) / means[name]
        for term, count in counts.items():
            total[term] += weights[name] * count / norm
    return total


class PhraseIndex:
    """Cosine of weighted words over short phrases: how much of the whole phrase the question says."""

    def __init__(self, phrases: Sequence[str]) -> None:
        bags = [Counter(_with_pairs(analyse(p))) for p in phrases]
        document_frequency = Counter(t for bag in bags for t in bag)
        self.size = len(phrases)
        self._idf = {t: math.log(1 + self.size / n) for t, n in document_frequency.items()}
        held: dict[str, Gathered] = defaultdict(Gathered)
        for at, bag in enumerate(bags):
            weights = {t: self._weight(t) for t in bag}
            norm = math.sqrt(sum(w * w for w in weights.values())) or 1.0
            for term, weight in weights.items():
                held[term].add(at, weight / norm)
        self._postings = Postings(held)

    def _weight(self, term: str) -> float:
        return self._idf.get(term, 0.0) * (CONCEPT_WEIGHT if term.startswith("#") else 1.0)

    def scores(self, query: Mapping[str, float]) -> Scores:
        """Cosine with every phrase."""
        weights = {t: w * self._weight(t) for t, w in query.items() if t in self._postings}
        weights |= {p: 0.6 * self._weight(p) for p in _pairs(list(query)) if p in self._postings}
        total = np.zeros(self.size, dtype=np.float32)
        norm = math.sqrt(sum(w * w for w in weights.values())) or 1.0
        for term, weight in weights.items():
            ids, impacts = self._postings[term]
            total[ids] += (weight / norm) * impacts
        return total


def _pairs(terms_: list[str]) -> list[str]:
    plain = [t for t in terms_ if not t.startswith("#")]
    return [f"{a} {b}" for a, b in pairwise(plain)]


def _with_pairs(terms_: list[str]) -> list[str]:
    return terms_ + _pairs(terms_)


class Speller:
    """Mends words no document holds by the nearest one it does."""

    def __init__(self, texts: Iterable[str]) -> None:
        counts = Counter(w for t in texts for w in words(t) if len(w) > 3 and w.isalpha())
        self._known = frozenset(counts) | stopwords()
        self._stems = frozenset(stem(w) for w in self._known)
        self._choices = sorted(counts, key=lambda w: (-counts[w], w))
        self.mend = lru_cache(maxsize=4096)(self._mend)

    def _mend(self, word: str) -> str:
        """`word`, or the likeliest word meant; short words and numbers are left alone."""
        if len(word) < 5 or not word.isalpha() or word in self._known or stem(word) in self._stems:
            return word
        near = [c for c in self._choices if c[0] == word[0] and abs(len(c) - len(word)) <= 2]
        found = process.extractOne(word, near, scorer=fuzz.ratio, score_cutoff=82)
        return str(found[0]) if found else word

    def query(self, text: str) -> list[str]:
        """The words of a question, mended, numerals as digits."""
        return digits([self.mend(fold(w)) for w in words(text)])
