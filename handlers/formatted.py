"""A person's formatted text as Telegram HTML: simple marks only, everything else escaped.

Offsets of entities count UTF-16 units; the library that knows them turns them into markup.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup
from telegram import Chat, Message, MessageEntity

from bot.incoming import Incoming
from bot.split import units

KEPT = frozenset({"bold", "italic", "underline", "strikethrough", "code", "pre", "text_link"})
_EPOCH = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)


def html_of(incoming: Incoming) -> str:
    """The text with its marks."""
    return html(incoming.text, incoming.entities)


def html(text: str, entities: Iterable[Mapping[str, Any]]) -> str:
    """`text` with those entities that fit it and are simple."""
    size = units(text)
    kept = [
        MessageEntity(
            type=str(e["type"]), offset=int(e["offset"]), length=int(e["length"]), url=_address(e.get("url"))
        )
        for e in entities
        if e.get("type") in KEPT and int(e["offset"]) >= 0 and int(e["offset"]) + int(e["length"]) <= size
    ]
    kept = [e for e in kept if e.type != "text_link" or e.url]
    made = Message(0, _EPOCH, Chat(1, "private"), text=text, entities=kept).text_html
    return made.strip()


def _address(url: object) -> str | None:
    return url if isinstance(url, str) and url.startswith(("https://", "http://")) else None


def trusted(html_text: str) -> Markup:
    """HTML that `html` made and we stored, for a template."""
    return Markup(html_text)  # noqa: S704  # made from entities, its text escaped
