"""Methods that change what was sent: edit, delete; and the answer to a press."""

from __future__ import annotations

from typing import Any

from bot.local_telegram.backend import Backend
from bot.local_telegram.entities import checked_text
from bot.local_telegram.errors import bad_request
from bot.local_telegram.keyboards import checked_markup
from bot.local_telegram.params import Params
from bot.local_telegram.reach import writable_chat
from bot.local_telegram.sending import caption_content, media_content
from bot.local_telegram.updates import PRESS_LIFE
from bot.local_telegram.world import Message

Body = dict[str, Any]

MAX_NOTICE = 200
DELETE_LIFE = 48 * 3600
_MEDIA = ("photo", "document", "voice")
_CONTENT = ("text", "entities", "caption", "caption_entities", *_MEDIA, "reply_markup")
_SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)


def edit_message_text(backend: Backend, params: Params) -> Body:
    """`editMessageText`."""
    message = _own_message(backend, params)
    text, entities = checked_text(params.text("text"), params.text("parse_mode"), params.data("entities"))
    if "text" not in message.body:
        raise bad_request("there is no text in the message to edit")
    return _replace(backend, message, {"text": text, "entities": entities}, params)


def edit_message_caption(backend: Backend, params: Params) -> Body:
    """`editMessageCaption`."""
    message = _own_message(backend, params)
    if "text" in message.body:
        raise bad_request("there is no caption in the message to edit")
    caption = caption_content(
        params.text("caption"), params.text("parse_mode"), params.data("caption_entities")
    )
    return _replace(backend, message, _media_of(message) | caption, params)


def edit_message_media(backend: Backend, params: Params) -> Body:
    """`editMessageMedia`."""
    message = _own_message(backend, params)
    return _replace(backend, message, media_content(backend, params, params.data("media")), params)


def edit_message_reply_markup(backend: Backend, params: Params) -> Body:
    """`editMessageReplyMarkup`."""
    message = _own_message(backend, params)
    content = {k: v for k, v in message.body.items() if k in _CONTENT and k != "reply_markup"}
    return _replace(backend, message, content, params)


def delete_message(backend: Backend, params: Params) -> bool:
    """`deleteMessage`: up to 48 hours after it was sent."""
    chat = writable_chat(backend, params)
    message = backend.world.find_message(chat.id, params.integer("message_id"))
    if message is None:
        raise bad_request("message to delete not found")
    foreign = not message.by_bot and chat.type != "private" and chat.bot != "administrator"
    if foreign or backend.now() - message.body["date"] > DELETE_LIFE:
        raise bad_request("message can't be deleted for everyone")
    message.deleted = True
    backend.world.touch(message, "deleted")
    return True


def delete_messages(backend: Backend, params: Params) -> bool:
    """`deleteMessages`: those that can be deleted; the rest is passed over."""
    chat = writable_chat(backend, params)
    ids = params.data("message_ids")
    if not isinstance(ids, list) or not 1 <= len(ids) <= 100:
        raise bad_request(
            "too many message identifiers specified" if ids else "message identifiers are not specified"
        )
    if not all(type(message_id) is int for message_id in ids):
        raise bad_request("message identifier must be an Integer")
    for message_id in ids:
        message = backend.world.find_message(chat.id, message_id)
        if message and backend.now() - message.body["date"] <= DELETE_LIFE:
            message.deleted = True
            backend.world.touch(message, "deleted")
    return True


def answer_callback_query(backend: Backend, params: Params) -> bool:
    """`answerCallbackQuery`: plain text of at most 200 characters, within 150 s of the press."""
    press = backend.presses.get(params.text("callback_query_id") or "")
    if press is None or backend.clock() - press.at > PRESS_LIFE:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    text = params.text("text") or ""
    if len(text) > MAX_NOTICE:
        raise bad_request("MESSAGE_TOO_LONG")
    press.answered, press.text, press.show_alert = True, text, params.flag("show_alert")
    press.url = params.text("url")
    event = {"type": "notice", "chat_id": press.chat_id, "person_id": press.person_id}
    backend.hub.publish(event | {"press": press.id, "text": text, "alert": press.show_alert})
    return True


def _own_message(backend: Backend, params: Params) -> Message:
    chat = writable_chat(backend, params)
    message = backend.world.find_message(chat.id, params.integer("message_id"))
    if message is None:
        raise bad_request("message to edit not found")
    if not message.by_bot:
        raise bad_request("message can't be edited")
    return message


def _media_of(message: Message) -> Body:
    return {k: v for k, v in message.body.items() if k in _MEDIA}


def _replace(backend: Backend, message: Message, content: Body, params: Params) -> Body:
    """New content, new keyboard; a keyboard that is not given again is gone."""
    markup = checked_markup(params.data("reply_markup"))
    new = {k: v for k, v in (content | {"reply_markup": markup}).items() if v}
    old = {k: v for k, v in message.body.items() if k in _CONTENT}
    if new == old:
        raise bad_request(_SAME)
    kept = {k: v for k, v in message.body.items() if k not in _CONTENT}
    message.body = kept | {"edit_date": backend.now()} | new
    backend.world.touch(message, "edited")
    return message.body
