"""Pages of long lists: every neighbour offered exists, and a page that is gone is the nearest."""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.screens import Button
from bot.turn import Turn
from handlers import paging
from handlers.paging import page_of

TURN = cast(Turn, SimpleNamespace(button=lambda label, action, **args: Button(label, action, args)))
HANDLERS = Path(paging.__file__).parent


@pytest.mark.parametrize(
    ("number", "labels"),
    [(0, ["page_after"]), (1, ["page_before", "page_after"]), (2, ["page_before"])],
)
def test_only_neighbours_that_exist_are_offered(number: int, labels: list[str]) -> None:
    page = page_of(range(25), 10, number)

    assert [labels] == [[b.label for b in row] for row in page.turning(TURN, "fleet")]


def test_an_only_page_has_no_row() -> None:
    assert [] == page_of(range(10), 10, 0).turning(TURN, "fleet")


def test_the_buttons_carry_the_page_and_what_the_list_is_of() -> None:
    (row,) = page_of(range(25), 10, 1).turning(TURN, "papers", vehicle=7)

    assert [{"vehicle": 7, "page": 0}, {"vehicle": 7, "page": 2}] == [b.args for b in row]


@pytest.mark.parametrize(("asked", "first"), [(-1, 0), (0, 0), (2, 20), (99, 20)])
def test_a_page_beyond_the_ends_is_the_nearest(asked: int, first: int) -> None:
    assert first == page_of(range(25), 10, asked).shown[0]


def test_an_empty_list_is_one_empty_page() -> None:
    page: paging.Page[Any] = page_of([], 10, 3)

    assert (0, 0, 1) == (len(page.shown), page.number, page.count)


@pytest.mark.parametrize("path", sorted(HANDLERS.glob("*.py")), ids=lambda p: p.stem)
def test_no_screen_turns_pages_by_itself(path: Path) -> None:
    words = {
        n.value for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Constant)
    }

    assert path.stem == "paging" or not {"page_before", "page_after"} & words
