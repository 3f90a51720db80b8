"""The list of norms with what is known of their force, and the table of contents of one, chapter by chapter."""

from __future__ import annotations

from typing import Any

from bot import reader_links
from bot.screens import Button
from bot.turn import Turn
from handlers.paging import asked, page_of
from knowledge import words
from knowledge.corpus import Corpus
from knowledge.ids import GROUPINGS, Kind
from knowledge.model import Norm, Provision

A_PAGE = 6  # with the buttons to turn the page, search and go back
MARKS = {"in_force": "🟢", "superseded_probable": "🟡", "unknown": "⚪", "expired": "⚫"}


def short(text: str, size: int) -> str:
    """At most `size` characters of a text on one line."""
    flat = " ".join(text.split())
    return flat if len(flat) <= size else flat[: size - 1].rstrip() + "…"


def tail(turn: Turn, *more: Button) -> list[Button]:
    """The last row: the list of norms and, in a private chat, the menu."""
    row = [*more, turn.button("norms_back", "norm.list")]
    return [*row, turn.button("menu", "menu")] if turn.incoming.private else row


def gone(turn: Turn) -> None:
    """The thing pressed is no longer in the base: a newer revision has dropped it."""
    turn.say("norms/gone", [tail(turn)])


def list_norms(turn: Turn) -> None:
    """Every norm of the base with what is known of its force; those of transport first."""
    norms = sorted(turn.services.library.corpus.norms, key=lambda n: n.regime == "other")
    rows = [[Button(f"{MARKS[n.status]} {short(n.short, 50)}", "norm.go", {"id": n.id})] for n in norms]
    last = [turn.button("norm_search", "norm.search")] if turn.incoming.private else []
    if turn.incoming.private:
        last.append(turn.button("menu", "menu"))
    turn.show("norms/list", [*rows, last], norms=[{"short": n.short, "status": n.status} for n in norms])


def contents(turn: Turn, id_: str, *, page: int = 0, fresh: bool) -> None:
    """The table of contents of a norm, or what stands under a chapter, in pages."""
    corpus = turn.services.library.corpus
    if id_ not in corpus and id_ not in {n.id for n in corpus.norms}:
        gone(turn)
        return
    children = corpus.children(id_)
    at = page_of(children, A_PAGE, page)
    rows = [[Button(line(corpus, p), "norm.go", {"id": p.id})] for p in at.shown]
    rows += at.turning(turn, "norm.open", id=id_)
    rows.append(_up(turn, id_))
    norm = corpus.norm(id_.partition(":")[0])
    say = turn.say if fresh else turn.show
    say(
        "norms/contents",
        [row for row in rows if row],
        norm=_view(norm),
        url=reader_links.page(turn.services.settings.public_url, id_),
        heading="" if id_ == norm.id else _heading(corpus.provision(id_)),
        warnings=corpus.warnings(norm.id, today=turn.today),
        page=at.number + 1,
        pages=at.count,
    )


def _up(turn: Turn, id_: str) -> list[Button]:
    corpus = turn.services.library.corpus
    if id_ not in corpus:
        search = [turn.button("norm_search", "norm.search", norm=id_)] if turn.incoming.private else []
        return tail(turn, *search)
    parent = corpus.parent(id_)
    return tail(
        turn, turn.button("norm_parent", "norm.go", id=parent.id if parent else id_.partition(":")[0])
    )


def _view(norm: Norm) -> dict[str, Any]:
    return {
        "short": norm.short,
        "title": norm.title,
        "summary": norm.summary,
        "status": norm.status,
        "checked": words.short_date(norm.checked_on) if norm.checked_on else "",
        "source": norm.source,
    }


def _heading(provision: Provision) -> str:
    return (
        f"{provision.label} – {' '.join(provision.reading.split())}" if provision.reading else provision.label
    )


def line(corpus: Corpus, provision: Provision) -> str:
    """A line of the table of contents: "Art. 13 – Os veículos …", "Capítulo II – … (arts. 4º a 10)"."""
    if provision.kind not in GROUPINGS:
        return short(f"{provision.label} – {provision.reading}", 60)
    articles = [p for p in corpus.descendants(provision.id) if p.kind is Kind.ARTICLE]
    if not articles:
        return short(_heading(provision), 60)
    first, last = (articles[i].label.removeprefix("Art. ") for i in (0, -1))
    span = f" ({first})" if first == last else f" ({first}–{last})"
    return short(_heading(provision), 60 - len(span)) + span


def turn_page(turn: Turn) -> None:
    """Another page of a table of contents."""
    contents(turn, turn.args["id"], page=asked(turn), fresh=False)
