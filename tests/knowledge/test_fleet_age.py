"""When a fleet as it stands breaks the half rule."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.age import Manufacture
from knowledge.calculation import Book
from knowledge.fleet_age import HalfRule, half_rule

BOOK = Book.package(dt.date(2026, 6, 1))


def fleet(*made: str) -> list[Manufacture]:
    return [Manufacture.on(dt.date.fromisoformat(day)) for day in made]


def test_the_day_one_vehicle_too_many_turns_21_is_foreseen() -> None:
    found = half_rule(BOOK, fleet("2004-01-01", "2006-09-10", "2015-01-01"))
    assert found.value == HalfRule(allowed=1, over=1, broken_from=dt.date(2027, 9, 11))
    assert found.provisions == ("daer-7727-2022:art12_par1u",)


def test_a_fleet_over_its_half_was_broken_on_a_past_day() -> None:
    assert half_rule(BOOK, fleet("2004-01-01", "2003-01-01")).value.broken_from == dt.date(2025, 1, 2)


def test_an_empty_fleet_breaks_nothing() -> None:
    assert half_rule(BOOK, []).value == HalfRule(0, 0, None)


def test_a_vehicle_known_by_year_counts_by_its_older_end() -> None:
    assert half_rule(BOOK, [Manufacture.in_year(2005)]).value.over == 1


@pytest.mark.parametrize("size", [1, 2, 5, 8])
@given(data=st.data())
def test_the_rule_is_broken_exactly_when_more_than_half_are_above_21(size: int, data: st.DataObject) -> None:
    days = data.draw(
        st.lists(st.dates(dt.date(1998, 1, 1), dt.date(2026, 5, 1)), min_size=size, max_size=size)
    )
    found = half_rule(BOOK, [Manufacture.on(d) for d in days]).value
    assert (found.over * 2 > size) == (found.broken_from is not None and found.broken_from <= BOOK.on)
