"""/perguntas: what the base did not answer, the most asked first; answered with citation, turned into a topic draft."""

from __future__ import annotations

from typing import Any

from bot import audit, broadcast_text, open_questions, split, staff_notices
from bot.open_questions import Group
from bot.turn import Turn
from handlers import broadcast_forms, fallback, formatted, topic_drafts
from handlers.form_model import Answers, Choice, Field, Form, Refused
from handlers.module import ATTENDANT, EDITOR, Action, Command, MenuEntry, Module
from knowledge.topics import SHORT

LISTED = 7
SHOWN = 10
TEMPLATES = ("question_template_elsewhere", "question_template_office", "question_template_unclear")
READERS = ATTENDANT | EDITOR


def show(turn: Turn) -> None:
    """The groups, most frequent first, and the closed loop in numbers."""
    groups = open_questions.groups(turn.session)
    rows = [
        [
            turn.button(
                "question_group",
                "questions.open",
                fields={"count": len(g.questions), "text": g.title[:45]},
                key=g.key,
            )
        ]
        for g in groups[:LISTED]
    ]
    if turn.roles & EDITOR:
        rows.append([turn.button("topic_drafts", "topics")])
    counts = open_questions.counts(turn.session)
    turn.show("questions/list", [*rows, [turn.button("menu", "menu")]], counts=counts, groups=len(groups))


def _group(turn: Turn, key: str, *, closed: bool = False) -> Group | None:
    found = open_questions.group(turn.session, key, closed=closed)
    if found is None:
        fallback.old_button(turn)
    return found


def open_(turn: Turn) -> None:
    """One group: how it was asked, and what can be done."""
    if (group := _group(turn, str(turn.args["key"]))) is None:
        return
    rows = []
    if turn.roles & ATTENDANT:
        rows.append([turn.button("question_answer", "questions.answer", key=group.key)])
        rows.append([turn.button("question_dismiss", "questions.dismiss", key=group.key)])
    if turn.roles & EDITOR:
        rows.append([turn.button("question_draft", "questions.draft", key=group.key)])
    shown = group.questions[:SHOWN]
    if turn.roles & ATTENDANT and len(group.questions) > 1:
        rows += [
            [turn.button("question_part", "questions.part", fields={"text": q.text[:40]}, id=q.id)]
            for q in shown
        ]
    rows.append([turn.button("back", "questions")])
    wrong = sum(q.reason == open_questions.WRONG for q in group.questions)
    turn.show(
        "questions/group", rows, texts=[q.text for q in shown], count=len(group.questions), wrong=wrong,
        rest=len(group.questions) - len(shown),
    )  # fmt: skip


def part(turn: Turn) -> None:
    """A question that asks something else is answered by itself."""
    row = open_questions.part(turn.session, int(turn.args["id"]))
    if row is None:
        fallback.old_button(turn)
        return
    audit.write(turn.session, turn.user_id, "question_parted", now=turn.now, question=row.id)
    show(turn)


def answer(turn: Turn) -> None:
    """Asks for the answer and what it rests on."""
    if (group := _group(turn, str(turn.args["key"]))) is not None:
        turn.begin_form("question_answer", key=group.key)


def _read_answer(turn: Turn, _answers: Answers) -> str:
    html = formatted.html_of(turn.incoming)
    if not 3 <= split.units(split.visible(html)) <= SHORT or broadcast_text.unknown_fields(html):
        raise Refused("questions/note_answer", {"limit": SHORT})
    return html


def _templates(turn: Turn, _answers: Answers) -> list[Choice]:
    return [Choice(turn.label(name), turn.label(f"{name}_text")) for name in TEMPLATES]


def _question(turn: Turn, answers: Answers) -> dict[str, Any]:
    group = open_questions.group(turn.session, answers["key"])
    return {"text": group.title if group else ""}


def _review(turn: Turn, answers: Answers) -> dict[str, Any]:
    corpus = turn.services.library.corpus
    return {
        **_question(turn, answers),
        "answer": formatted.trusted(answers["answer"]),
        "labels": [corpus.label(p) for p in answers["provisions"] if p in corpus],
    }


def _finish(turn: Turn, answers: Answers) -> None:
    group = open_questions.group(turn.session, answers["key"])
    if group is None:
        fallback.old_button(turn)
        return
    provisions = [p for p in answers["provisions"] if p in turn.services.library.corpus]
    people = open_questions.answer(
        turn.session, group, text=answers["answer"], provisions=provisions, by=turn.user_id, now=turn.now
    )
    buttons = [
        [turn.button("see_text", "norm.show", fields={"label": _short(turn, p)}, id=p)]
        for p in provisions[:2]
    ]
    for user_id, question in people:
        staff_notices.tell(
            turn.services,
            turn.session,
            user_id,
            "questions/answered",
            [*buttons, [turn.button("menu", "menu")]],
            about=(f"question:{question.id}", "answer"),
            now=turn.now,
            text=question.text,
            answer=formatted.trusted(answers["answer"]),
            labels=[turn.services.library.corpus.label(p) for p in provisions],
        )
    facts = {"group": group.key, "questions": len(group.questions)}
    audit.write(turn.session, turn.user_id, "question_answered", now=turn.now, **facts)
    rows = [[turn.button("back", "questions")]]
    if turn.roles & EDITOR:
        rows.insert(0, [turn.button("question_draft", "questions.draft", key=group.key)])
    turn.show("questions/closed", rows, told=len(people), count=len(group.questions))


def _short(turn: Turn, provision: str) -> str:
    return turn.services.library.corpus.label(provision).split(", ", 1)[-1][:50]


def dismiss(turn: Turn) -> None:
    """Closes a group without an answer."""
    if (group := _group(turn, str(turn.args["key"]))) is None:
        return
    open_questions.dismiss(turn.session, group, by=turn.user_id, now=turn.now)
    audit.write(turn.session, turn.user_id, "question_dismissed", now=turn.now, group=group.key)
    show(turn)


def draft(turn: Turn) -> None:
    """A draft of a topic from what was asked and answered, in the shape of the files of topics."""
    if (group := _group(turn, str(turn.args["key"]), closed=True)) is not None:
        topic_drafts.show(turn, topic_drafts.drafted(turn, group))


FORM = Form(
    "question_answer",
    lambda turn, _answers: turn.label("question_answer"),
    (
        Field(
            "answer", "questions/answer", read=_read_answer, choices=_templates, facts=_question, free=True
        ),
        Field(
            "provisions",
            "questions/provisions",
            read=broadcast_forms.read_provisions,
            choices=lambda turn, _answers: [Choice(turn.label("question_no_norm"), [])],
        ),
    ),
    _finish,
    review="questions/review",
    review_facts=_review,
    roles=ATTENDANT,
)
MODULE = Module(
    commands=(Command("perguntas", show, roles=READERS),),
    actions={
        "questions": Action(show, roles=READERS),
        "questions.open": Action(open_, roles=READERS),
        "questions.answer": Action(answer, roles=ATTENDANT),
        "questions.part": Action(part, roles=ATTENDANT),
        "questions.dismiss": Action(dismiss, roles=ATTENDANT),
        "questions.draft": Action(draft, roles=EDITOR),
    },
    forms=(FORM,),
    menu=(MenuEntry("menu_questions", "questions", roles=READERS),),
)
