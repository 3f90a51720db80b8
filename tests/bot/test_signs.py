"""One sign for one state, and no sign outside the table."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from bot.signs import SIGNS, sign

ROOT = Path(__file__).parents[2]
TODAY = dt.date(2026, 6, 10)
CIRCLES = {SIGNS[state] for state in ("overdue", "today", "soon", "unknown", "fine", "told")}
OF_NORMS = {"handlers/norm_index.py", "bot/templates/norms/list.j2"}
"""The standing of a norm is no date: its screen has a legend of its own."""


@pytest.mark.parametrize(
    ("days", "state"),
    [(-1, "overdue"), (0, "today"), (1, "soon"), (30, "soon"), (31, "fine"), (None, "unknown")],
)
def test_a_last_day_has_the_sign_of_its_state(days: int | None, state: str) -> None:
    due = TODAY + dt.timedelta(days=days) if days is not None else None
    assert SIGNS[state] == sign(due, TODAY)  # type: ignore[index]


def test_no_two_states_share_a_sign() -> None:
    assert len(SIGNS) == len(set(SIGNS.values()))


def test_no_module_and_no_template_has_a_sign_of_its_own() -> None:
    found = set()
    for folder in ("bot", "handlers", "scheduler", "knowledge"):
        for ending in ("py", "j2", "yaml"):
            for path in (ROOT / folder).rglob(f"*.{ending}"):
                if CIRCLES & set(path.read_text(encoding="utf-8")):
                    found.add(str(path.relative_to(ROOT)))
    assert {"bot/signs.py"} | OF_NORMS == found
