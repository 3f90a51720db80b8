"""The verification report of the norms: what each holds, how much of its source is covered, what is odd in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from knowledge import ids
from knowledge.fidelity import coverage
from knowledge.ids import Kind
from knowledge.norm_files import AnomalyEntry, ProvisionEntry, ReferenceEntry, RemainderEntry
from knowledge.norm_store import StoredNorm


@dataclass(frozen=True)
class NormReport:
    """The counts of one norm."""

    norm: str
    by_type: dict[Kind, int]
    words: int
    remainder_words: int
    covered: float
    restored: int
    gaps: int
    anomalies: int
    resolved: int
    external: int
    external_urn: int
    suspicious: int

    @property
    def provisions(self) -> int:
        """All provisions, groupings and annexes included."""
        return sum(self.by_type.values())

    def as_json(self) -> dict[str, Any]:
        """The counts under the names programs rely on."""
        counts = {key: value for key, value in asdict(self).items() if key not in ("norm", "by_type")}
        by_type = {str(kind): self.by_type.get(kind, 0) for kind in Kind}
        return {"norm": self.norm, "provisions": self.provisions, "by_type": by_type, **counts}


def report(stored: StoredNorm) -> NormReport:
    """What a norm's files hold. The files have been checked before."""
    entries = stored.provisions.provisions
    words = coverage(stored.provisions, stored.source)
    anomalies = [*_anomalies(stored)]
    references = [*_references(stored)]
    return NormReport(
        norm=stored.norm.id,
        by_type=dict(Counter(ids.kind(ids.split(entry.id)[1]) for entry in entries)),
        words=words.citable,
        remainder_words=words.remainder,
        covered=words.percent,
        restored=sum(entry.label_restored for entry in entries),
        gaps=sum(anomaly.kind == "gap" for anomaly in anomalies),
        anomalies=len(anomalies),
        resolved=sum(bool(reference.to) for reference in references),
        external=sum(reference.external is not None for reference in references),
        external_urn=sum(bool(reference.external) for reference in references),
        suspicious=sum(reference.suspicious for reference in references),
    )


def _holders(stored: StoredNorm) -> list[RemainderEntry | ProvisionEntry]:
    return [*stored.provisions.remainder, *stored.provisions.provisions]


def _anomalies(stored: StoredNorm) -> Iterator[AnomalyEntry]:
    for holder in _holders(stored):
        yield from holder.anomalies


def _references(stored: StoredNorm) -> Iterator[ReferenceEntry]:
    for holder in _holders(stored):
        yield from holder.references


COLUMNS = (
    "norma", "dispositivos", "art", "§", "inc", "alí", "item", "cap", "seç", "anexo", "palavras", "resto", "cobertas",
    "reconstruídos", "lacunas", "anomalias", "remissões", "externas", "com URN", "suspeitas",
)  # fmt: skip
_TYPES = (
    Kind.ARTICLE, Kind.PARAGRAPH, Kind.INCISO, Kind.ALINEA, Kind.ITEM, Kind.CHAPTER, Kind.SECTION, Kind.ANNEX,
)  # fmt: skip


def row(one: NormReport) -> tuple[str, ...]:
    """A report as the cells of the table, in the order of `COLUMNS`."""
    types = (str(one.by_type.get(kind, 0)) for kind in _TYPES)
    numbers = (
        one.restored,
        one.gaps,
        one.anomalies,
        one.resolved,
        one.external,
        one.external_urn,
        one.suspicious,
    )
    words = (str(one.words), str(one.remainder_words), f"{one.covered:g} %")
    return (one.norm, str(one.provisions), *types, *words, *(str(number) for number in numbers))
