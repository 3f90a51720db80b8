"""Machine time on one machine: the wall clock may be set, the machine may be started again."""

from __future__ import annotations

import datetime as dt

import pytest

from bot import machine
from bot.clock import machine_now
from bot.database import Database
from tests.conftest import NOON

HOUR = dt.timedelta(hours=1)


def _time(database: Database, boot: str, running: float, wall: dt.datetime) -> dt.datetime:
    base = database.now(lambda session: machine.base(session, boot=boot, running=running, wall=wall))
    return base + dt.timedelta(seconds=running)


@pytest.mark.parametrize("step", [-HOUR, HOUR])
def test_a_wall_clock_that_is_set_changes_nothing_for_a_process_started_after(
    database: Database, step: dt.timedelta
) -> None:
    first = _time(database, "a", 100, NOON)
    later = _time(database, "a", 160, NOON + step)

    assert [NOON, NOON + dt.timedelta(seconds=60)] == [first, later]


def test_after_a_start_of_the_machine_with_a_clock_that_is_behind_time_goes_on(database: Database) -> None:
    """Else leases, slots and pauses of the run before would hold everything up until the clock is there again."""
    _time(database, "a", 100, NOON)
    database.now(lambda session: machine.seen(session, NOON + HOUR))

    assert NOON + HOUR == _time(database, "b", 5, NOON - HOUR)
    assert NOON + HOUR == _time(database, "b", 5, NOON + 9 * HOUR)


def test_a_start_of_the_machine_with_a_right_clock_takes_its_time(database: Database) -> None:
    _time(database, "a", 100, NOON)

    assert NOON + HOUR == _time(database, "b", 5, NOON + HOUR)


def test_all_processes_on_a_database_live_in_the_same_time(store: Database) -> None:
    one, other = machine.shared(store), machine.shared(store)

    assert abs(one() - other()) < dt.timedelta(seconds=1)
    assert abs(one() - machine_now()) < dt.timedelta(minutes=5)
