"""When a message leaves: quiet hours, the hour of the day, days that lack an hour."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from scheduler.hours import Hours

BRASILIA = ZoneInfo("America/Sao_Paulo")
HOURS = Hours(BRASILIA, (dt.time(20), dt.time(8)), dt.time(9))


def at(hour: int, minute: int = 0, *, day: int = 10) -> dt.datetime:
    return dt.datetime(2026, 6, day, hour, minute, tzinfo=BRASILIA).astimezone(dt.UTC)


def test_outside_quiet_hours_a_message_leaves_at_once() -> None:
    assert at(12) == HOURS.leaves(at(12)).at


def test_r16_quiet_hours_defer_to_the_morning_of_the_same_day() -> None:
    assert at(8) == HOURS.leaves(at(3, 3)).at
    assert at(8, day=11) == HOURS.leaves(at(21)).at


def test_r16_quiet_hours_never_defer_past_the_due_day() -> None:
    leaves = HOURS.leaves(at(21), latest=HOURS.ends(dt.date(2026, 6, 10)))

    assert (at(21), True) == (leaves.at, leaves.silent)


def test_quiet_hours_may_lie_within_a_day_or_be_none() -> None:
    siesta = Hours(BRASILIA, (dt.time(12), dt.time(14)), dt.time(9))
    always = Hours(BRASILIA, (dt.time(0), dt.time(0)), dt.time(9))

    assert at(14) == siesta.leaves(at(13)).at
    assert at(3) == always.leaves(at(3)).at


def test_r03_nine_in_the_morning_is_noon_in_utc_on_every_day_of_the_week() -> None:
    week = [dt.date(2026, 6, 8) + dt.timedelta(days=n) for n in range(7)]

    assert {12} == {HOURS.instant(day, HOURS.send).hour for day in week}


@pytest.mark.parametrize("hour", [dt.time(0), dt.time(0, 30), dt.time(9)])
@pytest.mark.parametrize(
    ("zone", "skipped"),
    [("America/Sao_Paulo", dt.date(2018, 11, 4)), ("America/Santiago", dt.date(2026, 9, 6))],
)
def test_r04_t29_every_civil_day_has_one_instant_for_its_hour(
    zone: str, skipped: dt.date, hour: dt.time
) -> None:
    hours = Hours(ZoneInfo(zone), (dt.time(0), dt.time(0)), hour)
    days = [skipped + dt.timedelta(days=n) for n in (-1, 0, 1)]

    instants = [hours.instant(day, hour).astimezone(hours.zone) for day in days]

    assert days == [instant.date() for instant in instants]
    if hour.hour == 9:
        assert [hour] * 3 == [instant.time() for instant in instants]
