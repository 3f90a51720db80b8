"""/normas_admin: an editor changes a provision or a whole text; the difference, what rests on it, publication."""

from __future__ import annotations

import datetime as dt
from functools import partial

from bot import audit, revisions
from bot.norm_changes import Asked, Worked, work_out
from bot.screens import Button
from bot.turn import Turn
from handlers import fallback, norms_admin_forms, norms_drafts, norms_revision, norms_terms
from handlers.form_model import Answers
from handlers.module import EDITOR, Action, Command, MenuEntry, Module


def show(turn: Turn) -> None:
    """Every norm, and what else an editor cares for."""
    rows = [
        [Button(norm.short[:60], "norms_admin.norm", {"id": norm.id})]
        for norm in turn.services.library.corpus.norms
    ]
    if waiting := len(revisions.drafts(turn.session, limit=norms_drafts.LISTED)):
        rows.insert(0, [turn.button("revision_drafts", "norms_admin.drafts", fields={"count": waiting})])
    rows.append([turn.button("values", "values"), turn.button("care", "values.care")])
    rows.append([turn.button("menu", "menu")])
    turn.show("norms_admin/list", rows, number=turn.services.library.revision)


def norm(turn: Turn) -> None:
    """One norm: change a provision, send its text, say that it was checked."""
    id_ = str(turn.args["id"])
    found = next((n for n in turn.services.library.corpus.norms if n.id == id_), None)
    if found is None:
        fallback.old_button(turn)
        return
    rows = [
        [turn.button("norm_amend", "norms_admin.amend", id=id_)],
        [turn.button("norm_text", "norms_admin.text", id=id_)],
        [turn.button("norm_checked", "values.checked", id=id_)],
        [turn.button("back", "norms_admin")],
    ]
    day = revisions.checked(turn.session).get(id_) or found.checked_on or ""
    turn.show("norms_admin/norm", rows, norm=found, checked=day)


def amend(turn: Turn) -> None:
    """Asks for one provision's new words."""
    turn.begin_form("norm_amend", norm=turn.args["id"])


def text(turn: Turn) -> None:
    """Asks for the whole new text."""
    turn.begin_form("norm_text", norm=turn.args["id"])


def entered(turn: Turn, answers: Answers) -> None:
    """Works the new text out and keeps it as a draft; nothing is published."""
    asked = Asked(
        norm=answers["norm"],
        act=answers["act"],
        from_on=_day(answers["from_on"]),
        source=answers.get("source", ""),
        provision=answers.get("provision", ""),
        words=answers.get("words", ""),
        ended_on=_day(answers.get("ended_on", "")),
    )
    found = _worked(turn, asked)
    if found.problem:
        turn.show(
            "norms_admin/problem",
            [[turn.button("back", "norms_admin.norm", id=asked.norm)]],
            problem=found.problem,
            detail=found.detail,
        )
        return
    made = revisions.MadeFrom(
        base=revisions.newest(turn.session, asked.norm),
        provision=asked.provision,
        words=asked.words,
        ended_on=answers.get("ended_on", ""),
        author=turn.incoming.user_name,
        touched=tuple(found.provisions(asked.norm)),
    )
    row = revisions.draft(
        turn.session,
        norm=asked.norm,
        content=dict(found.content),
        act=asked.act,
        in_force_on=asked.from_on,
        author=turn.user_id,
        now=turn.now,
        made=made,
    )
    audit.write(turn.session, turn.user_id, "norm_drafted", now=turn.now, revision=row.id, norm=row.norm)
    norms_drafts.difference(turn, row, found)


def _day(text: str) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def _worked(turn: Turn, asked: Asked) -> Worked:
    published = revisions.published(turn.session)
    work = partial(work_out, asked, published, turn.services.library)
    base = revisions.newest(turn.session, asked.norm)
    return turn.compute(f"norm {turn.incoming.update_id} {base}", work)


MODULE = Module(
    commands=(Command("normas_admin", show, roles=EDITOR),),
    actions={
        "norms_admin": Action(show, roles=EDITOR),
        "norms_admin.norm": Action(norm, roles=EDITOR),
        "norms_admin.amend": Action(amend, roles=EDITOR),
        "norms_admin.text": Action(text, roles=EDITOR),
        **norms_drafts.ACTIONS,
        **norms_revision.ACTIONS,
        **norms_terms.ACTIONS,
    },
    forms=(*norms_admin_forms.forms(entered), *norms_terms.FORMS),
    menu=(MenuEntry("menu_norms_admin", "norms_admin", roles=EDITOR),),
)
