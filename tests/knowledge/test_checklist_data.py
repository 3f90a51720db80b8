"""The checklists of the package: every path of every one is walked."""

from __future__ import annotations

import pytest

from knowledge.checklist_walk import check, flow
from knowledge.checklists import load_checklists
from knowledge.corpus import load_corpus

LIBRARY = load_checklists(provisions={p.id for p in load_corpus().provisions()})
NAMES = sorted(LIBRARY.checklists)


@pytest.mark.parametrize("name", NAMES)
def test_every_path_ends_well(name, record_property):
    report = check(LIBRARY.checklists[name])
    record_property("paths", report.paths)

    assert () == report.problems
    assert report.paths > 0
    assert report.longest <= 14  # a METROPLAN renewal of a group's contract; longer ones should be split


@pytest.mark.parametrize("name", NAMES)
def test_the_flow_shows_every_question_and_every_item(name):
    checklist = LIBRARY.checklists[name]

    text = flow(checklist)

    assert text.startswith("flowchart TD\n")
    for part in (*checklist.questions, *checklist.requirements, *checklist.stops):
        assert f"n_{part.id.replace('-', '_')}" in text


@pytest.mark.parametrize("name", NAMES)
def test_the_review_names_every_provision_the_items_cite(name):
    """Reviewed line by line means: each cited provision, or the article above it, is on the list."""
    checklist = LIBRARY.checklists[name]
    cited = {id_ for part in (*checklist.parts, *checklist.questions) for id_ in part.provision}

    unread = {
        id_ for id_ in cited if not any(id_ == r or id_.startswith(f"{r}_") for r in checklist.reviewed)
    }

    assert unread == set()
