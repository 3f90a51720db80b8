"""Who wants to know when something changes: the chat page, waiting tests, long polls of the control API."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any

Event = dict[str, Any]
_KEPT = 5000


class Hub:
    """A counter that grows with every change, the latest changes, and those who wait for the next one."""

    def __init__(self) -> None:
        self.version = 0
        self.closed = False
        self._recent: deque[tuple[int, Event]] = deque(maxlen=_KEPT)
        self._at_close: list[Callable[[], None]] = []
        self._waiting: set[asyncio.Future[None]] = set()

    def publish(self, event: Event) -> int:
        """Tells everybody; returns the version this change made."""
        self.version += 1
        self._recent.append((self.version, event))
        self._wake()
        return self.version

    def since(self, version: int) -> list[tuple[int, Event]] | None:
        """What changed after that version, or None when that is too long ago to know."""
        if version > self.version or (self._recent and version < self._recent[0][0] - 1):
            return None
        return list(islice(self._recent, len(self._recent) - (self.version - version), None))

    async def wait(self, version: int, seconds: float) -> bool:
        """Until something changes after that version; False when the time is over or the server closes."""
        if self.version > version or self.closed:
            return not self.closed
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            async with asyncio.timeout(seconds):
                await future
        except TimeoutError:
            return False
        finally:
            self._waiting.discard(future)
        return not self.closed

    def deadline(self, seconds: float) -> float:
        """The loop's time in so many seconds."""
        return asyncio.get_running_loop().time() + seconds

    async def wait_until(self, version: int, until: float) -> bool:
        """`wait` until a deadline of `deadline`."""
        return await self.wait(version, max(0.0, until - asyncio.get_running_loop().time()))

    def at_close(self, deed: Callable[[], None]) -> None:
        """Does this when the server stops."""
        self._at_close.append(deed)

    def not_at_close(self, deed: Callable[[], None]) -> None:
        """No longer needs to."""
        self._at_close.remove(deed)

    def close(self) -> None:
        """Sends everybody home: the server stops."""
        self.closed = True
        self._wake()
        for deed in self._at_close:
            deed()

    def _wake(self) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
