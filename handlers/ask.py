"""A free question → the answer with its exact provision, the text one tap away."""

from __future__ import annotations

from bot.turn import Turn
from handlers.module import Action, Command, MenuEntry, Module

QUESTION_LIMIT = 4096


def question(turn: Turn) -> None:
    """Any plain text is a question."""
    answer_text(turn, turn.text)


def answer_text(turn: Turn, text: str) -> None:
    """Answers `text`."""
    turn.say("ask/invite", [[turn.button("menu", "menu")]])


def invite(turn: Turn) -> None:
    """/pergunta: with a text it is answered, without one the person is told how to ask."""
    if turn.incoming.argument:
        answer_text(turn, turn.incoming.argument)
        return
    turn.show("ask/invite", [[turn.button("menu", "menu")]])


MODULE = Module(
    commands=(Command("pergunta", invite, groups=True),),
    actions={"ask": Action(invite)},
    menu=(MenuEntry("menu_ask", "ask"),),
)
