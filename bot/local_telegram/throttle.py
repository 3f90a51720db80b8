"""How fast a bot may send before it gets a 429 (Bot API FAQ, "My bot is hitting limits")."""

from __future__ import annotations

import math
from collections import deque

from bot.local_telegram.errors import ApiError, too_many_requests
from bot.local_telegram.settings import Limits

_INSTANT = 1e-6  # a wait too short for a float to show is a wait all the same


class Throttle:
    """A bucket a chat, a window of a second for all, a window of a minute a group."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._all: deque[float] = deque()
        self._groups: dict[int, deque[float]] = {}
        self._chats: dict[int, tuple[float, float]] = {}

    def take(self, chat_id: int, now: float, *, count: int = 1) -> None:
        """Books a send. Raises the 429 with the seconds to wait; nothing is booked then."""
        limits = self.limits
        refusals = [
            _over(self._all, now, 1.0, limits.all_per_second, count) if limits.all_per_second else 0.0,
            self._group_wait(chat_id, now, count) if limits.group_per_minute and chat_id < 0 else 0.0,
            self._chat_wait(chat_id, now, count) if limits.chat_per_second and chat_id > 0 else 0.0,
        ]
        wait = max(refusals)
        if wait > 0:
            raise _refusal(wait)
        if limits.all_per_second:
            self._all.extend([now] * count)
        if limits.group_per_minute and chat_id < 0:
            self._groups[chat_id].extend([now] * count)
        if limits.chat_per_second and chat_id > 0:
            level, _ = self._level(chat_id, now)
            self._chats[chat_id] = (level + count, now)

    def _group_wait(self, chat_id: int, now: float, count: int) -> float:
        window = self._groups.setdefault(chat_id, deque())
        return _over(window, now, 60.0, self.limits.group_per_minute, count)

    def _chat_wait(self, chat_id: int, now: float, count: int) -> float:
        level, _ = self._level(chat_id, now)
        over = level + count - max(self.limits.chat_burst, count)
        return max(0.0, over / self.limits.chat_per_second)

    def _level(self, chat_id: int, now: float) -> tuple[float, float]:
        level, since = self._chats.get(chat_id, (0.0, now))
        return max(0.0, level - (now - since) * self.limits.chat_per_second), now


def _over(window: deque[float], now: float, seconds: float, most: int, count: int) -> float:
    while window and window[0] <= now - seconds:
        window.popleft()
    full = bool(window) and len(window) + count > most
    return max(window[0] + seconds - now, _INSTANT) if full else 0.0


def _refusal(wait: float) -> ApiError:
    return too_many_requests(max(1, math.ceil(wait)))
