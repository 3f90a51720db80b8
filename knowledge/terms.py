"""The terms in force: kinds of dated things, extensions and LIT bands, and what a revision of the base changes in them.

A revision carries whole rows in the shape of the files, so that what is published can be written back as files.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from knowledge import lit, obligations
from knowledge.ids import rests
from knowledge.lit import Band, Bands, BandsFile
from knowledge.obligations import Extension, Obligation, Obligations, ObligationsFile, Term
from knowledge.schema import DATA, Strict, parse
from knowledge.spoken import package_spoken
from knowledge.text import fold


class TermChanges(Strict):
    """What one revision changes: rows of the same kind are replaced, the bands as a whole, extensions are added."""

    obligations: tuple[Obligation, ...] = ()
    bands: tuple[Band, ...] = ()
    extensions: tuple[Extension, ...] = ()

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds whose dates it may move."""
        moved = {row.kind for row in self.obligations} | {k for e in self.extensions for k in e.kinds}
        return frozenset(moved | ({"lit"} if self.bands else set()))


@dataclass(frozen=True)
class DatedChanges:
    """Changes with their first day; None: at once."""

    from_on: dt.date | None
    changes: TermChanges


@dataclass(frozen=True, eq=False)
class Terms:
    """Kinds and bands as one thing that is put in use together."""

    rows: Obligations
    bands: Bands

    def changed(self, changes: TermChanges) -> Terms:
        """The terms with a revision's changes, checked like the files. Raises `DataFilesError`."""
        kinds = {**self.rows.by_kind, **{row.kind: row for row in changes.obligations}}
        file = {
            "obligations": [row.model_dump(exclude_unset=True) for row in kinds.values()],
            "extensions": [e.model_dump() for e in (*self.rows.extensions, *changes.extensions)],
        }
        rows = obligations.of_file(parse(file, ObligationsFile, file="obligations.yaml"))
        if not changes.bands:
            return Terms(rows, self.bands)
        bands = {"bands": [band.model_dump() for band in changes.bands]}
        return Terms(rows, Bands(parse(bands, BandsFile, file="lit.yaml").bands))

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Inside, the arithmetic goes by these terms."""
        with obligations.using(self.rows), lit.using(self.bands):
            yield


def file_terms(data: Path = DATA) -> Terms:
    """The terms of the files."""
    return Terms(obligations.load_obligations(data / "obligations.yaml"), lit.load_bands(data / "lit.yaml"))


def terms_on(files: Terms, dated: Iterable[DatedChanges], on: dt.date | None) -> Terms:
    """The terms with every change in force on a day, in the order of their publication; no day: with all."""
    for one in dated:
        if on is None or one.from_on is None or one.from_on <= on:
            files = files.changed(one.changes)
    return files


@dataclass(frozen=True)
class Target:
    """Something with a term of its own that an editor may change: a kind, or a band of the LIT (`lit:0`)."""

    key: str
    title: str
    term: Term


def targets(terms: Terms, provisions: Collection[str]) -> list[Target]:
    """What rests on any of these provisions and has a term."""
    resting = [row for row in terms.rows if rests(row.provisions, provisions)]
    found = [Target(row.kind, row.title, row.term) for row in resting if row.term is not None]
    title = terms.rows["lit"].title
    found += [
        Target(f"lit:{number}", f"{title}, {band.label}", Term(months=band.months))
        for number, band in enumerate(terms.bands.bands)
        if band.months is not None and rests(band.provisions, provisions)
    ]
    return found


def movable(terms: Terms, provisions: Collection[str]) -> list[Obligation]:
    """The papers whose end an act may extend: those resting on the provisions, else every paper of a vehicle."""
    papers = [row for row in terms.rows if row.act == "paper"]
    own = [row for row in papers if rests(row.provisions, provisions)]
    return own or [row for row in papers if row.holder == "vehicle"]


def with_term(terms: Terms, changes: TermChanges, key: str, term: Term) -> TermChanges:
    """The changes with one more: a new length of a kind or of a band. Raises `DataFilesError`, `ValueError`."""
    kind, _, number = key.partition(":")
    if not number:
        row = terms.changed(changes).rows[kind].model_copy(update={"term": term})
        kept = tuple(r for r in changes.obligations if r.kind != kind)
        made = changes.model_copy(update={"obligations": (*kept, row)})
    else:
        if not (months := 12 * term.years + term.months):
            raise ValueError("a periodicidade do LIT é em meses ou anos")
        bands = list(terms.changed(changes).bands.bands)
        at = int(number)
        bands[at] = bands[at].model_copy(update={"months": months, "rhythm": package_spoken().rhythm(months)})
        made = changes.model_copy(update={"bands": tuple(bands)})
    terms.changed(made)
    return made


def with_extension(terms: Terms, changes: TermChanges, extension: Extension) -> TermChanges:
    """The changes with one more extension. Raises `DataFilesError`."""
    made = changes.model_copy(update={"extensions": (*changes.extensions, extension)})
    terms.changed(made)
    return made


_UNITS = {
    "ano": "years", "anos": "years", "mes": "months", "meses": "months", "dia": "days", "dias": "days",
    "dia util": "business_days", "dias uteis": "business_days",
}  # fmt: skip
LONGEST_TERM = 999


def read_term(text: str) -> Term | None:
    """A length as people type it: "12 meses", "3 anos", "10 dias úteis"; None when it is none."""
    number, _, unit = fold(" ".join(text.split())).partition(" ")
    if not number.isdecimal() or not 0 < int(number[:4]) <= LONGEST_TERM or unit not in _UNITS:
        return None
    return Term(**{_UNITS[unit]: int(number)})
