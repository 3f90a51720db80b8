"""Which answers about a fleet's age the vehicles stored allow: a vehicle known by its year leaves several."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from knowledge.age import Manufacture, birthday
from knowledge.calculation import Book
from knowledge.daymath import ONE_DAY

ANSWERS = ("comum", "novos", "idosos", "ambos", "acima", "mais-de-25")
"""The answers of a question whose fact is "fleet-age", by their short names."""
WARRANTY_YEARS = 2  # bought new in the year after its manufacture, it may still be in its first year


def allowed(book: Book, fleet: Sequence[Manufacture]) -> frozenset[str]:
    """The answers that may be true of these vehicles on the book's day; all of them for an empty fleet.

    That a vehicle is *not* in warranty any more is known, that it is in warranty never: the norm does not say from when
    its first year counts (art. 13, § 4º).
    """
    if not fleet:
        return frozenset(ANSWERS)
    half, most = (int(book.stated(name).value) for name in ("daer-idade-metade", "daer-idade-maxima"))
    percent = book.stated("daer-idade-metade-limite").value
    least_old, most_old = _over(fleet, half, book.on)
    some_ended, may_be_ended = _over(fleet, most, book.on)
    fits, breaks = least_old * 100 <= percent * len(fleet), most_old * 100 > percent * len(fleet)
    new = any(birthday(made.youngest, WARRANTY_YEARS) > book.on for made in fleet)
    true = {
        "comum": least_old == 0,
        "novos": least_old == 0 and new,
        "idosos": most_old > 0 and fits,
        "ambos": most_old > 0 and fits and new,
        "acima": breaks,
    }
    within = {name for name, holds in true.items() if holds and not some_ended}
    return frozenset(within | ({"mais-de-25"} if may_be_ended else set()))


def _over(fleet: Sequence[Manufacture], years: int, on: dt.date) -> tuple[int, int]:
    """How many are above that age for certain, and at most."""
    return (
        sum(birthday(made.youngest, years) + ONE_DAY <= on for made in fleet),
        sum(birthday(made.oldest, years) + ONE_DAY <= on for made in fleet),
    )
