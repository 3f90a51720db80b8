"""A question that leans on the one before it is not told the same again."""

from __future__ import annotations

import pytest

from knowledge.answers import Answerer
from knowledge.crowding import overload
from knowledge.text import synonyms
from tests.knowledge.answer_steps import ask, cited


@pytest.mark.parametrize(
    ("provision", "before", "question"),
    [
        ("D:art14_inc7", "quantas horas antes tenho que mandar a lista?", "e se o sistema cair?"),
        ("D:art32", "motorista por contrato pode dirigir em excursão?", "e no contínuo?"),
        ("D:art46", "qual o prazo de defesa?", "e se eu perder o prazo?"),
        ("D:art50_par1", "quantas horas o fiscal pode segurar o ônibus?", "e se não der tempo?"),
    ],
)
def test_who_asks_on_gets_the_next_topic_of_the_matter(
    desk: Answerer, provision: str, before: str, question: str
) -> None:
    answer = ask(desk, question, context=before)
    assert provision in cited(answer)
    assert ask(desk, before).answer != answer.answer


def test_who_asks_on_where_no_rule_of_its_own_is_found_is_told_so(desk: Answerer) -> None:
    answer = ask(desk, "e na subida da serra?", context="posso parar na rodoviária?")
    assert "Não achei regra à parte para isso" in answer.answer


def test_a_bare_word_after_a_question_is_no_question(desk: Answerer) -> None:
    assert "Não entendi" in ask(desk, "ontem", context="qual a validade do lit").answer


@pytest.mark.parametrize(
    "question",
    ["levei 52 pessoas num ônibus de 46 lugares, dá problema?", "dá pra botar 19 passageiros na van de 15?"],
)
def test_more_people_than_seats_is_a_matter_of_capacity(desk: Answerer, question: str) -> None:
    assert "D:art29" in cited(ask(desk, question))


@pytest.mark.parametrize(
    "question",
    [
        "dá pra botar 19 passageiros na van de 15?",
        "van de quinze lugares posso levar vinte pessoas?",
        "sprinter de 15 com 18 pessoas",
        "van de 15 passageiros com 18 pessoas",
        "meu ônibus é de 46 lugares, posso levar 50?",
        "ônibus de 30 lugares com 34 a bordo",
    ],
)
def test_more_people_told_than_seats_are_an_overload(question: str) -> None:
    assert overload(question)


@pytest.mark.parametrize(
    "question",
    [
        "40 pessoas no ônibus de 46 lugares",
        "posso levar 2 a mais no ônibus de 46 lugares?",
        "ônibus com 12 anos e 40 passageiros, de quanto em quanto tempo o laudo?",
        "meu ônibus de 22 anos pode fazer fretamento com 40 passageiros?",
        "van com 2 motoristas e 15 passageiros precisa de que documentos?",
        "van de 15 lugares com 18 nomes na lista, pode?",
    ],
)
def test_people_within_the_seats_are_no_overload(question: str) -> None:
    assert not overload(question)


def test_the_words_of_an_overload_stand_in_the_data() -> None:
    assert "passageiros em pé acima da lotação" == synonyms().told["overload"]
