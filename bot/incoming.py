"""An update as the handlers see it: a frozen value read from Telegram's JSON, whatever was sent.

Every payload is input from a stranger: each field is looked at, none is trusted. An update that cannot be read raises
`UnreadableUpdate`; the receiver keeps it with its error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

_NO_TEXT = re.compile("[\x00\ud800-\udfff]")

KEY_LENGTH = 40  # of the inbox column; a real key is far shorter

# Senders that are nobody: anonymous administrator, linked channel, channel posting in a group.
SPECIAL_SENDERS = frozenset({1087968824, 777000, 136817688})
CONTENT_KINDS = [
    "photo",
    "document",
    "voice",
    "audio",
    "video",
    "video_note",
    "animation",
    "sticker",
    "location",
    "venue",
    "contact",
    "poll",
    "dice",
    "story",
]

# What Telegram itself writes into a chat; anything else that has no name here was sent by the person.
SERVICE = frozenset(
    {
        "new_chat_members", "left_chat_member", "new_chat_title", "new_chat_photo", "delete_chat_photo",
        "group_chat_created", "supergroup_chat_created", "channel_chat_created",
        "message_auto_delete_timer_changed", "migrate_from_chat_id", "pinned_message", "successful_payment",
        "refunded_payment", "users_shared", "chat_shared", "connected_website", "write_access_allowed",
        "passport_data", "proximity_alert_triggered", "boost_added", "chat_background_set",
        "checklist_tasks_done", "checklist_tasks_added", "direct_message_price_changed", "forum_topic_created",
        "forum_topic_edited", "forum_topic_closed", "forum_topic_reopened", "general_forum_topic_hidden",
        "general_forum_topic_unhidden", "gift", "unique_gift", "giveaway_created", "giveaway_completed",
        "paid_message_price_changed", "suggested_post_approved", "suggested_post_approval_failed",
        "suggested_post_declined", "suggested_post_paid", "suggested_post_refunded", "video_chat_scheduled",
        "video_chat_started", "video_chat_ended", "video_chat_participants_invited", "web_app_data",
    }
)  # fmt: skip


class UnreadableUpdate(ValueError):
    """An update whose shape we do not know."""


@dataclass(frozen=True)
class FileRef:
    """A file a person sent: Telegram keeps the bytes, we keep the id."""

    kind: str
    file_id: str
    name: str
    mime: str
    size: int


@dataclass(frozen=True)
class Incoming:
    """One update. `kind`: text, command, press, edited, member, migrated,
    other, a content kind, or unknown (content of a kind that has no name here)."""

    update_id: int
    kind: str
    chat_id: int
    user_id: int
    chat_type: str = "private"
    user_name: str = ""
    text: str = ""
    command: str = ""
    argument: str = ""
    message_id: int | None = None
    thread: int | None = None
    press_id: str = ""
    press_data: str = ""
    file: FileRef | None = None
    album: str = ""
    member_status: str = ""
    migrate_to: int | None = None
    sent_at: int = 0
    answers_bot: bool = False  # a reply to something the bot said
    entities: tuple[dict[str, Any], ...] = ()  # marks of the text, offsets in UTF-16 units

    @property
    def private(self) -> bool:
        """A private chat with a real user: the only place where company data is shown."""
        return self.chat_type == "private"

    @property
    def nobody(self) -> bool:
        """Sent by no real user (channel, anonymous administrator)."""
        return self.user_id == 0 or self.user_id in SPECIAL_SENDERS


def chat_key(raw: dict[str, Any]) -> str:
    """What orders updates: the chat, for texts and presses alike. "?" when the update names none."""
    for name, body in raw.items():
        if name == "update_id" or not isinstance(body, dict):
            continue
        chat = body.get("chat") or (body.get("message") or {}).get("chat")
        if isinstance(chat, dict) and isinstance(chat.get("id"), int):
            return str(chat["id"])[:KEY_LENGTH]
        if isinstance(body.get("from"), dict):
            return f"user:{body['from'].get('id')}"[:KEY_LENGTH]
    return "?"


def read(raw: dict[str, Any], *, bot_name: str = "") -> Incoming:
    """The update as a value. Raises `UnreadableUpdate`."""
    try:
        raw = _sane(raw)
        if "callback_query" in raw:
            return _press(raw)
        if "my_chat_member" in raw:
            body = raw["my_chat_member"]
            return _base(raw, "member", body, member_status=str(body["new_chat_member"]["status"]))
        for name in ("edited_message", "channel_post", "edited_channel_post"):
            if name in raw:
                return _base(raw, "edited" if name == "edited_message" else "other", raw[name])
        if "message" in raw:
            return _message(raw, bot_name)
        return Incoming(_whole(raw["update_id"]), "other", 0, 0)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        what = f" {error}" if isinstance(error, KeyError) else ""  # other errors quote what the person wrote
        raise UnreadableUpdate(f"{type(error).__name__}{what}") from error


def _sane(value: Any) -> Any:
    """The same JSON with what no database column takes replaced in place: NUL and lone surrogates.

    Raises `ValueError` on a number larger than any of Telegram's.
    """
    if isinstance(value, str):
        return _NO_TEXT.sub(" ", value)
    if isinstance(value, dict):
        return {key: _sane(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_sane(inner) for inner in value]
    return _whole(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _whole(value: Any) -> int:
    """A number, also where it came as a float or in quotes; `ValueError` when none of Telegram's is so large."""
    number = int(value)
    if abs(number) >= 2**63:
        raise ValueError("number out of range")
    return number


