"""The buttons under a question of a form: suggestion, choices by pages, back, leave."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens import Button
from bot.turn import Turn
from handlers.form_model import Answers, Choice, Field, Form

CHOICES_A_SCREEN = 8
CHOICES_A_PAGE = 5  # with the buttons to turn the page, go back and leave: eight


def keyboard(turn: Turn, form: Form, question: Field, answers: Answers) -> list[list[Button]]:
    """All buttons of the question; `context` holds what is ticked, the page, and a suggestion."""
    context = turn.state.context
    picked = context.get("picked", [])
    rows = []
    if suggestion := context.get("suggestion"):
        rows.append([Button(suggestion["label"], "form.suggested")])
    choices = question.choices(turn, answers)
    for choice in page_of(choices, context.get("page", 0)):
        mark = "✅ " if question.multiple and choice.value in picked else ""
        args = {"field": question.name, "value": choice.value}
        rows.append([Button(mark + choice.label, "form.choose", args)])
    if len(choices) > CHOICES_A_SCREEN:
        rows.append([turn.button("form_more", "form.page")])
    if question.multiple:
        rows.append([turn.button("form_done", "form.done", field=question.name)])
    tail = [turn.button("form_leave", "form.leave")]
    if any(field.name in answers for field in form.fields):
        tail.insert(0, turn.button("form_back", "form.back"))
    return [*rows, tail]


def page_of(choices: Sequence[Choice], page: int) -> Sequence[Choice]:
    """One page of many choices; after the last the first comes again."""
    if len(choices) <= CHOICES_A_SCREEN:
        return choices
    pages = -(-len(choices) // CHOICES_A_PAGE)
    start = page % pages * CHOICES_A_PAGE
    return choices[start : start + CHOICES_A_PAGE]
