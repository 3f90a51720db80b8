"""How many updates one person may have handled in a minute: a flood costs everybody's processor time.

Counted in each process and forgotten with it: a guard of resources, no fact about anybody. Telegram itself lets one
client send about one message a second; nobody who reads the answers comes near the limit. Messages count by the time
they were sent, so that what waited through a downtime is no flood; presses, which bear no time, by the time they are
looked at. What opens, closes or moves a chat is never passed over.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from enum import Enum

from bot.incoming import Incoming

LIMIT = 60
WINDOW_SECONDS = 60
PEOPLE = 10_000
VERDICTS = 1_000
NEVER_PASSED = frozenset({"member", "migrated"})


class Verdict(Enum):
    """What to do with an update: handle it, say once that it is too much, or pass it over."""

    HANDLE = "handle"
    TELL = "tell"
    PASS = "pass"  # noqa: S105


@dataclass
class FloodGuard:
    """The last minute of everybody who wrote; `limit` 0 counts nothing."""

    limit: int = 0
    _seen: OrderedDict[tuple[int, bool], deque[float]] = field(default_factory=OrderedDict)
    _told: OrderedDict[int, Verdict] = field(default_factory=OrderedDict)

    def verdict(self, incoming: Incoming, at: float) -> Verdict:
        """What becomes of an update looked at `at` (seconds); the same update looked at again gets the same."""
        if not self.limit or not incoming.user_id or incoming.kind in NEVER_PASSED:
            return Verdict.HANDLE
        if incoming.update_id not in self._told:
            dated = incoming.kind != "press" and incoming.sent_at > 0
            counted = self._count((incoming.user_id, dated), float(incoming.sent_at) if dated else at)
            self._told[incoming.update_id] = counted
            if len(self._told) > VERDICTS:
                self._told.popitem(last=False)
        return self._told[incoming.update_id]

    def _count(self, person: tuple[int, bool], at: float) -> Verdict:
        """The verdict on one more; one that is passed over counts too."""
        times = self._seen.setdefault(person, deque(maxlen=self.limit + 2))
        self._seen.move_to_end(person)
        if len(self._seen) > PEOPLE:
            self._seen.popitem(last=False)
        while times and abs(at - times[0]) >= WINDOW_SECONDS:  # a clock set back ends the minute too
            times.popleft()
        times.append(at)
        if len(times) <= self.limit:
            return Verdict.HANDLE
        return Verdict.TELL if len(times) == self.limit + 1 else Verdict.PASS
