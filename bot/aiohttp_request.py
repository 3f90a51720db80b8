"""python-telegram-bot's requests over aiohttp: its default client scans its whole pool for each request.

Which exception means "the request never left" is decided here, while the cause is at hand.
"""

from __future__ import annotations

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

CONNECT_SECONDS, READ_SECONDS = 3.0, 7.0
POOL = 64


class NeverLeft(NetworkError):
    """The connection was not made: nothing reached Telegram."""


class NoAnswer(TimedOut):
    """The request left, the answer did not come: nobody knows whether it was done."""


class AiohttpRequest(BaseRequest):
    """One connection pool for one Bot."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return READ_SECONDS

    async def initialize(self) -> None:
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=POOL, enable_cleanup_closed=False)
            self._session = aiohttp.ClientSession(connector=connector, trust_env=True)

    async def shutdown(self) -> None:
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
        if self._session is None:
            raise RuntimeError("AiohttpRequest is not initialized")
        total = float(read_timeout) if isinstance(read_timeout, int | float) else READ_SECONDS
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=total)
        try:
            async with self._session.request(
                method, url, data=_body(request_data), timeout=timeout
            ) as response:
                return response.status, await response.read()
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise NeverLeft(f"{type(error).__name__}: {error}") from error
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            raise NoAnswer(f"{type(error).__name__}: {error}") from error


def _body(data: RequestData | None) -> aiohttp.FormData | dict[str, str] | None:
    if data is None:
        return None
    if not data.contains_files:
        return data.json_parameters
    form = aiohttp.FormData()
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (file_name, content, mime) in data.multipart_data.items():
        form.add_field(name, content, filename=file_name, content_type=mime)
    return form
