"""Frozen values of the law: norms, provisions, their versions, references and damages.

Values only. How files become these stands in `knowledge.norm_files`; what is asked of them in
`knowledge.corpus`.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from knowledge.ids import Kind

NormStatus = Literal["in_force", "superseded_probable", "expired", "unknown"]
ProvisionStatus = Literal["in_force", "revoked", "vetoed", "expired", "unknown"]
VersionKind = Literal["original", "redacao_dada", "incluido", "revogado", "vetado", "suspenso"]
AnomalyKind = Literal[
    "restored_label", "inferred_letter", "gap", "glued", "typo", "missing_table", "printed_label", "note"
]
Held = Literal["in_force", "ended", "unknown"]


@dataclass(frozen=True)
class Version:
    """One wording of a provision with its dates; an empty text is a wording the sources do not give."""

    kind: VersionKind
    from_on: dt.date | None
    to_on: dt.date | None
    by: str | None
    by_urn: str | None
    by_date: dt.date | None
    text: str | None
    note: str


@dataclass(frozen=True)
class Reference:
    """One mention of another provision or act, as written, with its target and the judgement beside it.

    `external` is None for a mention of the same norm, a URN or local tag for another act, "" when none is
    known.
    """

    text: str
    to: tuple[str, ...]
    external: str | None
    role: str
    suspicious: bool
    probable: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Anomaly:
    """A damage or oddity of the source, with its line and the words that show it."""

    kind: AnomalyKind
    line: int
    found: str
    note: str


@dataclass(frozen=True)
class Table:
    """A table of an annex, row by row."""

    title: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Provision:
    """One citable piece of a norm. `text` is the source's, damage included; `reading` has the mends."""

    norm: str
    fragment: str
    kind: Kind
    label: str
    label_restored: bool
    printed: str
    text: str
    reading: str
    parent: str | None
    source_line: int
    status: ProvisionStatus
    in_force_from: dt.date | None
    ended_on: dt.date | None
    versions: tuple[Version, ...]
    tables: tuple[Table, ...]
    references: tuple[Reference, ...]
    anomalies: tuple[Anomaly, ...]
    note: str
    warnings: tuple[str, ...]

    @property
    def id(self) -> str:
        """The full id, `norm:fragment`."""
        return f"{self.norm}:{self.fragment}"


@dataclass(frozen=True)
class Remainder:
    """Lines of a source that are stored but not citable: preamble, signatures, headings."""

    first: int
    last: int
    kind: str
    references: tuple[Reference, ...]
    anomalies: tuple[Anomaly, ...]


@dataclass(frozen=True)
class Norm:
    """A normative act: what it is called, whose it is, and how far it can be trusted today."""

    id: str
    title: str
    short: str
    summary: str
    authority: str
    jurisdiction: str
    regime: str
    date: str
    publication: str
    urn: str
    status: NormStatus
    stale_text: bool
    in_force_from: dt.date | None
    in_force_note: str
    in_force_provision: str | None
    ended_on: dt.date | None
    doubtful_from: dt.date | None
    checked_on: dt.date | None
    review_provision: str | None
    source: str
    confidence: str
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    names: tuple[str, ...]
    topics: tuple[str, ...]
    provisions: tuple[Provision, ...]
    remainder: tuple[Remainder, ...]


@dataclass(frozen=True)
class Force:
    """What is known of a provision on a date: in force or not, its wording then, and what stays open."""

    held: Held
    version: Version | None
    note: str
