"""Long lists in pages: what stands on one, and the buttons to its neighbours; none that leads nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.screens import Button
from bot.turn import Turn

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list: its things, its number from 0, and how many pages there are."""

    shown: Sequence[T]
    number: int
    count: int

    def turning(self, turn: Turn, action: str, **args: Any) -> list[list[Button]]:
        """The row of neighbours; no row on an only page."""
        return turning(turn, action, self.number, more=self.number + 1 < self.count, **args)


def page_of(items: Sequence[T], size: int, number: int) -> Page[T]:
    """The page `number` of a list; one beyond its ends is the nearest, as a button drawn before the list shrank."""
    count = max(1, -(-len(items) // size))
    number = min(max(number, 0), count - 1)
    return Page(items[number * size : (number + 1) * size], number, count)


def asked(turn: Turn) -> int:
    """The page a button asks for."""
    return int(turn.args.get("page", 0))


def turning(turn: Turn, action: str, number: int, *, more: bool, **args: Any) -> list[list[Button]]:
    """Zero or one row: back from the second page on, forth while there is `more`."""
    row = []
    if number > 0:
        row.append(turn.button("page_before", action, **args, page=number - 1))
    if more:
        row.append(turn.button("page_after", action, **args, page=number + 1))
    return [row] if row else []
