"""All answers given to a checklist, and changing one of them."""

from __future__ import annotations

from typing import Any

from bot.checklist_case import Case
from bot.screens import Button
from bot.turn import Turn
from handlers import checklist_state
from handlers.checklist_questions import ask_question, go_on
from handlers.checklist_state import button, paged, pressed, stand
from handlers.paging import asked
from knowledge import checklists as engine

LABEL_LIMIT = 40


def review(turn: Turn, case: Case, *, number: int = 0, **note: Any) -> None:
    """All answers, each of which can be changed."""
    stand(turn, case, "review", page=number)
    given = [q for q in case.checklist.questions if q.id in case.answers]
    rows = [
        Button(
            turn.label("checklist_change", number=n, text=_cut(question.text)),
            "checklist.change",
            {"draft": case.id, "q": question.id},
        )
        for n, question in enumerate(given, 1)
    ]
    tail = [
        [
            button(turn, "checklist_go_on", "checklist.go", case),
            button(turn, "form_leave", "checklist.leave", case),
        ]
    ]
    turn.show(
        "checklist/review",
        paged(turn, rows, tail, page=number, action="checklist.review", draft=case.id),
        form=True,
        title=case.checklist.title,
        name=case.draft.title,
        answers=[(n, q.text, engine.spoken(q, case.answers[q.id])) for n, q in enumerate(given, 1)],
        note=note,
    )


def _cut(text: str) -> str:
    return text if len(text) <= LABEL_LIMIT else f"{text[: LABEL_LIMIT - 1].rstrip()}…"


def show_review(turn: Turn) -> None:
    """The review was asked for."""
    if (case := pressed(turn)) is not None:
        review(turn, case, number=asked(turn))


def change(turn: Turn) -> None:
    """One answer is to be changed; it stays until another one is given."""
    if (case := pressed(turn)) is None:
        return
    question = case.checklist.question(str(turn.args["q"]))
    if question is None or question.id not in case.answers:
        go_on(turn, case)
        return
    ask_question(turn, case, question, at="change")


def redraw(turn: Turn, case: Case) -> None:
    """The open question again, after a button of an older screen."""
    question = case.checklist.question(checklist_state.arg(turn))
    at = checklist_state.at(turn)
    if at == "review":
        review(turn, case)
    elif at == "change" and question is not None and question.id in case.answers:
        ask_question(turn, case, question, at="change")
    else:
        go_on(turn, case)
