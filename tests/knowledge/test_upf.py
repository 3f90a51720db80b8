"""The UPF-RS: values by year, the two clocks, what a year without a row answers."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.errors import DataFilesError, NoValueInForce
from knowledge.upf import load_upf, to_cents

UPF = load_upf()
BROKEN = Path(__file__).parent / "broken" / "upf"

YEARS = {
    2015: "15.4856", 2016: "17.1441", 2017: "18.2722", 2018: "18.8094", 2019: "19.5356", 2020: "20.2994",
    2021: "21.1581", 2022: "23.3635", 2023: "24.7419", 2024: "25.9097", 2025: "27.1300", 2026: "28.3264",
}  # fmt: skip


@pytest.mark.parametrize(("year", "value"), YEARS.items())
def test_the_upf_of_a_year_counts_for_taxes_all_year(year: int, value: str) -> None:
    days = (dt.date(year, 1, 1), dt.date(year, 12, 31))
    assert [Decimal(value)] * 2 == [UPF.on(day).value for day in days]


def test_only_two_years_are_confirmed() -> None:
    assert [y.year for y in UPF.years.values() if y.confirmed] == [2021, 2025]


def test_for_fees_the_new_upf_counts_from_february() -> None:
    days = (dt.date(2026, 1, 31), dt.date(2026, 2, 1))
    assert [UPF.on(day, clock="fees").year for day in days] == [2025, 2026]


def test_in_january_an_open_fee_has_both_amounts() -> None:
    price = UPF.price(Decimal(2), dt.date(2026, 1, 15), clock="open")
    assert [r.amount for r in price.reais] == [Decimal("54.26"), Decimal("56.65")]


def test_from_february_an_open_fee_has_one_amount() -> None:
    price = UPF.price(Decimal(2), dt.date(2026, 2, 1), clock="open")
    assert [r.amount for r in price.reais] == [Decimal("56.65")]


@pytest.mark.parametrize("day", [dt.date(2027, 1, 1), dt.date(2014, 12, 31)])
def test_a_year_without_a_row_has_no_value(day: dt.date) -> None:
    with pytest.raises(NoValueInForce):
        UPF.on(day)


def test_a_year_without_a_row_is_priced_in_upf_only() -> None:
    price = UPF.price(Decimal(40), dt.date(2027, 3, 1))
    assert (price.reais, price.missing_years) == ((), (2027,))


def test_an_open_fee_in_an_unregistered_january_names_the_missing_year() -> None:
    price = UPF.price(Decimal(2), dt.date(2027, 1, 10), clock="open")
    assert ([r.upf.year for r in price.reais], price.missing_years) == ([2026], (2027,))


PRICES_2026 = [
    ("15", "424.90"), ("20", "566.53"), ("25", "708.16"), ("40", "1133.06"),
    ("100", "2832.64"), ("200", "5665.28"), ("12", "339.92"), ("45", "1274.69"),
    ("55", "1557.95"), ("75", "2124.48"), ("150", "4248.96"), ("225", "6373.44"),
    ("300", "8497.92"), ("2", "56.65"), ("1.5", "42.49"), ("7000", "198284.80"),
    ("2500", "70816.00"), ("30000", "849792.00"), ("46000", "1303014.40"), ("600", "16995.84"),
    ("1", "28.33"), ("30", "849.79"),
]  # fmt: skip


@pytest.mark.parametrize(("upf", "reais"), PRICES_2026)
def test_an_amount_is_rounded_once_half_up(upf: str, reais: str) -> None:
    assert Decimal(reais) == UPF.price(Decimal(upf), dt.date(2026, 6, 1)).reais[0].amount


def test_half_a_cent_goes_up() -> None:
    assert to_cents(Decimal("0.005")) == Decimal("0.01")


@given(
    st.decimals(min_value=0, max_value=10**6, places=2), st.dates(dt.date(2015, 2, 1), dt.date(2026, 12, 31))
)
def test_reais_stay_within_half_a_cent_of_the_exact_product(upf: Decimal, day: dt.date) -> None:
    price = UPF.price(upf, day).reais[0]
    assert abs(price.amount - upf * price.upf.value) <= Decimal("0.005")


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("ano-pulado.yaml", "depois de 2024 veio 2026"),
        ("inicio-fora-do-ano.yaml", "início fora do ano 2026"),
        ("numero-sem-aspas.yaml", "escreva o número entre aspas"),
        ("cinco-casas.yaml", "no máximo 4 casas"),
    ],
)
def test_a_broken_upf_file_is_refused(file: str, words: str) -> None:
    with pytest.raises(DataFilesError, match=words):
        load_upf(BROKEN / file)
