"""The application and the process: routes, headers, loopback only, a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.local_telegram import control_people, control_server, demo_clock
from bot.local_telegram.backend import Backend
from bot.local_telegram.connection import Protocol, listen
from bot.local_telegram.courier import Courier
from bot.local_telegram.endpoint import BotApi
from bot.local_telegram.page_routes import HEADERS, page_routes
from bot.local_telegram.requests import endpoint
from bot.local_telegram.settings import Settings
from bot.web_words import SafeHeaders

_METHODS = ["GET", "POST"]
_FLUSH_EVERY = 0.1


def create_app(settings: Settings, backend: Backend | None = None) -> Starlette:
    """The server as an ASGI application: Bot API, files, control API, chat page."""
    backend = backend or Backend(settings)
    control = [
        Route(f"/_control{path}", endpoint(backend, handler), methods=[method])
        for method, path, handler in (*control_people.ROUTES, *control_server.ROUTES, *demo_clock.ROUTES)
    ]

    async def bot_file(request: Request) -> Response:
        return _bot_file(backend, request)

    routes = [
        Route("/bot{token}/{method}", BotApi(backend), methods=_METHODS),
        Route("/file/bot{token}/{kind}/{unique_id}/{file_id}", bot_file),
        *control,
        *page_routes(backend),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(SafeHeaders, headers=HEADERS)],
        lifespan=_lifespan(backend),
    )
    app.state.backend = backend
    return app


class Server(uvicorn.Server):
    """uvicorn, which sends waiting polls home before it waits for open connections to end."""

    def __init__(self, settings: Settings) -> None:
        self.backend = Backend(settings)
        app = create_app(settings, self.backend)
        super().__init__(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                http=Protocol,
                log_level="warning",
                access_log=False,
                timeout_graceful_shutdown=2,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends what waits, then stops as uvicorn does."""
        self.backend.hub.close()
        self.backend.updates.stop_poll(None)
        await super().shutdown(sockets)


def run(settings: Settings, *, ready: Callable[[str], None] = print) -> None:
    """Runs the server until a signal stops it; tells its address as soon as it listens (port 0: any free one)."""
    with listen(settings.host, settings.port) as listener:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        ready(f"http://{host}:{listener.getsockname()[1]}/")
        Server(settings).run(sockets=[listener])


def _lifespan(backend: Backend) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(_flush(backend)), asyncio.create_task(Courier(backend).run())]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        backend.close()

    return lifespan


async def _flush(backend: Backend) -> None:
    while True:
        await asyncio.sleep(_FLUSH_EVERY)
        backend.store.flush()


def _bot_file(backend: Backend, request: Request) -> Response:
    """Download of a file by the path that `getFile` gave."""
    path = request.path_params
    file = backend.world.files.get(path["file_id"])
    if path["token"] != backend.token or file is None or file.unique_id != path["unique_id"]:
        return Response(status_code=404)
    return Response(file.content, media_type="application/octet-stream")
