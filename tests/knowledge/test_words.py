"""Words for days, money and UPF as people read them."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import words
from knowledge.inputs import read_money
from knowledge.upf import load_upf

TODAY = dt.date(2026, 5, 10)
UPF = load_upf()


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (2, "em 2 dias"),
        (1, "amanhã"),
        (0, "hoje"),
        (-1, "venceu ontem"),
        (-2, "venceu há 2 dias"),
        (387, "em 387 dias"),
    ],
)
def test_r27_the_days_left_are_said_as_people_say_them(left: int, text: str) -> None:
    assert text == words.due_words(TODAY + dt.timedelta(days=left), TODAY)


@given(st.integers(-800, 800))
def test_r27_no_day_is_counted_with_a_bracketed_plural(left: int) -> None:
    text = words.due_words(TODAY + dt.timedelta(days=left), TODAY)
    assert "(s)" not in text
    assert " 0 " not in text
    assert " 1 " not in text


def test_r02_a_paper_is_due_today_on_its_day_and_expired_the_day_after() -> None:
    days = (dt.date(2026, 5, 10), dt.date(2026, 5, 11))
    assert [words.expiry_words(TODAY, day) for day in days] == ["vence hoje", "venceu ontem"]


def test_r01_the_eve_is_said_by_the_civil_day_alone() -> None:
    text = words.expiry_words(dt.date(2026, 3, 31), dt.date(2026, 3, 30))
    assert text == "vence amanhã"


def test_r24_a_date_is_echoed_with_its_weekday() -> None:
    assert words.long_date(dt.date(2026, 2, 6)) == "6 de fevereiro de 2026 (sexta-feira)"


def test_the_first_of_the_month_is_an_ordinal() -> None:
    assert words.long_date(dt.date(2027, 3, 1)) == "1º de março de 2027 (segunda-feira)"


def test_a_date_is_shown_day_first() -> None:
    assert words.short_date(dt.date(2026, 2, 6)) == "06/02/2026"


def test_a_near_day_is_shown_with_its_short_weekday() -> None:
    assert [words.day_of_week_date(dt.date(2026, 4, d)) for d in (17, 18)] == [
        "sexta, 17/04/2026",
        "sábado, 18/04/2026",
    ]


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("1133.06", "R$ 1.133,06"),
        ("0.5", "R$ 0,50"),
        ("1303014.4", "R$ 1.303.014,40"),
        ("-2", "-R$ 2,00"),
        ("999", "R$ 999,00"),
    ],
)
def test_money_is_written_as_in_brazil(amount: str, text: str) -> None:
    assert text == words.money(Decimal(amount))


def test_a_part_of_a_cent_is_not_money() -> None:
    with pytest.raises(ValueError, match="whole cents"):
        words.money(Decimal("2.549376"))


@given(st.decimals(min_value=0, max_value=10**9, places=2))
def test_money_written_is_money_read(amount: Decimal) -> None:
    assert amount == read_money(words.money(amount))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("7000", "7.000"),
        ("1.5", "1,5"),
        ("0.09", "0,09"),
        ("40.00", "40"),
        ("22.50", "22,5"),
        ("46E3", "46.000"),
    ],
)
def test_a_number_has_no_needless_zeros(value: str, text: str) -> None:
    assert text == words.number(Decimal(value))


def test_an_unconfirmed_upf_is_said_to_be_unconfirmed() -> None:
    price = UPF.price(Decimal(40), dt.date(2026, 6, 1))
    assert words.priced(price) == "40 UPF-RS (R$ 1.133,06 com a UPF de 2026, a confirmar)"


def test_a_confirmed_upf_is_shown_as_certain() -> None:
    price = UPF.price(Decimal(40), dt.date(2025, 6, 1))
    assert words.priced(price) == "40 UPF-RS (R$ 1.085,20 com a UPF de 2025)"


def test_an_open_fee_in_january_shows_both_amounts() -> None:
    price = UPF.price(Decimal(2), dt.date(2026, 1, 5), clock="open")
    expected = "2 UPF-RS (R$ 54,26 com a UPF de 2025 ou R$ 56,65 com a UPF de 2026, a confirmar)"
    assert expected == words.priced(price)


def test_a_year_without_upf_is_said_to_be_unregistered() -> None:
    price = UPF.price(Decimal(40), dt.date(2027, 6, 1))
    assert words.priced(price) == "40 UPF-RS (UPF de 2027 não cadastrada)"


def test_a_count_agrees_with_its_noun() -> None:
    assert [words.counted(n, "dia", "dias") for n in (1, 2, 1500)] == ["1 dia", "2 dias", "1.500 dias"]


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a e b"), (["a", "b", "c"], "a, b e c")]
)
def test_items_are_listed_with_an_and(items: list[str], text: str) -> None:
    assert text == words.listed(items)
