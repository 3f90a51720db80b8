"""Telegram's HTML: parsed as Telegram's server parses it, lengths and offsets in UTF-16 code units.

Only `parse_mode=HTML` is understood; entities found in plain text are in `entities.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from bot.local_telegram.errors import ApiError, bad_request

Entity = dict[str, Any]

_KINDS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "a": "text_link",
    "span": "spoiler",
    "tg-emoji": "custom_emoji",
}
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_SPECIAL = re.compile("[<&]")
_REFERENCE = re.compile(r"&(?:#x(?P<hex>[0-9a-fA-F]{1,8})|#(?P<dec>[0-9]{1,8})|(?P<name>[a-zA-Z]+));?")
_NAME = re.compile(r"[^\s>]*")
_SPACES = re.compile(r"\s*")
_ATTRIBUTE = re.compile(r"[^\s=>]*")
_BARE_VALUE = re.compile(r"[a-zA-Z0-9.\-]*")
_MENTION = re.compile(r"tg://user\?id=(\d{1,18})")
_LINK = re.compile(
    r"(?:https?|ftp|tg|ton|tonsite)://\S+|[\w.-]{1,255}\.[a-z]{2,24}(?:[/?#]\S*)?|mailto:\S+|tel:\S+", re.I
)


def utf16_length(text: str) -> int:
    """How long Telegram thinks the text is."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf16_slice(text: str, offset: int, length: int) -> str:
    """The part of the text an entity covers."""
    raw = text.encode("utf-16-le", "surrogatepass")[2 * offset : 2 * (offset + length)]
    return raw.decode("utf-16-le", "surrogatepass")


def parse_html(source: str) -> tuple[str, list[Entity]]:
    """Visible text and its entities. Raises `ApiError` with Telegram's "can't parse entities"."""
    return _Parser(source).run()


@dataclass(slots=True)
class _Open:
    tag: str
    start: int
    rank: int
    attributes: dict[str, str]


@dataclass(slots=True)
class _Parser:
    source: str
    pieces: list[str] = field(default_factory=list)
    at: int = 0
    length: int = 0
    opened: int = 0
    stack: list[_Open] = field(default_factory=list)
    found: list[tuple[int, int, Entity]] = field(default_factory=list)

    def run(self) -> tuple[str, list[Entity]]:
        source = self.source
        while match := _SPECIAL.search(source, self.at):
            self._text(source[self.at : match.start()])
            self.at = match.start()
            if source[self.at] == "&":
                self._reference()
            elif source.startswith("</", self.at):
                self._end_tag()
            else:
                self._start_tag()
        self._text(source[self.at :])
        if self.stack:
            raise _broken(f'Can\'t find end tag corresponding to start tag "{self.stack[-1].tag}"')
        return "".join(self.pieces), _nested(
            [entity for *_, entity in sorted(self.found, key=lambda f: f[:2])]
        )

    def _text(self, piece: str) -> None:
        if piece:
            self.pieces.append(piece)
            self.length += utf16_length(piece)

    def _reference(self) -> None:
        character, self.at = _decode_reference(self.source, self.at)
        self._text(character)

    def _start_tag(self) -> None:
        begin = self.at
        name = _match(_NAME, self.source, begin + 1).lower()
        self.at = begin + 1 + len(name)
        if self.at >= len(self.source):
            raise _broken(f"Unclosed start tag at byte offset {self._bytes(begin)}")
        if name not in _KINDS:
            raise _broken(f'Unsupported start tag "{name}" at byte offset {self._bytes(begin)}')
        attributes = self._attributes(name, begin)
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise _broken(f'Tag "span" must have class "tg-spoiler" at byte offset {self._bytes(begin)}')
        self.opened += 1
        self.stack.append(_Open(name, self.length, self.opened, attributes))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while True:
            self._skip_spaces()
            if self.source.startswith(">", self.at):
                self.at += 1
                return attributes
            name = _match(_ATTRIBUTE, self.source, self.at).lower()
            if self.at >= len(self.source):
                raise _broken(f'Unclosed start tag "{tag}" at byte offset {self._bytes(begin)}')
            if not name:
                raise _broken(f'Empty attribute name in the tag "{tag}" at byte offset {self._bytes(begin)}')
            self.at += len(name)
            attributes[name] = self._value(tag, name, begin)

    def _value(self, tag: str, name: str, begin: int) -> str:
        self._skip_spaces()
        if not self.source.startswith("=", self.at):
            if name == "expandable":
                return ""
            where = self._bytes(begin)
            raise _broken(
                f'Expected equal sign in declaration of an attribute of the tag "{tag}" '
                f"at byte offset {where}"
            )
        self.at += 1
        self._skip_spaces()
        quote = self.source[self.at : self.at + 1]
        if quote not in {'"', "'"}:
            value = _match(_BARE_VALUE, self.source, self.at)
            self.at += len(value)
            return value
        end = self.source.find(quote, self.at + 1)
        if end < 0:
            raise _broken(f'Unclosed start tag "{tag}" at byte offset {self._bytes(begin)}')
        value = _unescape(self.source[self.at + 1 : end])
        self.at = end + 1
        return value

    def _end_tag(self) -> None:
        begin = self.at
        name = _match(_NAME, self.source, begin + 2).lower()
        self.at = begin + 2 + len(name)
        self._skip_spaces()
        where = self._bytes(begin)
        if not self.stack:
            raise _broken(f"Unexpected end tag at byte offset {where}")
        if not self.source.startswith(">", self.at):
            raise _broken(f"Unclosed end tag at byte offset {where}")
        self.at += 1
        tag = self.stack.pop()
        if name and name != tag.tag:
            raise _broken(
                f'Unmatched end tag at byte offset {where}, expected "</{tag.tag}>", found "</{name}>"'
            )
        self._close(tag)

    def _close(self, tag: _Open) -> None:
        if self.length == tag.start:
            return
        entity: Entity = {"offset": tag.start, "length": self.length - tag.start, "type": _KINDS[tag.tag]}
        if self._complete(entity, tag):
            self.found.append((tag.start, tag.rank, entity))

    def _complete(self, entity: Entity, tag: _Open) -> bool:
        """Adds what the attributes say; False for a link that leads nowhere: Telegram drops it in silence."""
        if tag.tag == "a":
            return _link(entity, tag.attributes.get("href") or self._visible(tag.start))
        if tag.tag == "code" and tag.attributes.get("class", "").startswith("language-"):
            entity["language"] = tag.attributes["class"].removeprefix("language-")
        if tag.tag == "blockquote" and "expandable" in tag.attributes:
            entity["type"] = "expandable_blockquote"
        if tag.tag == "tg-emoji":
            entity["custom_emoji_id"] = tag.attributes.get("emoji-id", "")
        return True

    def _visible(self, start: int) -> str:
        return utf16_slice("".join(self.pieces), start, self.length - start)

    def _skip_spaces(self) -> None:
        self.at += len(_match(_SPACES, self.source, self.at))

    def _bytes(self, at: int) -> int:
        return len(self.source[:at].encode("utf-8", "surrogatepass"))


