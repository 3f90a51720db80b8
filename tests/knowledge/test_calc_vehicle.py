"""Rhythm of the LIT, age of vehicles and fleets, people off the list."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge import calc_vehicle
from knowledge.age import Manufacture
from knowledge.calculation import Authority
from tests.knowledge.calc_steps import BOOK, value


@pytest.mark.parametrize(
    ("made", "months", "standing"),
    [
        ("2012-06-10", 12, "stated"),
        ("2011-06-01", 6, "unstated"),
        ("2006-06-02", 6, "stated"),
        ("2005-12-01", 3, "unstated"),
        ("2004-06-10", 3, "stated"),
        ("2001-05-30", None, "unstated"),
    ],
)
def test_the_rhythm_of_the_lit_follows_the_age(made: str, months: int | None, standing: str) -> None:
    found = calc_vehicle.lit_rhythm(BOOK, Manufacture.on(dt.date.fromisoformat(made)))
    assert (months, standing) == (value(found), found.lines[0].ruling.standing)


def test_a_next_rhythm_that_the_norm_leaves_open_is_not_said_as_certain() -> None:
    text = calc_vehicle.lit_rhythm(BOOK, Manufacture.on(dt.date(2008, 6, 10))).text
    assert "Em 11/06/2028 passa a mais de 20 até 21 anos: a norma não diz" in text


@pytest.mark.parametrize(
    ("expected", "year"),
    [("Completou 25 anos entre 01/01/2024 e 31/12/2024", 1999), ("Completa 25 anos entre 01/01/2030", 2005)],
)
def test_an_age_that_is_past_is_told_as_past(expected: str, year: int) -> None:
    text = calc_vehicle.age_limit(BOOK, made=Manufacture.in_year(year)).text
    assert expected in text
    assert "pela nossa leitura da norma" in text


def test_a_gap_of_the_lit_shows_both_rhythms() -> None:
    text = calc_vehicle.lit_rhythm(BOOK, Manufacture.on(dt.date(2005, 12, 1))).text
    assert "entre semestral e trimestral, a mais curta: trimestral" in text


def test_a_year_alone_shows_both_bands_and_the_stricter_first() -> None:
    found = calc_vehicle.lit_rhythm(BOOK, Manufacture.in_year(2011))
    assert [6, 12] == [value(found, 0), value(found, 1)]


def test_the_next_change_of_rhythm_is_announced() -> None:
    found = calc_vehicle.lit_rhythm(BOOK, Manufacture.on(dt.date(2011, 6, 10)))
    assert value(found, 1) == dt.date(2026, 6, 11)


@pytest.mark.parametrize(("fleet", "allowed"), [(1, 0), (2, 1), (5, 2), (6, 3), (9, 4)])
def test_half_of_a_fleet_is_rounded_down(fleet: int, allowed: int) -> None:
    assert allowed == value(calc_vehicle.age_limit(BOOK, fleet=fleet))


@pytest.mark.parametrize(
    ("over", "words"), [(3, "há lugar para mais 1 veículo"), (4, "no limite"), (5, "1 acima do limite")]
)
def test_a_fleet_is_told_how_it_stands(over: int, words: str) -> None:
    assert words in calc_vehicle.age_limit(BOOK, fleet=9, over=over).text


@pytest.mark.parametrize(("fleet", "over", "fits"), [(9, 4, True), (8, 4, False)])
def test_adding_an_old_vehicle_counts_it_in_the_fleet_too(fleet: int, over: int, fits: bool) -> None:
    assert fits == value(calc_vehicle.age_limit(BOOK, fleet=fleet, over=over, adding=1), 2)


def test_the_last_day_at_25_is_a_reading() -> None:
    found = calc_vehicle.age_limit(BOOK, made=Manufacture.on(dt.date(2002, 6, 10)))
    assert (value(found), found.standing) == (dt.date(2027, 6, 10), "unstated")


@pytest.mark.parametrize(
    ("authority", "capacity", "people"),
    [("daer", 21, 4), ("daer", 20, 2), ("metroplan", 44, 4), ("metroplan", 15, 1), ("metroplan", 9, 0)],
)
def test_the_people_off_the_list_by_regime(authority: Authority, capacity: int, people: int) -> None:
    assert people == value(calc_vehicle.off_list(BOOK, authority, capacity))
