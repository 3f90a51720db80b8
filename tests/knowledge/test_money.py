"""Instalments add up to the total."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.money import instalments, plan


def test_r28_a_thousand_in_three_puts_the_spare_cent_in_the_last() -> None:
    expected = tuple(map(Decimal, ("333.33", "333.33", "333.34")))
    assert expected == instalments(Decimal("1000.00"), 3)


def test_r28_a_thousand_in_twelve_adds_up_exactly() -> None:
    assert Decimal("1000.00") == sum(instalments(Decimal("1000.00"), 12))


@given(st.decimals(min_value=0, max_value=10**7, places=2), st.integers(1, 60))
def test_r28_parcels_are_equal_but_the_last_and_add_up(total: Decimal, count: int) -> None:
    parcels = instalments(total, count)
    assert (total, count) == (sum(parcels), len(parcels))
    assert len(set(parcels[:-1])) <= 1
    assert 0 <= parcels[-1] - parcels[0] < count * Decimal("0.01")


@pytest.mark.parametrize(("total", "count"), [("10.001", 2), ("-1", 2), ("10", 0)])
def test_what_cannot_be_split_is_refused(total: str, count: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        instalments(Decimal(total), count)


def test_r06_a_plan_has_a_date_and_an_amount_for_each_instalment() -> None:
    found = plan(dt.date(2026, 1, 31), 3, Decimal("1000.00"))
    assert found[1:] == ((dt.date(2026, 2, 28), Decimal("333.33")), (dt.date(2026, 3, 31), Decimal("333.34")))
