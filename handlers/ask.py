"""A free question → the answer with its exact provision, the text one tap away.

What was asked before is kept for the conversation, so that "e se for 2004?" follows on; a chosen regulator too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot import accounts
from bot.screens import Button
from bot.turn import Turn
from handlers.module import Action, Command, MenuEntry, Module
from knowledge.answer import Answer

KEPT = 600  # characters of a question kept for what follows on
SIDES = ("daer", "metroplan")


def question(turn: Turn) -> None:
    """Any plain text is a question."""
    answer_text(turn, turn.text)


def answer_text(turn: Turn, text: str, *, authority: str | None = None) -> None:
    """Answers `text`: short answer first, the exact provision, what follows as buttons."""
    earlier: Mapping[str, Any] = turn.state.context
    side = authority or earlier.get("authority") or _profile_side(turn)
    work = partial(
        turn.services.answerer.ask, text, on=turn.today, authority=side, context=str(earlier.get("asked", ""))
    )
    answer = turn.compute(f"ask:{side}:{text}", work)
    if not turn.state.flow:
        remembered = {"asked": text[:KEPT]} | ({"authority": authority} if authority else {})
        turn.state.context = {**earlier, **remembered}
        turn.session.add(turn.state)
    turn.say("ask/answer", _keyboard(turn, answer, text), answer=answer, sides=turn.services.renderer.labels)


def _profile_side(turn: Turn) -> str | None:
    """The regulator of the person's companies, when they all have the same one."""
    held = {a for company, _ in accounts.companies(turn.session, turn.user_id) for a in company.authorities}
    return held.pop() if len(held) == 1 else None


def _keyboard(turn: Turn, answer: Answer, text: str) -> list[list[Button]]:
    rows: list[list[Button]] = []
    if answer.kind == "choose":
        rows.append(
            [
                Button(turn.label(f"side_{o.authority}"), "ask.side", {"q": text[:KEPT], "a": o.authority})
                for o in answer.options
            ]
        )
    rows += [
        [Button(turn.label("see_text", label=c.label.split(", ", 1)[-1]), "norm.show", {"id": c.id})]
        for c in answer.citations[:2]
    ]
    if answer.more:
        rows.append([turn.button("why", "ask.why", topic=answer.topic)])
    rows.append([turn.button("menu", "menu")])
    return rows


def choose_side(turn: Turn) -> None:
    """The person said which regulator it is about: the same question again, for that one."""
    answer_text(turn, turn.args["q"], authority=turn.args["a"])


def why(turn: Turn) -> None:
    """The background of an answer."""
    topic = next((t for t in turn.services.library.topics if t.id == turn.args["topic"]), None)
    if topic is None or not topic.more:
        turn.say("screen_changed", [[turn.button("menu", "menu")]])
        return
    labels = [turn.services.library.corpus.label(p) for p in topic.provisions]
    turn.say("ask/why", [[turn.button("menu", "menu")]], title=topic.title, more=topic.more, labels=labels)


def invite(turn: Turn) -> None:
    """/pergunta: with a text it is answered, without one the person is told how to ask."""
    if turn.incoming.argument:
        answer_text(turn, turn.incoming.argument)
        return
    turn.show("ask/invite", [[turn.button("menu", "menu")]])


MODULE = Module(
    commands=(Command("pergunta", invite, groups=True),),
    actions={
        "ask": Action(invite),
        "ask.side": Action(choose_side, groups=True),
        "ask.why": Action(why, groups=True),
    },
    menu=(MenuEntry("menu_ask", "ask"),),
)
