"""Which stage is reached on a day: ladders, weeks after the due day, wishes to be told again, instants."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge.deadline_model import Deadline
from knowledge.obligations import package_obligations
from scheduler import plan
from scheduler.plan import Snooze

DUE = dt.date(2026, 6, 10)
LADDER = ("30", "15", "7", "1", "0")
LONG_AGO = dt.date(2020, 1, 1)


def paper(due: dt.date = DUE, **more: object) -> Deadline:
    values = {"due_on": due, "stages": LADDER, "weekly_after": True, "counts_to": due, **more}
    return Deadline("lit", "stated", (), **values)  # type: ignore[arg-type]


def stage(deadline: Deadline, day: dt.date, **more: object) -> str | None:
    found = plan.reached(deadline, deadline.stages, day, known_on=LONG_AGO, **more)  # type: ignore[arg-type]
    return found.stage if found else None


@pytest.mark.parametrize(
    ("expected", "left"),
    [(None, 31), ("30", 30), ("30", 16), ("15", 15), ("7", 7), ("7", 2), ("1", 1), ("0", 0), ("-1", -1),
     ("-1", -7), ("-8", -8), ("-8", -14), ("-15", -15), ("-386", -387)],
)  # fmt: skip
def test_the_latest_stage_reached_is_owed(expected: str | None, left: int) -> None:
    assert expected == stage(paper(), DUE - dt.timedelta(days=left))


def test_what_is_told_once_is_not_told_of_a_day_before_it_was_known() -> None:
    notice = paper(stages=("change",), weekly_after=False)

    assert plan.reached(notice, ("change",), DUE, known_on=DUE + dt.timedelta(days=1)) is None
    assert plan.reached(notice, ("change",), DUE, known_on=DUE) is not None


@pytest.mark.parametrize(
    ("expected", "left"), [(None, 31), ("30", 30), ("7", 2), ("1", 1), ("change", 0), ("change", -40)]
)
def test_a_change_is_announced_ahead_and_told_on_its_day_for_the_last_time(
    expected: str | None, left: int
) -> None:
    notice = paper(stages=("30", "15", "7", "1", "change"), weekly_after=False)
    assert expected == stage(notice, DUE - dt.timedelta(days=left))


def test_a_clock_before_an_agency_counts_down_to_the_day_to_act_by() -> None:
    clock = paper(counts_to=DUE - dt.timedelta(days=4), act_by=DUE - dt.timedelta(days=4))

    assert "1" == stage(clock, DUE - dt.timedelta(days=5))
    assert "0" == stage(clock, DUE)
    assert "-1" == stage(clock, DUE + dt.timedelta(days=1))


def test_a_wish_stands_for_the_stages_it_passes_over() -> None:
    wish = Snooze(DUE - dt.timedelta(days=16), DUE - dt.timedelta(days=5))

    told = [stage(paper(), DUE - dt.timedelta(days=left), snooze=wish) for left in (15, 7, 6, 5, 2, 1, 0)]

    assert [None, None, None, "snooze-2026-06-05", "snooze-2026-06-05", "1", "0"] == told


def test_a_wish_never_silences_the_due_day() -> None:
    wish = Snooze(DUE - dt.timedelta(days=2), DUE + dt.timedelta(days=5))

    assert "0" == stage(paper(), DUE, snooze=wish)


def test_the_company_s_ladder_of_a_kind_goes_before_its_general_one() -> None:
    row = package_obligations()["lit"]
    own = {"lit": ["45"], plan.ANY_PAPER: ["20"]}

    assert ("45", "0") == plan.ladder_of(paper(), row, own)
    assert ("20", "0") == plan.ladder_of(paper(), row, {plan.ANY_PAPER: ["20"]})
    assert LADDER == plan.ladder_of(paper(), row, {})


def test_a_general_ladder_leaves_legal_clocks_and_parcels_alone() -> None:
    parcel = package_obligations()["instalment"]

    assert LADDER == plan.ladder_of(paper(), parcel, {plan.ANY_PAPER: ["20"]})


def test_due_at_an_instant_the_stages_of_the_day_and_the_latest_passed_are_owed() -> None:
    departure = dt.datetime(2026, 6, 10, 20, tzinfo=dt.UTC)
    trip = Deadline(
        "passenger-list", "stated", (), due_at=departure - dt.timedelta(hours=8), event_at=departure,
        stages=("24h", "12h", "9h"),
    )  # fmt: skip
    now = dt.datetime(2026, 6, 10, 3, tzinfo=dt.UTC)

    owed = plan.due_instants(trip, trip.stages, now=now, until=now + dt.timedelta(days=1))

    assert ["24h", "12h", "9h"] == [step.stage for step in owed]
    assert [] == plan.due_instants(trip, trip.stages, now=departure, until=departure)
    assert "2026-06-10T12:00Z" == plan.cycle_of(trip)


def test_only_the_last_days_are_worth_repeating() -> None:
    steps = {
        left: plan.reached(paper(), LADDER, DUE - dt.timedelta(days=left), known_on=LONG_AGO)
        for left in (7, 1, 0, -1, -8)
    }

    assert {7: False, 1: True, 0: True, -1: True, -8: False} == {k: s.last for k, s in steps.items() if s}
