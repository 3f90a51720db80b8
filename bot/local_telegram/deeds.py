"""What people do: write, send things, press, block; each becomes an update as Telegram would make it."""

from __future__ import annotations

import re
import secrets
from typing import Any

from bot.local_telegram.backend import Backend, Press
from bot.local_telegram.entities import formatted
from bot.local_telegram.errors import ControlError
from bot.local_telegram.media import described
from bot.local_telegram.persons import Person
from bot.local_telegram.world import Chat, File, Message

Body = dict[str, Any]

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SERVICE = frozenset(
    {"new_chat_members", "left_chat_member", "new_chat_title", "pinned_message", "forum_topic_created"}
)
_ANONYMOUS_ADMIN = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}


def text_content(text: str) -> Body:
    """What a client makes of typed text: trimmed, commands and links marked."""
    visible, entities = formatted(text, None)
    if not visible:
        raise ControlError("an empty message cannot be sent")
    return {"text": visible} | ({"entities": entities} if entities else {})


def file_content(file: File, caption: str | None = None) -> Body:
    """A photo, document or voice note with its caption."""
    visible, entities = formatted(caption or "", None)
    content = described(file) | ({"caption": visible} if visible else {})
    return content | ({"caption_entities": entities} if entities else {})


def write(
    backend: Backend,
    person: Person,
    chat: Chat,
    content: Body,
    *,
    reply_to: int | None = None,
    topic: int | None = None,
) -> Message:
    """The person sends something; the bot gets an update unless privacy mode keeps it from it."""
    _check_can_write(person, chat)
    body: Body = {"from": person.user(), "chat": backend.chat_body(chat), "date": backend.now(), **content}
    if topic is not None:
        body |= {"message_thread_id": topic, "is_topic_message": True}
    answered = backend.world.find_message(chat.id, reply_to) if reply_to else None
    if answered:
        body["reply_to_message"] = answered.body
    message = backend.world.add_message(chat, body, by_bot=False)
    if _reaches_bot(backend, chat, message):
        backend.updates.add("message", message.body)
    return message


def write_anonymously(backend: Backend, chat: Chat, content: Body) -> Message:
    """An anonymous administrator writes in a group."""
    origin = {"from": _ANONYMOUS_ADMIN, "sender_chat": backend.chat_body(chat)}
    body = origin | {"chat": backend.chat_body(chat), "date": backend.now(), **content}
    message = backend.world.add_message(chat, body, by_bot=False)
    if _reaches_bot(backend, chat, message):
        backend.updates.add("message", message.body)
    return message


def post(backend: Backend, channel: Chat, content: Body) -> Message:
    """A post in a channel: it has no user."""
    chat = backend.chat_body(channel)
    body: Body = {"sender_chat": chat, "chat": chat, "date": backend.now(), **content}
    message = backend.world.add_message(channel, body, by_bot=False)
    backend.updates.add("channel_post", message.body)
    return message


def start(backend: Backend, person: Person, payload: str | None = None) -> Message:
    """The person taps Start or a deep link. A payload Telegram's clients refuse is dropped in silence."""
    if person.blocked:
        unblock(backend, person)
    good = payload is not None and _PAYLOAD.fullmatch(payload)
    text = f"/start {payload}" if good else "/start"
    return write(backend, person, private_chat(backend, person), text_content(text))


def private_chat(backend: Backend, person: Person) -> Chat:
    """The person's chat with the bot, opened when there is none yet."""
    if not person.started:
        person.started = True
        backend.world.save_person(person)
    return backend.open_private_chat(person)


def edit(backend: Backend, person: Person, message: Message, text: str) -> Message:
    """The person edits what they wrote (text or caption)."""
    if message.by_bot or message.body.get("from", {}).get("id") != person.id:
        raise ControlError("only the sender can edit a message")
    content = text_content(text)
    if "text" not in message.body:
        content = {"caption" if k == "text" else "caption_entities": v for k, v in content.items()}
    kept = {
        k: v for k, v in message.body.items() if k not in {"text", "entities", "caption", "caption_entities"}
    }
    message.body = kept | {"edit_date": backend.now()} | content
    backend.world.touch(message, "edited")
    backend.updates.add("edited_message", message.body)
    return message


def press(backend: Backend, person: Person, message: Message, data: str) -> Press:
    """The person presses a button with this data, also one that has since disappeared from the message."""
    if not message.by_bot:
        raise ControlError("this message has no buttons")
    press = Press(str(secrets.randbits(62)), person.id, message.chat_id, message.message_id, backend.clock())
    backend.presses[press.id] = press
    query = {
        "id": press.id,
        "from": person.user(),
        "message": message.shown(),
        "chat_instance": str(abs(message.chat_id) * 7919),
        "data": data,
    }
    backend.updates.add("callback_query", query)
    return press


def block(backend: Backend, person: Person) -> None:
    """The person blocks the bot."""
    _set_blocked(backend, person, blocked=True)


def unblock(backend: Backend, person: Person) -> None:
    """The person lets the bot write again."""
    _set_blocked(backend, person, blocked=False)


def deactivate(backend: Backend, person: Person, *, deactivated: bool = True) -> None:
    """The person's account is deleted; the bot is not told."""
    person.deactivated = deactivated
    backend.world.save_person(person)


def find_button(message: Message, label: str) -> dict[str, Any]:
    """The button with that label (exact, else the only one that contains it). Raises `ControlError`."""
    rows = (message.body.get("reply_markup") or {}).get("inline_keyboard", [])
    buttons: list[dict[str, Any]] = [button for row in rows for button in row]
    exact = [b for b in buttons if b["text"] == label]
    found = exact or [b for b in buttons if label in b["text"]]
    if len(found) != 1:
        labels = ", ".join(repr(b["text"]) for b in buttons) or "none"
        raise ControlError(f"{len(found)} buttons match {label!r}; there are: {labels}")
    return found[0]


def _set_blocked(backend: Backend, person: Person, *, blocked: bool) -> None:
    if person.blocked == blocked:
        return
    person.blocked = blocked
    backend.world.save_person(person)
    bot = backend.bot_user()
    states = [{"user": bot, "status": "kicked", "until_date": 0}, {"user": bot, "status": "member"}]
    new, old = states if blocked else reversed(states)
    change = {
        "chat": backend.chat_body(private_chat(backend, person)),
        "from": person.user(),
        "date": backend.now(),
    }
    backend.updates.add("my_chat_member", change | {"old_chat_member": old, "new_chat_member": new})


def _check_can_write(person: Person, chat: Chat) -> None:
    if person.deactivated:
        raise ControlError(f"{person.first_name}'s account is deactivated")
    if chat.type == "private" and person.blocked:
        raise ControlError(f"{person.first_name} has blocked the bot; unblock first")
    if chat.type != "private" and person.id not in chat.members:
        raise ControlError(f"{person.first_name} is not in {chat.title}")


def _reaches_bot(backend: Backend, chat: Chat, message: Message) -> bool:
    """In groups, privacy mode lets through commands, mentions, answers to the bot and service messages."""
    body = message.body
    open_chat = chat.type == "private" or not backend.settings.privacy or chat.bot == "administrator"
    if open_chat or not _SERVICE.isdisjoint(body):
        return chat.bot not in {"kicked", "left"}
    text = body.get("text") or body.get("caption") or ""
    answered = body.get("reply_to_message", {}).get("from", {}).get("id") == backend.bot_id
    mention = f"@{backend.settings.bot_username}".lower() in text.lower()
    return chat.bot not in {"kicked", "left"} and (answered or mention or text.startswith("/"))
