"""The queue of updates: what people did and the bot has not yet confirmed.

`getUpdates` reads it, a webhook is fed from it (`webhook.py`). Updates live as long as on Telegram's server:
messages 24 h, button presses 150 s.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

from bot.local_telegram.errors import conflict
from bot.local_telegram.store import Store

Update = dict[str, Any]

MESSAGE_LIFE = 24 * 3600
PRESS_LIFE = 150
MAX_BATCH = 100
MAX_WAIT = 50
NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
_ELSEWHERE = "terminated by other getUpdates request; make sure that only one bot instance is running"


class Updates:
    """Updates in order, each until it is confirmed or too old. One consumer at a time."""

    def __init__(self, store: Store, clock: Callable[[], float], *, first_id: int) -> None:
        self._store = store
        self._clock = clock
        self._next_id = first_id
        self._waiting: dict[int, tuple[float, Update]] = {}
        self._sent: dict[int, Update] = {}
        self._poll: asyncio.Future[bool] | None = None
        self.allowed: list[str] | None = None
        self.wake: Callable[[], None] = lambda: None

    def load(self) -> None:
        """What an earlier run left unconfirmed."""
        for body in self._store.load("updates"):
            self._waiting[body["update"]["update_id"]] = (body["until"], body["update"])
        highest = [b["last_update_id"] for b in self._store.load("meta") if "last_update_id" in b]
        self._next_id = max([self._next_id, *(i + 1 for i in highest), *(i + 1 for i in self._waiting)])

    def add(self, kind: str, content: Any) -> int | None:
        """Queues an update; None when the bot did not ask for this kind."""
        if not self._wanted(kind):
            return None
        update_id = self._next_id
        self._next_id += 1
        self._put({"update_id": update_id, kind: content}, kind)
        return update_id

    def replay(self, update_id: int) -> bool:
        """Delivers an update once more under the same id, as Telegram does after a lost confirmation."""
        update = self._sent.get(update_id)
        if update is None:
            return False
        self._put(update, next(k for k in update if k != "update_id"))
        return True

    def jump(self, next_id: int | None = None) -> int:
        """Makes the next id a random one, as Telegram does after a week without updates."""
        self._next_id = next_id if next_id is not None else secrets.randbelow(2**31 - 10**6) + 1
        return self._next_id

    def next_id(self) -> int:
        """The id the next update will get."""
        return self._next_id

    def confirm(self, offset: int) -> None:
        """Forgets what is below the offset."""
        for update_id in [i for i in self._waiting if i < offset]:
            self.done(update_id)

    def done(self, update_id: int) -> None:
        """Forgets one update: it was confirmed."""
        entry = self._waiting.pop(update_id, None)
        if entry:
            self._sent[update_id] = entry[1]
            self._store.delete("updates", update_id)

    def batch(self, offset: int, limit: int) -> list[Update]:
        """The oldest updates that still live; a negative offset counts from the end and forgets the rest."""
        self._expire()
        if offset < 0:
            for update_id in list(self._waiting)[:offset]:
                self.done(update_id)
        else:
            self.confirm(offset)
        return [update for _, update in list(self._waiting.values())[:limit]]

    def waiting(self) -> list[Update]:
        """All that is not confirmed."""
        self._expire()
        return [update for _, update in self._waiting.values()]

    async def long_poll(self, offset: int, limit: int, seconds: float) -> list[Update]:
        """`getUpdates`: at once or after a wait. A new poll ends the older one with 409."""
        self.stop_poll(_ELSEWHERE)
        updates = self.batch(offset, limit)
        if updates or seconds <= 0:
            return updates
        poll: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._poll = poll
        try:
            async with asyncio.timeout(min(seconds, MAX_WAIT)):
                await poll
        except TimeoutError:
            return []
        finally:
            if self._poll is poll:
                self._poll = None
        return self.batch(0, limit)

    def stop_poll(self, reason: str | None) -> None:
        """Ends a waiting poll: with a conflict when there is a reason, else with an empty answer."""
        if self._poll and not self._poll.done():
            if reason:
                self._poll.set_exception(conflict(reason))
            else:
                self._poll.set_result(False)
        self._poll = None

    def clear(self) -> None:
        """Forgets everything that waits (`drop_pending_updates`)."""
        for update_id in list(self._waiting):
            self.done(update_id)

    def _wanted(self, kind: str) -> bool:
        return kind not in NOT_BY_DEFAULT if not self.allowed else kind in self.allowed

    def _put(self, update: Update, kind: str) -> None:
        until = self._clock() + (PRESS_LIFE if kind == "callback_query" else MESSAGE_LIFE)
        update_id = int(update["update_id"])
        self._waiting[update_id] = (until, update)
        self._store.save("updates", update_id, {"until": until, "update": update})
        self._store.save("meta", "last_update_id", {"last_update_id": update_id})
        if self._poll and not self._poll.done():
            self._poll.set_result(True)
        self.wake()

    def _expire(self) -> None:
        now = self._clock()
        for update_id in [i for i, (until, _) in self._waiting.items() if until < now]:
            del self._waiting[update_id]
            self._store.delete("updates", update_id)
