"""Methods about the bot and its chats: who am I, commands, names, menu button, chat, file."""

from __future__ import annotations

import re
from typing import Any

from bot.local_telegram.backend import Backend
from bot.local_telegram.errors import bad_request
from bot.local_telegram.media import path_of
from bot.local_telegram.params import Params
from bot.local_telegram.profile import scope_key
from bot.local_telegram.reach import known_chat, writable_chat

Body = dict[str, Any]

_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_SCOPES = frozenset(
    {
        "default",
        "all_private_chats",
        "all_group_chats",
        "all_chat_administrators",
        "chat",
        "chat_administrators",
        "chat_member",
    }
)
_MENU_BUTTONS = frozenset({"default", "commands", "web_app"})


def get_me(backend: Backend, _params: Params) -> Body:
    """`getMe`."""
    return backend.bot_user() | {
        "can_join_groups": True,
        "can_read_all_group_messages": not backend.settings.privacy,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def set_my_commands(backend: Backend, params: Params) -> bool:
    """`setMyCommands`: at most 100, names `a-z0-9_` up to 32, descriptions 1–256."""
    commands = params.data("commands")
    if not isinstance(commands, list):
        raise bad_request("can't parse commands: Array expected")
    if len(commands) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        _check_command(command)
    key = _scope(backend, params)
    backend.profile.commands[key] = commands
    backend.save_profile()
    return True


def get_my_commands(backend: Backend, params: Params) -> list[Body]:
    """`getMyCommands` of exactly that scope and language."""
    return [dict(c) for c in backend.profile.commands.get(_scope(backend, params), [])]


def delete_my_commands(backend: Backend, params: Params) -> bool:
    """`deleteMyCommands`: the next wider scope shows again."""
    backend.profile.commands.pop(_scope(backend, params), None)
    backend.save_profile()
    return True


def set_my_name(backend: Backend, params: Params) -> bool:
    """`setMyName`: 0–64 characters; empty gives the first name back."""
    backend.profile.name = _short(params, "name", 64, "name") or backend.settings.bot_name
    backend.save_profile()
    return True


def set_my_description(backend: Backend, params: Params) -> bool:
    """`setMyDescription`: what an empty chat shows, 0–512 characters."""
    backend.profile.description = _short(params, "description", 512, "description")
    backend.save_profile()
    return True


def set_my_short_description(backend: Backend, params: Params) -> bool:
    """`setMyShortDescription`: 0–120 characters."""
    backend.profile.short_description = _short(params, "short_description", 120, "short description")
    backend.save_profile()
    return True


def get_my_name(backend: Backend, _params: Params) -> Body:
    """`getMyName`."""
    return {"name": backend.profile.name}


def get_my_description(backend: Backend, _params: Params) -> Body:
    """`getMyDescription`."""
    return {"description": backend.profile.description}


def get_my_short_description(backend: Backend, _params: Params) -> Body:
    """`getMyShortDescription`."""
    return {"short_description": backend.profile.short_description}


def set_chat_menu_button(backend: Backend, params: Params) -> bool:
    """`setChatMenuButton` for one private chat or, without a chat, for all."""
    button = params.data("menu_button") or {"type": "default"}
    if not isinstance(button, dict) or str(button.get("type")) not in _MENU_BUTTONS:
        raise bad_request("can't parse MenuButton: unsupported type specified")
    chat_id = known_chat(backend, params).id if params.text("chat_id") else 0
    backend.profile.menu_buttons[chat_id] = button
    backend.save_profile()
    return True


def get_chat_menu_button(backend: Backend, params: Params) -> Body:
    """`getChatMenuButton`."""
    buttons = backend.profile.menu_buttons
    return buttons.get(params.integer("chat_id")) or buttons.get(0) or {"type": "commands"}


def get_chat(backend: Backend, params: Params) -> Body:
    """`getChat`."""
    return backend.chat_body(known_chat(backend, params)) | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(
            (
                "unlimited_gifts",
                "limited_gifts",
                "unique_gifts",
                "premium_subscription",
                "gifts_from_channels",
            ),
            True,
        ),
    }


def leave_chat(backend: Backend, params: Params) -> bool:
    """`leaveChat`: not possible for a private chat."""
    chat = writable_chat(backend, params)
    if chat.type == "private":
        raise bad_request("chat member status can't be changed in private chats")
    chat.bot = "left"
    backend.world.save_chat(chat)
    return True


def get_file(backend: Backend, params: Params) -> Body:
    """`getFile`: up to 20 MB."""
    file = backend.world.files.get(params.text("file_id") or "")
    if file is None:
        raise bad_request("invalid file_id")
    if len(file.content) > backend.settings.limits.download_bytes:
        raise bad_request("file is too big")
    size = len(file.content)
    return {
        "file_id": file.file_id,
        "file_unique_id": file.unique_id,
        "file_size": size,
        "file_path": path_of(file),
    }


def _check_command(command: Any) -> None:
    name = str(command.get("command", "")).removeprefix("/") if isinstance(command, dict) else ""
    description = str(command.get("description", "")) if isinstance(command, dict) else ""
    if not _COMMAND.fullmatch(name):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(description) <= 256:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")


def _scope(backend: Backend, params: Params) -> tuple[str, str]:
    scope = params.data("scope") or {"type": "default"}
    if not isinstance(scope, dict) or str(scope.get("type")) not in _SCOPES:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    if "chat_id" in scope:
        scope = scope | {"chat_id": known_chat(backend, Params({"chat_id": scope["chat_id"]})).id}
    return scope_key(scope), params.text("language_code") or ""


def _short(params: Params, field: str, most: int, what: str) -> str:
    text = params.text(field) or ""
    if len(text) > most:
        raise bad_request(f"{what} is too long")
    return text
