"""Whether what is sent as the new words of one provision looks like something else: a table, a whole act, another text.

A doubt is a question to who sent it, never a refusal: an act may give a provision quite other words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz, process

from knowledge import ids
from knowledge.corpus import Corpus
from knowledge.text import fold, stem, stopwords, words

_ACT = re.compile(
    r"(?:lei|decreto|resoluc[ao]+|portaria|instrucao normativa|deliberacao|medida provisoria|norma)\b[^\n]{0,60}\d"
)
_ARTICLE = re.compile(r"^\W{0,3}art(?:igo|\.)?\s{0,2}(\d{1,3})", re.MULTILINE)
_CELLS = re.compile(r"\t|\|| {3,}")
_TITLE_LINES, _TITLE_LENGTH = 3, 120
_ROWS, _CELL_LENGTH = 6, 30
"""So many lines, most so short and without an end, are the cells of a table."""
_SAME = 90
"""How alike, of 100, words are those of another provision."""
_LONG = 15
"""Fewer words say too little to be compared."""
_OWN, _NORM = 0.15, 0.5
"""Less in common with the old words and with the whole norm, and it is another text."""


@dataclass(frozen=True)
class Doubt:
    """What the words look like; `seen` is what shows it: a line, an article, a provision's name."""

    kind: Literal["table", "act", "articles", "elsewhere", "unlike"]
    seen: str = ""


def doubt(corpus: Corpus, provision: str, new: str) -> Doubt | None:
    """What speaks against these being the new words of the provision; None: nothing."""
    old = corpus.provision(provision).text
    return (
        _title(new)
        or _articles(provision, new)
        or _table(old, new)
        or _elsewhere(corpus, provision, new)
        or _unlike(corpus, provision, new)
    )


def _title(new: str) -> Doubt | None:
    lines = [line.strip() for line in new.splitlines() if line.strip()]
    for line in lines[:_TITLE_LINES] if len(lines) > 1 else ():
        if len(line) <= _TITLE_LENGTH and _ACT.match(fold(line)):
            return Doubt("act", line)
    return None


def _articles(provision: str, new: str) -> Doubt | None:
    """Articles that begin a line: more than one, or another than the provision's."""
    own = re.match(r"art(\d+)", ids.split(provision)[1])
    begun = list(dict.fromkeys(_ARTICLE.findall(fold(new))))
    if len(begun) > 1 or (begun and own is not None and begun[0] != own[1]):
        return Doubt("articles", ", ".join(f"art. {number}" for number in begun[:4]))
    return None


def _table(old: str, new: str) -> Doubt | None:
    lines = [line.strip() for line in new.splitlines() if line.strip()]
    celled = [line for line in lines if _CELLS.search(line)]
    short = [line for line in lines if len(line) <= _CELL_LENGTH and line[-1] not in ".;:,"]
    rows = celled if len(celled) > 1 else short if len(lines) >= _ROWS and len(short) * 2 > len(lines) else []
    if rows and len(old.splitlines()) < len(rows):
        return Doubt("table", " ".join(rows[0].split()))
    return None


def _elsewhere(corpus: Corpus, provision: str, new: str) -> Doubt | None:
    plain = fold(new)
    if len(plain.split()) < _LONG or fuzz.ratio(plain, fold(corpus.provision(provision).text)) >= _SAME:
        return None
    others = {p.id: p.text for p in corpus.provisions() if p.id != provision and p.text}
    found = process.extractOne(plain, others, scorer=fuzz.ratio, processor=fold, score_cutoff=_SAME)
    return Doubt("elsewhere", corpus.label(found[2])) if found else None


def _unlike(corpus: Corpus, provision: str, new: str) -> Doubt | None:
    said = _stems(new)
    if len(new.split()) < _LONG or not said:
        return None
    norm = corpus.provision(provision).norm
    whole = _stems(" ".join(p.text for p in corpus.provisions() if p.norm == norm))
    own = _stems(corpus.provision(provision).text)
    if len(said & own) < _OWN * len(said) and len(said & whole) < _NORM * len(said):
        return Doubt("unlike")
    return None


def _stems(text: str) -> frozenset[str]:
    """The stems that carry the matter."""
    return frozenset(stem(word) for word in words(text) if word not in stopwords() and not word.isdigit())
