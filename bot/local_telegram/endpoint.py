"""The HTTP face of the Bot API: token, parameters, faults, throttle, method, answer, log."""

from __future__ import annotations

import asyncio
import hmac
import inspect
import json
import logging
import re
from typing import Any

from starlette.types import Message, Receive, Scope, Send

from bot.local_telegram.backend import Backend
from bot.local_telegram.connection import cut, gone, hang, read_body
from bot.local_telegram.errors import ApiError, too_many_requests
from bot.local_telegram.faults import Fault
from bot.local_telegram.log import Entry
from bot.local_telegram.methods import METHODS, THROTTLED
from bot.local_telegram.params import Params, read_params
from bot.local_telegram.reach import chat_id_of
from bot.local_telegram.settings import MAX_BODY

_log = logging.getLogger(__name__)
_TOKEN = re.compile(r"[0-9]{3,16}:[A-Za-z0-9_-]{3,128}")


class BotApi:
    """ASGI application for `/bot<token>/<method>`."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path_params"]
        entry = self._backend.log.open(self._backend.clock(), path["method"])
        fault: Fault | None = None
        answer: dict[str, Any] = {}
        try:
            params = await self._read(scope, receive, path["token"])
            method = path["method"].lower()
            entry.chat_id = chat_id_of(params)
            entry.text = params.text("text") or params.text("caption")
            fault = self._backend.faults.strike(method, entry.chat_id, entry.text, entry.at)
            if fault:
                entry.fault = fault.kind
                await self._before(fault)
            if fault is None or fault.kind != "drop":
                result = await self._run(method, params, entry)
                answer = {"ok": True, "result": result}
                entry.code = 200
        except Exception as error:  # noqa: BLE001  # whatever happens, the request is answered and logged
            error = error if isinstance(error, ApiError) else _defect(error)
            answer = error.body()
            entry.code, entry.description = error.code, error.description
        await self._answer(entry, fault, scope, receive, send, answer)

    async def _read(self, scope: Scope, receive: Receive, token: str) -> Params:
        self._authorise(token)
        headers = dict(scope["headers"])
        body = await read_body(receive, MAX_BODY)
        return read_params(headers.get(b"content-type", b"").decode("latin-1"), scope["query_string"], body)

    def _authorise(self, token: str) -> None:
        if not _TOKEN.fullmatch(token):
            raise ApiError(404, "Not Found")
        if self._backend.token is None:
            self._backend.token = token
        if self._backend.revoked or not hmac.compare_digest(token, self._backend.token):
            raise ApiError(401, "Unauthorized")

    async def _before(self, fault: Fault) -> None:
        """What a fault does before anything happens."""
        if fault.kind == "delay":
            await asyncio.sleep(fault.seconds)
        elif fault.kind == "flood":
            raise too_many_requests(fault.retry_after)
        elif fault.kind == "error":
            moved = {"migrate_to_chat_id": fault.migrate_to_chat_id} if fault.migrate_to_chat_id else None
            raise ApiError(fault.code, fault.description, parameters=moved)

    async def _run(self, name: str, params: Params, entry: Entry) -> Any:
        method = METHODS.get(name)
        if method is None:
            raise ApiError(404, "Not Found: method not found")
        if name in THROTTLED and entry.chat_id:
            self._backend.throttle.take(entry.chat_id, self._backend.clock(), count=_weight(name, params))
        result = method(self._backend, params)
        if inspect.isawaitable(result):
            result = await result
        entry.delivered = True
        if isinstance(result, dict):
            entry.message_id = result.get("message_id")
        elif name == "sendmediagroup":
            entry.message_ids = [m["message_id"] for m in result]
        return result

    async def _answer(  # the three of ASGI and the three of the request
        self,
        entry: Entry,
        fault: Fault | None,
        scope: Scope,
        receive: Receive,
        send: Send,
        answer: dict[str, Any],
    ) -> None:
        entry.done_at = self._backend.clock()
        kind = fault.kind if fault else None
        entry.answered = kind not in {"drop", "lost_answer", "hang"} and not gone(scope)
        self._backend.log.close(entry)
        if kind in {"drop", "lost_answer"}:
            await cut(scope, receive)
        elif kind == "hang":
            await hang(scope, receive, self._backend.hub)
        else:
            await _send_json(send, entry.code or 200, answer)


def _defect(error: Exception) -> ApiError:
    """A request this server does not cope with: its own defect, told as a 500."""
    _log.error("request failed", exc_info=error)
    return ApiError(500, f"Internal Server Error: {type(error).__name__}")


def _weight(name: str, params: Params) -> int:
    media = params.data("media") if name == "sendmediagroup" else None
    return len(media) if isinstance(media, list) else 1


async def _send_json(send: Send, status: int, answer: dict[str, Any]) -> None:
    body = json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    start: Message = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})
