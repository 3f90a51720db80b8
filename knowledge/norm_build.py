"""From the validated files of a norm to the frozen `Norm`: versions filled in, readings mended."""

from __future__ import annotations

import datetime as dt

from knowledge import ids
from knowledge.model import (
    Anomaly,
    Norm,
    NormStatus,
    Provision,
    ProvisionStatus,
    Reference,
    Remainder,
    Table,
    Version,
)
from knowledge.norm_files import (
    AnomalyEntry,
    MendEntry,
    NormFile,
    ProvisionEntry,
    ProvisionsFile,
    ReferenceEntry,
    VersionEntry,
)

_STATUS: dict[NormStatus, ProvisionStatus] = {
    "in_force": "in_force",
    "superseded_probable": "unknown",
    "expired": "expired",
    "unknown": "unknown",
}


def build_norm(file: NormFile, provisions: ProvisionsFile) -> Norm:
    """The norm that a pair of files describes. The files' contents have been checked before."""
    values = file.model_dump()
    return Norm(
        **values,
        provisions=tuple(_provision(entry, file) for entry in provisions.provisions),
        remainder=tuple(
            Remainder(
                first=entry.lines[0],
                last=entry.lines[1],
                kind=entry.kind,
                references=references(entry.references),
                anomalies=anomalies(entry.anomalies),
            )
            for entry in provisions.remainder
        ),
    )


def mended(text: str, mends: tuple[MendEntry, ...]) -> str:
    """The reading form: every listed damage replaced by what it stands for."""
    for mend in mends:
        text = text.replace(mend.found, mend.read)
    return text


def references(entries: tuple[ReferenceEntry, ...]) -> tuple[Reference, ...]:
    """The mentions of a provision, in the order of its text."""
    return tuple(Reference(**entry.model_dump()) for entry in entries)


def anomalies(entries: tuple[AnomalyEntry, ...]) -> tuple[Anomaly, ...]:
    """The damages of a provision."""
    return tuple(Anomaly(**entry.model_dump()) for entry in entries)


def _provision(entry: ProvisionEntry, norm: NormFile) -> Provision:
    _, fragment = ids.split(entry.id)
    status = entry.status or _STATUS[norm.status]
    above = ids.split(entry.parent)[1] if entry.parent else ids.parent(fragment)
    return Provision(
        norm=norm.id,
        fragment=fragment,
        kind=ids.kind(fragment),
        label=entry.label,
        label_restored=entry.label_restored,
        printed=entry.printed,
        text=entry.text,
        reading=mended(entry.text, entry.mends),
        parent=above,
        source_line=entry.source_line,
        status=status,
        in_force_from=entry.in_force_from or norm.in_force_from,
        ended_on=entry.ended_on or (norm.ended_on if status == "expired" else None),
        versions=_versions(entry, norm.in_force_from),
        tables=tuple(Table(title=table.title, rows=table.rows) for table in entry.tables),
        references=references(entry.references),
        anomalies=anomalies(entry.anomalies),
        note=entry.note,
        warnings=entry.warnings,
    )


def _versions(entry: ProvisionEntry, since: dt.date | None) -> tuple[Version, ...]:
    if not entry.versions:
        since = entry.in_force_from or since
        return (Version("original", since, entry.ended_on, None, None, None, entry.text, ""),)
    return tuple(_version(version, entry.text) for version in entry.versions)


def _version(entry: VersionEntry, current: str) -> Version:
    text = {"current": current, "missing": None, "own": entry.text}[entry.wording]
    return Version(
        entry.kind, entry.from_on, entry.to_on, entry.by, entry.by_urn, entry.by_date, text, entry.note
    )
