"""The answer desk of a library: what staff entered counts in its answers."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from knowledge.answers import Answerer
from knowledge.desk import build_answerer
from knowledge.library import Entered, Library, load_library
from knowledge.upf import UpfYear

MARCH = dt.date(2027, 3, 1)
YEAR = UpfYear(
    year=2027,
    value=Decimal("31.0000"),
    taxes_from=dt.date(2027, 1, 1),
    fees_from=dt.date(2027, 2, 1),
    confidence="confirmed",
    source="Diário Oficial",
    checked_on=dt.date(2027, 1, 4),
)


@pytest.fixture(scope="module")
def entered() -> Answerer:
    return build_answerer(load_library(entered=Entered(upf=(YEAR,))))


@pytest.mark.parametrize(
    ("amount", "question"),
    [
        ("R$ 3.100,00", "qual a multa se eu viajar sem a lista?"),
        ("R$ 6.975,00", "quanto é a caução para 15 veículos?"),
        ("R$ 2.325,00", "quanto dá 3 multas do grupo III?"),
    ],
)
def test_an_entered_year_of_the_upf_counts(amount: str, question: str, entered: Answerer) -> None:
    assert amount in entered.ask(question, on=MARCH).answer


def test_an_article_of_a_named_state_is_that_states(knowledge: tuple[Library, Answerer]) -> None:
    answer = knowledge[1].ask("artigo 1 da portaria do Pará", on=dt.date(2026, 11, 30))
    assert ["pa-licenciamento-2022:art1", "pa-vistorias-2022:art1"] == [c.id for c in answer.citations][:2]


@pytest.mark.parametrize(
    ("topic", "question"),
    [
        ("daer-caucao", "caução para 15 veículos"),
        ("daer-caucao-dezesseis", "caução para 16 veículos"),
    ],
)
def test_a_gap_of_a_table_is_told_only_at_its_number(
    topic: str, question: str, knowledge: tuple[Library, Answerer]
) -> None:
    assert topic == knowledge[1].ask(question, on=dt.date(2026, 11, 30)).topic


def test_exactly_fifteen_years_are_no_other_age(knowledge: tuple[Library, Answerer]) -> None:
    answer = knowledge[1].ask("LIT com exatamente 15 anos", on=dt.date(2026, 11, 30))
    assert answer.answer.startswith("Com exatamente 15 anos em 30/11/2026")


def test_a_place_is_written_as_it_is_called(knowledge: tuple[Library, Answerer]) -> None:
    answer = knowledge[1].ask("excursão para Florianopolis", on=dt.date(2026, 11, 30))
    assert answer.answer.startswith("Florianópolis fica fora")


def test_any_case_of_the_list_shows_both_fines(knowledge: tuple[Library, Answerer]) -> None:
    answer = knowledge[1].ask("multa por lista de passageiros", on=dt.date(2026, 11, 30)).answer
    assert ("40 UPF-RS" in answer, "100 UPF-RS" in answer) == (True, True)
