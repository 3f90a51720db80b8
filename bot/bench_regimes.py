"""Which regulator a provision is of, and the numbers an answer takes from the other one, for `bench answers`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from knowledge.answer import Answer
from knowledge.answer_checks import loose_numbers, numbers_of
from knowledge.corpus import Corpus

NORM_REGIME = {"daer-7727-2022": "DAER", "cetm-2015": "METROPLAN"}


def regime_of(id_: str) -> str:
    """The regulator of a provision's norm; the norm itself where it is of neither."""
    norm = id_.split(":", maxsplit=1)[0]
    return NORM_REGIME.get(norm, norm)


def borrowed_numbers(answer: Answer, norm: str, corpus: Corpus) -> set[str]:
    """Numbers of an answer that a norm holds and no cited provision of the other norms does."""
    rest = tuple(c for c in answer.citations if not c.id.startswith(f"{norm}:"))
    loose = loose_numbers(replace(answer, citations=rest), corpus)
    return set(loose) & norm_numbers(corpus, norm)


@cache
def norm_numbers(corpus: Corpus, norm: str) -> frozenset[str]:
    """Every number of a norm, in one spelling."""
    held = (p for p in corpus.provisions() if p.id.startswith(f"{norm}:"))
    return frozenset(n for p in held for n in numbers_of(p.reading))
