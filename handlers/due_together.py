"""Until when all certificates of a company are valid together, for a request that needs them on one day.

DAER 7.727/2022, art. 5º, § 6º: certificates count as of the day of the request.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from bot.due import Due
from knowledge.deadlines import together

CERTIFICATES = frozenset(
    {"certificate", "cnd-federal", "cndt", "crf-fgts", "cnd-inss", "cnd-estadual", "cnd-municipal", "alvara"}
)
GROUND = "daer-7727-2022:art5_par6"
FEWEST = 2


@dataclass(frozen=True)
class Window:
    """From today to `last` all are valid; `last` is None when one has ended. `limiting`: which end first, or ended."""

    count: int
    last: dt.date | None
    limiting: tuple[str, ...]


def window(things: Sequence[Due], today: dt.date) -> Window | None:
    """The window of what is on file; None of fewer than two certificates."""
    known = [t for t in things if t.deadline.kind in CERTIFICATES and t.paper is not None]
    if len(known) < FEWEST:
        return None
    common = together([(today, t.day) for t in known])
    if common is None:
        return Window(len(known), None, tuple(t.title for t in known if t.day < today))
    return Window(len(known), common[1], tuple(t.title for t in known if t.day == common[1]))
