"""What every answer of the listener carries: headers against framing, sniffing and scripts; plain words for errors."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "interest-cohort=()",
}
WORDS = {
    404: "Não encontrado: este endereço não existe. As normas estão em /n.",
    405: "Este endereço só se lê: use GET.",
    500: "Algo deu errado aqui. Tente de novo em um minuto.",
}


class SafeHeaders:
    """Adds the headers to every answer, errors and redirects included."""

    def __init__(self, app: ASGIApp, *, headers: Mapping[str, str] = HEADERS) -> None:
        self._app, self._headers = app, headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, sending)


def refused(_request: Request, error: Exception) -> Response:
    """A refusal in plain Portuguese."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return PlainTextResponse(WORDS.get(status, WORDS[500]), status, headers=HEADERS)
