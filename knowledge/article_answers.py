"""Answering with the law's own text: the article a question names and asks nothing else about.

Everything asked in other words is `answers.py`; browsing a norm is the reader's business.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable

from knowledge.answer import QUOTE, Answer, Citation, Option, fitted
from knowledge.corpus import Corpus
from knowledge.model import Provision
from knowledge.notes import note
from knowledge.past_answers import on_that_day, side_on_that_day, unheld, wording
from knowledge.references import read_reference
from knowledge.text import fold
from knowledge.topics import SHORT

CHILDREN = 6
"""Provisions under an article cited with it; the reader shows the rest."""


def article_answer(question: str, corpus: Corpus, authority: str | None, *, on: dt.date) -> Answer | None:
    """The text of the provision a question names; both regimes' when none is named; None for other
    questions.
    """
    named = read_reference(question, _names(corpus))
    if named is None or not named.alone:
        return None
    norms = _norms_named(question, corpus)
    found = _found(norms or (_norm_of(authority, corpus),), named.words, corpus)
    if not found and norms:
        absent = note("answer_no_provision", norm=corpus.norm(norms[0]).short, words=named.words)
        return Answer(question, "not_covered", str(absent), confidence=0.95)
    if not found:
        return None
    room = SHORT // len(found) - 1
    sides = tuple(
        Option(corpus.norm(p.norm).regime, fitted(shown(p, corpus, on), room), cited(p, corpus))
        for p in found
    )
    answer = Answer(
        question,
        "choose" if len(sides) > 1 else "answer",
        "\n".join(s.answer for s in sides),
        citations=(*(s.citations[0] for s in sides), *(c for s in sides for c in s.citations[1:])),
        options=tuple(side_on_that_day(s, corpus, on) for s in sides) if len(sides) > 1 else (),
        warnings=tuple(dict.fromkeys(w for p in found for w in corpus.warnings(p.id, today=on))),
        confidence=0.95,
    )
    return on_that_day(answer, corpus, on)


def named_provisions(question: str, corpus: Corpus) -> tuple[str, ...]:
    """The provisions a question names beside what it asks; empty when it names none."""
    named = read_reference(question, _names(corpus))
    if named is None:
        return ()
    norms = _norms_named(question, corpus)
    return tuple(p.id for p in _found(norms if len(norms) == 1 else (None,), named.words, corpus))


def _found(norms: Iterable[str | None], named: str, corpus: Corpus) -> tuple[Provision, ...]:
    """The provision of each of the norms; without a norm, of those it may be."""
    return tuple(p for norm in norms for p in corpus.find(norm, named))


def _names(corpus: Corpus) -> list[str]:
    return sorted((n for norm in corpus.norms for n in (norm.id, *norm.names)), key=len, reverse=True)


def _norms_named(question: str, corpus: Corpus) -> tuple[str, ...]:
    """The norms a question names by the longest of their names it holds; a name may be of several norms."""
    text = fold(question)
    said = {n.id: max((len(x) for x in (n.id, *n.names) if _says(text, x)), default=0) for n in corpus.norms}
    longest = max(said.values())
    return tuple(id_ for id_, size in said.items() if size == longest) if longest else ()


def _says(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(fold(name))}(?!\w)", text) is not None


def _norm_of(authority: str | None, corpus: Corpus) -> str | None:
    return next(
        (n.id for n in corpus.norms if authority in ("daer", "metroplan") and n.regime == authority), None
    )


def shown(provision: Provision, corpus: Corpus, on: dt.date) -> str:
    """A provision as it read on a day with what stands under it, one line each."""
    lines = [f"{corpus.label(provision.id)}: {wording(corpus, provision, on)}"]
    if unheld(corpus, provision.id, on):
        return lines[0]
    for child in corpus.children(provision.id):
        lines.append(f"• {child.label.rpartition(', ')[2]}: {wording(corpus, child, on)}")
    return "\n".join(lines)


def cited(provision: Provision, corpus: Corpus) -> tuple[Citation, ...]:
    """The provision and the first ones under it, as citations."""
    group = (provision, *corpus.children(provision.id)[:CHILDREN])
    return tuple(Citation(p.id, corpus.label(p.id), _quote(p.text)) for p in group)


def _quote(text: str) -> str:
    return text if len(text) <= QUOTE else text[:QUOTE].rsplit(" ", 1)[0]
