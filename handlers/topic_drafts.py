"""Drafts of topics: seen, completed by an editor, published as a revision; then the bot answers them in the chat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from bot import audit, reader_links, revisions, split, topic_drafts
from bot.models.staff import OpenQuestion
from bot.open_questions import Group
from bot.screens import Button
from bot.topic_drafts import FEWEST_PHRASES
from bot.turn import Turn
from handlers import broadcast_forms, fallback, typed
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.module import EDITOR, Action, Module
from knowledge.corpus import Corpus
from knowledge.text import words
from knowledge.topics import LONG, SHORT

SLUG_WORDS = 6
PHRASES = 12
PHRASE_LIMIT = 120
TITLE_LIMIT = 60
DOOR_LIMIT = 200
LISTED = 8


def drafted(turn: Turn, group: Group) -> OpenQuestion:
    """A draft of what was asked and answered, kept with the newest question; one that stands already is left."""
    row = group.questions[0]
    if not row.draft:
        topic_drafts.keep(turn.session, row, _topic(turn, group), by=turn.user_id)
        audit.write(turn.session, turn.user_id, "topic_drafted", now=turn.now, group=group.key)
    return row


def _topic(turn: Turn, group: Group) -> dict[str, Any]:
    first = group.questions[0]
    corpus = turn.services.library.corpus
    provisions = [p for p in first.provisions or () if p in corpus]
    return {
        "id": topic_drafts.OWN + ("-".join(words(first.text)[:SLUG_WORDS]) or f"pergunta-{first.id}"),
        "title": first.text[:TITLE_LIMIT],
        **_standing(corpus, provisions),
        "phrases": list(dict.fromkeys(q.text[:PHRASE_LIMIT] for q in group.questions))[:PHRASES],
        "answer": split.visible(first.answer or ""),
        "provisions": provisions,
    }


def _standing(corpus: Corpus, provisions: Sequence[str]) -> dict[str, str]:
    """Whose matter a topic is and whether it is covered: both follow from what it cites."""
    regimes = [corpus.norm(p.partition(":")[0]).regime for p in provisions if p in corpus]
    return {
        "authority": regimes[0] if regimes else "other",
        "kind": "rule" if provisions else "not_covered",
    }


def listing(turn: Turn) -> None:
    """The drafts, and what became of them."""
    rows = topic_drafts.listing(turn.session, limit=LISTED)
    keyboard = [[_line(turn, row)] for row in rows]
    correct = [turn.button("topic_find", "topics.find")]
    turn.show("questions/drafts", [*keyboard, correct, [turn.button("back", "questions")]], count=len(rows))


def _line(turn: Turn, row: OpenQuestion) -> Button:
    held = row.draft or {}
    mark = turn.label("topic_published" if held.get("number") else "topic_waits")
    return Button(f"{mark} {held['topic']['title']}"[:55], "topics.open", {"id": row.id})


def _pressed(turn: Turn) -> OpenQuestion | None:
    row = topic_drafts.get(turn.session, int(turn.args["id"]), lock=True)
    if row is None:
        fallback.old_button(turn)
    return row


def open_(turn: Turn) -> None:
    """One draft."""
    if (row := _pressed(turn)) is not None:
        show(turn, row)


def show(turn: Turn, row: OpenQuestion) -> None:
    """What the topic says, what it still lacks, and what can be done."""
    held = row.draft or {}
    topic, corpus = held["topic"], turn.services.library.corpus
    lacking = max(0, FEWEST_PHRASES - len(topic["phrases"]))
    door = topic["kind"] == "not_covered" and not topic.get("door")
    rows = [[turn.button("topic_complete", "topics.change", id=row.id)]]
    if not lacking and not door and not held.get("number"):
        rows.append([turn.button("topic_publish", "topics.publish", id=row.id)])
    rows.append([turn.button("back", "topics")])
    turn.show(
        "questions/draft",
        rows,
        topic=topic,
        authority=turn.label(f"side_{topic['authority']}"),
        labels=[reader_links.label(corpus, p) for p in topic["provisions"]],
        lacking=lacking,
        door=topic.get("door", ""),
        door_lacks=door,
        number=held.get("number") or 0,
    )


def change(turn: Turn) -> None:
    """Asks for what completes it."""
    if (row := _pressed(turn)) is not None:
        turn.begin_form("topic", question=row.id)


def publish(turn: Turn) -> None:
    """Publishes it, once the whole base was loaded with it and its words were compared with the law."""
    if (row := _pressed(turn)) is None:
        return
    held = row.draft or {}
    if held.get("number"):
        show(turn, row)
        return
    if turn.services.settings.two_person_approval and turn.user_id in topic_drafts.writers(row):
        turn.say("questions/topic_second", [[turn.button("back", "topics.open", id=row.id)]])
        return
    published = revisions.published(turn.session)
    work = partial(topic_drafts.defects, held["topic"], published, turn.today)
    if found := turn.compute(f"topic {row.id} {turn.incoming.update_id}", work):
        back = [[turn.button("topic_complete", "topics.change", id=row.id)], [turn.button("back", "topics")]]
        turn.show("questions/topic_refused", back, defects=[d[:200] for d in found[:5]])
        return
    number = topic_drafts.publish(turn.session, row, by=turn.user_id, now=turn.now)
    facts = {"topic": held["topic"]["id"], "number": number}
    audit.write(turn.session, turn.user_id, "topic_published", now=turn.now, **facts)
    turn.show("questions/topic_published", [[turn.button("back", "topics")]], number=number)


def _held(turn: Turn, answers: Answers) -> dict[str, Any]:
    row = topic_drafts.get(turn.session, int(answers["question"]))
    return dict((row.draft or {})["topic"]) if row is not None else {}


def _facts(turn: Turn, answers: Answers) -> dict[str, Any]:
    topic = _held(turn, answers)
    corpus = turn.services.library.corpus
    return {
        "topic": topic,
        "lacking": max(0, FEWEST_PHRASES - len(topic.get("phrases", ()))),
        "labels": [corpus.label(p) for p in topic.get("provisions", ()) if p in corpus],
    }


def _keep(name: str) -> Callable[[Turn, Answers], list[Choice]]:
    """A button that leaves a part as it stands, where it stands."""

    def choices(turn: Turn, answers: Answers) -> list[Choice]:
        topic = _held(turn, answers)
        enough = (
            len(topic.get("phrases", ())) >= FEWEST_PHRASES if name == "phrases" else bool(topic.get(name))
        )
        return [Choice(turn.label("topic_keep"), topic[name])] if enough else []

    return choices


def _read_phrases(turn: Turn, answers: Answers) -> list[str]:
    """Further ways to ask, one a line, beside those of the people."""
    typed_ = [" ".join(line.split()) for line in turn.text.splitlines()]
    held = _held(turn, answers).get("phrases", ())
    found = list(dict.fromkeys([*held, *(p for p in typed_ if p)]))
    if len(found) < FEWEST_PHRASES or any(not 3 <= len(p) <= PHRASE_LIMIT for p in found):
        raise Refused("questions/note_phrases", {"fewest": FEWEST_PHRASES, "limit": PHRASE_LIMIT})
    return found[: len(held) + PHRASES]


def _read_answer(turn: Turn, answers: Answers) -> str:
    text = turn.text.strip()
    limit = LONG if _held(turn, answers).get("kind") == "documents" else SHORT
    if not 3 <= len(text) <= limit:
        raise Refused("questions/note_answer", {"limit": limit})
    return text


def _line_of(limit: int) -> Callable[[Turn, Answers], str]:
    return lambda turn, _answers: typed.line(turn, limit=limit, template="norms_admin/note_act")


def _finish(turn: Turn, answers: Answers) -> None:
    row = topic_drafts.get(turn.session, int(answers["question"]), lock=True)
    if row is None:
        fallback.old_button(turn)
        return
    topic = _held(turn, answers) | {n: answers[n] for n in ("title", "phrases", "answer", "provisions")}
    if row.reason != topic_drafts.BASE or (topic["kind"] == "not_covered") == bool(topic["provisions"]):
        topic |= _standing(
            turn.services.library.corpus, topic["provisions"]
        )  # what is corrected stays what it is
    topic.pop("door", None)
    if not topic["provisions"]:
        topic["door"] = answers["door"]
    topic_drafts.keep(turn.session, row, topic, by=turn.user_id)
    audit.write(turn.session, turn.user_id, "topic_changed", now=turn.now, topic=topic["id"])
    show(turn, row)


def _provision_choices(turn: Turn, answers: Answers) -> list[Choice]:
    return [*_keep("provisions")(turn, answers), Choice(turn.label("question_no_norm"), [])]


FORM = Form(
    "topic",
    lambda turn, _answers: turn.label("topic_title"),
    (
        Field("title", "questions/topic_title", read=_line_of(TITLE_LIMIT), choices=_keep("title"),
              facts=_facts, free=True),
        Field("phrases", "questions/topic_phrases", read=_read_phrases, choices=_keep("phrases"), facts=_facts,
              free=True),
        Field("answer", "questions/topic_answer", read=_read_answer, choices=_keep("answer"), facts=_facts,
              free=True),
        Field("provisions", "questions/topic_provisions", read=broadcast_forms.read_provisions,
              choices=_provision_choices, facts=_facts),
        Field("door", "questions/topic_door", read=_line_of(DOOR_LIMIT), choices=_keep("door"), facts=_facts,
              when=lambda answers: answers.get("provisions") == [], free=True),
    ),
    _finish,
    roles=EDITOR,
)  # fmt: skip
MODULE = Module(
    actions={
        "topics": Action(listing, roles=EDITOR),
        "topics.open": Action(open_, roles=EDITOR),
        "topics.change": Action(change, roles=EDITOR),
        "topics.publish": Action(publish, roles=EDITOR),
    },
    forms=(FORM,),
)
