"""Whether every number, date, term and amount of a topic stands in what it rests on.

A topic rests on its provisions and on what is known of their norms. One that is not covered, or a sentence said to be
of outside the norms, may rest on one row of the data kept with its source: a usual length, a contact, a fact of
`data/outside.yaml`, a norm we know of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from knowledge.answer_checks import ARTICLE, NUMBER, SMALL, numbers_of, plain
from knowledge.fact_dates import read_dates
from knowledge.library import Library
from knowledge.model import Norm, Provision
from knowledge.obligations import Obligation
from knowledge.spoken import package_spoken
from knowledge.text import digits, fold, saying, words
from knowledge.topics import Topic

_MEASURES = package_spoken().measures
_HELD = {name: saying(said) for name, said in _MEASURES.items()}
_SAID = {
    name: re.compile(rf"\b{re.sub('al$', '(?:al|ais)', fold(name))}(?:mente|s)?\b") for name in _MEASURES
}
_ORDINALS = ("primeir", "segund", "terceir", "quart", "quint", "sext", "setim", "oitav", "non", "decim")
_COUNTED = r"(?:vez|autuacao|multa|infracao|parcela|dia|via|ano|mes|hora|semana|notificacao|aviso|inciso)"
_ORDINAL = re.compile(rf"\b({'|'.join(_ORDINALS)})[oa]s? {_COUNTED}\b")
_ANY_ORDINAL = re.compile(rf"\b({'|'.join(_ORDINALS)})[oa]s?\b")
_ONE = re.compile(r"\b(?:um|uma|1) (ano|mes|hora|semana|dia)\b")
_SHARE_OF = re.compile(r"(\d+)% de (\d+)[^.;\d]*?(?:sao|dao|da) (\d+(?:,\d+)?)")
_OF_A_YEAR = re.compile(r"[\d/]+/\d{4}")
_UPF = re.compile(r"\{upf:([\d,.]+)\}")
_OUTSIDE = re.compile(r"\bfora (?:das? normas?|delas?)\b")
_CLAUSE = re.compile(r"(?<=[.?!;:])\s+(?=[A-ZÀ-Ú])|\s+e\s+(?=[ao]s?\s)")


def stated(text: str) -> set[str]:
    """What a text says in numbers, dates, amounts, lengths of time, shares and ordinals, each in one spelling."""
    text = ARTICLE.sub(" ", _UPF.sub(r"\1 UPF", text))
    flat = " ".join(digits(words(text)))
    found = numbers_of(text) - SMALL - _worked(text)
    found |= {name for name, said in _SAID.items() if said.search(flat)}
    found |= {f"1 {unit}" for unit in _ONE.findall(flat)}
    return found | {str(_ORDINALS.index(o) + 1) for o in _ORDINAL.findall(flat)} - SMALL


def _worked(text: str) -> set[str]:
    """Numbers of an example whose sum comes out: "10% de 28 lugares dão 2,8, ou seja, 2"."""
    right = [
        (of, share)
        for rate, of, share in _SHARE_OF.findall(fold(text))
        if int(rate) * int(of) == 100 * float(share.replace(",", "."))
    ]
    return {plain(n) for pair in right for n in (*pair, pair[1].partition(",")[0])}


class Ground:
    """What texts hold, in the same spelling as `stated`."""

    def __init__(self, texts: Iterable[str]) -> None:
        joined = "\n".join(texts)
        self.flat = " ".join(digits(words(joined)))
        days = [day for day, _ in read_dates(fold(joined))]
        self.numbers = numbers_of(joined) | {f"{d.day}/{d.month}/{d.year}" for d in days}
        self.numbers |= {n.rpartition("/")[2] for n in self.numbers if _OF_A_YEAR.fullmatch(n)}
        self.numbers |= {str(_ORDINALS.index(o) + 1) for o in _ANY_ORDINAL.findall(self.flat)}

    def holds(self, one: str) -> bool:
        """Whether what was stated stands here."""
        if one in _HELD:
            return _HELD[one].search(self.flat) is not None
        if one.startswith("1 "):
            return re.search(rf"\b(?:uma?|1) {one[2:]}\b", self.flat) is not None
        return one in self.numbers


class Grounds:
    """What the topics of a library rest on."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.topics = {topic.id: topic for topic in library.topics}

    def stray(self, topic: Topic) -> list[str]:
        """What the texts of a topic state without ground, in order."""
        own = Ground(self._own(topic))
        loose = topic.kind == "not_covered"
        found = set() if loose else {plain(n) for n in NUMBER.findall(topic.title)} - own.numbers
        told = (topic.length.kept, topic.length.broken) if topic.length else ()
        for text in (topic.answer, topic.more, topic.door, *told):
            outside = loose or _OUTSIDE.search(fold(text)) is not None
            for clause in _CLAUSE.split(text):
                found |= self._stray(clause, own, outside=outside)
        return sorted(found)

    def _stray(self, clause: str, own: Ground, *, outside: bool) -> set[str]:
        left = {one for one in stated(clause) if not own.holds(one)}
        known = outside and any(all(row.holds(one) for one in left) for row in self._rows)
        return set() if known else left

    def _own(self, topic: Topic) -> Iterator[str]:
        """The provisions of a topic with their norms; of one not covered, those of its related topics."""
        near = [self.topics[r].provisions for r in topic.related if r in self.topics]
        cited = topic.provisions or tuple(p for provisions in near for p in provisions)
        corpus = self.library.corpus
        for id_ in cited:
            yield from (corpus.label(id_), *_of_provision(corpus.provision(id_)))
        for name in dict.fromkeys(id_.partition(":")[0] for id_ in cited):
            yield from _of_norm(corpus.norm(name))

    @cached_property
    def _rows(self) -> tuple[Ground, ...]:
        library = self.library
        norms = library.corpus.norms
        return tuple(
            Ground(texts)
            for texts in (
                *(_of_row(row) for row in library.terms.rows),
                *((c.value, c.seen_on, c.note) for c in library.checklists.contacts.values()),
                *((fact.text,) for fact in library.outside),
                *((norm.title, norm.short, norm.date, norm.publication) for norm in norms),
                *((text,) for norm in norms for text in (*norm.notes, *norm.warnings)),
            )
        )


def _of_row(row: Obligation) -> Iterator[str]:
    yield from (row.title, row.note)
    if row.usual:
        yield from (row.usual.text, row.usual.source)


def _of_provision(provision: Provision) -> Iterator[str]:
    yield from (provision.reading, provision.note, *(a.note for a in provision.anomalies))
    for version in provision.versions:
        yield (
            f"{version.note} {version.by or ''} {version.by_date:%d/%m/%Y}"
            if version.by_date
            else version.note
        )


def _of_norm(norm: Norm) -> Iterator[str]:
    yield from (norm.title, norm.short, norm.summary, norm.date, norm.publication, norm.in_force_note)
    yield from (a.note for rest in norm.remainder for a in rest.anomalies)
