"""Sums of money that must add up: a total split into instalments.

The fractions of a cent go into the last parcel, so that the parcels are equal but one and their sum is the
total.
"""

from __future__ import annotations

from decimal import ROUND_DOWN, Decimal

from knowledge.upf import CENT


def instalments(total: Decimal, count: int) -> tuple[Decimal, ...]:
    """`total` in `count` parcels, the spare cents in the last one; their sum is the total."""
    if count < 1:
        raise ValueError(f"count must be positive, got {count}")
    if total < 0 or total != total.quantize(CENT):
        raise ValueError(f"total must be whole cents and not negative, got {total}")
    parcel = (total / count).quantize(CENT, rounding=ROUND_DOWN)
    return (*[parcel] * (count - 1), total - parcel * (count - 1))
