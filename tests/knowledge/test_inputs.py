"""Plates, numbers with check digits, phones and money as people type them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import inputs
from knowledge.inputs import Number, Plate, Refused


@pytest.mark.parametrize("text", ["abc1234", "ABC-1234", " ABC 1234 ", "ＡＢＣ１２３４"])
def test_an_old_plate_is_stored_without_hyphen(text: str) -> None:
    assert Plate("ABC1234", "ABC1C34") == inputs.read_plate(text)


def test_the_two_spellings_of_a_vehicle_share_a_key() -> None:
    old, new = inputs.read_plate("ABC1234"), inputs.read_plate("abc1c34")
    assert isinstance(old, Plate)
    assert isinstance(new, Plate)
    assert old.key == new.key


def test_letters_above_j_have_no_old_twin() -> None:
    assert Plate("ABC1K34", "ABC1K34") == inputs.read_plate("ABC1K34")


@pytest.mark.parametrize(
    ("typed", "suggestion"),
    [
        ("IABIC23", "IAB1C23"),
        ("IAB1CZ3", None),
        ("1AB1C23", "IAB1C23"),
        ("IAB1C2O", "IAB1C20"),
        ("0AB1C23", "OAB1C23"),
    ],
)
def test_a_lookalike_is_pointed_out_and_not_mended(typed: str, suggestion: str | None) -> None:
    expected = (
        Refused("plate_lookalike", {"typed": typed, "suggestion": suggestion})
        if suggestion
        else Refused("plate_shape", {"typed": typed})
    )
    assert expected == inputs.read_plate(typed)


@pytest.mark.parametrize(
    ("typed", "other"), [("IAB1O23", "IAB1023"), ("IAB1I23", "IAB1123"), ("IAB1C23", None)]
)
def test_a_letter_that_may_be_a_digit_is_pointed_out_on_a_valid_plate(typed: str, other: str | None) -> None:
    plate = inputs.read_plate(typed)
    assert isinstance(plate, Plate)
    assert other == plate.lookalike


def test_a_plate_is_shown_with_the_hyphen_of_the_old_form_only() -> None:
    shown = [p.shown for p in map(inputs.read_plate, ("IAB1234", "IAB1C23")) if isinstance(p, Plate)]
    assert shown == ["IAB-1234", "IAB1C23"]


@pytest.mark.parametrize("text", ["", "ABC123", "ABCD123", "A" * 900, "<b>", "ÁBC1234", "ABC１２٣4"])
def test_what_is_no_plate_is_refused(text: str) -> None:
    assert isinstance(inputs.read_plate(text), Refused)


@given(st.from_regex(r"[A-Z]{3}[0-9]([A-Z][0-9]{2}|[0-9]{3})", fullmatch=True))
def test_a_plate_keeps_its_key_when_read_again(text: str) -> None:
    plate = inputs.read_plate(text)
    assert isinstance(plate, Plate)
    assert inputs.read_plate(plate.key) == Plate(plate.key, plate.key)


@pytest.mark.parametrize("text", ["00639884962", "639884962", "639.884.962"])
def test_a_renavam_is_filled_to_eleven_digits(text: str) -> None:
    assert Number("00639884962") == inputs.read_renavam(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("00000000000", "renavam_check"),
        ("00639884963", "renavam_check"),
        ("6398", "renavam_shape"),
        ("", "renavam_shape"),
    ],
)
def test_a_wrong_renavam_is_refused(text: str, reason: str) -> None:
    result = inputs.read_renavam(text)
    assert isinstance(result, Refused)
    assert reason == result.reason


@pytest.mark.parametrize("text", ["12.ABC.345/01DE-35", "12abc34501de35"])
def test_a_cnpj_with_letters_is_taken_and_must_be_confirmed(text: str) -> None:
    assert Number("12ABC34501DE35", confirm=True) == inputs.read_cnpj(text)


def test_a_cnpj_of_digits_needs_no_confirmation() -> None:
    assert Number("11222333000181") == inputs.read_cnpj("11.222.333/0001-81")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("11.222.333/0001-82", "cnpj_check"),
        ("00000000000000", "cnpj_check"),
        ("11222333", "cnpj_shape"),
        ("١١٢٢٢٣٣٣٠٠٠١٨١", "cnpj_shape"),
    ],
)
def test_a_wrong_cnpj_is_refused(text: str, reason: str) -> None:
    result = inputs.read_cnpj(text)
    assert isinstance(result, Refused)
    assert reason == result.reason


def test_a_cpf_loses_its_mask() -> None:
    assert Number("52998224725") == inputs.read_cpf("529.982.247-25")


@pytest.mark.parametrize("text", ["111.111.111-11", "529.982.247-26", "5299822472"])
def test_a_wrong_cpf_is_refused(text: str) -> None:
    assert isinstance(inputs.read_cpf(text), Refused)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("(51) 99999-9999", "+5551999999999"),
        ("5551999999999", "+5551999999999"),
        ("+55 51 99999-9999", "+5551999999999"),
        ("55999991234", "+5555999991234"),
        ("0800 510 4774", "+558005104774"),
    ],
)
def test_a_phone_is_stored_as_e164(text: str, stored: str) -> None:
    assert Number(stored) == inputs.read_phone(text)


@pytest.mark.parametrize("text", ["5189999999", "20999999999", "+1 212 555 0100", "abc", "", "(51)"])
def test_a_phone_that_cannot_be_is_refused(text: str) -> None:
    assert isinstance(inputs.read_phone(text), Refused)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("R$ 1.234,56", "1234.56"), ("1234,56", "1234.56"), ("1.234", "1234"), ("R$1234", "1234"),
        ("1234.56", "1234.56"),
        ("1.234.567,00", "1234567"), ("350 reais", "350"), ("0,99", "0.99"),
    ],
)  # fmt: skip
def test_money_is_read_as_brazil_writes_it(text: str, amount: str) -> None:
    assert Decimal(amount) == inputs.read_money(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-10", "money_negative"),
        ("12,345", "money_shape"),
        ("1,234.56", "money_shape"),
        ("12,5", "money_shape"),
        ("mil", "money_shape"),
        ("", "money_shape"),
        ("1.23.456", "money_shape"),
        ("9" * 80, "money_shape"),
    ],
)
def test_money_that_could_be_two_sums_is_refused(text: str, reason: str) -> None:
    result = inputs.read_money(text)
    assert isinstance(result, Refused)
    assert reason == result.reason


@pytest.mark.parametrize(
    "reader",
    [
        inputs.read_plate,
        inputs.read_renavam,
        inputs.read_cnpj,
        inputs.read_cpf,
        inputs.read_phone,
        inputs.read_money,
    ],
)
@given(text=st.text(max_size=200))
def test_any_text_is_read_or_refused(reader: Callable[[str], object], text: str) -> None:
    assert isinstance(reader(text), Refused | Plate | Number | Decimal)
