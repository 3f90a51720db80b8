"""Numbers of people as staff see them, on every screen and button: a small one must not point to a company."""

from __future__ import annotations

FEW = 5
"""Groups smaller than this are shown as "< 5", in a sentence "menos de 5"; nobody is 0."""


def masked(count: int) -> str:
    """A number as a figure."""
    return str(count) if count >= FEW or count == 0 else f"< {FEW}"


def spoken(count: int) -> str:
    """A number inside a sentence."""
    return str(count) if count >= FEW or count == 0 else f"menos de {FEW}"


def of(whole: int, part: int) -> int:
    """A part of a number: of few, few."""
    return part if whole >= FEW else min(part, FEW - 1)
