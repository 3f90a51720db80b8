"""A topic that came with the base is corrected by chat: found by words, kept as a draft, published as a revision."""

from __future__ import annotations

from bot import audit, topic_drafts
from bot.screens import Button
from bot.turn import Turn
from handlers import fallback, typed
from handlers import topic_drafts as screens
from handlers.form_model import Answers, Field, Form
from handlers.module import EDITOR, Action, Module
from knowledge.text import stem, stopwords, words
from knowledge.topics import Topic

FOUND = 8
WORDS_LIMIT = 120


def find(turn: Turn) -> None:
    """Asks for words of the topic."""
    turn.begin_form("topic_find")


def _stems(text: str) -> set[str]:
    return {stem(word) for word in words(text) if word not in stopwords()}


def _found(turn: Turn, said: str) -> list[Topic]:
    """The topics that share most words with what was typed, the title before the phrases."""
    wanted = _stems(said)
    scored = [
        (len(wanted & _stems(t.title)) * 2 + len(wanted & _stems(" ".join(t.phrases))), t)
        for t in turn.services.library.topics
    ]
    fitting = sorted((one for one in scored if one[0]), key=lambda one: (-one[0], one[1].id))
    return [topic for _, topic in fitting[:FOUND]]


def _listed(turn: Turn, answers: Answers) -> None:
    found = _found(turn, str(answers["words"]))
    rows = [[Button(t.title[:60], "topics.correct", {"topic": t.id})] for t in found]
    again = turn.button("topic_find", "topics.find")
    turn.show("questions/topics_found", [*rows, [again], [turn.button("back", "topics")]], some=bool(found))


def correct(turn: Turn) -> None:
    """The topic as it stands becomes a draft; one that waits already is opened."""
    topic = next((t for t in turn.services.library.topics if t.id == turn.args["topic"]), None)
    if topic is None:
        fallback.old_button(turn)
        return
    row = topic_drafts.waiting(turn.session, topic.id)
    if row is None:
        row = topic_drafts.of_base(turn.session, topic, by=turn.user_id, now=turn.now)
        audit.write(turn.session, turn.user_id, "topic_drafted", now=turn.now, topic=topic.id)
    screens.show(turn, row)


FORM = Form(
    "topic_find",
    lambda turn, _answers: turn.label("topic_find"),
    (
        Field(
            "words",
            "questions/topic_find",
            read=lambda turn, _answers: typed.line(turn, limit=WORDS_LIMIT, template="norms_admin/note_act"),
            free=True,
        ),
    ),
    _listed,
    keeps=False,
    roles=EDITOR,
)
MODULE = Module(
    actions={"topics.find": Action(find, roles=EDITOR), "topics.correct": Action(correct, roles=EDITOR)},
    forms=(FORM,),
)
