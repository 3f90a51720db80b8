"""A provision on the screen, page by page: neighbours, references, who cites it, what changed.

`norm.show` ({id}) opens it in a new message, `norm.go` ({id, page}) turns to it in place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bot import reader_links
from bot.screens import Button
from bot.turn import Turn
from handlers.module import Action, Module
from handlers.norm_index import contents, gone, short, tail
from handlers.norm_pages import Page, pages, printed
from handlers.paging import asked, page_of
from knowledge import words
from knowledge.compare import compare
from knowledge.corpus import Corpus
from knowledge.ids import GROUPINGS
from knowledge.model import Provision, Version

REFERENCES = 6
EXTERNAL = 8
CITING = 8
ABOVE = 160
"""Characters of each provision above the one that is shown alone."""


def show(turn: Turn, id_: str, *, page: int = 0, fresh: bool = True) -> None:
    """A provision with everything under it, in a new message or in place of the pressed screen."""
    corpus = turn.services.library.corpus
    if id_ not in corpus:
        gone(turn)
        return
    if corpus.provision(id_).kind in GROUPINGS:
        contents(turn, id_, fresh=fresh)
        return
    found = pages(corpus, id_)
    page = min(max(page, 0), len(found) - 1)
    say = turn.say if fresh else turn.show
    shown = [p.provision for p in found[page]]
    external = _external(shown)
    say(
        "norms/provision",
        _keyboard(turn, id_, page, len(found), shown),
        label=corpus.label(id_),
        url=reader_links.page(turn.services.settings.public_url, id_),
        page=page + 1,
        pages=len(found),
        warnings=corpus.warnings(id_, today=turn.today),
        above=_above(corpus, id_),
        pieces=_views(found[page], corpus.provision(id_)),
        restored=any(p.label_restored for p in shown),
        external=external[:EXTERNAL],
        more_external=len(external) - EXTERNAL,
    )


def _views(page: Page, top: Provision) -> list[dict[str, Any]]:
    """Each piece as the template shows it; a status is said where it is not that of the whole."""
    return [
        {
            "label": "" if piece.goes_on else piece.label,
            "restored": piece.provision.label_restored,
            "status": piece.provision.status if piece.provision.status != top.status else "",
            "lines": piece.lines,
        }
        for piece in page
    ]


def _above(corpus: Corpus, id_: str) -> list[dict[str, str]]:
    """The beginning of what stands above a provision shown alone, without chapters."""
    held = [p for p in corpus.ancestors(id_) if p.kind not in GROUPINGS]
    return [{"label": printed(p), "text": short(p.reading, ABOVE)} for p in held]


def _external(shown: Sequence[Provision]) -> list[str]:
    """Acts outside the base that these texts name."""
    return list(
        dict.fromkeys(r.text for p in shown for r in p.references if r.external is not None and not r.to)
    )


def _keyboard(turn: Turn, id_: str, page: int, count: int, shown: Sequence[Provision]) -> list[list[Button]]:
    steps = []
    if page:
        steps.append(turn.button("page_back", "norm.go", fields={"page": page}, id=id_, page=page - 1))
    if page + 1 < count:
        steps.append(turn.button("page_on", "norm.go", fields={"page": page + 2}, id=id_, page=page + 1))
    rows = [steps, _neighbours(turn, id_), _about(turn, id_), *_references(turn, shown, id_)]
    return [*(row for row in rows if row), tail(turn)]


def _neighbours(turn: Turn, id_: str) -> list[Button]:
    before, after = turn.services.library.corpus.neighbours(id_)
    row = [Button(f"⬅️ {before.label}", "norm.go", {"id": before.id})] if before else []
    return [*row, *([Button(f"{after.label} ➡️", "norm.go", {"id": after.id})] if after else [])]


def _about(turn: Turn, id_: str) -> list[Button]:
    """Up, who cites it, what changed."""
    corpus = turn.services.library.corpus
    parent = corpus.parent(id_)
    up = parent.id if parent else corpus.provision(id_).norm
    row = [turn.button("norm_parent", "norm.go", id=up)]
    if citing := len(_citing(corpus, id_)):
        row.append(turn.button("norm_cited", "norm.cited", fields={"count": citing}, id=id_))
    if _changed(corpus, id_):
        row.append(turn.button("norm_changes", "norm.changes", id=id_))
    return row


def _references(turn: Turn, shown: Sequence[Provision], id_: str) -> list[list[Button]]:
    """What these texts refer to, two a row; a reference judged mistaken leads to what was probably meant."""
    corpus = turn.services.library.corpus
    norm = corpus.provision(id_).norm
    here = {p.id for p in shown}
    targets: dict[str, str] = {}
    for reference in (r for p in shown for r in p.references):
        for target in reference.to:
            targets.setdefault(target, "📎")
        for target in reference.probable:
            targets.setdefault(target, "❓")
    buttons = [
        Button(f"{mark} {_cited_as(corpus, target, norm)}", "norm.go", {"id": target})
        for target, mark in targets.items()
        if target in corpus and target not in here
    ][:REFERENCES]
    return [buttons[i : i + 2] for i in range(0, len(buttons), 2)]


def _cited_as(corpus: Corpus, id_: str, norm: str) -> str:
    label = corpus.label(id_)
    return short(label.partition(", ")[2] if corpus.provision(id_).norm == norm else label, 50)


def _citing(corpus: Corpus, id_: str) -> list[Provision]:
    """Who refers to a provision or, of an article, to anything in it."""
    own = [id_, *(p.id for p in corpus.descendants(id_))]
    found = {p.id for target in own for p in corpus.mentioned_by(target)} - set(own)
    return [p for p in corpus.provisions() if p.id in found] if found else []


def _changed(corpus: Corpus, id_: str) -> list[Provision]:
    """What has more than one wording, at or under a provision."""
    return [p for p in (corpus.provision(id_), *corpus.descendants(id_)) if len(p.versions) > 1]


def open_pressed(turn: Turn) -> None:
    """The provision of the pressed button, in a new message."""
    show(turn, turn.args["id"])


def go(turn: Turn) -> None:
    """The provision, grouping or norm of the pressed button, in place."""
    id_ = turn.args["id"]
    if ":" not in id_:
        contents(turn, id_, fresh=False)
        return
    show(turn, id_, page=asked(turn), fresh=False)


def cited(turn: Turn) -> None:
    """Who cites a provision, in pages."""
    corpus, id_ = turn.services.library.corpus, turn.args["id"]
    if id_ not in corpus:
        gone(turn)
        return
    found = _citing(corpus, id_)
    page = page_of(found, CITING, asked(turn))
    norm = corpus.provision(id_).norm
    rows = [[Button(_cited_as(corpus, p.id, norm), "norm.go", {"id": p.id})] for p in page.shown]
    rows += page.turning(turn, "norm.cited", id=id_)
    back = turn.button("norm_back", "norm.go", id=id_)
    turn.show("norms/cited", [*rows, [back, *tail(turn)]], label=corpus.label(id_), count=len(found))


def changes(turn: Turn) -> None:
    """Every wording of a provision with its dates, and what differs where both texts are known."""
    corpus, id_ = turn.services.library.corpus, turn.args["id"]
    if id_ not in corpus:
        gone(turn)
        return
    turn.show(
        "norms/changes",
        [[turn.button("norm_back", "norm.go", id=id_), *tail(turn)]],
        label=corpus.label(id_),
        provisions=[
            {"label": corpus.label(p.id).partition(", ")[2], "versions": _versions(p.versions)}
            for p in _changed(corpus, id_)
        ],
    )


def _versions(versions: Sequence[Version]) -> list[dict[str, Any]]:
    views = []
    before = ""
    for version in versions:
        text = version.text or ""
        views.append(
            {
                "kind": version.kind,
                "by": version.by or "",
                "since": words.short_date(version.from_on) if version.from_on else "",
                "until": words.short_date(version.to_on) if version.to_on else "",
                "note": version.note,
                "marks": _marks(before, text),
            }
        )
        before = text
    return views


_MARK = re.compile(r"(\[-.*?-\]|\{\+.*?\+\})", re.DOTALL)


def _marks(before: str, after: str) -> list[dict[str, str]]:
    """The text in stretches: kept, gone, new; all of it kept where the wording before is not known."""
    if not after:
        return []
    changed = compare({"": before}, {"": after}) if before else []
    if not changed:
        return [{"form": "kept", "text": short(after, 900)}]
    forms = {"[-": "gone", "{+": "new"}
    return [
        {"form": forms.get(piece[:2], "kept"), "text": piece[2:-2] if piece[:2] in forms else piece}
        for piece in _MARK.split(short(changed[0].words, 1500))
        if piece
    ]


MODULE = Module(
    actions={
        "norm.show": Action(open_pressed, groups=True),
        "norm.go": Action(go, groups=True),
        "norm.cited": Action(cited, groups=True),
        "norm.changes": Action(changes, groups=True),
    },
)
