"""/normas_admin: an editor changes a provision or a whole text; the difference, what rests on it, publication."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

from bot import audience_count, audit, revisions
from bot.models.staff import NormRevision
from bot.norm_changes import Asked, Worked, work_out
from bot.screens import Button
from bot.turn import Turn
from handlers import fallback, norms_admin_forms, norms_revision, norms_terms
from handlers.form_model import Answers
from handlers.module import EDITOR, Action, Command, MenuEntry, Module
from knowledge.impact import Impact

SHOWN = 8
RESTING = 5


def show(turn: Turn) -> None:
    """Every norm, and what else an editor cares for."""
    rows = [
        [Button(norm.short[:60], "norms_admin.norm", {"id": norm.id})]
        for norm in turn.services.library.corpus.norms
    ]
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
    row = revisions.draft(
        turn.session,
        norm=asked.norm,
        content=dict(found.content),
        act=asked.act,
        in_force_on=asked.from_on,
        author=turn.user_id,
        now=turn.now,
    )
    audit.write(turn.session, turn.user_id, "norm_drafted", now=turn.now, revision=row.id, norm=row.norm)
    _difference(turn, row, asked, found)


def _day(text: str) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def _worked(turn: Turn, asked: Asked) -> Worked:
    published = revisions.published(turn.session)
    work = partial(work_out, asked, published, turn.services.library)
    return turn.compute(f"norm {turn.incoming.update_id}", work)


def _difference(turn: Turn, row: NormRevision, asked: Asked, found: Worked) -> None:
    touched = found.provisions(asked.norm)
    concerned = audience_count.concerned(turn, touched)
    rows = norms_revision.ways_on(turn, row, touched)
    corpus = turn.services.library.corpus
    turn.say(
        "norms_admin/difference",
        rows,
        norm=corpus.norm(asked.norm),
        act=asked.act,
        day=asked.from_on or "",
        changes=[
            {"kind": c.kind, "label": _label(turn, asked.norm, c.fragment), "words": c.words[:400]}
            for c in found.changes[:SHOWN]
        ],
        more=max(0, len(found.changes) - SHOWN),
        rests=_rests(turn, found.impact),
        doubts=[f"{line}: {doubt}" for line, doubt in found.doubts[:SHOWN]],
        concerned=concerned,
        two=turn.services.settings.two_person_approval,
    )


def _rests(turn: Turn, on_it: Impact) -> list[dict[str, Any]]:
    """What rests on the change, the first few of each kind."""
    kinds = ("topics", "checklists", "obligations", "reminders")
    return [
        {
            "name": turn.label(f"rests_{kind}"),
            "titles": titles[:RESTING],
            "more": max(0, len(titles) - RESTING),
        }
        for kind in kinds
        for titles in [getattr(on_it, kind)]
    ]


def _label(turn: Turn, norm_id: str, fragment: str) -> str:
    from_id = f"{norm_id}:{fragment}"
    corpus = turn.services.library.corpus
    return corpus.label(from_id) if from_id in corpus else fragment


def drop(turn: Turn) -> None:
    """Gives the draft up."""
    if (row := norms_terms.drafted(turn)) is None:
        return
    revisions.drop(turn.session, row)
    audit.write(turn.session, turn.user_id, "norm_dropped", now=turn.now, revision=row.id)
    show(turn)


MODULE = Module(
    commands=(Command("normas_admin", show, roles=EDITOR),),
    actions={
        "norms_admin": Action(show, roles=EDITOR),
        "norms_admin.norm": Action(norm, roles=EDITOR),
        "norms_admin.amend": Action(amend, roles=EDITOR),
        "norms_admin.text": Action(text, roles=EDITOR),
        "norms_admin.drop": Action(drop, roles=EDITOR),
        **norms_revision.ACTIONS,
        **norms_terms.ACTIONS,
    },
    forms=(*norms_admin_forms.forms(entered), *norms_terms.FORMS),
    menu=(MenuEntry("menu_norms_admin", "norms_admin", roles=EDITOR),),
)
