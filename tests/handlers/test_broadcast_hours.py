"""When a broadcast leaves is said as it will be: by night nobody gets anything, so it leaves in the morning."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlmodel import select

from bot import broadcast_hours, broadcasts
from bot.clock import MovableClock
from bot.models.delivery import Outbox
from bot.models.staff import Broadcast
from bot.settings import Settings
from scheduler.broadcasts import work
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal
from tests.handlers.test_broadcast_left import goes_out
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


def test_by_night_it_is_said_to_end_in_the_morning(stand_in: Rehearsal, clock: MovableClock) -> None:
    row = draft(stand_in)
    clock.move(EVENING - clock.now())

    assert "Deve terminar em 11/06/2026 às 08:01." in stand_in.press("broadcast.preview", id=row.id).parts[0]
    row.state = "running"
    assert "Deve terminar em 11/06/2026 às 08:01." in stand_in.press("broadcast.open", id=row.id).parts[0]


@pytest.mark.parametrize("state", ["draft", "approval", "paused", "cancelled", "done"])
def test_what_does_not_go_out_names_no_end_on_its_screen(stand_in: Rehearsal, state: str) -> None:
    row = draft(stand_in)
    row.state = state

    assert "Deve terminar" not in stand_in.press("broadcast.open", id=row.id).parts[0]


def local(day: int, hour: int, minute: int = 0) -> dt.datetime:
    """An instant by the clocks of Porto Alegre."""
    return dt.datetime(2026, 6, day, hour, minute, tzinfo=Settings(_env_file=None).zone)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("begin", "minutes", "end"),
    [
        (local(10, 14), 30, local(10, 14, 30)),
        (local(10, 19, 50), 10, local(10, 20)),
        (local(10, 19, 50), 30, local(11, 8, 20)),
        (local(10, 22), 30, local(11, 8, 30)),
        (local(11, 3), 30, local(11, 8, 30)),
        (local(10, 19, 50), 30 * 60, local(13, 13, 50)),
    ],
)
def test_sending_rests_in_the_quiet_hours_of_each_night(
    begin: dt.datetime, minutes: int, end: dt.datetime
) -> None:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]

    assert end == broadcast_hours.ends_at(begin, dt.timedelta(minutes=minutes), settings)


def test_without_quiet_hours_sending_goes_on_by_night() -> None:
    settings = Settings(_env_file=None, quiet_hours="00:00-00:00")  # type: ignore[call-arg]

    assert local(11, 1) == broadcast_hours.ends_at(local(10, 22), dt.timedelta(hours=3), settings)


def test_what_the_quiet_hours_overtake_goes_on_in_the_morning(
    stand_in: Rehearsal, clock: MovableClock
) -> None:
    carrier(stand_in.session, 2, "Ademir", "Estrela")
    row = draft(stand_in)
    goes_out(stand_in, row)
    sent, waits = stand_in.session.exec(select(Outbox).where(Outbox.kind == "broadcast")).all()
    waits.state, waits.finished_at = "planned", None
    clock.move(EVENING - clock.now())

    work(stand_in.services, stand_in.session, EVENING)
    for one in (sent, waits):
        stand_in.session.refresh(one)

    assert local(11, 8) == waits.not_before.replace(tzinfo=dt.UTC)
    assert local(11, 8) > sent.not_before.replace(tzinfo=dt.UTC)
    assert "Deve terminar em 11/06/2026 às 08:01." in stand_in.press("broadcast.open", id=row.id).parts[0]


def test_what_is_paused_by_night_stays_held(stand_in: Rehearsal) -> None:
    row = draft(stand_in)
    goes_out(stand_in, row)
    (waits,) = stand_in.session.exec(select(Outbox).where(Outbox.kind == "broadcast")).all()
    waits.state, waits.finished_at = "planned", None
    stand_in.session.flush()
    broadcasts.pause(stand_in.session, row, reason="staff")

    work(stand_in.services, stand_in.session, EVENING)

    stand_in.session.refresh(waits)
    assert broadcasts.HELD.replace(tzinfo=None) == waits.not_before.replace(tzinfo=None)
