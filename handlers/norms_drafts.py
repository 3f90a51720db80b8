"""Drafts of revisions that wait: the list every editor reaches, the whole difference in pages, giving one up."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import partial
from typing import Any

from bot import audience_count, audit, broadcasts, norm_changes, revisions
from bot.models.staff import NormRevision
from bot.norm_changes import Worked
from bot.screens import Button
from bot.turn import Turn
from handlers import fallback, norms_terms
from handlers.module import EDITOR, Action
from knowledge import ids
from knowledge.compare import Change
from knowledge.impact import Impact

LISTED = 30
SHOWN = 8
RESTING = 5
PAGE = 2200
"""Characters of a page of the difference: with what rests on it, it stays in one message."""
Line = dict[str, str]


def listing(turn: Turn) -> None:
    """What waits for publication, with who wrote it."""
    rows = revisions.drafts(turn.session, limit=LISTED)
    keyboard = [[Button(_title(turn, row)[:60], "norms_admin.draft", {"id": row.id})] for row in rows]
    lines = [{"title": _title(turn, row), "author": author(row), "at": _at(turn, row)} for row in rows]
    turn.show("norms_admin/drafts", [*keyboard, [turn.button("back", "norms_admin")]], lines=lines)


def _title(turn: Turn, row: NormRevision) -> str:
    short = turn.services.library.corpus.norm(row.norm).short
    return f"{row.id}. {short} · {row.act}" if row.act else f"{row.id}. {short}"


def _at(turn: Turn, row: NormRevision) -> Any:
    return row.created_at.astimezone(turn.services.settings.zone).date()


def author(row: NormRevision) -> str:
    """Who wrote a draft, as the person was called then."""
    return revisions.made_from(row).author or str(row.author)


def first_day(turn: Turn, row: NormRevision) -> dict[str, Any]:
    """The first day of what a draft changes, and whether it is still to come."""
    day = row.in_force_on
    return {"day": day or "", "ahead": day is not None and day > turn.today}


def ways_on(turn: Turn, row: NormRevision, touched: list[str]) -> list[list[Button]]:
    """What can be done with a draft."""
    args: dict[str, Any] = {"id": row.id, "touched": touched}
    return [
        [turn.button("revision_terms", "norms_admin.terms", **args)],
        [turn.button("revision_publish", "norms_admin.publish", **args)],
        [turn.button("revision_news", "norms_admin.news", **args)],
        *([[turn.button("revision_drop", "norms_admin.drop", id=row.id)]] if _may_drop(turn, row) else []),
    ]


def _may_drop(turn: Turn, row: NormRevision) -> bool:
    return row.author == turn.user_id or "administrator" in turn.roles


def difference(turn: Turn, row: NormRevision, found: Worked, *, again: bool = False) -> None:
    """A new draft: the first page of what it changes, what rests on it, how many it concerns."""
    touched = found.provisions(row.norm)
    pages = _pages(turn, row.norm, found.changes)
    more = [_page_button(turn, row, 1, len(pages))] if len(pages) > 1 else []
    turn.say(
        "norms_admin/difference",
        [more, *ways_on(turn, row, touched)],
        norm=turn.services.library.corpus.norm(row.norm),
        act=row.act,
        **first_day(turn, row),
        again=again,
        changes=pages[0],
        pages=len(pages),
        rests=_rests(turn, found.impact),
        doubts=[f"{line}: {doubt}" for line, doubt in found.doubts[:SHOWN]],
        concerned=audience_count.concerned(turn, touched),
        two=turn.services.settings.two_person_approval,
    )


def page(turn: Turn) -> None:
    """One page of the difference of a draft, kept or just made."""
    if (row := norms_terms.drafted(turn)) is None:
        return
    touched = revisions.made_from(row).touched
    base = revisions.base_content(turn.session, row)
    work = partial(norm_changes.differences, row.norm, base, row.content, touched)
    key = f"difference {row.id} {revisions.made_from(row).base}"
    pages = _pages(turn, row.norm, turn.compute(key, work))
    at = min(int(turn.args["page"]), len(pages) - 1)
    pager = [_page_button(turn, row, n, len(pages)) for n in (at - 1, at + 1) if 0 <= n < len(pages)]
    back = turn.button("back", "norms_admin.draft", id=row.id)
    shown: dict[str, Any] = {"changes": pages[at], "page": at + 1, "pages": len(pages)}
    norm = turn.services.library.corpus.norm(row.norm)
    turn.show("norms_admin/difference_page", [pager, [back]], norm=norm, act=row.act, **shown)


def _page_button(turn: Turn, row: NormRevision, at: int, pages: int) -> Button:
    fields = {"page": at + 1, "pages": pages}
    return turn.button("difference_page", "norms_admin.difference", fields=fields, id=row.id, page=at)


def _pages(turn: Turn, norm: str, changes: Sequence[Change]) -> list[list[Line]]:
    """Every changed provision whole, as many to a page as fit; a long one goes on over the next pages."""
    pages: list[list[Line]] = [[]]
    room = PAGE
    for change in changes:
        for part in textwrap.wrap(change.words, PAGE) or [""]:
            if pages[-1] and len(part) > room:
                pages.append([])
                room = PAGE
            pages[-1].append(
                {"kind": change.kind, "label": _label(turn, norm, change.fragment), "words": part}
            )
            room -= len(part) + len(pages[-1][-1]["label"]) + 4
    return pages


def _label(turn: Turn, norm: str, fragment: str) -> str:
    corpus, id_ = turn.services.library.corpus, ids.join(norm, fragment)
    return corpus.label(id_) if id_ in corpus else ids.label(fragment)


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


def drop(turn: Turn) -> None:
    """Gives the draft up, its news too: the author does, or an administrator."""
    if (row := norms_terms.drafted(turn)) is None:
        return
    if not _may_drop(turn, row):
        fallback.old_button(turn)
        return
    revisions.drop(turn.session, row)
    audit.write(turn.session, turn.user_id, "norm_dropped", now=turn.now, revision=row.id)
    for news in broadcasts.of_revision(turn.session, row.id or 0):
        if broadcasts.cancel(turn.session, news, now=turn.now):
            audit.write(turn.session, turn.user_id, "broadcast_cancelled", now=turn.now, broadcast=news.id)
    turn.show("norms_admin/dropped", [[turn.button("back", "norms_admin")]])


ACTIONS = {
    "norms_admin.drafts": Action(listing, roles=EDITOR),
    "norms_admin.difference": Action(page, roles=EDITOR),
    "norms_admin.drop": Action(drop, roles=EDITOR),
}
