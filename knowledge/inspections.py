"""Every inspection of a vehicle in a span of days, its rhythm changing with its age (DAER 7.727/2022, art. 13).

The norm does not say whether a LIT in force changes with the rhythm: the stricter reading inspects at the new rhythm.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from knowledge.age import Manufacture
from knowledge.deadline_model import START, Facts, Paper
from knowledge.deadline_vehicle import lit_changes, lit_end
from knowledge.obligations import Obligations


@dataclass(frozen=True)
class Inspections:
    """The days by the stricter reading, and those where a LIT in force stands to its own end."""

    strict: tuple[dt.date, ...]
    loose: tuple[dt.date, ...]


def inspections(
    rows: Obligations,
    made: Manufacture,
    held: Paper,
    *,
    first: dt.date | None,
    today: dt.date,
    until: dt.date,
) -> Inspections:
    """The inspections before a day, each LIT counted from the one before it; what is overdue is done today.

    `first`: the next inspection, where something else than the LIT held sets it (an extension, a new vehicle's year).
    """

    def days(*, strict: bool) -> tuple[dt.date, ...]:
        found: list[dt.date] = []
        end = _next(rows, Facts(today, (held,), made=made), first, strict=strict)
        while end is not None and end < until:
            found.append(max(end, today))
            done = Paper("lit", {START: found[-1]})
            end = _next(rows, Facts(today, (done,), made=made), None, strict=strict)
        return tuple(found)

    return Inspections(days(strict=True), days(strict=False))


def _next(rows: Obligations, facts: Facts, first: dt.date | None, *, strict: bool) -> dt.date | None:
    end = first or lit_end(rows, facts)
    if end is None or not strict:
        return end
    advised = (d.due_on for d in lit_changes(rows, facts) if d.kind == "lit-advised")
    return min([end, *(day for day in advised if day is not None)])
