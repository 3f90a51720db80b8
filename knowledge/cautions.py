"""The warnings an answer carries because of what is known of a norm or a provision.

The sentences are data (`norms/warnings.yaml`); here is only which of them apply.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from knowledge import ids
from knowledge.model import Norm, Provision, Reference
from knowledge.schema import Strict

_REVIEW_AFTER = dt.timedelta(days=365)


class Cautions(Strict):
    """The sentences of `warnings.yaml`, one field each, and the rules for when each applies."""

    expired_on: str
    expired: str
    unknown: str
    revoked: str
    vetoed: str
    missing_table: str
    restored_label: str
    never_checked: str
    checked: str
    gap: str
    suspicious: str
    suspicious_unknown: str
    suspicious_cut: str
    missing_wording: str
    before_known: str

    def of_norm(self, norm: Norm, *, today: dt.date | None) -> tuple[str, ...]:
        """What every answer resting on this norm says."""
        return tuple(dict.fromkeys((*norm.warnings, *self._standing(norm), *self._review(norm, today))))

    def of_provision(self, norm: Norm, provision: Provision, *, today: dt.date | None) -> tuple[str, ...]:
        """The norm's warnings, then the provision's own."""
        lines = [
            *norm.warnings,
            *provision.warnings,
            *self._force(norm, provision),
            *self._review(norm, today),
        ]
        kinds = {anomaly.kind for anomaly in provision.anomalies}
        if "missing_table" in kinds:
            lines.append(self.missing_table)
        if provision.label_restored:
            lines.append(self.restored_label)
        lines += [self.gap.format(missing=a.found) for a in provision.anomalies if a.kind == "gap"]
        lines += [self._doubt(r) for r in provision.references if r.suspicious]
        return tuple(dict.fromkeys(lines))

    def _standing(self, norm: Norm) -> Iterator[str]:
        if norm.status == "expired":
            yield self._ended(norm.ended_on)
        elif norm.status == "unknown":
            yield self.unknown

    def _ended(self, on: dt.date | None) -> str:
        return self.expired_on.format(date=f"{on:%d/%m/%Y}") if on else self.expired

    def _force(self, norm: Norm, provision: Provision) -> Iterator[str]:
        if provision.status == "expired":
            yield self._ended(provision.ended_on)
        elif provision.status == "unknown" and norm.status != "superseded_probable":
            yield self.unknown
        elif provision.status == "revoked":
            yield self.revoked
        elif provision.status == "vetoed":
            yield self.vetoed

    def _review(self, norm: Norm, today: dt.date | None) -> Iterator[str]:
        if not norm.review_provision:
            return
        review = ids.citation(ids.split(norm.review_provision)[1])
        if norm.checked_on is None:
            yield self.never_checked.format(review=review)
        elif today and today - norm.checked_on > _REVIEW_AFTER:
            yield self.checked.format(date=f"{norm.checked_on:%d/%m/%Y}", review=review)

    def _doubt(self, reference: Reference) -> str:
        probable = " e ".join(ids.citation(ids.split(target)[1]) for target in reference.probable)
        written, opened, rest = reference.text.partition("(")
        if probable and opened and ")" not in rest:
            return self.suspicious_cut.format(written=written.strip().capitalize(), probable=probable)
        sentence = self.suspicious if probable else self.suspicious_unknown
        return sentence.format(written=reference.text, probable=probable)
