"""Calculators run on answers as people type them; every one answers with its ground."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from knowledge.calculator_form import Input, read_answer
from knowledge.calculators import RUNNERS, load_calculators, package_calculators, run
from knowledge.errors import DataFilesError
from knowledge.inputs import Refused, read_number
from knowledge.schema import DATA
from tests.knowledge.calc_steps import BOOK, CORPUS, TODAY, ran, value


def test_a_calculator_of_both_regimes_shows_them_side_by_side() -> None:
    assert [c.authority for c in ran("off-list", capacity="44")] == ["daer", "metroplan"]


def test_a_regime_said_is_the_only_one_shown() -> None:
    assert [c.authority for c in ran("off-list", "metroplan", capacity="44")] == ["metroplan"]


def test_a_term_in_business_days_shows_the_three_readings() -> None:
    found = ran("deadline", start="12/02/2026", length="5", unit="business_days")[0]
    assert [d.day for d in found.lines[0].ruling.value] == [19, 23, 24]
    assert "18/02/2026 Quarta-feira de Cinzas" in found.text


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


def test_a_calculator_without_its_arithmetic_is_refused(tmp_path: Path) -> None:
    raw = yaml.safe_load((DATA / "calculators.yaml").read_text(encoding="utf-8"))
    raw["calculators"][0]["id"] = "horoscopo"
    path = tmp_path / "calculators.yaml"
    path.write_text(yaml.safe_dump(raw, allow_unicode=True), encoding="utf-8")
    with pytest.raises(DataFilesError, match="horoscopo, lit-rhythm"):
        load_calculators(path)
