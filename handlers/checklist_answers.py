"""Keeping an answer of a checklist; of two people at one draft the last one wins and both are told."""

from __future__ import annotations

from typing import Any

from bot import checklists, notices
from bot.checklist_case import Case
from bot.turn import Turn
from handlers.checklist_outcome import show_outcome
from handlers.checklist_questions import Note, ask_question, go_on, may_be
from handlers.checklist_review import review
from handlers.checklist_state import button, pressed
from knowledge import checklists as engine
from knowledge.checklist_model import Question
from knowledge.checklist_rules import FLEET_AGE


def choose(turn: Turn) -> None:
    """An answer was pressed; one that the stored fleet contradicts is asked again before it counts."""
    if (case := pressed(turn)) is None:
        return
    asked = case.checklist.question(str(turn.args["q"]))
    told = asked is None or asked.fact != FLEET_AGE or turn.args.get("sure")
    if asked is not None and not told and str(turn.args["v"]) not in may_be(turn, case):
        at = str(turn.args["at"])
        ask_question(turn, case, asked, at=at, note="checklist/note_fleet", sure=True)
    else:
        store(turn, case, str(turn.args["q"]), str(turn.args["v"]), at=str(turn.args["at"]))


def store(turn: Turn, case: Case, question: str, value: str, *, at: str) -> None:
    """Keeps one answer: nothing but what depends on it changes. Of two people the last one wins, both are told."""
    asked = case.checklist.question(question)
    if asked is None:
        go_on(turn, case)
        return
    try:
        answers = engine.answer(case.checklist, case.answers, question, value)
    except engine.AnswerError as error:
        ask_question(
            turn, case, asked, at=at, note="checklist/note_answer", facts={"expected": error.expected}
        )
        return
    replaced = checklists.answered(
        turn.session, case.draft, answers, question=question, user_id=turn.user_id, now=turn.now
    )
    note: Note = {}
    if replaced is not None:
        note = _tell(turn, case, asked, replaced, answers[question])
    if engine.next_question(case.checklist, answers) is not None:
        go_on(turn, case, note="checklist/note_replaced" if note else "", facts=note)
    elif at == "change" or note:
        review(turn, case, **note)
    else:
        show_outcome(turn, case)


def _tell(
    turn: Turn, case: Case, question: Question, replaced: checklists.Overwritten, value: str
) -> dict[str, Any]:
    """Tells a colleague that an answer was replaced, and gives what the one who replaced it is told."""
    names = checklists.names(turn.session, [replaced.by, turn.user_id])
    facts = {
        "question": question.text,
        "before": engine.spoken(question, replaced.value),
        "after": engine.spoken(question, value),
    }
    notices.tell(
        turn,
        replaced.by,
        "checklist/overwritten",
        [[button(turn, "checklist_open", "checklist.go", case)]],
        stage="colleague",
        name=case.draft.title,
        who=names.get(turn.user_id) or turn.incoming.user_name,
        **facts,
    )
    return {**facts, "who": names.get(replaced.by, "")}
