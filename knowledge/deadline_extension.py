"""Ends of papers moved by an act that extends them: `extensions` of `data/obligations.yaml` or of a revision."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from knowledge.deadline_model import Deadline, Facts
from knowledge.notes import note
from knowledge.obligations import Obligations


def extended(rows: Obligations, found: Iterable[Deadline], facts: Facts) -> list[Deadline]:
    """The deadlines, those that an act moves on their new day; it holds for printed dates too."""
    return [_moved(rows, one, facts) for one in found] if rows.extensions else list(found)


def _moved(rows: Obligations, found: Deadline, facts: Facts) -> Deadline:
    if found.due_on is None or (act := rows.extended(found.kind, found.due_on, facts.plate)) is None:
        return found
    said = note("extended", by=act.by, before=found.due_on, day=act.until)
    return dataclasses.replace(
        found,
        due_on=act.until,
        counts_to=act.until,
        provisions=tuple(dict.fromkeys((*act.provisions, *found.provisions))),
        notes=(said, *found.notes),
    )
