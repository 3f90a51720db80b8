"""Norms and provisions as the JSON values of the command line, with fixed key names."""

from __future__ import annotations

import datetime as dt
from typing import Any

from knowledge import ids
from knowledge.corpus import Corpus
from knowledge.model import Anomaly, Force, Norm, Provision, Reference, Version

Json = dict[str, Any]


def norm_json(corpus: Corpus, norm: Norm) -> Json:
    """One norm of `norms list`: what it is, its standing, what an answer resting on it must warn of."""
    return {
        "id": norm.id,
        "title": norm.title,
        "short": norm.short,
        "summary": norm.summary,
        "authority": norm.authority,
        "jurisdiction": norm.jurisdiction,
        "regime": norm.regime,
        "date": norm.date,
        "urn": norm.urn,
        "status": norm.status,
        "stale_text": norm.stale_text,
        "in_force_from": _date(norm.in_force_from),
        "in_force_note": norm.in_force_note,
        "checked_on": _date(norm.checked_on),
        "source": norm.source,
        "confidence": norm.confidence,
        "provisions": len(norm.provisions),
        "notes": list(norm.notes),
        "warnings": list(corpus.warnings(norm.id)),
    }


def provision_json(provision: Provision) -> Json:
    """One provision of `norms show`, in the shape that programs rely on."""
    return {
        "id": provision.id,
        "norm": provision.norm,
        "fragment": provision.fragment,
        "type": str(provision.kind),
        "label": provision.label,
        "label_restored": provision.label_restored,
        "text": provision.text,
        "parent": provision.parent,
        "source_line": provision.source_line,
        "status": provision.status,
        "versions": [_version(version) for version in provision.versions],
        "references": [_reference(reference) for reference in provision.references],
        "anomalies": [anomaly_line(anomaly) for anomaly in provision.anomalies],
    }


def force_json(force: Force, on: dt.date) -> Json:
    """What was in force on a date, beside a provision."""
    return {
        "date": on.isoformat(),
        "held": force.held,
        "text": force.version.text if force.version else None,
        "note": force.note or None,
    }


def anomaly_line(anomaly: Anomaly) -> str:
    """A damage in one line: where, what the source shows, what it is."""
    found = f"{anomaly.found!r}: " if anomaly.found else ""
    return f"linha {anomaly.line}: {found}{anomaly.note} [{anomaly.kind}]"


def _version(version: Version) -> Json:
    return {
        "from": _date(version.from_on),
        "to": _date(version.to_on),
        "kind": version.kind,
        "by": version.by,
        "text": version.text,
    }


def _reference(reference: Reference) -> Json:
    probable = ", ".join(f"{ids.citation(ids.split(target)[1])} ({target})" for target in reference.probable)
    note = "; ".join(part for part in (f"provável: {probable}" if probable else "", reference.note) if part)
    return {
        "text": reference.text,
        "to": list(reference.to),
        "external": reference.external,
        "suspicious": reference.suspicious,
        "note": note or None,
    }


def _date(value: dt.date | None) -> str | None:
    return value.isoformat() if value else None
