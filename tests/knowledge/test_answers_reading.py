"""What a question names: articles, places, days and hours."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge.fact_dates import read_dates, read_roles, read_time
from knowledge.facts import read_facts
from knowledge.references import read_reference
from knowledge.text import fold, words
from knowledge.trip import read_places, trip
from knowledge.wish import read_wish


@pytest.mark.parametrize(
    ("named", "alone", "question"),
    [
        ("art. 50", True, "art. 50 daer"),
        ("artigo 22", True, "artigo 22"),
        ("art. 13 § 4o", True, "o que diz o art. 13 § 4º da resolução 7727?"),
        ("art. 48 inciso v alinea g", True, "art. 48, V, g do daer"),
        ("grupo v letra q", False, "me multaram no grupo V letra q, o que é isso?"),
        ("anexo i", True, "anexo I"),
        ("artigo 22", True, "artigo vinte e dois"),
        ("artigo 13 paragrafo 2", True, "artigo treze parágrafo segundo"),
        ("artigo 48 inciso 5 alinea h", True, "artigo quarenta e oito, inciso quinto, alínea h"),
    ],
)
def test_a_reference_is_cut_out_of_its_sentence(named: str, alone: bool, question: str) -> None:
    found = read_reference(question, ["daer", "7727"])
    assert found is not None
    assert (named, alone) == (found.words, found.alone)


def test_a_question_without_an_article_names_none() -> None:
    assert read_reference("quantos dias pra defesa?", []) is None


@pytest.mark.parametrize(
    ("places", "question"),
    [
        (("Canoas", "Porto Alegre"), "levo gente de canoas pra poa"),
        (("Caxias do Sul", "Bento Gonçalves"), "caxias - bento gonçalves, funcionários"),
        (("Canoas", "Gravataí"), "de Canoas a Gravataí"),
        ((), "um motorista feliz"),
    ],
)
def test_places_are_found_in_running_text(places: tuple[str, ...], question: str) -> None:
    assert places == read_places(question)


def test_one_place_alone_decides_nothing() -> None:
    assert trip("moro em Canoas e quero saber da lista", frozenset()) is None


@pytest.mark.parametrize(
    ("reason", "question"),
    [
        ("one-municipality", "transporte de funcionários dentro de Porto Alegre"),
        ("", "funcionários dentro da região metropolitana de Porto Alegre"),
    ],
)
def test_a_trip_that_stays_in_one_place_is_the_citys(reason: str, question: str) -> None:
    found = trip(question, frozenset())
    assert reason == (found.reason if found else "")


def test_days_are_read_in_figures_and_words() -> None:
    found = [day for day, _ in read_dates(fold("de 10/03/2026 a 5 de maio de 2026"))]
    assert [dt.date(2026, 3, 10), dt.date(2026, 5, 5)] == found


def test_a_day_without_a_year_is_of_this_one() -> None:
    assert dt.date(2026, 3, 10) == read_dates("dia 10/03", dt.date(2026, 11, 30))[0][0]


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (dt.time(14), "sai as 14h"),
        (dt.time(6), "as 6 da manha"),
        (dt.time(22), "10 da noite"),
        (dt.time(9, 30), "saida 9:30"),
        (None, "8 horas antes"),
        (None, "retido por 3 horas"),
    ],
)
def test_an_hour_of_the_day_is_no_length(time: dt.time | None, text: str) -> None:
    assert time == read_time(text)


def test_each_day_is_of_the_paper_named_before_it() -> None:
    roles = read_roles("licença emitida em 10/05/2026, o LIT vence em 01/09/2026")
    assert {"issued_on": dt.date(2026, 5, 10), "inspection_on": dt.date(2026, 9, 1)} == roles


def test_a_bare_number_follows_the_fact_before() -> None:
    earlier = read_facts("taxa do registro pra 4 veículos")
    assert 8 == read_facts("e se eu tiver 8?", earlier=earlier).vehicles


def test_the_wish_tells_regulator_mode_and_intent() -> None:
    wish = read_wish(words("qual a multa do DAER por excursão sem lista?"))
    assert ("daer", True, True) == (wish.authority, "turistico" in wish.modes, "fine" in wish.intents)


def test_two_regulators_named_are_both() -> None:
    assert read_wish(words("diferença entre daer e metroplan")).both
