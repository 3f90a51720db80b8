"""A stored paper as the facts the law's arithmetic needs: names of dates and choices as in `knowledge.obligations`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Container
from typing import Any

from bot.models.fleet import Paper

START, PRINTED = "start", "printed"


def dates(row: Paper, names: Container[str]) -> dict[str, dt.date]:
    """The dates known of a paper, those of `names` only: the kind's `facts` (an issue date may be kept for the eye)."""
    other = {name: dt.date.fromisoformat(day) for name, day in row.facts.get("dates", {}).items()}
    own = {START: row.issued_on, PRINTED: row.expires_on}
    known = other | {name: day for name, day in own.items() if day is not None}
    return {name: day for name, day in known.items() if name in names}


def choices(row: Paper) -> dict[str, str]:
    """The answers known of a paper by the names of its kind's `choices`."""
    return dict(row.facts.get("choices", {}))


def columns(known: dict[str, dt.date], chosen: dict[str, str] | None = None) -> dict[str, Any]:
    """The same the other way: the columns to store for these dates and choices."""
    rest = {name: day.isoformat() for name, day in known.items() if name not in {START, PRINTED}}
    facts: dict[str, Any] = {}
    if rest:
        facts["dates"] = rest
    if chosen:
        facts["choices"] = dict(chosen)
    return {"issued_on": known.get(START), "expires_on": known.get(PRINTED), "facts": facts}
