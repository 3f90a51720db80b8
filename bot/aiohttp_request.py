"""python-telegram-bot's requests over aiohttp: its default client scans its whole pool for each request.

Which exception means "the request never left" is decided here, while the cause is at hand.
"""

from __future__ import annotations

from functools import cache
from urllib.parse import urlencode, urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.scrub import scrub

CONNECT_SECONDS, READ_SECONDS = 3.0, 7.0
KEEP_SECONDS = 15.0
POOL = 64


class NeverLeft(NetworkError):
    """The connection was not made: nothing reached Telegram."""


class NoAnswer(TimedOut):
    """The request left, the answer did not come: nobody knows whether it was done."""


class AiohttpRequest(BaseRequest):
    """One connection pool for one Bot."""

    def __init__(self, *, read_seconds: float = READ_SECONDS) -> None:
        self._session: aiohttp.ClientSession | None = None
        self._read_seconds = read_seconds

    @property
    def read_timeout(self) -> float:
        """How long python-telegram-bot may wait for an answer."""
        return self._read_seconds

    async def initialize(self) -> None:
        """Opens the session with its pool."""
        if self._session is None:
            # Idle connections are left before Telegram leaves them: a request on one just closed has no answer.
            connector = aiohttp.TCPConnector(limit=POOL, keepalive_timeout=KEEP_SECONDS)
            self._session = aiohttp.ClientSession(connector=connector)

    async def shutdown(self) -> None:
        """Closes the session."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(  # noqa: PLR0917  # the signature of python-telegram-bot
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = BaseRequest.DEFAULT_NONE,
        write_timeout: object = BaseRequest.DEFAULT_NONE,
        connect_timeout: object = BaseRequest.DEFAULT_NONE,
        pool_timeout: object = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """One request in python-telegram-bot's terms. Raises its network errors."""
        if self._session is None:
            raise RuntimeError("AiohttpRequest is not initialized")
        read = float(read_timeout) if isinstance(read_timeout, int | float) else self._read_seconds
        # `sock_read` counts from the last byte: an answer that trickles is given up in the end.
        timeout = aiohttp.ClientTimeout(total=2 * read + 10, sock_connect=CONNECT_SECONDS, sock_read=read)
        try:
            body, headers = _body(request_data)
            async with self._session.request(
                method, url, data=body, headers=headers, timeout=timeout, proxy=_proxy(*_origin(url))
            ) as response:
                return response.status, await response.read()
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise NeverLeft(_told(error)) from error
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            raise NoAnswer(_told(error)) from error


def _told(error: Exception) -> str:
    """The error in words; aiohttp quotes the address, which holds the token."""
    return scrub(f"{type(error).__name__}: {error}")


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


@cache
def _proxy(scheme: str, host: str) -> str | None:
    """The proxy of the environment for a host, looked up once: aiohttp's `trust_env` asks two threads each time."""
    return None if proxy_bypass(host) else getproxies().get(scheme)


def _body(data: RequestData | None) -> tuple[aiohttp.FormData | bytes | None, dict[str, str]]:
    """The body and its headers. Without a file it is made here: aiohttp's forms cost more than the request."""
    if data is None:
        return None, {}
    if not data.contains_files:
        return urlencode(data.json_parameters).encode(), {"Content-Type": "application/x-www-form-urlencoded"}
    form = aiohttp.FormData()
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (file_name, content, mime) in data.multipart_data.items():
        form.add_field(name, content, filename=file_name, content_type=mime)
    return form, {}
