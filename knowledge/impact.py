"""What rests on provisions that change: topics, checklists, kinds of deadlines and their reminders."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from knowledge.ids import rests
from knowledge.library import Library


@dataclass(frozen=True)
class Impact:
    """Titles of what somebody must look at."""

    topics: tuple[str, ...]
    checklists: tuple[str, ...]
    obligations: tuple[str, ...]
    reminders: tuple[str, ...]


def impact(library: Library, provisions: Collection[str]) -> Impact:
    """What cites any of these provisions, or one above or below them."""
    changed = tuple(provisions)
    kinds = [row for row in library.terms.rows if rests(row.provisions, changed)]
    checklists = [
        checklist
        for checklist in library.checklists.checklists.values()
        if rests(
            [
                *checklist.basis,
                *checklist.reviewed,
                *(p for question in checklist.questions for p in question.provision),
                *(p for requirement in checklist.requirements for p in requirement.provision),
            ],
            changed,
        )
    ]
    return Impact(
        topics=tuple(topic.title for topic in library.topics if rests(topic.provisions, changed)),
        checklists=tuple(checklist.title for checklist in checklists),
        obligations=tuple(row.title for row in kinds),
        reminders=tuple(row.title for row in kinds if row.stages),
    )
