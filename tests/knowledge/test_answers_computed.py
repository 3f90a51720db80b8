"""Answers computed for the case: the years, places and infractions a question names, and what follows it."""

from __future__ import annotations

import dataclasses
import datetime as dt
from decimal import Decimal

import pytest

from knowledge.answers import Answerer
from knowledge.computed import compute
from knowledge.facts import read_facts
from knowledge.library import Library
from knowledge.search import Search
from tests.knowledge.answer_steps import ask, cited


@pytest.mark.parametrize(
    ("expected", "question"),
    [
        ("semestral", "minha van é 2008, de quanto em quanto tempo faço o LIT?"),
        ("trimestral", "LIT de um ônibus com 23 anos"),
        ("225 UPF-RS", "quanto é a caução pra 12 ônibus no DAER?"),
        ("25 UPF-RS", "taxa de registro no DAER pra 4 vans"),
        ("45 UPF-RS", "cadastro de sete ônibus no DAER sai quanto?"),
        ("6 UPF-RS", "quanto dá a taxa de 3 licenças de turismo?"),
        ("27 UPF-RS", "viagem de 300 km de micro no turismo, qual o valor mínimo da nota?"),
        ("50.000 UPF-RS", "seguro AP no DAER pra van de 20 lugares"),
        ("50 UPF-RS", "segunda vez em um ano com passageiro em pé, quanto é a multa?"),
        ("80 UPF-RS", "multa do grupo IV com reincidência"),
        ("15/03/2029", "meu RECEFITUR foi expedido em 15/03/2026, até quando vale?"),
        ("25/03/2026", "recebi a notificação em 10/03/2026, até que dia vai o prazo da defesa prévia?"),
        ("06:00", "a excursão sai às 14h, com quantas horas antes emito a lista?"),
        ("1.133,06", "quanto é 40 upf em reais?"),
        ("R$ 2.590,97 com a UPF de 2024", "quanto é 100 upf em reais de 2024?"),
        ("R$ 2.590,97 com a UPF de 2024", "quanto é 100 upf em 2024?"),
        ("UPF de 2024: R$ 25,9097 (a confirmar)", "valor da upf em 2024"),
        ("não está cadastrada", "quanto é 100 upf em 2027?"),
        ("2.200 km × 0,09 UPF-RS = 198 UPF-RS", "nota minima de micro 20 lugares, 100 km por dia, 22 dias"),
        ("Laudos: 6 × 1,5 UPF-RS = 9 UPF-RS", "taxa do laudo de 6 onibus"),
        ("10 % de 40", "Torres a Capão da Canoa com funcionários, quantos fora da lista num de 40?"),
    ],
)
def test_the_case_is_computed(desk: Answerer, expected: str, question: str) -> None:
    assert expected in ask(desk, question).answer


def test_a_computation_is_shown(desk: Answerer) -> None:
    assert (
        "300 km × 0,09 UPF-RS = 27 UPF-RS" in ask(desk, "nota mínima de 300 km com micro no turismo").answer
    )


def test_two_infractions_are_summed(desk: Answerer) -> None:
    answer = ask(desk, "multa por passageiro em pé e mala sem etiqueta, quanto dá no total?")
    assert "25 + 25 = 50 UPF-RS" in answer.answer


def test_a_missing_fact_is_asked_for(desk: Answerer) -> None:
    assert "quantos veículos" in ask(desk, "qual o valor da caução do DAER?").answer


def test_a_following_question_changes_one_fact(desk: Answerer) -> None:
    answer = ask(desk, "e se for 2004?", context="van 2015, de quanto em quanto tempo é o laudo no DAER?")
    assert "trimestral" in answer.answer


def test_a_following_question_changes_the_regime(desk: Answerer) -> None:
    answer = ask(desk, "e na metroplan?", context="sou MEI, posso me registrar no DAER?")
    assert cited(answer)[0].startswith("C:art2_inc3_ali2")


@pytest.mark.parametrize(
    ("authority", "question"),
    [
        ("METROPLAN", "levo operários de Canoas a Gravataí, quem autoriza?"),
        ("DAER", "funcionários de Passo Fundo a Erechim, com quem peço a licença?"),
        ("DAER", "de Canoas a Tramandaí quem autoriza?"),
        ("METROPLAN", "caxias - farroupilha, transporte de funcionários, é daer ou metroplan?"),
    ],
)
def test_two_places_tell_who_governs(desk: Answerer, authority: str, question: str) -> None:
    answer = ask(desk, question)
    assert "answer" == answer.kind
    assert f"autoridade é {'a' if authority == 'METROPLAN' else 'o'} {authority}" in answer.answer


