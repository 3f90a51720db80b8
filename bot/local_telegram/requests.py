"""The control API's own plumbing: who may ask, bodies with a fixed shape, errors as JSON."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bot.local_telegram.backend import Backend
from bot.local_telegram.errors import ApiError, ControlError
from bot.local_telegram.persons import Person
from bot.local_telegram.settings import is_loopback
from bot.local_telegram.world import Chat, Message

Handler = Callable[[Backend, Request], Awaitable[Any]]
M = TypeVar("M", bound=BaseModel)


class Shape(BaseModel):
    """A control request's body; a key nobody knows is an error."""

    model_config = ConfigDict(extra="forbid")


def endpoint(backend: Backend, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """A handler as a Starlette endpoint: refuses strangers, answers JSON, turns errors into 400."""

    async def respond(request: Request) -> Response:
        if not _from_this_machine(request):
            return JSONResponse({"error": "only from this machine"}, 403)
        try:
            result = await handler(backend, request)
        except (ControlError, ApiError, ValueError) as error:
            return JSONResponse({"error": str(error)}, 400)
        return result if isinstance(result, Response) else JSONResponse(result)

    return respond


async def body_of(request: Request, shape: type[M]) -> M:
    """The body as that shape. JSON only, so that no foreign page can send it as a plain form."""
    raw = await request.body()
    if raw and not request.headers.get("content-type", "").startswith("application/json"):
        raise ControlError("send JSON")
    try:
        return shape.model_validate(json.loads(raw or b"{}"))
    except ValueError as error:
        raise ControlError(str(error)) from None


def person_of(backend: Backend, request: Request) -> Person:
    """The person the path names."""
    person = backend.world.persons.get(int(request.path_params["person_id"]))
    if person is None:
        raise ControlError(f"no person {request.path_params['person_id']}")
    return person


def chat_of(backend: Backend, chat_id: int) -> Chat:
    """A chat by its id."""
    chat = backend.world.chats.get(chat_id)
    if chat is None:
        raise ControlError(f"no chat {chat_id}")
    return chat


def message_of(backend: Backend, chat_id: int, message_id: int) -> Message:
    """A message by its place; a deleted one too, for presses on what is gone."""
    message = backend.world.messages.get(chat_id, {}).get(message_id)
    if message is None:
        raise ControlError(f"no message {message_id} in chat {chat_id}")
    return message


def _from_this_machine(request: Request) -> bool:
    """Host and Origin must be loopback: a page from elsewhere (also by DNS tricks) gets nothing."""
    host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    origin = request.headers.get("origin")
    origin_host = urlsplit(origin).hostname or "" if origin else "localhost"
    return is_loopback(host) and is_loopback(origin_host)
