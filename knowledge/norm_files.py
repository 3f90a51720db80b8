"""Strict shapes of `norm.yaml` and `provisions.yaml`, one norm's pair of files.

Shapes only: what must hold between entries (ids, parents, words, dates) is checked in
`knowledge.norm_checks`.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from knowledge import ids
from knowledge.model import AnomalyKind, NormStatus, ProvisionStatus, VersionKind
from knowledge.schema import Strict

TO_FILL = "PREENCHER"
"""What a draft writes where a person must write."""


def _provision_id(value: str) -> str:
    _, fragment = ids.split(value)
    if not fragment:
        raise ValueError(f"{value!r} nomeia uma norma, não um dispositivo")
    return value


def _act_date(value: str) -> str:
    if not re.fullmatch(r"\d{4}(-\d{2}(-\d{2})?)?", value):
        raise ValueError(f"{value!r} não é AAAA, AAAA-MM nem AAAA-MM-DD")
    return value


def _external(value: str | None) -> str | None:
    """An act by its LexML URN, a standard by its local tag; "" where neither is known."""
    if value and not re.fullmatch(r"urn:lex:br[;:]\S+|(?:abnt|mte):\S+", value):
        raise ValueError(f"{value!r} não é URN LexML (urn:lex:br…) nem etiqueta abnt: ou mte:; sem URN, ''")
    return value


ProvisionId = Annotated[str, AfterValidator(_provision_id)]
ActDate = Annotated[str, AfterValidator(_act_date)]
Words = Annotated[str, Field(min_length=1)]
Line = Annotated[int, Field(ge=1)]


class ReferenceEntry(Strict):
    """A mention as written: where it leads, and what a person thinks of it."""

    text: Words
    to: tuple[ProvisionId, ...] = ()
    external: Annotated[str | None, AfterValidator(_external)] = None
    role: Literal["", "redacao_dada", "revoga", "norma_tecnica"] = ""
    suspicious: bool = False
    probable: tuple[ProvisionId, ...] = ()
    note: str = ""


class AnomalyEntry(Strict):
    """A damage or oddity of the source."""

    kind: AnomalyKind
    line: Line
    found: str = ""
    note: Words


class MendEntry(Strict):
    """Damaged words and how they are read; the text itself keeps the damage."""

    found: Words
    read: str


class VersionEntry(Strict):
    """A wording with its dates; `current` is the provision's text, `missing` one the sources do not give."""

    kind: VersionKind = "original"
    from_on: dt.date | None = None
    to_on: dt.date | None = None
    by: str | None = None
    by_urn: Annotated[str | None, AfterValidator(_external)] = None
    by_date: dt.date | None = None
    wording: Literal["current", "missing", "own"] = "current"
    text: str | None = None
    note: str = ""


class TableEntry(Strict):
    """A table of an annex; every row has a cell for every column."""

    title: str = ""
    rows: tuple[tuple[Words, ...], ...]


class ProvisionEntry(Strict):
    """One citable provision as the file holds it."""

    id: ProvisionId
    label: Words
    printed: Words
    label_restored: bool = False
    source_line: Line
    parent: ProvisionId | None = None
    text: str
    note: str = ""
    status: ProvisionStatus | None = None
    ended_on: dt.date | None = None
    in_force_from: dt.date | None = None
    warnings: tuple[Words, ...] = ()
    mends: tuple[MendEntry, ...] = ()
    versions: tuple[VersionEntry, ...] = ()
    tables: tuple[TableEntry, ...] = ()
    anomalies: tuple[AnomalyEntry, ...] = ()
    references: tuple[ReferenceEntry, ...] = ()


class RemainderEntry(Strict):
    """Lines of the source that are not citable."""

    lines: tuple[Line, Line]
    kind: Literal["preamble", "closing", "note", "index", "annex_back", "heading", "loose"]
    mends: tuple[MendEntry, ...] = ()
    anomalies: tuple[AnomalyEntry, ...] = ()
    references: tuple[ReferenceEntry, ...] = ()


class ProvisionsFile(Strict):
    """`provisions.yaml`: every provision of a norm in the order of its source."""

    norm: Words
    remainder: tuple[RemainderEntry, ...] = ()
    provisions: Annotated[tuple[ProvisionEntry, ...], Field(min_length=1)]


class NormFile(Strict):
    """`norm.yaml`: the act as a whole."""

    id: Words
    title: Words
    short: Words
    summary: Words
    authority: Words
    jurisdiction: Words
    regime: Literal["daer", "metroplan", "other"]
    date: ActDate
    publication: str = ""
    urn: str = ""
    status: NormStatus
    stale_text: bool = False
    in_force_from: dt.date | None = None
    in_force_note: str = ""
    in_force_provision: ProvisionId | None = None
    ended_on: dt.date | None = None
    doubtful_from: dt.date | None = None
    checked_on: dt.date | None = None
    review_provision: ProvisionId | None = None
    source: Words
    confidence: Words
    notes: tuple[Words, ...] = ()
    warnings: tuple[Words, ...] = ()
    names: tuple[Words, ...]
    topics: tuple[Words, ...] = ()
