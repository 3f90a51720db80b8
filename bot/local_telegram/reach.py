"""Which chat a request means, and whether the bot may write there (refusals in Telegram's words)."""

from __future__ import annotations

from bot.local_telegram.backend import Backend
from bot.local_telegram.errors import ApiError, bad_request, forbidden
from bot.local_telegram.params import Params
from bot.local_telegram.world import Chat

_KICKED = {
    "group": "bot was kicked from the group chat",
    "supergroup": "bot was kicked from the supergroup chat",
    "channel": "bot was kicked from the channel chat",
}
_LEFT = {
    "group": "bot is not a member of the group chat",
    "supergroup": "bot is not a member of the supergroup chat",
    "channel": "bot is not a member of the channel chat",
}


def chat_id_of(params: Params) -> int | None:
    """The chat a request names, if it is a number."""
    try:
        return int(params.values.get("chat_id") or 0) or None
    except (TypeError, ValueError):
        return None


def known_chat(backend: Backend, params: Params) -> Chat:
    """The chat, whether it may be written to or not. Raises `ApiError` when there is none."""
    raw = params.text("chat_id")
    if not raw:
        raise bad_request("chat_id is empty")
    if raw.startswith("@"):
        return _by_username(backend, raw[1:].lower())
    chat_id = params.integer("chat_id")
    chat = backend.world.chats.get(chat_id)
    if chat is None:
        raise _unknown(backend, chat_id)
    return chat


def writable_chat(backend: Backend, params: Params) -> Chat:
    """The chat, if the bot may write there. Raises `ApiError`: 400 or 403."""
    chat = known_chat(backend, params)
    refusal = _private_refusal(backend, chat) if chat.type == "private" else _group_refusal(chat)
    if refusal:
        raise refusal
    return chat


def _by_username(backend: Backend, username: str) -> Chat:
    for chat in backend.world.chats.values():
        if chat.username and chat.username.lower() == username:
            return chat
    raise bad_request("chat not found")


def _unknown(backend: Backend, chat_id: int) -> ApiError:
    """A person the bot has met in a group is known but cannot be written to first."""
    if chat_id in backend.world.persons and any(chat_id in c.members for c in backend.world.groups()):
        return forbidden("bot can't initiate conversation with a user")
    return bad_request("chat not found")


def _private_refusal(backend: Backend, chat: Chat) -> ApiError | None:
    person = backend.world.persons[chat.id]
    if person.deactivated:
        return forbidden("user is deactivated")
    if person.blocked:
        return forbidden("bot was blocked by the user")
    return None


def _group_refusal(chat: Chat) -> ApiError | None:
    if chat.migrated_to is not None:
        return ApiError(
            400,
            "Bad Request: group chat was upgraded to a supergroup chat",
            parameters={"migrate_to_chat_id": chat.migrated_to},
        )
    if chat.deleted:
        return forbidden("the group chat was deleted")
    if chat.bot in {"kicked", "left"}:
        return forbidden((_KICKED if chat.bot == "kicked" else _LEFT)[chat.type])
    if chat.bot == "restricted":
        return bad_request("not enough rights to send text messages to the chat")
    if chat.type == "channel" and chat.bot != "administrator":
        return bad_request("need administrator rights in the channel chat")
    return None
