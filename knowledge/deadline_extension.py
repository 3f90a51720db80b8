"""Ends of papers moved by an act that extends them: `extensions` of `data/obligations.yaml` or of a revision."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterable

from knowledge.deadline_model import Deadline, Facts
from knowledge.notes import note
from knowledge.obligations import Obligations

MOVED = ("extended", "extended_some")
"""The notes that tell of an act that moves an end, or may move it."""


def extended(rows: Obligations, found: Iterable[Deadline], facts: Facts) -> list[Deadline]:
    """The deadlines, those that an act moves on their new day; it holds for printed dates too."""
    return [_moved(rows, one, facts) for one in found] if rows.extensions else list(found)


def _moved(rows: Obligations, found: Deadline, facts: Facts) -> Deadline:
    if found.due_on is None:
        return found
    act = rows.extended(found.kind, found.due_on, facts.plate)
    if act is None:
        return found if facts.plate else _perhaps(rows, found, found.due_on)
    said = note("extended", by=act.by, before=found.due_on, day=act.until)
    return dataclasses.replace(
        found,
        due_on=act.until,
        counts_to=act.until,
        provisions=tuple(dict.fromkeys((*act.provisions, *found.provisions))),
        notes=(said, *found.notes),
    )


def _perhaps(rows: Obligations, found: Deadline, day: dt.date) -> Deadline:
    """The deadline where no plate is told, with the acts that would move it for some plate endings."""
    notes = tuple(
        note("extended_some", by=act.by, endings=", ".join(act.plate_endings), day=act.until)
        for act in rows.by_ending(found.kind, day)
    )
    return dataclasses.replace(found, notes=(*notes, *found.notes)) if notes else found
