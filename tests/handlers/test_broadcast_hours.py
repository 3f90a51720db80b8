"""When a broadcast leaves is said as it will be: by night nobody gets anything, so it leaves in the morning."""

from __future__ import annotations

import datetime as dt

import pytest

from bot import broadcasts
from bot.clock import MovableClock
from bot.models.staff import Broadcast
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal
from tests.handlers.test_broadcast_previews import carrier

EVENING = dt.datetime(2026, 6, 11, 1, tzinfo=dt.UTC)
"""22:00 in Porto Alegre."""
MORNING = "Sai em 11/06/2026 às 08:00."


def draft(stand_in: Rehearsal) -> Broadcast:
    carrier(stand_in.session, 1, "Marli", "Aurora")
    return broadcasts.create(stand_in.session, author=PERSON, now=NOON, subject="norms", text="Um aviso.")


def test_by_day_it_begins_at_once(stand_in: Rehearsal) -> None:
    row = draft(stand_in)

    assert "Começa em até 1 minuto." in stand_in.press("broadcast.preview", id=row.id).parts[0]
    assert "Sai em" not in stand_in.press("broadcast.open", id=row.id).parts[0]


@pytest.mark.parametrize("state", ["draft", "approval", "scheduled", "running"])
def test_by_night_it_is_said_to_leave_in_the_morning(
    stand_in: Rehearsal, clock: MovableClock, state: str
) -> None:
    row = draft(stand_in)
    clock.move(EVENING - clock.now())
    if state in {"draft", "approval"}:
        row.state = state
        assert MORNING in stand_in.press("broadcast.preview", id=row.id).parts[0]
    row.state = state
    assert MORNING in stand_in.press("broadcast.open", id=row.id).parts[0]


def test_an_hour_of_the_night_is_said_as_the_morning_after(stand_in: Rehearsal) -> None:
    row = draft(stand_in)
    row.start_at = EVENING

    assert MORNING in stand_in.press("broadcast.open", id=row.id).parts[0]


@pytest.mark.parametrize("state", ["paused", "cancelled", "done"])
def test_what_stands_still_or_is_over_names_no_hour(stand_in: Rehearsal, state: str) -> None:
    row = draft(stand_in)
    row.start_at, row.state = EVENING, state

    assert "Sai em" not in stand_in.press("broadcast.open", id=row.id).parts[0]


def test_what_was_under_way_before_the_night_names_no_morning(
    stand_in: Rehearsal, clock: MovableClock
) -> None:
    row = draft(stand_in)
    row.state, row.listed_at, row.planned_at = "running", NOON, NOON
    clock.move(EVENING - clock.now())

    assert "Sai em" not in stand_in.press("broadcast.open", id=row.id).parts[0]
