"""Provisions as a message cites them: the norm's name once, then its places; each with its page when there is one."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from bot import reader_links
from bot.turn import Turn


def cited(turn: Turn, provisions: Iterable[str], *, most: int | None = None) -> list[dict[str, str]]:
    """`label` and `url` of each; one that a newer base no longer holds is left out."""
    corpus, url = turn.services.library.corpus, turn.services.settings.public_url
    views: list[dict[str, str]] = []
    norm = ""
    for id_ in list(dict.fromkeys(p for p in provisions if p in corpus))[:most]:
        label = corpus.label(id_)
        own = corpus.provision(id_).norm
        views.append(
            {
                "label": label.removeprefix(f"{corpus.norm(own).short}, ") if own == norm else label,
                "url": reader_links.page(url, id_),
            }
        )
        norm = own
    return views


def linked(turn: Turn, provisions: Iterable[str], *, places: bool = False) -> Markup:
    """Provisions in one line of a message, each leading to its page where pages are served."""
    services = turn.services
    return reader_links.linked(
        services.library.corpus, services.settings.public_url, provisions, places=places
    )
