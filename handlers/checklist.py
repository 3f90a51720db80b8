"""/checklist: which screen of a checklist answers what; what is typed goes to the open one.

Finding and beginning: `checklist_catalog`; questions: `checklist_questions`, `_typed`, `_answers`, `_review`;
outcome: `checklist_outcome`; papers: `checklist_items`; names, days, colleagues: `checklist_manage`; the paper form
of it all: `checklist_prints`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot import prints
from bot.checklist_case import Case
from bot.turn import Turn
from handlers import (
    ask,
    checklist_answers,
    checklist_catalog,
    checklist_items,
    checklist_manage,
    checklist_outcome,
    checklist_questions,
    checklist_review,
    checklist_state,
    checklist_typed,
    fallback,
)
from handlers.module import Action, Command, Flow, MenuEntry, Module

Screen = Callable[[Turn, Case], None]

TYPED: Mapping[str, Screen] = {
    **dict.fromkeys(("question", "change", "echo", "why"), checklist_typed.receive),
    "note": checklist_items.receive_note,
    "rename": checklist_manage.receive_name,
    "day": checklist_manage.receive_day,
}
"""Screens that wait for text; on all others a text is a question."""

DRAWN: Mapping[str, Screen] = {
    **dict.fromkeys(("items", "item", "note"), checklist_items.redraw),
    **dict.fromkeys(("more", "rename", "delete", "share", "dates", "day"), checklist_manage.redraw),
    "outcome": checklist_outcome.show_home,
}


def receive(turn: Turn) -> None:
    """What was typed or sent while a checklist is open."""
    if checklist_state.at(turn) == "search":
        _searched(turn)
        return
    case = checklist_state.standing(turn)
    if case is None:
        return
    at = checklist_state.at(turn)
    if at in {"item", "note"} and turn.incoming.file is not None and not turn.text.strip():
        checklist_items.receive_file(turn, case)
    elif fallback.album_told(turn):
        return
    elif at in TYPED:
        TYPED[at](turn, case)
    elif at == "item" and turn.incoming.file is not None:
        checklist_items.receive_file(turn, case)
    elif turn.incoming.kind == "text":
        ask.question(turn)
    else:
        fallback.unexpected(turn)


def _searched(turn: Turn) -> None:
    if turn.text.strip():
        checklist_catalog.found(turn, turn.text)
    elif not fallback.album_told(turn):
        checklist_catalog.search(turn)


def show(turn: Turn) -> None:
    """The open screen again: of the checklist the person is in, else of the pressed draft."""
    if turn.state.flow != checklist_state.FLOW:
        if "draft" in turn.args:
            checklist_questions.go(turn)
        else:
            checklist_catalog.show(turn)
        return
    if checklist_state.at(turn) == "search":
        checklist_catalog.search(turn)
        return
    case = checklist_state.standing(turn)
    if case is not None:
        DRAWN.get(checklist_state.at(turn), checklist_review.redraw)(turn, case)


MODULE = Module(
    commands=(Command("checklist", checklist_catalog.command),),
    actions={
        "checklist": Action(checklist_catalog.show),
        "checklist.by": Action(checklist_catalog.by_authority),
        "checklist.search": Action(checklist_catalog.search),
        "checklist.open": Action(checklist_catalog.open_),
        "checklist.begin": Action(checklist_catalog.begin),
        "checklist.mine": Action(checklist_catalog.mine),
        "checklist.go": Action(checklist_questions.go),
        "checklist.choose": Action(checklist_answers.choose),
        "checklist.page": Action(checklist_questions.again),
        "checklist.why": Action(checklist_questions.why),
        "checklist.back": Action(checklist_questions.back),
        "checklist.review": Action(checklist_review.show_review),
        "checklist.change": Action(checklist_review.change),
        "checklist.again": Action(checklist_questions.again),
        "checklist.ask": Action(checklist_typed.answer_question),
        "checklist.leave": Action(checklist_questions.save_and_leave),
        "checklist.outcome": Action(checklist_outcome.outcome),
        "checklist.not_needed": Action(checklist_outcome.not_needed),
        "checklist.items": Action(checklist_items.items),
        "checklist.item": Action(checklist_items.item),
        "checklist.tick": Action(checklist_items.tick),
        "checklist.note": Action(checklist_items.note),
        "checklist.note_drop": Action(checklist_items.note_drop),
        "checklist.files": Action(checklist_items.files),
        "checklist.files_drop": Action(checklist_items.files_drop),
        "checklist.more": Action(checklist_manage.more),
        "checklist.rename": Action(checklist_manage.rename),
        "checklist.delete": Action(checklist_manage.delete),
        "checklist.deleted": Action(checklist_manage.deleted),
        "checklist.share": Action(checklist_manage.share),
        "checklist.share_with": Action(checklist_manage.share_with),
        "checklist.dates": Action(checklist_manage.dates),
        "checklist.day": Action(checklist_manage.day),
        "checklist.day_set": Action(checklist_manage.day_set),
    },
    flows={checklist_state.FLOW: Flow(show, receive, checklist_state.leave)},
    links={prints.LINK: checklist_catalog.link},
    menu=(MenuEntry("menu_checklist", "checklist"),),
)
