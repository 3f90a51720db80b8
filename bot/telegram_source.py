"""Updates by polling, as raw JSON: they are stored before anything parses them."""

from __future__ import annotations

from typing import Any, cast

from telegram import Bot
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError
from telegram.request import BaseRequest, RequestData
from telegram.request._requestparameter import RequestParameter

from bot.messenger import seconds
from bot.receiver import ALLOWED, SourceError

WAIT_SECONDS = 25


class TelegramSource:
    """`getUpdates` of one Bot, over a request of its own: the library would parse before we have stored."""

    def __init__(self, bot: Bot, request: BaseRequest) -> None:
        self._bot, self._request = bot, request

    async def fetch(self, offset: int | None) -> list[dict[str, Any]]:
        """Updates from `offset` on, waiting up to 25 s for one. Raises `SourceError`."""
        asked: dict[str, Any] = {"timeout": WAIT_SECONDS, "limit": 100, "allowed_updates": ALLOWED}
        if offset is not None:
            asked["offset"] = offset
        try:
            raw = await self._request.post(
                f"{self._bot.base_url}/getUpdates",
                RequestData([RequestParameter.from_input(k, v) for k, v in asked.items()]),
                read_timeout=WAIT_SECONDS + 10,
            )
        except Conflict as error:
            if "webhook" in str(error).lower():
                await self._forget_webhook()
            raise SourceError("conflict", wait=10.0) from error
        except InvalidToken as error:
            raise SourceError("token", wait=60.0) from error
        except RetryAfter as error:
            raise SourceError("network", wait=seconds(error.retry_after)) from error
        except TelegramError as error:
            raise SourceError("network") from error
        return cast(list[dict[str, Any]], cast(object, raw))

    async def _forget_webhook(self) -> None:
        try:
            await self._bot.delete_webhook()
        except TelegramError as error:
            raise SourceError("network") from error
