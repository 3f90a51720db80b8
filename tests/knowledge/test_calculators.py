"""Calculators: numbers with their computation and ground, one regime at a time, answers as people type them."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from knowledge import calc_fine, calc_money, calc_vehicle
from knowledge.age import Manufacture
from knowledge.calc_fine import load_conducts, package_conducts
from knowledge.calculation import Authority, Book, Calculation
from knowledge.calculator_form import Input, read_answer
from knowledge.calculators import RUNNERS, load_calculators, package_calculators, run
from knowledge.corpus import load_corpus
from knowledge.errors import DataFilesError
from knowledge.inputs import Refused, read_number
from knowledge.schema import DATA

TODAY = dt.date(2026, 6, 1)
BOOK = Book.package(TODAY)
CORPUS = load_corpus()
D = "daer-7727-2022:"


def value(found: Calculation, line: int = 0) -> object:
    return found.lines[line].ruling.value


def ran(id_: str, authority: Authority | None = None, **answers: str) -> list[Calculation]:
    found = run(id_, answers, BOOK, authority=authority)
    assert isinstance(found, list), found
    return found


# Fees, bond, covers, invoice


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
    assert found.text.startswith("84 km × 22 viagens × 0,09 UPF-RS = 166,32 UPF-RS (R$ 4.711,25")


def test_a_bus_pays_more_for_the_kilometre() -> None:
    assert value(calc_money.km_floor(BOOK, "onibus", Decimal(100), vehicles=2)) == 30


# Fines


def test_every_conduct_of_article_48_is_there_once() -> None:
    listed = {c.provision for c in package_conducts().values()}
    groups = [p for n in range(1, 6) for p in CORPUS.descendants(f"{D}art48_inc{n}")]
    leaves = {p.id for p in groups if not CORPUS.children(p.id)}
    assert listed == leaves


@pytest.mark.parametrize("conduct", package_conducts().values(), ids=lambda c: c.id)
def test_a_conduct_names_measures_that_exist(conduct: calc_fine.Conduct) -> None:
    assert [p for p in conduct.measures if p not in CORPUS] == []


@pytest.mark.parametrize(
    ("conduct", "upf"),
    [
        ("saida-de-emergencia", 15),
        ("passageiro-sem-documento", 20),
        ("pessoas-em-pe", 25),
        ("lista-nao-portada", 40),
        ("sem-lista", 100),
    ],
)
def test_a_fine_is_that_of_its_group(conduct: str, upf: int) -> None:
    assert upf == value(calc_fine.fine(BOOK, [conduct]))


def test_several_infractions_are_added_up_in_separate_cases() -> None:
    found = calc_fine.fine(BOOK, ["pessoas-em-pe", "saida-de-emergencia"])
    assert value(found, 2) == 40
    assert "25 + 15 = 40 UPF-RS" in found.text
    assert f"{D}art52" in found.provisions


def test_a_repeated_infraction_is_doubled_on_its_paragraphs() -> None:
    found = calc_fine.fine(BOOK, ["licenca-nao-portada"], repeats=1)
    assert value(found) == 80
    assert {f"{D}art48_par3", f"{D}art48_par4", f"{D}art48_par5"} <= set(found.provisions)
    assert "decisão definitiva" in found.text


def test_the_third_repetition_opens_cassation() -> None:
    texts = [calc_fine.fine(BOOK, ["sem-lista"], repeats=n).text for n in (2, 3)]
    assert [False, True] == ["cassação do RECEFITUR" in t for t in texts]


def test_a_firm_without_authorization_pays_double() -> None:
    found = calc_fine.fine(BOOK, ["lista-nao-portada"], authorised=False)
    assert (value(found), found.standing) == (80, "stated")
    assert f"{D}art48_par6" in found.provisions


def test_running_without_authorization_shows_both_amounts() -> None:
    found = calc_fine.fine(BOOK, ["sem-autorizacao"])
    assert (value(found), found.standing) == (200, "unstated")
    assert "o texto traz 100 UPF-RS" in found.text


def test_two_doublings_together_are_not_settled() -> None:
    found = calc_fine.fine(BOOK, ["lista-nao-portada"], repeats=1, authorised=False)
    assert (value(found), found.standing) == (160, "unstated")
    assert "de 80 UPF-RS até 160 UPF-RS" in found.text


@pytest.mark.parametrize(
    ("conduct", "other"),
    [
        ("apolice-nao-portada", "sem-apolice"),
        ("lista-nao-portada", "sem-lista"),
        ("sem-lista", "lista-nao-portada"),
    ],
)
def test_conducts_that_are_mixed_up_ask_which(conduct: str, other: str) -> None:
    assert package_conducts()[other].title in calc_fine.fine(BOOK, [conduct]).text


def test_an_expired_lit_may_also_mean_retention_or_seizure() -> None:
    assert "retenção ou apreensão" in calc_fine.fine(BOOK, ["lit-nao-portado"]).text


# Vehicle, list


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


# Running on typed answers


def test_a_calculator_of_both_regimes_shows_them_side_by_side() -> None:
    assert [c.authority for c in ran("off-list", capacity="44")] == ["daer", "metroplan"]


def test_a_regime_said_is_the_only_one_shown() -> None:
    assert [c.authority for c in ran("off-list", "metroplan", capacity="44")] == ["metroplan"]


def test_a_term_in_business_days_shows_the_three_readings() -> None:
    found = ran("deadline", start="12/02/2026", length="5", unit="business_days")[0]
    assert [d.day for d in found.lines[0].ruling.value] == [19, 23, 24]
    assert "18/02 Quarta-feira de Cinzas" in found.text


def test_a_term_in_calendar_days_names_the_day_to_act_by() -> None:
    found = ran("deadline", start="06/04/2026", length="15", unit="days")[0]
    assert (value(found), found.text.splitlines()[1]) == (
        dt.date(2026, 4, 21),
        "Como 21/04/2026 não tem expediente certo, aja até 17/04/2026.",
    )


def test_a_licence_is_shown_with_the_paper_that_limits_it() -> None:
    found = ran("licence-end", "daer", issued_on="1/6/26", policy_on="10/01/2027")[0]
    assert "Licença que se pode usar: 10/01/2027." in found.text
    assert "Limitada por: apólice" in found.text


def test_the_places_of_a_trip_are_typed_in_one_line() -> None:
    assert [c.authority for c in ran("authority", places="Canoas, Porto Alegre")] == ["metroplan"]


@pytest.mark.parametrize(
    "typed", ["Canoas x Porto Alegre", "Canoas - Porto Alegre", "canoas para POA", "Canoas\nViamão"]
)
def test_places_may_be_told_apart_in_several_ways(typed: str) -> None:
    assert [c.authority for c in ran("authority", places=typed)] == ["metroplan"]


@pytest.mark.parametrize("typed", ["Torres; Sombrio - SC", "Torres, Sombrio, SC", "Torres x Sombrio/SC"])
def test_a_state_after_a_name_belongs_to_it(typed: str) -> None:
    assert "fica fora do Rio Grande do Sul" in ran("authority", places=typed)[0].text


def test_an_unknown_place_is_asked_about() -> None:
    assert (
        "Não reconheci “Caxia do Sul”. É um destes? Caxias do Sul"
        in ran("authority", places="Caxia do Sul; Bento")[0].text
    )


def test_wrong_answers_are_all_named() -> None:
    found = run("bond-shortfall", {"initial": "muito", "balance": ""}, BOOK)
    assert {"initial": Refused("number_shape", {"typed": "MUITO"}), "balance": Refused("missing")} == found


@pytest.mark.parametrize(
    ("kind", "typed", "reason"),
    [
        ("count", "0", "number_range"), ("count", "2,5", "number_whole"), ("count", "999999", "number_range"),
        ("year", "1890", "year_range"), ("year", "2028", "year_range"), ("flag", "talvez", "flag"),
        ("date", "31/02/2026", "date_day"), ("conducts", "nada", "choice"), ("text", "x" * 99, "too_long"),
    ],
)  # fmt: skip
def test_an_answer_out_of_bounds_is_refused_with_its_reason(kind: str, typed: str, reason: str) -> None:
    asked = Input.model_validate({"name": "x", "type": kind, "label": "?"})
    found = read_answer(asked, typed, TODAY)
    assert isinstance(found, Refused)
    assert reason == found.reason


@pytest.mark.parametrize(
    ("typed", "number"),
    [("1.848", "1848"), ("22,5", "22.5"), ("22.5", "22.5"), ("7", "7"), ("1.848,25", "1848.25")],
)
def test_a_number_is_read_as_brazil_writes_it(typed: str, number: str) -> None:
    assert Decimal(number) == read_number(typed)


SAMPLES = {
    "count": "3", "number": "12,5", "year": "2012", "date": "10/06/2026", "flag": "sim", "text": "Pelotas",
    "places": "Canoas; Gramado", "conducts": "sem-lista; pessoas-em-pe",
}  # fmt: skip


@pytest.mark.parametrize("id_", list(package_calculators()))
def test_every_calculator_answers_with_ground_for_full_answers(id_: str) -> None:
    inputs = package_calculators()[id_].inputs
    answers = {i.name: SAMPLES.get(i.type) or next(iter(i.choices)) for i in inputs}
    found = run(id_, answers, BOOK)
    assert isinstance(found, list)
    assert found
    assert all(c.text for c in found)
    assert [p for c in found for p in c.provisions if p not in CORPUS] == []


@pytest.mark.parametrize("id_", list(package_calculators()))
@given(text=st.text(max_size=60))
def test_any_typed_answers_are_computed_or_refused(id_: str, text: str) -> None:
    answers = {i.name: text for i in package_calculators()[id_].inputs}
    assert isinstance(run(id_, answers, BOOK), list | dict)


def test_every_runner_has_its_questions() -> None:
    assert package_calculators().keys() == RUNNERS.keys()


def test_the_topics_offer_calculators_that_exist() -> None:
    offered = set()
    for path in (DATA / "topics").glob("*.yaml"):
        offered |= set(re.findall(r"^    calculator: (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    assert offered
    assert offered <= package_calculators().keys()


# Broken files


def broken_conducts(tmp_path: Path, old: str, new: str) -> Path:
    text = (DATA / "conducts.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "conducts.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("id: sem-lista\n", "id: sem-apolice\n", "repetido: sem-apolice"),
        ("ask: sem-lista\n", "ask: nenhuma\n", "leva a nenhuma, que não existe"),
        ("group: 5\n", "group: 4\n", "grupo 4, mas o dispositivo é"),
        ("group: 5\n", "group: 6\n", "group"),
    ],
)
def test_a_broken_file_of_conducts_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(DataFilesError, match=words):
        load_conducts(broken_conducts(tmp_path, old, new))


def test_a_calculator_without_its_arithmetic_is_refused(tmp_path: Path) -> None:
    raw = yaml.safe_load((DATA / "calculators.yaml").read_text(encoding="utf-8"))
    raw["calculators"][0]["id"] = "horoscopo"
    path = tmp_path / "calculators.yaml"
    path.write_text(yaml.safe_dump(raw, allow_unicode=True), encoding="utf-8")
    with pytest.raises(DataFilesError, match="horoscopo, lit-rhythm"):
        load_calculators(path)
