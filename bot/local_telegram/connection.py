"""The connection below a request: reading its body, seeing that the client left, cutting it.

ASGI has no way to cut a connection; the protocol class here hands the transport to the application.
"""

from __future__ import annotations

import asyncio
import socket

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bot.local_telegram.errors import ApiError
from bot.local_telegram.hub import Hub

_TRANSPORT = "local_telegram.transport"


class Protocol(HttpToolsProtocol):
    """uvicorn's protocol, with its transport in the scope."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Gives every request its own connection, which a fault may cut."""
        super().connection_made(transport)
        app = self.app

        async def with_transport(scope: Scope, receive: Receive, send: Send) -> None:
            scope[_TRANSPORT] = transport
            await app(scope, receive, send)

        self.app = with_transport


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any free one.

    Answers leave at once: asyncio sees to that only on sockets it makes itself, and 40 ms an answer are a lot.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


async def read_body(receive: Receive, most: int) -> bytes:
    """The whole body. Raises `ApiError` 413 when it is larger than `most`."""
    pieces: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ApiError(400, "Bad Request: client left")
        piece = message.get("body", b"")
        size += len(piece)
        if size > most:
            raise ApiError(413, "Request Entity Too Large")
        pieces.append(piece)
        if not message.get("more_body", False):
            return b"".join(pieces) if len(pieces) > 1 else piece


def gone(scope: Scope) -> bool:
    """Has the client closed the connection?"""
    transport = scope.get(_TRANSPORT)
    return transport is not None and transport.is_closing()


async def cut(scope: Scope, receive: Receive) -> None:
    """Ends the connection without an answer."""
    transport = scope.get(_TRANSPORT)
    if transport is not None:
        transport.abort()
    await wait_for_disconnect(receive)


async def hang(scope: Scope, receive: Receive, hub: Hub) -> None:
    """No answer until the client gives up, or the server stops."""
    transport = scope.get(_TRANSPORT)
    if transport is not None:
        hub.at_close(transport.abort)
    await wait_for_disconnect(receive)
    if transport is not None:
        hub.not_at_close(transport.abort)


async def wait_for_disconnect(receive: Receive) -> None:
    """Until the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
