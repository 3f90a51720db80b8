"""Methods that send: text, photo, document, album, chat action."""

from __future__ import annotations

import secrets
from typing import Any

from bot.local_telegram.backend import Backend
from bot.local_telegram.entities import checked_caption, checked_text
from bot.local_telegram.errors import bad_request
from bot.local_telegram.keyboards import Markup, checked_markup
from bot.local_telegram.media import described, file_from
from bot.local_telegram.params import Params
from bot.local_telegram.reach import writable_chat
from bot.local_telegram.world import Chat, Message

Body = dict[str, Any]

_ACTIONS = frozenset(
    {
        "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice",
        "upload_document", "choose_sticker", "find_location", "record_video_note", "upload_video_note",
    }
)  # fmt: skip


def send_message(backend: Backend, params: Params) -> Body:
    """`sendMessage`."""
    chat = writable_chat(backend, params)
    text, entities = checked_text(params.text("text"), params.text("parse_mode"), params.data("entities"))
    content: Body = {"text": text} | ({"entities": entities} if entities else {})
    return deliver(backend, chat, content, params)


def send_photo(backend: Backend, params: Params) -> Body:
    """`sendPhoto`, by upload or `file_id`."""
    return _send_file(backend, params, "photo")


def send_document(backend: Backend, params: Params) -> Body:
    """`sendDocument`, by upload or `file_id`."""
    return _send_file(backend, params, "document")


def send_media_group(backend: Backend, params: Params) -> list[Body]:
    """`sendMediaGroup`: 2–10 photos or documents under one `media_group_id`."""
    chat = writable_chat(backend, params)
    media = params.data("media")
    if not isinstance(media, list) or not 2 <= len(media) <= 10:
        raise bad_request("group must include 2-10 items")
    contents = [media_content(backend, params, item) for item in media]
    if len({frozenset({"photo", "document"} & c.keys()) for c in contents}) > 1:
        raise bad_request("document can't be mixed with other media types")
    album = {"media_group_id": str(secrets.randbits(60))}
    return [deliver(backend, chat, album | content, params) for content in contents]


def send_chat_action(backend: Backend, params: Params) -> bool:
    """`sendChatAction`: the "typing…" people see for five seconds."""
    chat = writable_chat(backend, params)
    action = params.text("action") or ""
    if action not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    backend.hub.publish({"type": "action", "chat_id": chat.id, "action": action})
    return True


def media_content(backend: Backend, params: Params, item: Any) -> Body:
    """One `InputMedia…` as the content of a message."""
    if not isinstance(item, dict) or item.get("type") not in ("photo", "document"):
        raise bad_request("can't parse InputMedia: type must be photo or document here")
    file = file_from(backend, params, "media", kind=item["type"], value=str(item.get("media", "")))
    part = Params(item)
    caption = caption_content(part.text("caption"), part.text("parse_mode"), part.data("caption_entities"))
    return described(file) | caption


def caption_content(caption: str | None, parse_mode: str | None, given: Any) -> Body:
    """A caption with its entities, nothing when it is empty."""
    text, entities = checked_caption(caption, parse_mode, given)
    content: Body = {"caption": text} if text else {}
    return content | ({"caption_entities": entities} if entities else {})


def deliver(backend: Backend, chat: Chat, content: Body, params: Params) -> Body:
    """Puts the message into the chat and returns it as the Bot API does."""
    markup = checked_markup(params.data("reply_markup"))
    body: Body = {
        "from": backend.bot_user(),
        "chat": backend.chat_body(chat),
        "date": backend.now(),
        **_place(backend, chat, params),
        **content,
        **_inline_only(markup),
    }
    if params.flag("protect_content"):
        body["has_protected_content"] = True
    message = backend.world.add_message(chat, body, by_bot=True, silent=params.flag("disable_notification"))
    if markup and "inline_keyboard" not in markup:
        chat.reply_keyboard = markup if "keyboard" in markup else None
        backend.world.save_chat(chat)
    return message.body


def _send_file(backend: Backend, params: Params, kind: str) -> Body:
    chat = writable_chat(backend, params)
    caption = caption_content(
        params.text("caption"), params.text("parse_mode"), params.data("caption_entities")
    )
    checked_markup(params.data("reply_markup"))  # before the file is kept
    return deliver(backend, chat, described(file_from(backend, params, kind, kind=kind)) | caption, params)


def _inline_only(markup: Markup | None) -> Body:
    return {"reply_markup": markup} if markup and "inline_keyboard" in markup else {}


def _place(backend: Backend, chat: Chat, params: Params) -> Body:
    """Topic and answered message. Raises `ApiError` when the message to answer is not there."""
    place: Body = {}
    thread = params.integer("message_thread_id")
    if thread and chat.type == "supergroup":
        place = {"message_thread_id": thread, "is_topic_message": True}
    answered = _answered(backend, chat, params)
    return place | {"reply_to_message": answered.body} if answered else place


def _answered(backend: Backend, chat: Chat, params: Params) -> Message | None:
    reply = params.data("reply_parameters") or {}
    if not isinstance(reply, dict):
        raise bad_request("can't parse ReplyParameters: expected an Object")
    message_id = params.integer("reply_to_message_id") or Params(reply).integer("message_id")
    if not message_id:
        return None
    message = backend.world.find_message(chat.id, message_id)
    lenient = params.flag("allow_sending_without_reply") or reply.get("allow_sending_without_reply")
    if message is None and not lenient:
        raise bad_request("message to be replied not found")
    return message
