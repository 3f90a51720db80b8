"""Addresses of the reader pages as messages cite them: `/n/<norm>/<article>#<rest>` under `PUBLIC_URL`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from bot.reader.view import href
from knowledge.corpus import Corpus

SHOWN = 6
"""Provisions named in a text; how many more there are is said."""


def page(public_url: str, provision: str) -> str:
    """The page where a provision or norm stands, at its place; "" when no public address is set."""
    return public_url.rstrip("/") + href(provision) if public_url else ""


def linked(
    corpus: Corpus,
    public_url: str,
    provisions: Iterable[str],
    *,
    places: bool = False,
    most: int | None = None,
) -> Markup:
    """Provisions by their labels, each a link to its page when there is one; `places` leaves the norm's name out.

    Beyond `most` only how many more there are is said.
    """
    named = [_link(corpus, page(public_url, id_), id_, places=places) for id_ in provisions]
    return shortened(named, most or len(named))


def shortened(names: Sequence[str], most: int = SHOWN) -> Markup:
    """A list in one line; of a long one the first, and how many more there are."""
    more = len(names) - most
    return Markup("; ").join(names[:most]) + (Markup(" e mais {}").format(more) if more > 0 else "")


def label(corpus: Corpus, id_: str) -> str:
    """How a provision is cited; by its id when a newer base no longer holds it."""
    return corpus.label(id_) if id_ in corpus else id_


def _link(corpus: Corpus, url: str, id_: str, *, places: bool) -> Markup:
    name = label(corpus, id_)
    shown = escape(name.split(", ", 1)[-1] if places else name)
    return Markup('<a href="{}">{}</a>').format(url, shown) if url else shown
