"""Fees, bond, covers and invoices: amounts in UPF and reais, each with its ground."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from knowledge import calc_fine, calc_money
from knowledge.calculation import Authority, Book
from tests.knowledge.calc_steps import BOOK, D, value


@pytest.mark.parametrize(("fleet", "upf"), [(2, 12), (3, 25), (7, 45), (11, 55), (30, 55)])
def test_the_fee_of_recefitur_follows_the_fleet(fleet: int, upf: int) -> None:
    assert upf == value(calc_money.recefitur_fee(BOOK, fleet))


def test_eleven_vehicles_are_said_to_have_no_row() -> None:
    found = calc_money.recefitur_fee(BOOK, 11)
    assert found.standing == "unstated"
    assert "A norma não cobre este caso" in found.text


def test_a_fleet_below_the_minimum_is_told() -> None:
    assert f"{D}art8_par4" in calc_money.recefitur_fee(BOOK, 1).provisions
    assert f"{D}art8_par4" not in calc_money.recefitur_fee(BOOK, 2).provisions


def test_a_fee_is_shown_in_upf_and_reais() -> None:
    assert calc_money.recefitur_fee(BOOK, 7).text == (
        "RECEFITUR com 7 veículos: 45 UPF-RS (R$ 1.274,69 com a UPF de 2026, a confirmar)."
    )


def test_a_fee_in_january_shows_both_years() -> None:
    text = calc_money.licence_fee(Book.package(dt.date(2026, 1, 10)), 3).text
    assert "R$ 162,78 com a UPF de 2025 ou R$ 169,96 com a UPF de 2026" in text


def test_a_fine_in_january_has_one_amount() -> None:
    text = calc_fine.fine(Book.package(dt.date(2026, 1, 10)), ["sem-lista"]).text
    assert text.count("com a UPF de") == 1


def test_a_year_without_upf_keeps_the_amount_in_upf() -> None:
    text = calc_money.bond(Book.package(dt.date(2028, 5, 1)), 4).text
    assert text == "Caução com 4 veículos: 75 UPF-RS (UPF de 2028 não cadastrada)."


def test_public_bodies_pay_nothing_for_licences() -> None:
    found = calc_money.licence_fee(BOOK, 3, public=True)
    assert (value(found), found.provisions) == (0, (f"{D}art17",))


def test_licences_and_reports_are_multiplied_in_upf() -> None:
    found = [calc_money.licence_fee(BOOK, 3), calc_money.lit_fee(BOOK, 3), calc_money.metroplan_fee(BOOK, 3)]
    assert [6, Decimal("4.5"), 3] == [value(f) for f in found]


def test_the_fee_without_an_amount_is_said_to_be_missing() -> None:
    found = calc_money.metroplan_fee(BOOK, 1)
    assert (value(found, 1), found.standing) == (None, "unstated")


@pytest.mark.parametrize(
    ("balance", "missing"), [("45", "0"), ("44.99", "105.01"), ("50", "0"), ("0", "150")]
)
def test_a_bond_is_refilled_below_thirty_percent(balance: str, missing: str) -> None:
    found = calc_money.bond_shortfall(BOOK, Decimal(150), Decimal(balance))
    assert Decimal(missing) == value(found, 1)


def test_a_bond_to_refill_names_its_days_and_the_fine() -> None:
    text = calc_money.bond_shortfall(BOOK, Decimal(75), Decimal(20)).text
    assert "Piso: 30 % de 75 UPF-RS = 22,5 UPF-RS." in text
    assert "30 dias da ordem do DAER; sem recompor, multa de 25 UPF-RS" in text


def test_metroplan_asks_for_more_rc_than_daer() -> None:
    sums = [value(calc_money.insurance_cover(BOOK, a, 15), 1) for a in ("daer", "metroplan")]
    assert sums == [30000, 46000]


def test_covers_by_seat_are_multiplied_and_dmh_of_daer_has_two_readings() -> None:
    found = calc_money.insurance_cover(BOOK, "daer", 15)
    assert [37500, 30000, 9000, 600] == [value(found, k) for k in range(4)]
    assert found.standing == "unstated"


def test_covers_of_metroplan_are_stated() -> None:
    found = calc_money.insurance_cover(BOOK, "metroplan", 15)
    assert ([37500, 46000, 9000], "stated") == ([value(found, k) for k in range(3)], found.standing)


@pytest.mark.parametrize("authority", ["daer", "metroplan"])
def test_a_cover_cites_its_own_norm_alone(authority: Authority) -> None:
    norms = {p.split(":")[0] for p in calc_money.insurance_cover(BOOK, authority, 15).provisions}
    assert norms == {{"daer": "daer-7727-2022", "metroplan": "cetm-2015"}[authority]}


def test_the_floor_of_an_invoice_is_rounded_once() -> None:
    found = calc_money.km_floor(BOOK, "micro", Decimal(84), trips=22)
    assert value(found) == Decimal("166.32")
    assert found.text.startswith(
        "84 km × 22 viagens = 1.848 km. 1.848 km × 0,09 UPF-RS = 166,32 UPF-RS (R$ 4.711,25"
    )


def test_a_bus_pays_more_for_the_kilometre() -> None:
    assert value(calc_money.km_floor(BOOK, "onibus", Decimal(100), vehicles=2)) == 30
