"""Answers in review: what states a number that its provision, revised since, does not hold any more.

Such a topic or computation is answered with the provision's new text and a warning, until staff correct it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field

from knowledge.corpus import load_corpus
from knowledge.dated import Stale
from knowledge.ids import rests
from knowledge.library import Library
from knowledge.obligations import Obligation
from knowledge.terms import file_terms
from knowledge.topic_numbers import Ground, Grounds, stated
from knowledge.topics import Topic
from knowledge.value_review import since


@dataclass(frozen=True)
class Review:
    """Topics by id, dated values by id and terms by kind, each with the provision that changed."""

    topics: dict[str, Stale] = field(default_factory=dict)
    values: dict[str, Stale] = field(default_factory=dict)
    terms: dict[str, Stale] = field(default_factory=dict)

    def of(self, topic: str, grounds: Iterable[str], on: dt.date) -> Stale | None:
        """What puts an answer in review on a day: its topic, or a term that its computation rests on."""
        computed = set(grounds)
        held = [self.topics.get(topic), *(s for s in self.terms.values() if s.provision in computed)]
        return next((s for s in held if s is not None and s.on(on)), None)

    def titles(self, library: Library) -> list[tuple[str, str]]:
        """Key and title of each thing in review, for staff."""
        topics = {t.id: t.title for t in library.topics}
        values = {**library.values.series, **library.values.tables}
        return [
            *((f"topic-{id_}", topics[id_]) for id_ in self.topics),
            *((f"value-{id_}", values[id_].title) for id_ in self.values),
            *((f"term-{kind}", library.terms.rows[kind].title) for kind in self.terms),
        ]


def review_of(library: Library) -> Review:
    """What a library's revisions leave in review; nothing where no norm is revised."""
    if not library.revised:
        return Review()
    lost = _lost(library)
    values = dict(library.values.review)
    return Review(_topics(library, lost, values), values, _terms(library, lost))


def _lost(library: Library) -> dict[str, set[str]]:
    """By provision of the revised norms, the numbers of the files' text that its text lacks now."""
    files, found = load_corpus(), {}
    for norm in library.revised:
        for old in files.norm(norm).provisions:
            if old.id not in library.corpus:
                continue
            new = library.corpus.reading(old.id)
            if new != old.reading and (gone := Ground([old.reading]).numbers - Ground([new]).numbers):
                found[old.id] = gone
    return found


def _topics(library: Library, lost: dict[str, set[str]], values: dict[str, Stale]) -> dict[str, Stale]:
    grounds = Grounds(library)
    found = {}
    for topic in library.topics:
        if not any(p.partition(":")[0] in library.revised for p in topic.provisions):
            continue
        at = _left(topic, lost) if topic.id not in library.entered_topics else None
        at = at or _of_value(topic, library, values)
        if at is None and grounds.stray(topic):
            at = next((p for p in topic.provisions if p in lost), topic.provisions[0])
        if at:
            found[topic.id] = Stale(at, since(library.corpus, at))
    return found


def _left(topic: Topic, lost: dict[str, set[str]]) -> str | None:
    """The provision of a topic that lost a number the topic states."""
    said = stated(f"{topic.answer} {topic.more}")
    return next((p for p in topic.provisions if said & lost.get(p, set())), None)


def _of_value(topic: Topic, library: Library, values: dict[str, Stale]) -> str | None:
    """The provision of a value in review that the topic states."""
    for id_, stale in values.items():
        if not rests(topic.provisions, [stale.provision]):
            continue
        series = library.values.series.get(id_)
        unit = (series or library.values.tables[id_]).unit
        numbers = (
            [series.values[-1].value]
            if series
            else [r.value for r in library.values.tables[id_].tables[-1].rows]
        )
        if any(n is not None and _says(topic, f"{n.normalize():f}".replace(".", ","), unit) for n in numbers):
            return stale.provision
    return None


def _says(topic: Topic, number: str, unit: str) -> bool:
    text = f"{topic.answer} {topic.more}"
    if unit == "UPF-RS":
        return f"{{upf:{number}}}" in text or f"{{upf:{number.replace(',', '.')}}}" in text
    return number in stated(text)


def _terms(library: Library, lost: dict[str, set[str]]) -> dict[str, Stale]:
    """The terms nobody changed whose number their provision lost."""
    files, found = file_terms().rows, {}
    for row in library.terms.rows:
        if row.kind not in files.by_kind or row != files[row.kind]:
            continue
        at = next((p for p in row.provisions if _length(row) & {n.split()[0] for n in lost.get(p, ())}), None)
        if at:
            found[row.kind] = Stale(at, since(library.corpus, at))
    return found


def _length(row: Obligation) -> set[str]:
    held = row.term.model_dump(exclude_defaults=True).values() if row.term else ()
    return {str(n) for n in held}
