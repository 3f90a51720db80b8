"""/normas_admin: an editor changes a provision or a whole text; the difference, what rests on it, publication."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

from bot import audience_count, audit, broadcasts, revisions
from bot.broadcast_rules import Audience, Facts
from bot.models.staff import NormRevision
from bot.norm_changes import Asked, Worked, work_out
from bot.screens import Button
from bot.turn import Turn
from handlers import fallback, norms_admin_forms
from handlers.form_model import Answers
from handlers.module import EDITOR, Action, Command, MenuEntry, Module
from knowledge.impact import Impact

SHOWN = 8
CONCERNED = 6
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
    rows = [
        [turn.button("revision_publish", "norms_admin.publish", id=row.id, touched=touched)],
        [turn.button("revision_news", "norms_admin.news", id=row.id, touched=touched[:CONCERNED])],
        [turn.button("revision_drop", "norms_admin.drop", id=row.id)],
    ]
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


def _pressed(turn: Turn) -> NormRevision | None:
    row = revisions.get(turn.session, int(turn.args["id"]), lock=True)
    if row is None or row.state != "draft":
        fallback.old_button(turn)
        return None
    return row


def publish(turn: Turn) -> None:
    """Publishes, once the whole base was loaded with it again; every replica takes it within seconds."""
    if (row := _pressed(turn)) is None:
        return
    if turn.services.settings.two_person_approval and row.author == turn.user_id:
        turn.say("norms_admin/second", [[turn.button("back", "norms_admin")]])
        return
    published = revisions.published(turn.session)
    problem = turn.compute(f"load {row.id}", partial(_problem, published, row.norm, row.content))
    if problem:
        turn.show(
            "norms_admin/problem",
            [[turn.button("back", "norms_admin")]],
            problem="refused",
            detail=problem,
        )
        return
    if revisions.publish(turn.session, row, by=turn.user_id, now=turn.now):
        facts = {"revision": row.id, "norm": row.norm, "number": row.number}
        audit.write(turn.session, turn.user_id, "norm_published", now=turn.now, **facts)
    rows = [
        [
            turn.button(
                "revision_news", "norms_admin.news", id=row.id, touched=turn.args["touched"][:CONCERNED]
            )
        ],
        [turn.button("back", "norms_admin")],
    ]
    turn.show("norms_admin/published", rows, number=row.number, norm=row.norm)


def _problem(published: revisions.Published, norm_id: str, content: dict[str, Any]) -> str:
    try:
        published.with_norm(norm_id, content).load()
    except ValueError as error:
        return str(error)[:300]
    except Exception as error:
        if type(error).__module__ != "knowledge.errors":
            raise
        return str(error)[:300]
    return ""


def drop(turn: Turn) -> None:
    """Gives the draft up."""
    if (row := _pressed(turn)) is None:
        return
    revisions.drop(turn.session, row)
    audit.write(turn.session, turn.user_id, "norm_dropped", now=turn.now, revision=row.id)
    show(turn)


def news(turn: Turn) -> None:
    """Drafts the broadcast to those concerned."""
    row = revisions.get(turn.session, int(turn.args["id"]))
    if row is None:
        fallback.old_button(turn)
        return
    touched = [str(p) for p in turn.args["touched"]]
    corpus = turn.services.library.corpus
    facts = {
        "labels": [corpus.label(p) if p in corpus else p for p in touched],
        "act": row.act,
        "day": row.in_force_on or "",
    }
    made = broadcasts.create(
        turn.session,
        author=turn.user_id,
        now=turn.now,
        subject="norms",
        text=turn.services.renderer.html("norms_admin/news", **facts),
        provisions=[p for p in touched if p in corpus],
    )
    broadcasts.edit(
        turn.session, made, audience=Audience(include=Facts(concerned=tuple(touched))).model_dump(mode="json")
    )
    audit.write(turn.session, turn.user_id, "broadcast_created", now=turn.now, broadcast=made.id)
    may = "communicator" in turn.roles
    rows = [[turn.button("broadcast_open", "broadcast.open", id=made.id)]] if may else []
    turn.say("norms_admin/news_made", [*rows, [turn.button("back", "norms_admin")]], id=made.id, may=may)


MODULE = Module(
    commands=(Command("normas_admin", show, roles=EDITOR),),
    actions={
        "norms_admin": Action(show, roles=EDITOR),
        "norms_admin.norm": Action(norm, roles=EDITOR),
        "norms_admin.amend": Action(amend, roles=EDITOR),
        "norms_admin.text": Action(text, roles=EDITOR),
        "norms_admin.publish": Action(publish, roles=EDITOR),
        "norms_admin.drop": Action(drop, roles=EDITOR),
        "norms_admin.news": Action(news, roles=EDITOR),
    },
    forms=norms_admin_forms.forms(entered),
    menu=(MenuEntry("menu_norms_admin", "norms_admin", roles=EDITOR),),
)
