"""Numbers of people as staff see them, on every screen and button: a small one must not point to a company."""

from __future__ import annotations

from collections.abc import Mapping

FEW = 5
"""Groups smaller than this are shown as "< 5", in a sentence "menos de 5"; nobody is 0."""
STEP = 10
"""Numbers that rest on companies' papers are told in such steps: of two exact ones the difference is one company."""


def masked(count: int, *, rough: bool = False) -> str:
    """A number as a figure; `rough`: one that rests on companies' papers."""
    if rough:
        return _rough(count)
    return str(count) if count >= FEW or count == 0 else f"< {FEW}"


def spoken(count: int, *, rough: bool = False) -> str:
    """A number inside a sentence."""
    if rough:
        return _rough(count)
    return str(count) if count >= FEW or count == 0 else f"menos de {FEW}"


def _rough(count: int) -> str:
    return f"cerca de {steps(count)}" if count >= STEP else f"menos de {STEP}"


def steps(count: int) -> int:
    """A number rounded down to a whole step."""
    return count // STEP * STEP


def of(whole: int, part: int) -> int:
    """A part of a number: of few, few."""
    return part if whole >= FEW else min(part, FEW - 1)


def unsaid(companies: Mapping[str, int]) -> set[str]:
    """The groups of one division whose numbers are not told: those of few, and beside them the smallest others.

    Of all regions but one, and of the State, the last one would follow: two at least stay unsaid, of companies that are
    not few together.
    """
    smallest = sorted(companies, key=lambda place: companies[place])
    count = sum(companies[place] < FEW for place in smallest)
    while 0 < count < len(smallest) and (
        count == 1 or sum(companies[place] for place in smallest[:count]) < FEW
    ):
        count += 1
    return set(smallest[:count])
