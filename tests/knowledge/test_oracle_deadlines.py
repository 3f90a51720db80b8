"""Every kind that falls due against the oracle, on thousands of random facts a kind: due day, day to act by, stages.

Where the two take different readings of the handbook on purpose, the case is left out here and named in
`docs/decisions/deadline-oracle.md`.
"""

from __future__ import annotations

import random

import pytest

from knowledge import deadlines
from knowledge.deadline_model import Deadline
from tests.knowledge.oracle_kinds import MAKERS
from tests.oracle.deadline_rows import Deadline as Expected

FACTS_A_KIND = 2000

OWN_WAY = {"metroplan-shared-analysis"}
"""Kinds whose stages follow another reading than the oracle's."""


@pytest.mark.parametrize("name", MAKERS)
def test_a_kind_falls_due_as_the_oracle_says(name: str) -> None:
    chance = random.Random(name)
    for _ in range(FACTS_A_KIND):
        case = MAKERS[name](chance)
        found = [d for d in deadlines.deadlines(case.facts) if d.kind == case.kind]

        assert _theirs(case.expected, name) == [_ours(d, name) for d in found], case


Seen = tuple[object, ...]


def _theirs(expected: Expected, name: str) -> list[Seen]:
    due: object = expected.due_at or expected.due_on
    if due is None:
        return []
    stages = expected.stages if name not in OWN_WAY else ()
    act_by = expected.act_by or expected.due_on if expected.count_to != expected.due_on else None
    return [(due, act_by, tuple(s for s in stages if s != "-1"), "-1" in stages)]


def _ours(found: Deadline, name: str) -> Seen:
    due: object = found.due_at or found.due_on
    stages = found.stages if name not in OWN_WAY else ()
    act_by = found.act_by if found.counts_to != found.due_on else None
    return (due, act_by, stages, found.weekly_after and name not in OWN_WAY)
