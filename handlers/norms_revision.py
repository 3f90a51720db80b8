"""The draft of a revision: its publication with everything it changes, and the broadcast drafted from it."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import partial
from typing import Any

from bot import audit, broadcasts, reader_links, revisions, staff, staff_notices, term_base
from bot.broadcast_rules import Audience, Facts
from bot.models.staff import NormRevision
from bot.norm_changes import Asked, Worked, work_out_again
from bot.revisions import Published
from bot.turn import Turn
from handlers import fallback, norms_drafts, norms_terms
from handlers.module import EDITOR, Action
from knowledge.defect_words import summed_up
from knowledge.errors import KnowledgeError
from knowledge.terms import TermChanges


def show(turn: Turn) -> None:
    """The draft in short: norm, act, first day, the terms it changes."""
    if (row := norms_terms.drafted(turn)) is None:
        return
    corpus = turn.services.library.corpus
    touched = _touched(turn, row)
    see = turn.button("difference_see", "norms_admin.difference", id=row.id, page=0)
    turn.show(
        "norms_admin/draft",
        [[see], *norms_drafts.ways_on(turn, row, touched), [turn.button("back", "norms_admin")]],
        author=norms_drafts.author(row),
        norm=corpus.norm(row.norm).short,
        act=row.act,
        **norms_drafts.first_day(turn, row),
        labels=[reader_links.label(corpus, p) for p in touched],
        lines=norms_terms.lines(turn, row),
    )


def _touched(turn: Turn, row: NormRevision) -> list[str]:
    return list(revisions.made_from(row).touched or turn.args.get("touched", ()))


def publish(turn: Turn) -> None:
    """Publishes, once the whole base was loaded with it again; every replica takes it within seconds."""
    if (row := norms_terms.drafted(turn)) is None:
        return
    if turn.services.settings.two_person_approval and turn.user_id in revisions.writers(row):
        _ask_approval(turn, row)
        return
    if not _on_newest(turn, row) or not _on_newest_terms(turn, row):
        return
    published, changes = revisions.published(turn.session), revisions.terms_of(row)
    work = partial(problem, published, row.norm, row.content, changes)
    if detail := turn.compute(f"load {row.id} {published.number}", work):
        back = [[turn.button("back", "norms_admin")]]
        turn.show("norms_admin/problem", back, problem="refused", detail=detail)
        return
    if revisions.publish(turn.session, row, by=turn.user_id, now=turn.now):
        facts = {"revision": row.id, "norm": row.norm, "number": row.number}
        audit.write(turn.session, turn.user_id, "norm_published", now=turn.now, **facts)
    touched = _touched(turn, row)
    news_button = turn.button("revision_news", "norms_admin.news", id=row.id, touched=touched)
    turn.show(
        "norms_admin/published",
        [[news_button], [turn.button("back", "norms_admin")]],
        number=row.number,
        lines=norms_terms.lines(turn, row),
        **norms_drafts.first_day(turn, row),
    )


def _on_newest(turn: Turn, row: NormRevision) -> bool:
    """Whether the draft rests on the text that stands now.

    Of one made from an earlier text only its own change is put on the new one; when the new one changed the same
    provision, or the draft is a whole text, nothing is published and the difference is shown afresh.
    """
    made, base = revisions.made_from(row), revisions.newest(turn.session, row.norm)
    if made.base == base:
        return True
    found = _again(turn, row, base)
    if found.problem:
        back = [[turn.button("back", "norms_admin.draft", id=row.id)]]
        turn.show("norms_admin/problem", back, problem=found.problem, detail=found.detail)
        return False
    touched = tuple(found.provisions(row.norm))
    revisions.rebase(turn.session, row, dict(found.content), replace(made, base=base, touched=touched))
    audit.write(turn.session, turn.user_id, "norm_rebased", now=turn.now, revision=row.id, norm=row.norm)
    if found.collides:
        broadcasts.reopen_news(turn.session, row.id or 0, now=turn.now)
        norms_drafts.difference(turn, row, found, again=True)
    return not found.collides


def _on_newest_terms(turn: Turn, row: NormRevision) -> bool:
    """Whether nobody has published a change of the same terms since; else what the draft changes now is shown."""
    if not term_base.moved(turn.session, row):
        return True
    term_base.rebase(turn.session, row)
    audit.write(turn.session, turn.user_id, "norm_rebased", now=turn.now, revision=row.id, norm=row.norm)
    broadcasts.reopen_news(turn.session, row.id or 0, now=turn.now)
    rows = norms_drafts.ways_on(turn, row, _touched(turn, row))
    turn.show("norms_admin/terms_moved", rows, lines=norms_terms.lines(turn, row))
    return False


def _again(turn: Turn, row: NormRevision, base: int) -> Worked:
    made = revisions.made_from(row)
    asked = Asked(
        norm=row.norm,
        act=row.act,
        from_on=row.in_force_on,
        source="" if made.provision else str(row.content["source"]),
        provision=made.provision,
        words=made.words,
        ended_on=dt.date.fromisoformat(made.ended_on) if made.ended_on else None,
    )
    held, published = revisions.base_content(turn.session, row), revisions.published(turn.session)
    work = partial(work_out_again, asked, held, published, turn.services.library)
    return turn.compute(f"again {row.id} {base}", work)


def _ask_approval(turn: Turn, row: NormRevision) -> None:
    """Who wrote or changed it does not publish: every other editor is told, and reaches the draft."""
    services = turn.services
    writers = revisions.writers(row)
    others = [p for p in staff.editors(turn.session, services.settings.admin_ids) if p not in writers]
    for person in others:
        staff_notices.tell(
            services,
            turn.session,
            person,
            "norms_admin/approve",
            [[turn.button("revision_open", "norms_admin.draft", id=row.id)]],
            about=(f"revision:{row.id}", f"approve {turn.today:%Y-%m-%d}"),
            now=turn.now,
            roles=EDITOR,
            author=norms_drafts.author(row),
            norm=services.library.corpus.norm(row.norm).short,
            act=row.act,
        )
    turn.say("norms_admin/second", [[turn.button("back", "norms_admin")]], told=len(others))


def problem(published: Published, norm_id: str, content: dict[str, Any], changes: TermChanges | None) -> str:
    """Why the base would not load with a revision; "": it would."""
    try:
        published.with_norm(norm_id, content, changes).load()
    except (KnowledgeError, ValueError) as error:
        return summed_up(error)
    return ""


def news(turn: Turn) -> None:
    """Drafts the broadcast to those concerned, with each person's own difference when terms change."""
    row = revisions.get(turn.session, int(turn.args["id"]))
    if row is None or row.state not in {"draft", "published"}:
        fallback.old_button(turn)
        return
    touched = _touched(turn, row)
    corpus = turn.services.library.corpus
    text = turn.services.renderer.html(
        "norms_admin/news",
        labels=[reader_links.label(corpus, p) for p in touched],
        act=row.act,
        **norms_drafts.first_day(turn, row),
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
    waits = row.state == "draft"
    back = [turn.button("back", "norms_admin")]
    turn.say("norms_admin/news_made", [*rows, back], id=made.id, may=may, waits=waits)


ACTIONS = {
    "norms_admin.draft": Action(show, roles=EDITOR),
    "norms_admin.publish": Action(publish, roles=EDITOR),
    "norms_admin.news": Action(news, roles=EDITOR),
}
