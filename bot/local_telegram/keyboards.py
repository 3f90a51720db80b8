"""What Telegram refuses in a keyboard: callback data over 64 bytes, over 100 buttons or 8 in a row, dead links."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from bot.local_telegram.errors import ApiError, bad_request

Markup = dict[str, Any]

MAX_BUTTONS = 100
MAX_IN_ROW = 8
MAX_CALLBACK_BYTES = 64
MAX_COPY_TEXT = 256
_ACTIONS = (
    "callback_data",
    "url",
    "copy_text",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "web_app",
    "login_url",
    "pay",
)
_SCHEMES = {"http", "https", "tg"}


def checked_markup(markup: Any) -> Markup | None:
    """The reply markup, if Telegram would take it. Raises `ApiError` with Telegram's words."""
    if markup in (None, "", {}):
        return None
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" in markup:
        return _inline(markup["inline_keyboard"])
    if "keyboard" in markup:
        _check_size(_rows(markup["keyboard"]))
        return markup
    if markup.get("remove_keyboard") or markup.get("force_reply"):
        return markup
    raise bad_request("can't parse reply keyboard markup JSON object")


def _inline(keyboard: Any) -> Markup | None:
    rows = [row for row in _rows(keyboard) if row]
    _check_size(rows)
    checked = [[_button(button) for button in row] for row in rows]
    return {"inline_keyboard": checked} if checked else None


def _rows(keyboard: Any) -> list[list[Any]]:
    if not isinstance(keyboard, list) or not all(isinstance(row, list) for row in keyboard):
        raise bad_request(
            "can't parse reply keyboard markup JSON object: field must be of type Array of Array"
        )
    return keyboard


def _check_size(rows: list[list[Any]]) -> None:
    if sum(map(len, rows)) > MAX_BUTTONS or any(len(row) > MAX_IN_ROW for row in rows):
        raise bad_request("reply markup is too long")


def _button(button: Any) -> dict[str, Any]:
    if not isinstance(button, dict) or not isinstance(button.get("text"), str):
        raise _unreadable('field "text" must be of type String')
    if not button["text"].strip():
        raise _unreadable("text must be non-empty")
    actions = [action for action in _ACTIONS if action in button]
    if not actions:
        raise _unreadable("Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise _unreadable("exactly one of the optional fields must be used")
    _check_action(actions[0], button)
    return button


def _check_action(action: str, button: dict[str, Any]) -> None:
    if action == "callback_data":
        data = button["callback_data"]
        if not isinstance(data, str) or not 1 <= len(data.encode()) <= MAX_CALLBACK_BYTES:
            raise bad_request("BUTTON_DATA_INVALID")
    elif action == "url":
        _check_url(str(button["url"]))
    elif action == "copy_text":
        copied = button["copy_text"]
        text = copied.get("text") if isinstance(copied, dict) else None
        if not isinstance(text, str) or not 1 <= len(text) <= MAX_COPY_TEXT:
            raise bad_request("BUTTON_COPY_TEXT_INVALID")


def _check_url(url: str) -> None:
    """Telegram wants a host with a dot, so `http://localhost` is refused too."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme not in _SCHEMES or not parts.netloc or " " in url:
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
    if parts.scheme != "tg" and "." not in (parts.hostname or ""):
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")


def _unreadable(problem: str) -> ApiError:
    return bad_request(f"can't parse inline keyboard button: {problem}")
