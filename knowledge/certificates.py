"""Until when the certificates of a request are all valid, for they are looked at on one day: pure.

DAER 7.727/2022, art. 5º, § 6º: certificates count as of the day of the request. Which kinds are certificates of such
a request, the rows of `obligations.yaml` say: those that rest on this provision.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.deadlines import together
from knowledge.obligations import Obligations

GROUND = "daer-7727-2022:art5_par6"
FEWEST = 2


@dataclass(frozen=True)
class Window:
    """From today to `last` all are valid; `last` is None when one has ended. `limiting`: which end first, or ended."""

    count: int
    last: dt.date | None
    limiting: tuple[str, ...]


def kinds(rows: Obligations) -> frozenset[str]:
    """The kinds that are looked at on the day of the request."""
    return frozenset(row.kind for row in rows if GROUND in row.provisions)


def window(validities: Sequence[tuple[str, dt.date]], today: dt.date) -> Window | None:
    """The window of certificates given as (name, last day); None of fewer than two."""
    if len(validities) < FEWEST:
        return None
    common = together([(today, last) for _, last in validities])
    last = common[1] if common else None
    limiting = tuple(name for name, day in validities if (day == last if last else day < today))
    return Window(len(validities), last, limiting)
