"""What rests on provisions that change: topics, checklists, kinds of deadlines and their reminders."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from knowledge.ids import same_line
from knowledge.library import Library
from knowledge.obligations import Obligations, package_obligations


@dataclass(frozen=True)
class Impact:
    """Titles of what somebody must look at."""

    topics: tuple[str, ...]
    checklists: tuple[str, ...]
    obligations: tuple[str, ...]
    reminders: tuple[str, ...]


def impact(library: Library, provisions: Collection[str], rows: Obligations | None = None) -> Impact:
    """What cites any of these provisions, or one above or below them."""
    changed = tuple(provisions)

    def rests(grounds: Collection[str]) -> bool:
        return any(same_line(ground, provision) for ground in grounds for provision in changed)

    kinds = [row for row in (rows or package_obligations()) if rests(row.provisions)]
    checklists = [
        checklist
        for checklist in library.checklists.checklists.values()
        if rests(
            [
                *checklist.basis,
                *checklist.reviewed,
                *(p for question in checklist.questions for p in question.provision),
                *(p for requirement in checklist.requirements for p in requirement.provision),
            ]
        )
    ]
    return Impact(
        topics=tuple(topic.title for topic in library.topics if rests(topic.provisions)),
        checklists=tuple(checklist.title for checklist in checklists),
        obligations=tuple(row.title for row in kinds),
        reminders=tuple(row.title for row in kinds if row.stages),
    )
