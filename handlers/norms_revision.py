"""The draft of a revision: its publication with everything it changes, and the broadcast drafted from it."""

from __future__ import annotations

from functools import partial
from typing import Any

from bot import audit, broadcasts, revisions
from bot.broadcast_rules import Audience, Facts
from bot.models.staff import NormRevision
from bot.revisions import Published
from bot.screens import Button
from bot.turn import Turn
from handlers import fallback, norms_terms
from handlers.module import EDITOR, Action
from knowledge.errors import KnowledgeError
from knowledge.terms import TermChanges

CONCERNED = 6


def ways_on(turn: Turn, row: NormRevision, touched: list[str]) -> list[list[Button]]:
    """What can be done with a draft."""
    args: dict[str, Any] = {"id": row.id, "touched": touched}
    return [
        [turn.button("revision_terms", "norms_admin.terms", **args)],
        [turn.button("revision_publish", "norms_admin.publish", **args)],
        [turn.button("revision_news", "norms_admin.news", **args)],
        [turn.button("revision_drop", "norms_admin.drop", id=row.id)],
    ]


def show(turn: Turn) -> None:
    """The draft in short: norm, act, first day, the terms it changes."""
    if (row := norms_terms.drafted(turn)) is None:
        return
    corpus = turn.services.library.corpus
    touched = [str(p) for p in turn.args["touched"]]
    turn.show(
        "norms_admin/draft",
        ways_on(turn, row, touched),
        norm=corpus.norm(row.norm).short,
        act=row.act,
        day=row.in_force_on or "",
        labels=[corpus.label(p) if p in corpus else p for p in touched[:CONCERNED]],
        more=max(0, len(touched) - CONCERNED),
        lines=norms_terms.lines(turn, row),
    )


def publish(turn: Turn) -> None:
    """Publishes, once the whole base was loaded with it again; every replica takes it within seconds."""
    if (row := norms_terms.drafted(turn)) is None:
        return
    if turn.services.settings.two_person_approval and row.author == turn.user_id:
        turn.say("norms_admin/second", [[turn.button("back", "norms_admin")]])
        return
    published, changes = revisions.published(turn.session), revisions.terms_of(row)
    work = partial(problem, published, row.norm, row.content, changes)
    if detail := turn.compute(f"load {row.id}", work):
        back = [[turn.button("back", "norms_admin")]]
        turn.show("norms_admin/problem", back, problem="refused", detail=detail)
        return
    if revisions.publish(turn.session, row, by=turn.user_id, now=turn.now):
        facts = {"revision": row.id, "norm": row.norm, "number": row.number}
        audit.write(turn.session, turn.user_id, "norm_published", now=turn.now, **facts)
    news_button = turn.button("revision_news", "norms_admin.news", id=row.id, touched=turn.args["touched"])
    turn.show(
        "norms_admin/published",
        [[news_button], [turn.button("back", "norms_admin")]],
        number=row.number,
        lines=norms_terms.lines(turn, row),
        day=row.in_force_on if row.in_force_on and row.in_force_on > turn.today else "",
    )


def problem(published: Published, norm_id: str, content: dict[str, Any], changes: TermChanges | None) -> str:
    """Why the base would not load with a revision; "": it would."""
    try:
        published.with_norm(norm_id, content, changes).load()
    except (KnowledgeError, ValueError) as error:
        return str(error)[:300]
    return ""


def news(turn: Turn) -> None:
    """Drafts the broadcast to those concerned, with each person's own difference when terms change."""
    row = revisions.get(turn.session, int(turn.args["id"]))
    if row is None:
        fallback.old_button(turn)
        return
    touched = [str(p) for p in turn.args["touched"]][:CONCERNED]
    corpus = turn.services.library.corpus
    text = turn.services.renderer.html(
        "norms_admin/news",
        labels=[corpus.label(p) if p in corpus else p for p in touched],
        act=row.act,
        day=row.in_force_on or "",
        terms=norms_terms.lines(turn, row),
    )
    made = broadcasts.create(
        turn.session,
        author=turn.user_id,
        now=turn.now,
        subject="norms",
        text=text,
        provisions=[p for p in touched if p in corpus],
        revision_id=row.id,
    )
    rules = Audience(include=Facts(concerned=tuple(touched)))
    broadcasts.edit(turn.session, made, audience=rules.model_dump(mode="json"))
    audit.write(turn.session, turn.user_id, "broadcast_created", now=turn.now, broadcast=made.id)
    may = "communicator" in turn.roles
    rows = [[turn.button("broadcast_open", "broadcast.open", id=made.id)]] if may else []
    turn.say("norms_admin/news_made", [*rows, [turn.button("back", "norms_admin")]], id=made.id, may=may)


ACTIONS = {
    "norms_admin.draft": Action(show, roles=EDITOR),
    "norms_admin.publish": Action(publish, roles=EDITOR),
    "norms_admin.news": Action(news, roles=EDITOR),
}
