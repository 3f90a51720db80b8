"""The Messenger that talks to Telegram: requests, and the translation of its errors into facts we decide on."""

from __future__ import annotations

from typing import Any

import structlog
from telegram import Bot, InlineKeyboardMarkup, InputFile
from telegram.constants import ParseMode
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.request import RequestData
from telegram.request._requestparameter import RequestParameter

from bot.aiohttp_request import NeverLeft
from bot.messenger import DeliveryError, Message, seconds
from bot.rests import FILES, PRESSES, Rests
from bot.scrub import scrub

log = structlog.get_logger()

# How Telegram begins its answer → our word for it. All are permanent; the order is that of checking.
_REFUSALS = (
    ("bot was kicked", "chat_closed"),
    ("bot is not a member", "chat_closed"),
    ("the group chat was deleted", "chat_closed"),
    ("not enough rights", "chat_closed"),
    ("have no rights", "chat_closed"),
    ("need administrator rights", "chat_closed"),
    ("chat_write_forbidden", "chat_closed"),
    ("chat_send_", "chat_closed"),  # CHAT_SEND_PLAIN_FORBIDDEN and its kin
    ("chat_guest_send_forbidden", "chat_closed"),
    ("chat_admin_required", "chat_closed"),
    ("chat_restricted", "chat_closed"),
    ("channel_private", "chat_closed"),
    ("topic_closed", "chat_closed"),
    ("bot was blocked", "blocked"),
    ("user is deactivated", "blocked"),
    ("bot can't initiate", "blocked"),
    ("chat not found", "gone"),
    ("message to edit not found", "edit_lost"),
    ("message can't be edited", "edit_lost"),
    ("can't parse entities", "markup"),
    ("message is too long", "too_long"),
    ("message caption is too long", "too_long"),
    ("reply markup is too long", "keyboard"),
    ("file is too big", "too_large"),
    ("button_data_invalid", "keyboard"),
)


class TelegramMessenger:
    """Sends through one python-telegram-bot Bot."""

    def __init__(self, bot: Bot, rests: Rests) -> None:
        self._bot, self._rests = bot, rests

    async def send(self, message: Message) -> int:
        """Sends or edits; returns the message id. Raises `DeliveryError`."""
        try:
            return await self._request(message)
        except BadRequest as error:
            if "message is not modified" in str(error).lower():
                return message.edit or 0
            raise delivery_error(error) from error
        except TelegramError as error:
            raise delivery_error(error) from error

    async def answer_press(self, press_id: str, *, text: str = "") -> None:
        """Ends the waiting sign on the button; a press that is too old is let go."""
        if await self._rests.left(PRESSES) > 0:
            return
        try:
            await self._bot.answer_callback_query(press_id, text=text or None)
        except TelegramError as error:
            await self._obey(PRESSES, error)
            log.debug("press_not_answered", error=type(error).__name__)

    async def download(self, file_id: str, *, limit: int) -> bytes:
        """The bytes of a file a person sent. Raises `DeliveryError`."""
        if (rest := await self._rests.left(FILES)) > 0:
            raise DeliveryError("rate", "files rest", retry_after=rest)
        try:
            file = await self._bot.get_file(file_id)
            if (file.file_size or 0) > limit:
                raise DeliveryError("too_large", permanent=True)
            content = bytes(await file.download_as_bytearray())
        except TelegramError as error:
            await self._obey(FILES, error)
            raise delivery_error(error) from error
        if len(content) > limit:
            raise DeliveryError("too_large", permanent=True)
        return content

    async def _obey(self, scope: str, error: TelegramError) -> None:
        """A 429 holds these requests back everywhere; sending has its own pauses, by chat or for all bulk."""
        if isinstance(error, RetryAfter):
            await self._rests.ordered(scope, seconds=seconds(error.retry_after))

    async def _request(self, message: Message) -> int:
        if message.file is not None:
            return await self._file(message, _markup(message))
        common: dict[str, Any] = {
            "chat_id": message.chat_id,
            "text": message.html,
            "parse_mode": str(ParseMode.HTML),
            "reply_markup": _keyboard(message),
            "link_preview_options": {"is_disabled": True},
        }
        if message.edit is not None:
            await self._call("editMessageText", message_id=message.edit, **common)
            return message.edit
        sent = await self._call(
            "sendMessage",
            message_thread_id=message.thread,
            disable_notification=message.silent or None,
            reply_parameters=_answered(message),
            **common,
        )
        return int(sent["message_id"])

    async def _call(self, method: str, **given: Any) -> Any:
        """A request whose answer is read as it is: the library would make objects of it that nobody looks at."""
        parameters = [RequestParameter(name, value, None) for name, value in given.items()]
        return await self._bot.request.post(f"{self._bot.base_url}/{method}", RequestData(parameters))

    async def _file(self, message: Message, markup: InlineKeyboardMarkup | None) -> int:
        file: dict[str, Any] = message.file or {}
        content = file.get("file_id") or InputFile(file["content"], filename=file["name"])
        method = self._bot.send_photo if file["kind"] == "photo" else self._bot.send_document
        sent = await method(
            message.chat_id,
            content,
            caption=message.html or None,
            parse_mode=ParseMode.HTML,
            reply_markup=markup,
            message_thread_id=message.thread,
            disable_notification=message.silent,
        )
        return int(sent.message_id)


def _markup(message: Message) -> InlineKeyboardMarkup | None:
    """The keyboard as the library takes it."""
    keyboard = _keyboard(message)
    return InlineKeyboardMarkup.de_json(keyboard) if keyboard else None


def _keyboard(message: Message) -> dict[str, Any] | None:
    """The keyboard as the Bot API writes it."""
    if not message.keyboard:
        return None
    names = {"text": "text", "url": "url", "data": "callback_data"}
    rows = [
        [{names[k]: v for k, v in cell.items() if k in names and v is not None} for cell in row]
        for row in message.keyboard
    ]
    return {"inline_keyboard": rows}


def _answered(message: Message) -> dict[str, Any] | None:
    """The message that is answered; gone meanwhile, the answer is sent all the same."""
    if message.reply_to is None:
        return None
    return {"message_id": message.reply_to, "allow_sending_without_reply": True}


def delivery_error(error: TelegramError) -> DeliveryError:
    """Telegram's error as facts. The most special class first: several are subclasses of NetworkError."""
    text = scrub(str(error))
    if isinstance(error, RetryAfter):
        return DeliveryError("rate", text, retry_after=seconds(error.retry_after))
    if isinstance(error, ChatMigrated):
        return DeliveryError("migrated", text, migrate_to=error.new_chat_id)
    if isinstance(error, InvalidToken):
        return DeliveryError("token", text)
    if isinstance(error, Conflict):
        return DeliveryError("conflict", text)
    if isinstance(error, Forbidden | BadRequest):
        lowered = text.lower()
        kind = next((word for start, word in _REFUSALS if start in lowered), "refused")
        return DeliveryError(kind, text, permanent=True)
    if isinstance(error, NeverLeft):
        return DeliveryError("network", text, left="no")
    if isinstance(error, TimedOut):
        return DeliveryError("network", text, left="unknown")
    if isinstance(error, NetworkError):
        return DeliveryError("server", text)
    return DeliveryError("other", text, left="unknown")
