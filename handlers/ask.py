"""A free question → the answer with its exact provision, the text one tap away.

What was asked is remembered for half an hour, so that "e se for 2004?" follows on; a chosen regulator too. The buttons
are `handlers.ask_buttons`. `ask.wrong` ({q, topic}: the answer is not the one meant) and `ask.send` ({q}: nothing was
found) belong to the staff's module and are offered when it is there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from bot import accounts, conversation
from bot.screens import Button
from bot.turn import Turn
from handlers import menu
from handlers.ask_buttons import SIDES, keyboard, related
from handlers.ask_words import asks_who, greets, leans
from handlers.citations import cited
from handlers.module import Action, Command, MenuEntry, Module
from knowledge.answer import Answer, fitted

OPTION = 320
"""Of each regulator's side, so that both stand on one screen of a phone; its button shows the whole."""
CITED = 3


@dataclass(frozen=True)
class Side:
    """The regulator an answer is for without being named in the question, and why."""

    authority: str = ""
    chosen: bool = False


def question(turn: Turn) -> None:
    """Any plain text is a question."""
    text = turn.text
    if not turn.incoming.private:
        text = re.sub(rf"@{re.escape(turn.services.bot_name)}\b", " ", text, flags=re.IGNORECASE).strip()
    if not text.strip():
        turn.say("ask/invite")
        return
    answer_text(turn, text)


def answer_text(turn: Turn, text: str, *, authority: str | None = None) -> None:
    """Answers `text`: short answer first, the exact provision, what follows as buttons."""
    if greets(text):
        turn.say("ask/greeting", menu.keyboard(turn) if turn.incoming.private else [])
        return
    if asks_who(text):
        rows = menu.keyboard(turn) if turn.incoming.private else []
        turn.say("start/welcome", rows, name=turn.incoming.user_name or "!", unknown_link=False)
        return
    earlier = conversation.recall(turn.state, now=turn.now)
    side = Side(authority, chosen=True) if authority else _side(turn, earlier.side)
    work = partial(
        turn.services.answerer.ask,
        text,
        on=turn.today,
        authority=side.authority or None,
        context=earlier.question,
    )
    answer = turn.compute(f"ask:{side.authority}:{earlier.question}:{text}", work)
    _remember(turn, earlier, answer, answer.parts[0] if answer.parts else text, authority)
    _say(turn, answer, text, side=side)


def _side(turn: Turn, chosen: str) -> Side:
    """The regulator chosen in this talk, else the one all companies of the person have; in a group only the former."""
    if chosen:
        return Side(chosen, chosen=True)
    if not turn.incoming.private:
        return Side()
    held = {a for company, _ in accounts.companies(turn.session, turn.user_id) for a in company.authorities}
    return Side(held.pop()) if len(held) == 1 and held <= set(SIDES) else Side()


def _remember(
    turn: Turn, earlier: conversation.Remembered, answer: Answer, text: str, authority: str | None
) -> None:
    """Keeps the question that later ones lean on: not one that leans itself, nor one nothing was found for."""
    kept = earlier.question if earlier.question and (leans(text) or answer.kind == "not_covered") else text
    conversation.remember(turn.state, question=kept, side=authority or earlier.side, now=turn.now)
    turn.session.add(turn.state)


def _say(turn: Turn, answer: Answer, text: str, *, side: Side) -> None:
    other = _other_side(turn, answer, side)
    rows = keyboard(turn, answer, text)
    if other:
        args = {"q": text[: conversation.KEPT], "a": other}
        rows.insert(0, [Button(turn.label("ask_switch", side=turn.label(f"side_{other}")), "ask.side", args)])
    turn.say(
        "ask/answer",
        rows,
        answer=answer,
        options=[
            {
                "side": turn.label(f"side_{o.authority}"),
                "text": fitted(o.answer, OPTION),
                "cited": cited(turn, [c.id for c in o.citations[:1]]),
            }
            for o in answer.options
        ],
        cited=cited(turn, [c.id for c in answer.citations], most=CITED),
        side=turn.label(f"side_{side.authority}") if other else "",
        chosen=side.chosen,
        several=len(answer.parts),
        send=answer.kind == "not_covered" and turn.incoming.private and turn.offers("ask.send"),
    )


def _other_side(turn: Turn, answer: Answer, side: Side) -> str:
    """The other regulator, when this answer is for one nobody named and the other one answers differently."""
    corpus, topics = turn.services.library.corpus, turn.services.library.topics
    regimes = {corpus.norm(c.id.partition(":")[0]).regime for c in answer.citations}
    if side.authority not in SIDES or regimes != {side.authority}:
        return ""
    topic = next((t for t in topics if t.id == answer.topic), None)
    if topic is None or not (topic.counterpart or any(t.counterpart == topic.id for t in topics)):
        return ""
    return next(s for s in SIDES if s != side.authority)


def choose_side(turn: Turn) -> None:
    """The person said which regulator it is about: the same question again, for that one."""
    answer_text(turn, turn.args["q"], authority=turn.args["a"])


def part(turn: Turn) -> None:
    """One of the questions of a message, by itself and in full."""
    answer_text(turn, turn.args["q"])


def topic(turn: Turn) -> None:
    """A matter near by, picked by its title."""
    asked = str(turn.args.get("q", ""))
    answer = turn.services.answerer.about(turn.args["topic"], on=turn.today, question=asked)
    if answer is None:
        turn.say("screen_changed", [[turn.button("menu", "menu")]])
        return
    side = conversation.recall(turn.state, now=turn.now).side
    title = next(t.title for t in turn.services.library.topics if t.id == turn.args["topic"])
    conversation.remember(turn.state, question=title, side=side, now=turn.now)
    turn.session.add(turn.state)
    _say(turn, answer, asked or title, side=Side())


def why(turn: Turn) -> None:
    """The background of an answer: what the law says in its own words, and the matters beside it."""
    found = next((t for t in turn.services.library.topics if t.id == turn.args["topic"]), None)
    if found is None:
        turn.say("screen_changed", [[turn.button("menu", "menu")]])
        return
    rows = [[Button(f"🔎 {t.title[:55]}", "ask.topic", {"topic": t.id})] for t in related(turn, found.id)[:4]]
    corpus = turn.services.library.corpus
    quotes = [(corpus.label(p), corpus.provision(p).reading) for p in found.provisions if p in corpus]
    turn.say("ask/why", [*rows, [turn.button("menu", "menu")]], topic=found, quotes=quotes[:CITED])


def invite(turn: Turn) -> None:
    """/pergunta: with a text it is answered, without one the person is told how to ask."""
    if turn.incoming.argument:
        answer_text(turn, turn.incoming.argument)
        return
    turn.show("ask/invite", [[turn.button("menu", "menu")]] if turn.incoming.private else [])


MODULE = Module(
    commands=(Command("pergunta", invite, groups=True),),
    actions={
        "ask": Action(invite),
        "ask.side": Action(choose_side, groups=True),
        "ask.part": Action(part, groups=True),
        "ask.topic": Action(topic, groups=True),
        "ask.why": Action(why, groups=True),
    },
    menu=(MenuEntry("menu_ask", "ask"),),
)
