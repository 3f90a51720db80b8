"""How many inspections a year asks for, by the age of the vehicle and by both readings of a change of rhythm."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge.age import Manufacture
from knowledge.deadline_model import Paper
from knowledge.inspections import Inspections, inspections
from knowledge.obligations import package_obligations

TODAY, UNTIL = dt.date(2026, 6, 1), dt.date(2027, 6, 1)


def year(made: dt.date, inspected: dt.date, *, first: dt.date | None = None) -> Inspections:
    held = Paper("lit", {"start": inspected})
    return inspections(
        package_obligations(), Manufacture.on(made), held, first=first, today=TODAY, until=UNTIL
    )


@pytest.mark.parametrize(
    ("count", "made"), [(1, dt.date(2020, 1, 1)), (2, dt.date(2009, 1, 1)), (4, dt.date(2004, 1, 1))]
)
def test_a_year_counts_every_inspection_of_the_rhythm(count: int, made: dt.date) -> None:
    found = year(made, dt.date(2026, 5, 20), first=dt.date(2026, 6, 10))
    assert (count, count) == (len(found.strict), len(found.loose))


def test_a_rhythm_that_changes_in_the_year_is_counted_from_its_change_by_the_stricter_reading() -> None:
    found = year(dt.date(2011, 7, 10), dt.date(2026, 5, 20))
    assert (dt.date(2026, 11, 20), dt.date(2027, 5, 20)) == found.strict
    assert (dt.date(2027, 5, 20),) == found.loose


def test_an_overdue_inspection_is_counted_today_and_the_next_from_today() -> None:
    found = year(dt.date(2004, 1, 1), dt.date(2026, 1, 1))
    assert TODAY == found.strict[0]
    assert dt.date(2026, 9, 1) == found.strict[1]


def test_a_vehicle_too_old_for_any_lit_is_not_inspected_on_and_on() -> None:
    found = year(dt.date(2001, 9, 1), dt.date(2026, 5, 20))
    assert (dt.date(2026, 8, 20),) == found.strict[:1]
    assert all(day <= dt.date(2026, 11, 20) for day in found.strict)
