"""Forms left half way: the list of one's drafts, taking one up again, throwing one away."""

from __future__ import annotations

from bot import conversation
from bot.models.chat import Draft
from bot.turn import Turn
from handlers import fallback
from handlers.module import Action, MenuEntry, Module

A_PAGE = 3  # each with two buttons
TITLE = 40


def _held(turn: Turn) -> list[Draft]:
    known = turn.site.form_names() if turn.site else frozenset()
    return [d for d in conversation.drafts(turn.session, turn.user_id) if d.flow in known]


def show(turn: Turn) -> None:
    """The drafts of forms, newest first; checklists have a list of their own."""
    held = _held(turn)
    rows = [
        [
            turn.button("draft_go", "draft.resume", fields={"title": d.title[:TITLE]}, draft=d.id),
            turn.button("draft_drop", "draft.drop", draft=d.id),
        ]
        for d in held[:A_PAGE]
    ]
    rows.append([turn.button("menu", "menu")])
    lines = [(d.title, d.updated_at.date()) for d in held[:A_PAGE]]
    turn.show("form/drafts", rows, drafts=lines, more=max(0, len(held) - A_PAGE))


def _pressed(turn: Turn) -> Draft | None:
    found = conversation.draft(turn.session, int(turn.args["draft"]), turn.user_id)
    if found is None:
        fallback.old_button(turn)
    return found


def resume(turn: Turn) -> None:
    """Goes on with the first question that has no answer yet."""
    if (found := _pressed(turn)) is not None:
        flow, answers = found.flow, dict(found.answers)
        turn.session.delete(found)
        turn.session.flush()
        turn.begin_form(flow, **answers)


def drop(turn: Turn) -> None:
    """Throws a draft away."""
    if (found := _pressed(turn)) is not None:
        turn.session.delete(found)
        turn.session.flush()
        show(turn)


MODULE = Module(
    actions={"drafts": Action(show), "draft.resume": Action(resume), "draft.drop": Action(drop)},
    menu=(MenuEntry("drafts", "drafts", when=lambda turn: turn.incoming.private and bool(_held(turn))),),
)
