"""The public face of the package: everything in `data/`, loaded once into one read-only Library."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from knowledge.calculation import Book
from knowledge.calendar import Calendar, Holiday, load_calendar
from knowledge.checklists import Library as Checklists
from knowledge.checklists import load_checklists
from knowledge.corpus import Corpus, load_corpus
from knowledge.dated import Values, load_values
from knowledge.glossary import Glossary, load_glossary
from knowledge.norm_store import Revision
from knowledge.schema import DATA
from knowledge.topics import Topic, load_topics
from knowledge.upf import UpfSeries, UpfYear, load_upf


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

    def book(self, on: dt.date) -> Book:
        """What a computation for a day rests on: values, UPF and calendar in force in this library."""
        return Book(on, self.values, self.upf, self.calendar)

    @property
    def revision(self) -> int:
        """The number of the published revision this is."""
        return self.corpus.revision


@dataclass(frozen=True)
class Entered:
    """What staff entered beside the norms: years of the UPF, days off, the years whose table they call complete."""

    upf: tuple[UpfYear, ...] = ()
    holidays: tuple[Holiday, ...] = ()
    complete: tuple[int, ...] = ()


def load_library(
    data: Path = DATA,
    *,
    revisions: Mapping[str, Revision] | None = None,
    revision: int = 0,
    entered: Entered | None = None,
) -> Library:
    """Reads and checks every data file, with published revisions and values in place of the package's.

    Raises `DataFileError` or `DataFilesError` with all problems; nothing is half loaded.
    """
    entered = entered or Entered()
    corpus = load_corpus(data, revisions=revisions, revision=revision)
    return Library(
        corpus=corpus,
        values=load_values(data / "values"),
        upf=load_upf(data / "values" / "upf-rs.yaml").with_added(entered.upf),
        calendar=load_calendar(data / "calendar").with_added(entered.holidays, complete=entered.complete),
        checklists=load_checklists(data, provisions={p.id for p in corpus.provisions()}),
        topics=load_topics(),
        glossary=load_glossary(data / "glossary.yaml", texts={p.id: p.text for p in corpus.provisions()}),
    )
