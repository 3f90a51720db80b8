"""Delivery of updates by webhook, with the stubbornness of Telegram's server.

One queue per chat for messages and one per user for presses, each in order, all side by side; a failing update
blocks its own queue and is tried again after growing waits until it is too old.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from http import HTTPStatus

import aiohttp

from bot.local_telegram.backend import Backend
from bot.local_telegram.profile import Webhook
from bot.local_telegram.updates import Update

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  # a header's name
_PATIENCE = aiohttp.ClientTimeout(total=60)
_MOST_RETRY_AFTER = 3600.0
_GONE_FOR = 23 * 3600
_IDLE = 1.0

Lane = tuple[str, int]


@dataclass(slots=True)
class _Queue:
    """What a lane has been through."""

    busy: bool = False
    failures: int = 0
    not_before: float = 0.0


@dataclass(slots=True)
class Courier:
    """Pushes what waits to the webhook's address as long as there is one."""

    backend: Backend
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _queues: dict[Lane, _Queue] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _gone_since: float | None = None

    async def run(self) -> None:
        """Until cancelled."""
        self.backend.updates.wake = self._news.set
        async with aiohttp.ClientSession(timeout=_PATIENCE) as session:
            try:
                while True:
                    self._news.clear()
                    self._send_due(session)
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._news.wait(), self._pause())
            finally:
                for task in self._tasks:
                    task.cancel()

    def _send_due(self, session: aiohttp.ClientSession) -> None:
        """Starts what may go now: the oldest of each lane that is neither under way nor waiting after a failure."""
        webhook = self.backend.profile.webhook
        if not webhook.url:
            return
        now = asyncio.get_running_loop().time()
        passed: set[Lane] = set()
        for update in self.backend.updates.waiting():
            if len(self._tasks) >= webhook.max_connections:
                return
            lane = _lane(update)
            queue = self._queues.setdefault(lane, _Queue())
            if lane not in passed and not queue.busy and queue.not_before <= now:
                queue.busy = True
                task = asyncio.create_task(self._deliver(session, webhook, update, queue))
                self._tasks.add(task)
                task.add_done_callback(self._finished)
            passed.add(lane)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._news.set()

    async def _deliver(
        self, session: aiohttp.ClientSession, webhook: Webhook, update: Update, queue: _Queue
    ) -> None:
        problem, wait = await self._post(session, webhook, update)
        queue.busy = False
        if webhook is not self.backend.profile.webhook:
            return  # the address has changed while this was under way
        if problem is None:
            queue.failures = 0
            self.backend.updates.done(update["update_id"])
            return
        queue.failures += 1
        pause = wait or self.backend.settings.webhook_pause * 2 ** min(queue.failures - 1, 6)
        queue.not_before = asyncio.get_running_loop().time() + pause
        webhook.last_error, webhook.last_error_at = problem, self.backend.now()

    async def _post(
        self, session: aiohttp.ClientSession, webhook: Webhook, update: Update
    ) -> tuple[str | None, float]:
        """The problem, if any, and the wait the other side asked for."""
        headers = {SECRET_HEADER: webhook.secret} if webhook.secret else {}
        try:
            async with session.post(webhook.url, json=update, headers=headers) as response:
                await response.read()
        except TimeoutError:
            return "Read timeout expired", 0.0
        except aiohttp.ClientConnectorError:
            return "Connection refused", 0.0
        except aiohttp.ClientError:
            return "Connection reset by peer", 0.0
        self._watch_gone(response.status)
        if 200 <= response.status < 300:
            return None, 0.0
        phrase = HTTPStatus(response.status).phrase if response.status in set(HTTPStatus) else ""
        return f"Wrong response from the webhook: {response.status} {phrase}".strip(), _asked_wait(response)

    def _watch_gone(self, status: int) -> None:
        """23 hours of nothing but 410 remove the webhook."""
        if status != HTTPStatus.GONE:
            self._gone_since = None
            return
        now = self.backend.clock()
        self._gone_since = now if self._gone_since is None else self._gone_since
        if now - self._gone_since >= _GONE_FOR:
            self.backend.set_webhook(Webhook())

    def _pause(self) -> float:
        """Until the next lane may be tried again."""
        now = asyncio.get_running_loop().time()
        ahead = [q.not_before - now for q in self._queues.values() if q.not_before > now and not q.busy]
        return min([_IDLE, *ahead])


def _lane(update: Update) -> Lane:
    """An update of a shape nobody knows goes into a lane for all of them."""
    kind, content = next((k, v) for k, v in update.items() if k != "update_id")
    whose, field = ("user", "from") if kind == "callback_query" else ("chat", "chat")
    try:
        return whose, int(content[field]["id"])
    except (KeyError, TypeError, ValueError):
        return "other", 0


def _asked_wait(response: aiohttp.ClientResponse) -> float:
    try:
        return min(float(response.headers.get("Retry-After", 0)), _MOST_RETRY_AFTER)
    except ValueError:
        return 0.0
