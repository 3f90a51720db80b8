"""The listener on `LISTEN`: webhook, health, figures, and the pages others add.

The webhook stores and commits before it answers 200, also what nobody can parse. Figures are for this machine only:
a request that came through a proxy does not get them.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import socket
from collections.abc import Callable, Sequence
from typing import Any

import structlog
import uvicorn
from sqlmodel import Session
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from bot import clock_guard, delivery_state, inbox
from bot.services import Services
from bot.web_words import SafeHeaders, refused

log = structlog.get_logger()

WEBHOOK_PATH = "/telegram"
SECRET_HEADER = "x-telegram-bot-api-secret-token"  # noqa: S105  # a header's name
MOST_BYTES = 1024 * 1024  # Telegram's updates are far smaller
FRESH_SECONDS = 300.0
PATIENCE_SECONDS = 5.0
PROXY_HEADERS = ("forwarded", "x-forwarded-for", "x-real-ip", "via")

Pages = Callable[[Services], Sequence[BaseRoute]]


def create_app(
    services: Services,
    *,
    stored: Callable[[], None] = lambda: None,
    halted: Callable[[], bool] = lambda: False,
    pages: Sequence[Pages] = (),
) -> Starlette:
    """The application. `stored` is called after an update was committed; `pages` bring further routes."""

    async def webhook(request: Request) -> Response:
        return await _receive(services, request, stored)

    async def health(_request: Request) -> Response:
        return await _health(services, halted=halted())

    async def metrics(request: Request) -> Response:
        if not _from_this_machine(request):
            return Response(status_code=404)
        now = services.clock.now()
        state = await services.database.run(lambda session: delivery_state.state(session, now=now))
        return Response(services.meter.exposition(state, now=now), media_type="text/plain; version=0.0.4")

    routes: list[BaseRoute] = [Route("/healthz", health), Route("/metrics", metrics)]
    if services.settings.receive == "webhook":
        routes.append(Route(WEBHOOK_PATH, webhook, methods=["POST"]))
    for page in pages:
        routes.extend(page(services))
    return Starlette(
        routes=routes,
        middleware=[Middleware(SafeHeaders)],
        exception_handlers={HTTPException: refused, Exception: refused},
    )


async def _receive(services: Services, request: Request, stored: Callable[[], None]) -> Response:
    if not _authentic(services, request):
        log.warning("webhook_refused", reason="secret")
        return Response(status_code=403)
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        return Response(status_code=415)
    body = await _body(request)
    if body is None:
        return Response(status_code=413)
    raw = _update(body)
    if raw is None:
        log.warning("webhook_unreadable", bytes=len(body))
        return Response(status_code=200)  # repeated, it would only block its chat
    try:
        now = services.machine()
        await services.database.run(lambda session: inbox.store(session, [raw], now=now))
    except Exception as error:  # noqa: BLE001  # not stored: Telegram must bring it again
        log.error("webhook_not_stored", error=type(error).__name__)
        return Response(status_code=503, headers={"Retry-After": "1"})
    stored()
    return Response(status_code=200)


def _authentic(services: Services, request: Request) -> bool:
    """Compared in constant time; without a secret nobody is authentic."""
    secret = services.settings.webhook_secret
    given = request.headers.get(SECRET_HEADER, "")
    expected = secret.get_secret_value() if secret else ""
    return bool(expected) and hmac.compare_digest(given.encode(), expected.encode())


async def _body(request: Request) -> bytes | None:
    """The body, None when it is larger than anything Telegram sends."""
    announced = request.headers.get("content-length", "0")
    if announced.isdecimal() and int(announced) > MOST_BYTES:
        return None
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            return None
    return bytes(body)


def _update(body: bytes) -> dict[str, Any] | None:
    try:
        raw = json.loads(body)
    except (ValueError, RecursionError):
        return None
    number = raw.get("update_id") if isinstance(raw, dict) else None
    known = isinstance(number, int) and not isinstance(number, bool) and abs(number) < 2**63
    return raw if known else None


async def _health(services: Services, *, halted: bool) -> Response:
    """Ready only with database and fresh sweep, a believed calendar and a token that counts."""

    def look(session: Session) -> tuple[float | None, bool]:
        last = delivery_state.last_sweep(session)
        age = (services.clock.now() - last).total_seconds() if last else None
        return age, clock_guard.doubted(session)

    try:
        age, doubted = await asyncio.wait_for(services.database.run(look), PATIENCE_SECONDS)
    except Exception as error:  # noqa: BLE001  # whatever it is, we are not ready
        return JSONResponse({"ready": False, "database": type(error).__name__}, 503)
    ready = age is not None and abs(age) < FRESH_SECONDS and not doubted and not halted
    facts = {"ready": ready, "database": "ok", "sweep_age_seconds": age}
    facts |= {"clock_doubted": doubted, "token_refused": halted}
    return JSONResponse(facts, 200 if ready else 503)


def _from_this_machine(request: Request) -> bool:
    client = request.client.host if request.client else ""
    return client in {"127.0.0.1", "::1"} and not any(name in request.headers for name in PROXY_HEADERS)


class WebServer:
    """Serves an application on an address until stopped."""

    def __init__(self, app: Starlette, listener: socket.socket) -> None:
        self._listener = listener
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, lifespan="off", proxy_headers=False,
            timeout_graceful_shutdown=3, server_header=False,
        )  # fmt: skip
        self._server = uvicorn.Server(config)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._listener.getsockname()[1])

    async def run(self) -> None:
        """Until `stop`. Signals are the program's own business."""
        await self._server._serve([self._listener])

    def stop(self) -> None:
        """Answers what is open, accepts nothing more."""
        self._server.should_exit = True

    async def release(self) -> None:
        """Frees the address."""
        self._listener.close()


def listen(address: str) -> socket.socket:
    """A socket on `host:port`. Raises `OSError` when it is taken."""
    host, _, port = address.rpartition(":")
    host = host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, int(port)), family=family)
