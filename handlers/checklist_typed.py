"""What is typed at a question of a checklist: an answer, a date to confirm, or a question of the person's own."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.checklist_case import Case
from bot.turn import Turn
from handlers import ask, checklist_state, typed
from handlers.checklist_answers import store
from handlers.checklist_questions import ask_question, go_on
from handlers.checklist_state import button, pressed, stand
from handlers.form_model import Refused
from handlers.questions_in_forms import looks_like_question
from knowledge import checklists as engine
from knowledge.checklist_model import UNSURE, Question


def receive(turn: Turn, case: Case) -> None:
    """What was typed while a question is open."""
    at = checklist_state.at(turn)
    question = case.checklist.question(checklist_state.arg(turn))
    if question is None:
        go_on(turn, case)
        return
    if at in {"why", "echo"}:
        at = str(turn.state.context.get("back", "question"))
    if not turn.text.strip():
        ask_question(turn, case, question, at=at, note=_unexpected(question))
    elif looks_like_question(turn.text) and _value(turn, question) is None:
        _offer_answer(turn, case, question, at)
    else:
        _take(turn, case, question, at)


def _unexpected(question: Question) -> str:
    return "form/note_use_buttons" if question.type == "choice" else "form/note_text_expected"


def _value(turn: Turn, question: Question) -> str | None:
    """What was typed, when it fits exactly."""
    try:
        return READERS[question.type](turn, question)
    except (Refused, engine.AnswerError):
        return None


def _take(turn: Turn, case: Case, question: Question, at: str) -> None:
    try:
        value = READERS[question.type](turn, question)
    except Refused as refused:
        ask_question(turn, case, question, at=at, note=refused.template, facts=refused.fields)
        return
    except engine.AnswerError as error:
        note = "form/note_use_buttons" if question.type == "choice" else "checklist/note_answer"
        ask_question(turn, case, question, at=at, note=note, facts={"expected": error.expected})
        return
    if question.type == "date" and value != UNSURE:
        _echo(turn, case, question, at, value)
        return
    store(turn, case, question.id, value, at=at)


def _read_choice(turn: Turn, question: Question) -> str:
    return engine.read_answer(question, turn.text[:200])


_NUMBER = re.compile(r"\s*(\d[\d.]{0,9})\s*[a-zà-ú]{0,20}\s*", re.IGNORECASE)


def _read_number(turn: Turn, question: Question) -> str:
    """ "12" or "12 veículos"."""
    match = _NUMBER.fullmatch(turn.text[:60])
    return engine.read_answer(question, match[1] if match else turn.text[:60])


def _read_date(turn: Turn, question: Question) -> str:
    if question.unsure and turn.text.strip().casefold() == question.unsure.casefold():
        return UNSURE
    return typed.day(turn, {})


READERS: dict[str, Callable[[Turn, Question], str]] = {
    "choice": _read_choice,
    "number": _read_number,
    "date": _read_date,
}


def _echo(turn: Turn, case: Case, question: Question, at: str, value: str) -> None:
    """A date in words, before it counts."""
    stand(turn, case, "echo", question.id, back=at, value=value)
    keyboard = [
        [button(turn, "form_yes", "checklist.choose", case, q=question.id, v=value, at=at)],
        [button(turn, "form_correct", "checklist.again", case, q=question.id, at=at)],
    ]
    turn.show("checklist/echo", keyboard, form=True, text=question.text, **typed.day_echo(turn, {}, value))


def _offer_answer(turn: Turn, case: Case, question: Question, at: str) -> None:
    """A question typed into a question: answered on request, and the list goes on."""
    text = turn.text[:1000]
    stand(turn, case, at, question.id, question=text)
    keyboard = [
        [button(turn, "form_answer_question", "checklist.ask", case, q=question.id, at=at)],
        [button(turn, "checklist_answer_now", "checklist.again", case, q=question.id, at=at)],
    ]
    turn.say("form/question", keyboard, form=True)


def answer_question(turn: Turn) -> None:
    """Answers the typed question, then asks the open one again."""
    if (case := pressed(turn)) is None:
        return
    text = str(turn.state.context.get("question", ""))
    ask.answer_text(turn, text)
    question = case.checklist.question(str(turn.args["q"]))
    if question is None:
        go_on(turn, case)
        return
    ask_question(turn, case, question, at=str(turn.args["at"]))
