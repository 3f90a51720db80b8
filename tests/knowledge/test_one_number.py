"""One number of the law that two files or modules hold is one number."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge import deadline_road
from knowledge.dated import load_values
from knowledge.lit import load_bands
from knowledge.obligations import Term, load_obligations

VALUES = load_values()
ROWS = load_obligations()
TODAY = dt.date(2026, 6, 1)


@pytest.mark.parametrize(
    ("kind", "series", "unit"),
    [
        ("bond-refill", "daer-caucao-prazo", "days"),
        ("rental", "daer-locacao-minima", "days"),
        ("age-limit", "daer-idade-maxima", "years"),
        ("age-half", "daer-idade-metade", "years"),
        ("recidivism", "daer-reincidencia-anos", "years"),
    ],
)
def test_a_term_is_the_dated_value_of_the_norm(kind: str, series: str, unit: str) -> None:
    term = ROWS[kind].term
    assert isinstance(term, Term)
    assert VALUES.amount(series, TODAY) == getattr(term, unit)


@pytest.mark.parametrize(
    ("series", "length"),
    [("daer-lista-antecedencia", deadline_road.LIST_AHEAD), ("daer-retencao", deadline_road.RETENTION)],
)
def test_a_length_in_hours_is_the_dated_value_of_the_norm(series: str, length: dt.timedelta) -> None:
    assert VALUES.amount(series, TODAY) == length.total_seconds() / 3600


def test_the_last_band_of_the_lit_begins_after_the_age_limit() -> None:
    assert VALUES.amount("daer-idade-maxima", TODAY) == load_bands().bands[-2].ends
