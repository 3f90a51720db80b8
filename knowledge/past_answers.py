"""Answers for a day in the past: what rests on words not in force then is said not to be known.

What was in force is `force.py`; which answer is given, `answers.py`. For today's date nothing changes here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace

from knowledge.answer import Answer, Citation, Option, fitted
from knowledge.corpus import Corpus
from knowledge.model import Provision
from knowledge.notes import note
from knowledge.topics import SHORT


def unheld(corpus: Corpus, id_: str, on: dt.date) -> str:
    """Why the words of a provision held today are not those of that day; empty when they are or may be.

    Only a day before the first known date or within an earlier wording counts: what later acts did is told by
    the warnings of the provision.
    """
    force = corpus.in_force_on(id_, on)
    if force.version is None:
        return force.note
    latest = corpus.provision(id_).versions[-1]
    return force.note if force.version is not latest and force.version.text is None else ""


def wording(corpus: Corpus, provision: Provision, on: dt.date) -> str:
    """A provision as it read on a day, for display; where that is not known, the sentence that says so."""
    missing = unheld(corpus, provision.id, on)
    if missing:
        return missing
    version = corpus.in_force_on(provision.id, on).version
    earlier = version is not None and version is not provision.versions[-1] and version.text is not None
    return version.text if earlier and version and version.text else provision.reading


def on_that_day(answer: Answer, corpus: Corpus, on: dt.date) -> Answer:
    """The answer, with a warning for each cited provision unknown on that day; unknown itself when all are."""
    held = tuple(c for c in answer.citations if not unheld(corpus, c.id, on))
    if answer.citations and not held:
        return Answer(
            answer.question,
            "not_covered",
            fitted(_unknown(answer.citations, corpus, on), SHORT),
            topic=answer.topic,
            confidence=answer.confidence,
        )
    late = [c for c in answer.citations if c not in held]
    told = _reasons(late, corpus, on)
    return replace(answer, citations=held, warnings=tuple(dict.fromkeys((*answer.warnings, *told))))


def side_on_that_day(side: Option, corpus: Corpus, on: dt.date) -> Option:
    """One regime's side; where all it rests on is unknown on that day, the sentence that says so, uncited."""
    if not side.citations or any(not unheld(corpus, c.id, on) for c in side.citations):
        return side
    return Option(side.authority, _unknown(side.citations, corpus, on), ())


def _unknown(citations: Iterable[Citation], corpus: Corpus, on: dt.date) -> str:
    return "\n".join(dict.fromkeys(_reasons(citations, corpus, on)))


def _reasons(citations: Iterable[Citation], corpus: Corpus, on: dt.date) -> Iterator[str]:
    """A sentence for each norm whose first date is later, or for each provision whose wording is missing."""
    for citation in citations:
        provision = corpus.provision(citation.id)
        before = corpus.in_force_on(citation.id, on).version is None
        label = corpus.norm(provision.norm).short if before else citation.label
        yield str(note("answer_unheld", label=label, why=unheld(corpus, citation.id, on)))
