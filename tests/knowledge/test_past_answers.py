"""Answers for a day in the past: what was in force then, or that nobody here knows."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge.answer import Answer
from knowledge.answers import Answerer
from knowledge.desk import package_answerer

FEE = "quanto custa a taxa da autorização da METROPLAN?"
CLIENT = "quem pode ser contratante pessoa jurídica no fretamento METROPLAN?"


@pytest.fixture(scope="module")
def desk() -> Answerer:
    return package_answerer(meaning=False)


def cited(answer: Answer) -> set[str]:
    return {citation.id for citation in answer.citations}


@pytest.mark.parametrize(
    ("question", "day", "first"),
    [
        ("qual a multa por transportar sem lista?", dt.date(2019, 5, 1), "24/03/2022"),
        ("qual o valor da multa do grupo V?", dt.date(2022, 3, 23), "24/03/2022"),
        ("artigo 13 daer", dt.date(2018, 1, 1), "24/03/2022"),
        (FEE, dt.date(2015, 11, 4), "05/11/2015"),
    ],
)
def test_before_the_first_known_date_an_answer_says_that_it_does_not_know(
    desk: Answerer, question: str, day: dt.date, first: str
) -> None:
    answer = desk.ask(question, on=day, authority="metroplan" if question == FEE else "daer")
    assert ("not_covered", ()) == (answer.kind, answer.citations)
    assert answer.answer.endswith(f"Não sabemos o que valia nessa data: a primeira data conhecida é {first}.")


def test_on_the_first_known_date_the_norm_answers(desk: Answerer) -> None:
    answer = desk.ask(FEE, on=dt.date(2015, 11, 5))
    assert "answer" == answer.kind
    assert "cetm-2015:art24" in cited(answer)


def test_a_wording_the_sources_do_not_give_is_not_cited_with_todays_words(desk: Answerer) -> None:
    before, after = (desk.ask(CLIENT, on=day) for day in (dt.date(2016, 6, 16), dt.date(2016, 6, 17)))
    amended = "cetm-2015:art2_inc2_ali1"
    assert (False, True) == (amended in cited(before), amended in cited(after))
    assert any("art. 2º, II, a: Texto original não disponível." in line for line in before.warnings)
    assert not any("Texto original" in line for line in after.warnings)


def test_an_article_is_shown_as_it_read_on_that_day(desk: Answerer) -> None:
    shown = desk.ask("artigo 4 inciso VI da metroplan", on=dt.date(2016, 1, 1)).answer
    assert "• a: Texto original não disponível." in shown
    assert "vinculada ao contrato" not in shown


def test_of_two_regimes_only_the_one_known_on_that_day_states_a_rule(desk: Answerer) -> None:
    answer = desk.ask("artigo 13", on=dt.date(2018, 1, 1))
    sides = {side.authority: side for side in answer.options}
    assert () == sides["daer"].citations
    assert sides["daer"].answer.startswith("Res. DAER 7.727/2022: Não sabemos o que valia nessa data")
    assert {"cetm-2015"} == {id_.partition(":")[0] for id_ in cited(answer)}


def test_where_no_regime_is_known_on_that_day_nothing_is_stated(desk: Answerer) -> None:
    answer = desk.ask("qual a validade da licença?", on=dt.date(2010, 1, 1))
    assert ("not_covered", (), ()) == (answer.kind, answer.citations, answer.options)
    assert "05/11/2015" in answer.answer


def test_todays_answers_are_not_touched(desk: Answerer) -> None:
    answer = desk.ask("artigo 3 da nff", on=dt.date(2026, 11, 30))
    assert "df-nff-2022:art3" in cited(answer)