@pytest.mark.parametrize("before", ["van 2008", "bah a van é 2008, de quanto em quanto é a vistoria?"])
def test_the_other_year_shows_its_own_rhythm_and_no_other_rule(desk: Answerer, before: str) -> None:
    answer = ask(desk, "e se for 2004?", context=before)
    assert "D:art13_par3" == cited(answer)[0]
    assert "trimestral" in answer.answer
    assert "semestral" not in answer.answer


def test_a_vehicle_alone_cites_the_paragraph_of_its_age(desk: Answerer) -> None:
    assert "D:art13_par2" == cited(ask(desk, "van 2008"))[0]


def test_a_question_that_follows_another_asks_of_its_own_matter(desk: Answerer) -> None:
    answer = ask(desk, "e sem a nota fiscal?", context="qual a multa por andar sem lista de passageiros")
    assert "D:art48_inc4_ali2" == cited(answer)[0]


@pytest.mark.parametrize("question", ["qual o valor da multa do grupo V?", "multa do art. 48, V, em reais"])
def test_who_asks_what_a_group_of_fines_costs_is_told_in_reais(desk: Answerer, question: str) -> None:
    assert "100 UPF-RS (R$ " in ask(desk, question).answer


def test_who_asks_for_a_group_of_fines_alone_reads_its_text(desk: Answerer) -> None:
    assert ask(desk, "grupo V").answer.startswith("Res. DAER 7.727/2022, art. 48, V: ")


@pytest.mark.parametrize(
    "question",
    [
        "frota de 4, 3 com mais de 21 anos, pode?",
        "fico com 3 ônibus com mais de 21 anos numa frota de 4, posso?",
    ],
)
def test_how_many_of_a_fleet_are_above_21_is_held_against_its_half(desk: Answerer, question: str) -> None:
    answer = ask(desk, question)
    assert ("D:art12_par1u", True, True) == (
        cited(answer)[0],
        "= 2 com mais de 21 anos" in answer.answer,
        "Tem 3: 1 acima do limite" in answer.answer,
    )


def test_seats_of_a_fleet_are_no_ages_above_the_border(desk: Answerer) -> None:
    answer = ask(desk, "tenho 10 onibus de 24 lugares, quantos podem ter mais de 21 anos?").answer
    assert (True, False) == ("= 5 com mais de 21 anos" in answer, "Tem 10" in answer)


def test_the_border_of_age_is_the_datas(library: Library) -> None:
    topic = next(t for t in library.topics if t.calculator == "age-limit")
    facts = read_facts("frota de 4, 3 com mais de 20 anos")
    book = library.book(dt.date(2026, 11, 30))
    series = book.values.series["daer-idade-metade"]
    entry = series.values[-1].model_copy(update={"value": Decimal(20)})
    lower = dataclasses.replace(
        book.values,
        series={**book.values.series, series.id: series.model_copy(update={"values": (entry,)})},
    )
    texts = [compute(topic, facts, b).text for b in (book, dataclasses.replace(book, values=lower))]
    assert (False, True) == tuple("Tem 3: 1 acima do limite" in text for text in texts)


def test_of_a_fleet_whose_ages_are_not_told_only_the_limit_is_said(desk: Answerer) -> None:
    answer = ask(desk, "numa frota de 6 posso ter quantos com mais de 21 anos?").answer
    assert (True, False) == ("= 3 com mais de 21 anos" in answer, "Tem 0" in answer)


def test_a_firm_without_authorisation_is_fined_for_that_and_for_the_other_conduct_in_double(
    desk: Answerer,
) -> None:
    answer = ask(desk, "sem autorização e com passageiro em pé, quanto dá no total?")
    assert "200 + 50 = 250 UPF-RS" in answer.answer
    assert {"D:art48_par6", "D:art52", "D:art48_inc5_ali3", "D:art48_inc3_ali1"} <= set(cited(answer))


def test_the_topic_of_the_upf_is_the_one_with_its_calculator_whatever_its_name(library: Library) -> None:
    held = next(t for t in library.topics if t.calculator == "upf")
    words = ("casa azul da serra", "gato no telhado", "chuva de verão")
    topic = held.model_copy(update={"id": "outro-nome", "title": "Casa azul", "phrases": words})
    desk = Answerer(Search((topic,), {}), library.corpus, library.book)
    assert "outro-nome" == ask(desk, "quanto valia a UPF de 2026?").topic
