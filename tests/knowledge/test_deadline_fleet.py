"""The half of a fleet above 21 years as a dated thing."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge.age import Manufacture
from knowledge.deadline_model import Deadline, Facts
from knowledge.deadlines import deadlines
from tests.knowledge.deadline_facts import TODAY, day


def half(*made: Manufacture, today: dt.date = TODAY) -> list[Deadline]:
    return [d for d in deadlines(Facts(today, fleet=made)) if d.kind == "fleet-half"]


def made(*days: str) -> list[Manufacture]:
    return [Manufacture.on(day(text)) for text in days]


@pytest.mark.parametrize(
    ("days", "last"),
    [
        (("01/01/2004", "10/09/2006", "01/01/2015"), "10/09/2027"),
        (("01/01/2004", "01/01/2003"), "01/01/2025"),
        (("10/09/2006",), "10/09/2027"),
    ],
    ids=["ahead", "past", "one-vehicle"],
)
def test_the_last_day_with_half_of_the_fleet_is_due(days: tuple[str, ...], last: str) -> None:
    (found,) = half(*made(*days))
    assert (day(last), ("30", "15", "7", "1", "0"), True) == (found.due_on, found.stages, found.weekly_after)


def test_the_note_names_the_day_from_which_the_fleet_breaks_the_rule() -> None:
    (found,) = half(*made("01/01/2004", "10/09/2006", "01/01/2015"))
    assert "A partir de 11/09/2027, mais da metade da frota ativa (3 veículos)" in found.note


def test_vehicles_known_by_year_are_warned_of_by_the_older_end_and_the_other_is_said() -> None:
    (found,) = half(Manufacture.in_year(2006))
    assert (day("01/01/2027"), day("31/12/2027")) == (found.due_on, found.other_on)
    assert "pode ser até 31/12/2027" in found.note


def test_an_empty_fleet_has_no_such_day() -> None:
    assert [] == half()


def test_before_the_rule_was_in_force_there_is_no_such_day() -> None:
    assert [] == half(*made("01/01/1990"), today=day("01/01/2020"))