def _link(entity: Entity, target: str) -> bool:
    mention = _MENTION.fullmatch(target)
    if mention:
        entity["type"] = "text_mention"
        entity["user"] = {"id": int(mention.group(1)), "is_bot": False, "first_name": ""}
        return True
    if not _LINK.fullmatch(target):
        return False
    entity["url"] = target if ":" in target.partition("/")[0] else f"http://{target}"
    return True


def _nested(entities: list[Entity]) -> list[Entity]:
    """Drops what cannot be inside `code` and `pre`; `<pre><code class="language-x">` becomes one entity."""
    kept: list[Entity] = []
    guard: Entity | None = None
    for entity in entities:
        if guard and entity["offset"] < guard["offset"] + guard["length"]:
            if guard["type"] == "pre" and entity["type"] == "code" and "language" in entity:
                guard["language"] = entity["language"]
            continue
        kept.append(entity)
        guard = entity if entity["type"] in {"code", "pre"} else guard
    for entity in kept:
        if entity["type"] == "code":
            entity.pop("language", None)
    return kept


def _decode_reference(source: str, at: int) -> tuple[str, int]:
    """One character reference; what Telegram does not know stays as it is written."""
    match = _REFERENCE.match(source, at)
    if match is None:
        return "&", at + 1
    if match["name"]:
        character = _NAMED.get(match["name"], "")
    else:
        code = int(match["hex"], 16) if match["hex"] else int(match["dec"])
        character = chr(code) if 0 < code < 0x10FFFF and not 0xD800 <= code <= 0xDFFF else ""
    return (character, match.end()) if character else ("&", at + 1)


def _unescape(value: str) -> str:
    pieces: list[str] = []
    at = 0
    while (found := value.find("&", at)) >= 0:
        pieces.append(value[at:found])
        character, at = _decode_reference(value, found)
        pieces.append(character)
    return "".join(pieces) + value[at:]


def _match(pattern: re.Pattern[str], source: str, at: int) -> str:
    match = pattern.match(source, at)
    return match.group() if match else ""


def _broken(problem: str) -> ApiError:
    return bad_request(f"can't parse entities: {problem}")
