"""The public face of the package: everything in `data/`, loaded once into one read-only Library."""

from __future__ import annotations

import datetime as dt
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from knowledge.calculation import Book
from knowledge.calendar import Calendar, Holiday, load_calendar
from knowledge.checklist_model import Contact
from knowledge.checklists import Library as Checklists
from knowledge.checklists import load_checklists
from knowledge.corpus import Corpus, load_corpus
from knowledge.dated import Values, load_values
from knowledge.errors import DataFileError, DataFilesError
from knowledge.glossary import Glossary, load_glossary
from knowledge.ground_checks import Grounded, unknown_grounds
from knowledge.norm_store import Revision
from knowledge.outside import OutsideFact, load_outside
from knowledge.schema import DATA
from knowledge.terms import DatedChanges, Terms, file_terms, terms_on
from knowledge.topics import Topic, load_topics, with_added
from knowledge.uncollected import uncollected
from knowledge.upf import UpfSeries, UpfYear, load_upf
from knowledge.value_review import reviewed


@dataclass(frozen=True)
class Library:
    """The whole knowledge base at one revision. Immutable: a new revision is a new Library."""

    corpus: Corpus
    values: Values
    upf: UpfSeries
    calendar: Calendar
    checklists: Checklists
    topics: tuple[Topic, ...]
    glossary: Glossary
    terms: Terms
    outside: tuple[OutsideFact, ...] = ()
    revised: frozenset[str] = frozenset()
    """The norms whose published text stands in place of the files'."""
    entered_topics: frozenset[str] = frozenset()
    terms_applied: int = 0
    next_change: dt.date | None = None
    """The next day on which published terms come into force: the base is then loaded anew."""

    def book(self, on: dt.date) -> Book:
        """What a computation for a day rests on: values, UPF and calendar in force in this library."""
        return Book(on, self.values, self.upf, self.calendar)

    @property
    def revision(self) -> int:
        """The number of the published revision this is."""
        return self.corpus.revision

    @property
    def stamp(self) -> str:
        """Grows with every revision and with every term that comes into force: who computed before looks again."""
        return f"{self.revision:08}.{self.terms_applied:04}"


@dataclass(frozen=True)
class Entered:
    """What staff entered beside the norms: UPF years, days off, complete years, topics, contacts, changed terms."""

    upf: tuple[UpfYear, ...] = ()
    holidays: tuple[Holiday, ...] = ()
    complete: tuple[int, ...] = ()
    topics: tuple[Topic, ...] = ()
    contacts: tuple[Contact, ...] = ()
    terms: tuple[DatedChanges, ...] = ()


@uncollected()
def load_library(
    data: Path = DATA,
    *,
    revisions: Mapping[str, Revision] | None = None,
    revision: int = 0,
    entered: Entered | None = None,
    on: dt.date | None = None,
) -> Library:
    """Reads and checks every data file, with published revisions and values in place of the package's.

    `on`: changed terms count from their day; without it all of them count. Raises `DataFileError` or
    `DataFilesError` with all problems; nothing is half loaded.
    """
    entered = entered or Entered()
    corpus = load_corpus(data, revisions=revisions, revision=revision)
    known = {p.id for p in corpus.provisions()}
    terms = terms_on(file_terms(data), entered.terms, on)
    later = [c.from_on for c in entered.terms if on is not None and c.from_on is not None and c.from_on > on]
    with terms.in_use():
        checklists = load_checklists(data, provisions=known, contacts=entered.contacts)
        topics = with_added(load_topics(data), entered.topics)
    # the files alone are checked by `base_checks`
    if revisions or entered.topics or entered.terms:
        loose = [*unknown_grounds(known, Grounded.of(data, terms=terms)), *_loose_topics(topics, known)]
        if loose:
            raise DataFilesError(loose)
    return Library(
        corpus=corpus,
        values=_values(data, corpus, revised=bool(revisions)),
        upf=load_upf(data / "values" / "upf-rs.yaml").with_added(entered.upf),
        calendar=load_calendar(data / "calendar").with_added(entered.holidays, complete=entered.complete),
        glossary=load_glossary(data / "glossary.yaml", texts={p.id: p.text for p in corpus.provisions()}),
        checklists=checklists,
        topics=topics,
        terms=terms,
        revised=frozenset(revisions or ()),
        entered_topics=frozenset(t.id for t in entered.topics),
        outside=load_outside(data / "outside.yaml"),
        terms_applied=len(entered.terms) - len(later),
        next_change=min(later, default=None),
    )


def _values(data: Path, corpus: Corpus, *, revised: bool) -> Values:
    held = load_values(data / "values")
    return reviewed(held, corpus) if revised else held


def _loose_topics(topics: Iterable[Topic], known: Container[str]) -> list[DataFileError]:
    return [
        DataFileError("topics", topic.id, f"dispositivo inexistente: {provision}", "confira os dispositivos")
        for topic in topics
        for provision in topic.provisions
        if provision not in known
    ]
