"""The clock bar of the chat page: passes its wishes on to the bot, when the bot offers that.

The bot's side: `GET` answers `{"now": INSTANT}`; `POST {"days": n}` or `{"hours": n}` moves civil time on and
answers the same; `POST {"reset": true}` begins the demonstration anew (may be refused).
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import aiohttp
from pydantic import Field
from starlette.requests import Request

from bot.local_telegram.backend import Backend
from bot.local_telegram.errors import ControlError
from bot.local_telegram.requests import Handler, Shape, body_of
from bot.local_telegram.settings import is_loopback

_PATIENCE = aiohttp.ClientTimeout(total=30)


class Move(Shape):
    """How far civil time goes forward."""

    days: int = Field(default=0, ge=0, le=400)
    hours: int = Field(default=0, ge=0, le=24)


async def read_clock(backend: Backend, _request: Request) -> Any:
    """What the bot takes for now; `{"now": null}` when it offers no clock."""
    return await ask_bot(backend, "GET", None) if backend.settings.control_url else {"now": None}


async def move_clock(backend: Backend, request: Request) -> Any:
    """Moves the bot's civil time forward."""
    return await ask_bot(backend, "POST", (await body_of(request, Move)).model_dump(exclude_defaults=True))


async def reset(backend: Backend, _request: Request) -> Any:
    """Everything as on the first day, here and, if it joins, in the bot; what it says is passed on."""
    backend.reset()
    if not backend.settings.control_url:
        return {"bot": None}
    try:
        return {"bot": await ask_bot(backend, "POST", {"reset": True})}
    except ControlError as error:
        return {"bot": None, "problem": str(error)}


async def ask_bot(backend: Backend, verb: str, body: Any) -> Any:
    """A request to the bot's demonstration clock. Raises `ControlError`: there is none, or it refuses."""
    url = backend.settings.control_url
    if not url or not is_loopback(urlsplit(url).hostname or ""):
        raise ControlError("the bot offers no demonstration clock on this machine")
    try:
        async with (
            aiohttp.ClientSession(timeout=_PATIENCE) as session,
            session.request(verb, url, json=body) as response,
        ):
            answer = await response.json()
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        raise ControlError(f"the bot's clock does not answer: {error}") from None
    if response.status >= 400:
        raise ControlError(f"the bot refused: {answer}")
    return answer


ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/clock", read_clock),
    ("POST", "/clock", move_clock),
    ("POST", "/reset", reset),
]
