"""Every screen of every checklist keeps to Telegram's limits and to eight buttons."""

from __future__ import annotations

import pytest

from bot import checklists
from bot.models.chat import Draft
from bot.split import ENTITIES, LIMIT, units, visible
from knowledge.checklist_model import Checklist
from knowledge.checklist_walk import paths, strides
from knowledge.checklists import load_checklists, next_question, stand
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal, Sent

BUTTONS, DATA, LABEL = 8, 64, 64
IDS = sorted(load_checklists().checklists)


def fits(sent: Sent) -> None:
    """One screen within the limits."""
    for part in sent.parts:
        assert LIMIT >= units(visible(part)), sent.template
        assert ENTITIES >= part.count("</"), sent.template
    buttons = [b for row in sent.rows for b in row]
    assert BUTTONS >= len(buttons), (sent.template, sent.labels)
    assert all(DATA >= len(b["data"].encode()) for b in buttons)
    assert all(0 < len(b["text"]) <= LABEL for b in buttons), sent.labels


def drafted(stand_in: Rehearsal, checklist: Checklist) -> Draft:
    """A draft of that checklist with the longest name there can be."""
    draft = checklists.create(
        stand_in.session, user_id=PERSON, company_id=None, subject=checklist.id, title="Ç" * 60, now=NOON
    )
    draft.rule_version = checklist.rule_version
    return draft


def telling(checklist: Checklist) -> list[dict[str, str]]:
    """Ends of paths that together show every part of the outcome and every item that is not needed."""
    shown: set[tuple[str, str]] = set()
    chosen = []
    for answers in paths(checklist):
        here = stand(checklist, answers)
        fresh = {(part.id, here.need(part.when)) for part in checklist.parts} - shown
        if fresh:
            shown |= fresh
            chosen.append(answers)
    return chosen


@pytest.mark.parametrize("id_", IDS)
def test_every_question_its_reason_and_its_change_fit(stand_in: Rehearsal, id_: str) -> None:
    checklist = stand_in.services.library.checklists.checklists[id_]
    draft = drafted(stand_in, checklist)
    seen = set()
    states = [{}, *(s.answers for s in strides(checklist))] if checklist.questions else []
    for answers in states:
        question = next_question(checklist, answers)
        if question is None or question.id in seen:
            continue
        seen.add(question.id)
        draft.answers = dict(answers)
        here = {"draft": draft.id, "q": question.id, "at": "question"}
        fits(stand_in.press("checklist.go", draft=draft.id))
        fits(stand_in.press("checklist.page", page=1, **here))
        fits(stand_in.press("checklist.why", **here))
        assert [answers] == [draft.answers]
    assert {q.id for q in checklist.questions} == seen


@pytest.mark.parametrize("id_", IDS)
def test_every_outcome_its_items_and_its_answers_fit(stand_in: Rehearsal, id_: str) -> None:
    checklist = stand_in.services.library.checklists.checklists[id_]
    draft = drafted(stand_in, checklist)
    items: set[str] = set()
    for answers in telling(checklist):
        draft.answers = dict(answers)
        for screen in ("outcome", "go", "more", "not_needed", "dates", "rename", "delete"):
            fits(stand_in.press(f"checklist.{screen}", draft=draft.id))
        for page in range(5):
            fits(stand_in.press("checklist.items", draft=draft.id, page=page, missing=bool(page % 2)))
            fits(stand_in.press("checklist.review", draft=draft.id, page=page))
        for question in answers:
            fits(stand_in.press("checklist.change", draft=draft.id, q=question))
        here = stand(checklist, answers)
        needed = {r.id for r in checklist.requirements if here.need(r.when) == "yes"} - items
        for item in needed:
            fits(stand_in.press("checklist.item", draft=draft.id, item=item))
            fits(stand_in.press("checklist.note", draft=draft.id, item=item))
        items |= needed
    assert {r.id for r in checklist.requirements} == items


def test_every_page_of_the_lists_by_authority_and_of_a_search_fits(stand_in: Rehearsal) -> None:
    fits(stand_in.command("checklist"))
    for authority in ("daer", "metroplan", "other"):
        for page in range(6):
            fits(stand_in.press("checklist.by", authority=authority, page=page))
    for id_ in IDS:
        fits(stand_in.press("checklist.open", id=id_))
        fits(stand_in.command("checklist", stand_in.services.library.checklists.checklists[id_].title))


@pytest.mark.parametrize("id_", IDS)
def test_every_checklist_is_found_by_its_own_title(stand_in: Rehearsal, id_: str) -> None:
    title = stand_in.services.library.checklists.checklists[id_].title

    assert title[:59] in "\n".join(stand_in.command("checklist", title).labels)
