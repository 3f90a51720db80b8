"""What was in force on a date, as far as the sources tell."""

from __future__ import annotations

import datetime as dt

from knowledge.cautions import Cautions
from knowledge.model import Force, Norm, Provision, Version


def earliest(norm: Norm) -> dt.date:
    """The first day the norm can have had effect: the day it came into force or, unknown, that of the act.

    Of an act whose day is unknown, the first day of its month or year.
    """
    if norm.in_force_from:
        return norm.in_force_from
    year, month, day = ([int(part) for part in norm.date.split("-")] + [1, 1])[:3]
    return dt.date(year, month, day)


def in_force_on(norm: Norm, provision: Provision, on: dt.date, cautions: Cautions) -> Force:
    """The wording of a provision on a date; before the first known date, that we do not know."""
    first = provision.in_force_from or earliest(norm)
    if on < first:
        return Force("unknown", None, cautions.before_known.format(date=f"{first:%d/%m/%Y}"))
    version = _version_on(provision.versions, on)
    if provision.ended_on and on > provision.ended_on:
        return Force("ended", version, cautions.expired_on.format(date=f"{provision.ended_on:%d/%m/%Y}"))
    if version.kind in ("revogado", "vetado", "suspenso"):
        return Force(
            "ended",
            version,
            version.note or (cautions.vetoed if version.kind == "vetado" else cautions.revoked),
        )
    if version.text is None:
        return Force("unknown", version, version.note or cautions.missing_wording)
    if provision.status == "unknown" and not (norm.doubtful_from and on < norm.doubtful_from):
        return Force("unknown", version, cautions.unknown)
    return Force("in_force", version, "" if provision.in_force_from else norm.in_force_note)


def _version_on(versions: tuple[Version, ...], on: dt.date) -> Version:
    """The last version begun by that date; the act's date bounds one whose first day is unknown."""
    begun = [v for v in versions if (start := v.from_on or v.by_date) is None or start <= on]
    return begun[-1] if begun else versions[0]
