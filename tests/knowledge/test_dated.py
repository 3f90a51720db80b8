"""Dated values: the files of the package, one by one, and what a broken one is told."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.dated import UnknownSeriesError, load_values, printed_number
from knowledge.errors import DataFilesError, NoValueInForce

VALUES = load_values()
TODAY = dt.date(2026, 6, 1)
BROKEN = Path(__file__).parent / "broken" / "values"

DAER = [
    ("daer-multa-grupo-1", "15"),
    ("daer-multa-grupo-2", "20"),
    ("daer-multa-grupo-3", "25"),
    ("daer-multa-grupo-4", "40"),
    ("daer-multa-grupo-5", "100"),
    ("daer-licenca", "2"),
    ("daer-lit", "1.5"),
    ("daer-oficina", "25"),
    ("daer-capital-minimo", "7000"),
    ("daer-ap", "2500"),
    ("daer-rc", "30000"),
    ("daer-dmh", "600"),
    ("daer-km-micro", "0.09"),
    ("daer-km-onibus", "0.15"),
    ("daer-caucao-piso", "30"),
    ("daer-frota-minima", "2"),
    ("daer-idade-maxima", "25"),
    ("daer-urbano-km", "240"),
    ("daer-lista-antecedencia", "8"),
]
METROPLAN = [
    ("metroplan-requerimento", "1"),
    ("metroplan-ap", "2500"),
    ("metroplan-rc", "46000"),
    ("metroplan-dmh", "600"),
    ("metroplan-fora-lista", "10"),
]


@pytest.mark.parametrize(("series", "value"), DAER + METROPLAN)
def test_a_value_is_the_one_the_norm_prints(series: str, value: str) -> None:
    assert Decimal(value) == VALUES.amount(series, TODAY)


@pytest.mark.parametrize("series", sorted(VALUES.series))
def test_every_series_rests_on_provisions_of_its_authority(series: str) -> None:
    item = VALUES.series[series]
    norms = {p.split(":")[0] for e in item.values for p in e.provisions}
    expected = {"daer": {"daer-7727-2022"}, "metroplan": {"cetm-2015"}}.get(item.authority)
    assert norms == expected if expected else norms <= {"df-nff-2022", "df-defesa-vegetal-2021"}


@pytest.mark.parametrize("series", sorted(VALUES.series))
def test_every_value_is_printed_in_the_norm_or_says_why_not(series: str) -> None:
    for entry in VALUES.series[series].values:
        assert any(place.printed for place in entry.places) or entry.note


def test_one_number_in_two_places_of_the_law_is_one_series() -> None:
    places = ("daer-7727-2022:art5_inc5_ali1", "daer-7727-2022:anx1")
    assert places == VALUES.stated("daer-capital-minimo", TODAY).provisions


@pytest.mark.parametrize(("day", "known"), [(dt.date(2022, 3, 23), False), (dt.date(2022, 3, 24), True)])
def test_before_its_first_date_a_series_has_no_value(day: dt.date, known: bool) -> None:
    if known:
        assert VALUES.amount("daer-rc", day) == 30000
    else:
        with pytest.raises(NoValueInForce, match="daer-rc"):
            VALUES.amount("daer-rc", day)


def test_a_fee_whose_amount_the_source_lacks_has_no_value() -> None:
    with pytest.raises(NoValueInForce, match="metroplan-autorizacao"):
        VALUES.stated("metroplan-autorizacao", TODAY)


def test_an_unknown_series_is_a_slip_of_the_code() -> None:
    with pytest.raises(UnknownSeriesError):
        VALUES.stated("daer-nada", TODAY)


RECEFITUR = [(1, 12), (2, 12), (3, 25), (5, 25), (6, 45), (10, 45), (11, 55), (12, 55), (300, 55)]
BOND = [(1, 75), (5, 75), (6, 150), (10, 150), (11, 225), (15, 225), (16, 300), (17, 300), (300, 300)]


@pytest.mark.parametrize(("fleet", "upf"), RECEFITUR)
def test_the_registration_fee_follows_the_fleet(fleet: int, upf: int) -> None:
    assert upf == VALUES.row("daer-recefitur", fleet, TODAY).value


@pytest.mark.parametrize(("fleet", "upf"), BOND)
def test_the_bond_follows_the_fleet(fleet: int, upf: int) -> None:
    assert upf == VALUES.row("daer-caucao", fleet, TODAY).value


@pytest.mark.parametrize(("table", "gap"), [("daer-recefitur", 11), ("daer-caucao", 16)])
def test_a_size_the_table_skips_is_marked_unstated(table: str, gap: int) -> None:
    standings = [VALUES.row(table, size, TODAY).standing for size in (gap - 1, gap, gap + 1)]
    assert standings == ["stated", "unstated", "stated"]
    assert f"exatamente {gap}" in VALUES.row(table, gap, TODAY).note


@given(st.integers(min_value=1, max_value=10_000), st.integers(min_value=1, max_value=10_000))
def test_a_larger_fleet_never_pays_less(one: int, other: int) -> None:
    small, large = sorted((one, other))
    assert (
        VALUES.row("daer-recefitur", small, TODAY).value <= VALUES.row("daer-recefitur", large, TODAY).value
    )
    assert VALUES.row("daer-caucao", small, TODAY).value <= VALUES.row("daer-caucao", large, TODAY).value


def test_a_fleet_of_no_vehicles_is_refused() -> None:
    with pytest.raises(ValueError, match="positive"):
        VALUES.row("daer-caucao", 0, TODAY)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7.000UPF-RS", "7000"),
        ("ATUALIZAÇÃO LAUDO 1,5 UPF-RS", "1.5"),
        ("DE 03 A 05 VEÍCULOS 25 UPF-RS", "25"),
        ("R$ 100.000,00", "100000.00"),
        ("mais de 8(*) passageiros", "8"),
    ],
)
def test_a_number_is_read_as_the_norm_prints_it(text: str, value: str) -> None:
    assert Decimal(value) == printed_number(text)


def test_a_passage_without_digits_has_no_printed_number() -> None:
    assert printed_number("cento e sessenta e oito horas") is None


BROKEN_FILES = [
    ("numero-sem-aspas", "escreva o número entre aspas"),
    ("dois-lugares-discordam", "traz '8.000UPF-RS', mas o valor é 7000"),
    ("datas-repetidas", "datas fora de ordem ou repetidas"),
    ("sem-fonte", "source"),
    ("dispositivo-malformado", "places.0.provision"),
    ("tabela-com-buraco", "esperada a linha que começa em 6, veio a que começa em 7"),
    ("buraco-sem-nota", "precisa de `note`"),
    ("tabela-sem-fim", "a última linha precisa de `at_most` nulo"),
    ("linha-sem-fim-no-meio", "só a última linha fica sem `at_most`"),
    ("upf-sem-relogio", "`upf_clock` acompanha a unidade UPF-RS"),
    ("chave-desconhecida", "valor"),
    ("serie-repetida", "série repetida"),
]


@pytest.mark.parametrize(("folder", "words"), BROKEN_FILES)
def test_a_broken_file_is_refused_with_its_name_and_problem(folder: str, words: str) -> None:
    with pytest.raises(DataFilesError) as error:
        load_values(BROKEN / folder)
    assert words in str(error.value)
    assert "errado.yaml" in str(error.value)


def test_all_problems_of_all_files_are_listed_at_once() -> None:
    with pytest.raises(DataFilesError) as error:
        load_values(BROKEN / "varios-problemas")
    files = {problem.file for problem in error.value.problems}
    assert files == {"errado-a.yaml", "errado-b.yaml", "errado-c.yaml"}
