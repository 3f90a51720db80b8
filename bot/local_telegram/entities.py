"""From what a client sends to what Telegram keeps: cleaning, trimming, entities found in plain text, limits.

Also the way back, entities to HTML, for those who look at a chat.
"""

from __future__ import annotations

import html
import re
from typing import Any

from bot.local_telegram.errors import bad_request
from bot.local_telegram.markup import Entity, parse_html, utf16_length, utf16_slice

MAX_ENTITIES = 100  # the rest is ignored in silence (Bot API, limits of messages)
MAX_TEXT = 4096
MAX_CAPTION = 1024

_CONTROL = {code: " " for code in range(32) if code != 10} | {13: None}
_AUTOMATIC = re.compile(
    r"(?P<url>https?://[^\s<>\"]{1,2048}|(?<![\w@.-])(?:[a-z0-9-]{1,63}\.){1,5}(?:com|org|net|me|br)\b(?:/[^\s<>\"]*)?)"
    r"|(?P<email>(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}\b)"
    r"|(?P<bot_command>(?<![\w/<>@])/[a-z0-9_]{1,64}(?:@[a-z0-9_]{3,32})?(?![\w/]))"
    r"|(?P<mention>(?<![\w@.])@[a-z][a-z0-9_]{3,31}\b)"
    r"|(?P<hashtag>(?<!\w)#\w{1,255})",
    re.I,
)
_SILENT = {"code", "pre", "text_link", "url", "text_mention"}
_TAGS = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "spoiler": "tg-spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "expandable_blockquote": "blockquote",
}


def formatted(text: str, parse_mode: str | None, given: Any = None) -> tuple[str, list[Entity]]:
    """The text as Telegram keeps it. Raises `ApiError` for markup it cannot read."""
    cleaned = text.translate(_CONTROL)
    mode = (parse_mode or "").lower()
    if mode not in {"", "html", "none"}:
        raise bad_request("unsupported parse_mode")
    visible, entities = parse_html(cleaned) if mode == "html" else (cleaned, _given(given))
    visible, entities = _trim(visible, entities)
    entities = _detected(visible, entities)
    return visible, entities[:MAX_ENTITIES]


def checked_text(text: str | None, parse_mode: str | None, given: Any = None) -> tuple[str, list[Entity]]:
    """A message's text: 1–4,096 UTF-16 units after the markup is parsed."""
    visible, entities = formatted(text or "", parse_mode, given)
    if not visible:
        raise bad_request("message text is empty")
    if utf16_length(visible) > MAX_TEXT:
        raise bad_request("message is too long")
    return visible, entities


def checked_caption(text: str | None, parse_mode: str | None, given: Any = None) -> tuple[str, list[Entity]]:
    """A caption: 0–1,024 UTF-16 units after the markup is parsed."""
    visible, entities = formatted(text or "", parse_mode, given)
    if utf16_length(visible) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    return visible, entities


def to_html(text: str, entities: list[Entity]) -> str:
    """The text with its entities as HTML, nesting kept, for people who look at the chat."""
    edges: dict[int, list[str]] = {}
    for entity in sorted(entities, key=lambda e: (e["offset"], -e["length"])):
        opening, closing = _tags(entity)
        if opening:
            edges.setdefault(entity["offset"], []).append(opening)
            edges.setdefault(entity["offset"] + entity["length"], []).insert(0, closing)
    pieces, last = [], 0
    for position in sorted(edges):
        pieces.append(html.escape(utf16_slice(text, last, position - last), quote=False))
        tags = edges[position]
        pieces += [t for t in tags if t.startswith("</")] + [t for t in tags if not t.startswith("</")]
        last = position
    return "".join(pieces) + html.escape(utf16_slice(text, last, utf16_length(text)), quote=False)


def _given(entities: Any) -> list[Entity]:
    """Entities the client has made itself. Raises `ApiError` for what is none."""
    if entities is None or entities == "":
        return []
    if not isinstance(entities, list):
        raise bad_request("can't parse entities: expected an Array of MessageEntity")
    for entity in entities:
        numbers = [entity.get("offset"), entity.get("length")] if isinstance(entity, dict) else [None]
        if any(type(n) is not int or n < 0 for n in numbers) or not isinstance(entity.get("type"), str):
            raise bad_request("can't parse MessageEntity")
    return [dict(e) for e in entities]


def _tags(entity: Entity) -> tuple[str, str]:
    if entity["type"] == "text_link":
        return f'<a href="{html.escape(entity["url"])}">', "</a>"
    tag = _TAGS.get(entity["type"])
    return (f"<{tag}>", f"</{tag}>") if tag else ("", "")


def _trim(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Telegram cuts white space at the end, and at the beginning up to the first entity."""
    text = text.rstrip()
    if text[:1].isspace():
        first = min((e["offset"] for e in entities), default=len(text))
        cut = min(len(text) - len(text.lstrip()), first)  # white space is one unit a character
        text = text[cut:]
        entities = [e | {"offset": e["offset"] - cut} for e in entities]
    end = utf16_length(text) if entities else 0
    clipped = [e | {"length": min(e["length"], end - e["offset"])} for e in entities]
    return text, [e for e in clipped if e["length"] > 0]


def _detected(text: str, entities: list[Entity]) -> list[Entity]:
    if len(text) > MAX_TEXT:  # will be refused anyway; no work for it
        return entities
    found = [entity for match in _AUTOMATIC.finditer(text) if (entity := _automatic(text, match))]
    taken = [(e["offset"], e["offset"] + e["length"]) for e in entities if e["type"] in _SILENT]
    free = [
        e
        for e in found
        if not any(e["offset"] < end and start < e["offset"] + e["length"] for start, end in taken)
    ]
    return sorted(entities + free, key=lambda e: (e["offset"], -e["length"])) if free else entities


def _automatic(text: str, match: re.Match[str]) -> Entity | None:
    kind = match.lastgroup
    value = match.group().rstrip(".,:;!?)'") if kind == "url" else match.group()
    if not kind or not value:
        return None
    return {"offset": utf16_length(text[: match.start()]), "length": utf16_length(value), "type": kind}
