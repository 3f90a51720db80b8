"""How many updates one person may have handled in a minute: a flood costs everybody's processor time.

Counted in each process and forgotten with it: a guard of resources, no fact about anybody. Telegram itself lets one
client send about one message a second; nobody who reads the answers comes near the limit.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from enum import Enum

LIMIT = 60
WINDOW_SECONDS = 60
PEOPLE = 10_000


class Verdict(Enum):
    """What to do with an update: handle it, say once that it is too much, or pass it over."""

    HANDLE = "handle"
    TELL = "tell"
    PASS = "pass"  # noqa: S105


@dataclass
class FloodGuard:
    """The last minute of everybody who wrote; `limit` 0 counts nothing."""

    limit: int = 0
    _seen: OrderedDict[int, deque[float]] = field(default_factory=OrderedDict)

    def verdict(self, user_id: int, at: float) -> Verdict:
        """What becomes of an update looked at `at` (seconds); one that is passed over counts too."""
        if not self.limit or not user_id:
            return Verdict.HANDLE
        times = self._seen.setdefault(user_id, deque(maxlen=self.limit + 2))
        self._seen.move_to_end(user_id)
        if len(self._seen) > PEOPLE:
            self._seen.popitem(last=False)
        while times and times[0] <= at - WINDOW_SECONDS:
            times.popleft()
        times.append(at)
        if len(times) <= self.limit:
            return Verdict.HANDLE
        return Verdict.TELL if len(times) == self.limit + 1 else Verdict.PASS
