"""Sums of money that must add up: a total split into instalments.

The fractions of a cent go into the last parcel, so that the parcels are equal but one and their sum is the
total.
"""

from __future__ import annotations

import datetime as dt
from decimal import ROUND_DOWN, Decimal

from knowledge.daymath import series
from knowledge.upf import CENT


def instalments(total: Decimal, count: int) -> tuple[Decimal, ...]:
    """`total` in `count` parcels, the spare cents in the last one; their sum is the total."""
    if count < 1:
        raise ValueError(f"count must be positive, got {count}")
    if total < 0 or total != total.quantize(CENT):
        raise ValueError(f"total must be whole cents and not negative, got {total}")
    parcel = (total / count).quantize(CENT, rounding=ROUND_DOWN)
    return (*[parcel] * (count - 1), total - parcel * (count - 1))


def plan(first_on: dt.date, count: int, total: Decimal) -> tuple[tuple[dt.date, Decimal], ...]:
    """The due dates and amounts of a total paid monthly from a first date; each date from the anchor."""
    return tuple(zip(series(first_on, count), instalments(total, count), strict=True))
