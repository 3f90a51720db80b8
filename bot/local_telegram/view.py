"""A chat as the person in it sees it: visible text, HTML, buttons, files."""

from __future__ import annotations

from typing import Any

from bot.local_telegram.backend import Backend
from bot.local_telegram.entities import to_html
from bot.local_telegram.world import Chat, Message

Seen = dict[str, Any]

_OTHER_KINDS = ("voice", "sticker", "location", "contact", "poll", "dice", "video", "audio", "venue")


def seen(message: Message) -> Seen:
    """One message for the control API and the chat page."""
    body = message.body
    text = body.get("text") or body.get("caption") or ""
    entities = body.get("entities") or body.get("caption_entities") or []
    markup = body.get("reply_markup") or {}
    result: Seen = {
        "chat_id": message.chat_id,
        "message_id": message.message_id,
        "version": message.version,
        "by_bot": message.by_bot,
        "from": body.get("from", body.get("sender_chat", {})),
        "date": body["date"],
        "edited": "edit_date" in body,
        "silent": message.silent,
        "text": text,
        "entities": entities,
        "html": to_html(text, entities),
        "buttons": markup.get("inline_keyboard", []),
        "file": _file(body),
        "other": next((k for k in _OTHER_KINDS if k in body), None),
        "album": body.get("media_group_id"),
        "topic": body.get("message_thread_id"),
        "reply_to": body.get("reply_to_message", {}).get("message_id"),
    }
    return result


def chat_seen(
    backend: Backend, chat_id: int, *, after: int = 0, before: int = 0, last: int | None = None
) -> list[Seen]:
    """A chat's messages, oldest first: changed after a version, older than a message, the `last` ones."""
    messages = [
        m
        for m in backend.world.chat_messages(chat_id)
        if (m.version > after or after == 0) and (m.message_id < before or before == 0)
    ]
    return [seen(m) for m in (messages[-last:] if last else messages)]


def person_seen(backend: Backend, person_id: int) -> Seen:
    """A person with the chats they are in and the commands they are offered."""
    person = backend.world.persons[person_id]
    private = backend.world.chats.get(person_id)
    chats = [*([private] if private else []), *(c for c in backend.world.groups() if person_id in c.members)]
    return {
        "id": person.id,
        "first_name": person.first_name,
        "last_name": person.last_name,
        "note": person.note,
        "started": person.started,
        "blocked": person.blocked,
        "deactivated": person.deactivated,
        "chats": [chat_summary(c) for c in chats],
        "commands": backend.profile.commands_for(
            person.id, person.id, group=False, language=person.language_code
        ),
    }


def chat_summary(chat: Chat) -> Seen:
    """A chat in a list."""
    return {
        "id": chat.id,
        "type": chat.type,
        "title": chat.title,
        "bot": chat.bot,
        "members": chat.members,
        "reply_keyboard": chat.reply_keyboard,
    }


def _file(body: dict[str, Any]) -> Seen | None:
    for kind in ("document", "voice"):
        if kind in body:
            part = body[kind]
            name = part.get("file_name", kind)
            return {
                "kind": kind,
                "id": part["file_id"],
                "name": name,
                "size": part["file_size"],
                "mime": part.get("mime_type"),
            }
    if "photo" in body:
        part = body["photo"][-1]
        size = {"width": part["width"], "height": part["height"]}
        return {
            "kind": "photo",
            "id": part["file_id"],
            "name": "photo",
            "size": part["file_size"],
            "mime": "image/*",
        } | size
    return None