def _number(value: Any) -> int | None:
    """A number that may be missing; what is not one counts as missing."""
    return value if type(value) is int else None


def _base(raw: dict[str, Any], kind: str, body: dict[str, Any], **more: Any) -> Incoming:
    sender = body.get("from") or {}
    name = " ".join(str(sender[k]) for k in ("first_name", "last_name") if sender.get(k))
    thread = body.get("message_thread_id") if body.get("is_topic_message") else None
    return Incoming(
        update_id=_whole(raw["update_id"]),
        kind=kind,
        chat_id=_whole(body["chat"]["id"]),
        user_id=_whole(sender.get("id", 0)),
        chat_type=str(body["chat"].get("type", "private")),
        user_name=name,
        message_id=_number(body.get("message_id")),
        thread=_number(thread),
        sent_at=_whole(body.get("date") or 0),
        **more,
    )


def _press(raw: dict[str, Any]) -> Incoming:
    press = raw["callback_query"]
    message = press.get("message") or {}
    chat = message.get("chat") or {"id": press["from"]["id"], "type": "private"}
    body = {**message, "chat": chat, "from": press["from"]}
    return _base(raw, "press", body, press_id=str(press["id"]), press_data=str(press.get("data", "")))


def _message(raw: dict[str, Any], bot_name: str) -> Incoming:
    body = raw["message"]
    if "migrate_to_chat_id" in body:
        return _base(raw, "migrated", body, migrate_to=_whole(body["migrate_to_chat_id"]))
    if body.get("sender_chat") and body.get("from", {}).get("id") not in SPECIAL_SENDERS:
        body = {**body, "from": {"id": 0}}
    album = str(body.get("media_group_id", ""))
    if isinstance(body.get("text"), str):
        return _text(raw, body, bot_name)
    nameless = "unknown" if body["chat"].get("type") == "private" and not SERVICE & body.keys() else "other"
    kind = next((k for k in CONTENT_KINDS if k in body), nameless)
    caption = str(body.get("caption", ""))
    marks = _entities(body.get("caption_entities"))
    return _base(raw, kind, body, text=caption, entities=marks, file=_file(kind, body), album=album)


def _answers_bot(body: dict[str, Any], bot_name: str) -> bool:
    author = (body.get("reply_to_message") or {}).get("from") or {}
    return bool(bot_name) and str(author.get("username", "")).lower() == bot_name.lower()


def _text(raw: dict[str, Any], body: dict[str, Any], bot_name: str) -> Incoming:
    text: str = body["text"]
    first, _, rest = text.partition(" ")
    first, _, tail = first.partition("\n")
    name, _, addressed = first[1:].partition("@")
    if not text.startswith("/") or not name.replace("_", "").isalnum():
        marks = _entities(body.get("entities"))
        return _base(raw, "text", body, text=text, entities=marks, answers_bot=_answers_bot(body, bot_name))
    if addressed and bot_name and addressed.lower() != bot_name.lower():
        return _base(raw, "other", body)
    argument = (tail + " " + rest).strip()
    return _base(raw, "command", body, text=text, command=name.lower(), argument=argument)


def _entities(raw: Any) -> tuple[dict[str, Any], ...]:
    """The marks that have the shape of one."""
    found = raw if isinstance(raw, list) else []
    whole = [e for e in found if isinstance(e, dict) and isinstance(e.get("type"), str)]
    return tuple(e for e in whole if type(e.get("offset")) is int and type(e.get("length")) is int)


def _file(kind: str, body: dict[str, Any]) -> FileRef | None:
    content = body.get(kind)
    if isinstance(content, list) and content:
        content = content[-1]  # photos come in several sizes, the largest last
    if not isinstance(content, dict) or "file_id" not in content:
        return None
    return FileRef(
        kind=kind,
        file_id=str(content["file_id"]),
        name=str(content.get("file_name", "")),
        mime=str(content.get("mime_type", "")),
        size=_whole(content.get("file_size") or 0),
    )
