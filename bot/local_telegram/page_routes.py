"""The chat page: its files, its headers, its stream of live events."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from bot.local_telegram.backend import Backend
from bot.local_telegram.hub import Event
from bot.local_telegram.requests import endpoint
from bot.local_telegram.view import seen

_FOLDER = Path(__file__).parent / "page"
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
_HEARTBEAT = 15.0
HEADERS = {  # on every answer of the server: a file that a bot sent must not run in the page's place either
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def page_routes(backend: Backend) -> list[Route]:
    """`/`, the page's files, `/_control/events`. Files are read now; no path is ever opened later."""
    files = {f.name: f for f in _FOLDER.iterdir() if f.suffix in _TYPES}
    routes = [Route(f"/page/{name}", _static(path)) for name, path in files.items()]
    return [
        Route("/", _static(files["index.html"])),
        *routes,
        Route("/_control/events", endpoint(backend, _events)),
    ]


def _static(path: Path) -> Any:
    content, kind = path.read_bytes(), f"{_TYPES[path.suffix]}; charset=utf-8"

    async def respond(_request: Request) -> Response:
        return Response(content, media_type=kind, headers={"Cache-Control": "no-cache"})

    return respond


async def _events(backend: Backend, request: Request) -> Response:
    last = request.headers.get("last-event-id") or request.query_params.get("since", "")
    stream = _stream(backend, last)
    return StreamingResponse(stream, media_type="text/event-stream", headers={"Cache-Control": "no-store"})


async def _stream(backend: Backend, last: str) -> AsyncIterator[str]:
    """Changes after the last one the page knows; `resync` when it knows another run's or one too old."""
    run, _, number = last.partition("-")
    yield "retry: 1000\n\n"
    version = int(number) if run == backend.run and number.isdecimal() else -1
    while not backend.hub.closed:
        changes = backend.hub.since(version) if version >= 0 else None
        if changes is None:
            version = backend.hub.version
            yield _event(backend, version, {"type": "resync"})
            continue
        for version, event in changes:
            yield _event(backend, version, _full(backend, event))
        if not await backend.hub.wait(version, _HEARTBEAT) and not backend.hub.closed:
            yield ": still here\n\n"


def _full(backend: Backend, event: Event) -> Event:
    """With the message itself, as it is by now."""
    if event["type"] not in {"message", "edited"}:
        return event
    message = backend.world.find_message(event["chat_id"], event["message_id"])
    return event | {"message": seen(message)} if message else {"type": "gone", "chat_id": event["chat_id"]}


def _event(backend: Backend, version: int, event: Event) -> str:
    return f"id: {backend.run}-{version}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n"
