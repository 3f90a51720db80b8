"""The one table of signs: each state of a dated thing has its sign, the same on every screen and in every message."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from knowledge import road

State = Literal[
    "overdue", "today", "soon", "unknown", "fine", "told", "set_aside", "paid", "check", "sold", "laid_up"
]

SIGNS: Mapping[State, str] = MappingProxyType({
    "overdue": "🔴",
    "today": "🟠",  # the last day is still valid
    "soon": "🟡",
    "unknown": "⚪",  # no date, or renewed with a date to come
    "fine": "🟢",
    "told": "🔵",  # happens by itself
    "set_aside": "🚫",  # does not apply
    "paid": "✅",
    "check": "▫️",  # no date is kept of it: for a person to look at
    "sold": "🏷",
    "laid_up": "💤",
})  # fmt: skip
"""Worst first among the dated ones."""


def state(due: dt.date | None, today: dt.date) -> State:
    """How a thing with a last day stands on a civil day."""
    if due is None:
        return "unknown"
    left = (due - today).days
    if left < 0:
        return "overdue"
    if left == 0:
        return "today"
    return "soon" if left <= road.soon_days() else "fine"


def sign(due: dt.date | None, today: dt.date) -> str:
    """The sign of a thing with a last day."""
    return SIGNS[state(due, today)]
