"""Greetings, questions that lean on the one before, several questions in one message."""

from __future__ import annotations

import pytest

from handlers.ask_words import MOST, asks_who, greets, leans, several


@pytest.mark.parametrize("text", ["oi", "Oi, bom dia!", "OLÁ", "tchê, tudo bem?", "obrigada", "👋 oi"])
def test_a_greeting_asks_nothing(text: str) -> None:
    assert greets(text)


@pytest.mark.parametrize("text", ["quem é você?", "Quem é vc", "o que você faz?", "como funciona"])
def test_the_bot_itself_is_asked_about(text: str) -> None:
    assert asks_who(text) == (text != "como funciona")


@pytest.mark.parametrize("text", ["oi, qual a multa?", "", "🚌", "bom", "ok multa"])
def test_a_question_is_no_greeting(text: str) -> None:
    assert greets(text) == (text == "bom")


@pytest.mark.parametrize(
    "text", ["e se for 2004?", "mas e na METROPLAN?", "Então não pode?", "nesse caso pago?"]
)
def test_a_question_may_lean_on_the_one_before(text: str) -> None:
    assert leans(text)


@pytest.mark.parametrize("text", ["qual a multa?", "Empresa nova precisa do quê?", "e " + "x" * 200])
def test_a_question_may_stand_alone(text: str) -> None:
    assert not leans(text)


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("qual a multa?", ["qual a multa?"]),
        ("sem ponto nenhum", ["sem ponto nenhum"]),
        ("qual a multa? quanto é a taxa?", ["qual a multa?", "quanto é a taxa?"]),
        ("a van é 2008, né? quanto é a taxa?", ["a van é 2008, né? quanto é a taxa?"]),
        ("qual a multa? quanto é a taxa? obrigado", ["qual a multa?", "quanto é a taxa? obrigado"]),
        ("qual a multa???", ["qual a multa???"]),
        ("?" * 50, ["?" * 50]),
        ("", [""]),
    ],
)
def test_questions_of_one_message_are_told_apart(text: str, questions: list[str]) -> None:
    assert questions == several(text)


def test_of_many_questions_the_last_holds_the_rest() -> None:
    found = several("qual a multa? " * 9)

    assert MOST == len(found)
    assert 9 - (MOST - 1) == found[-1].count("?")


def test_no_word_of_a_message_is_lost() -> None:
    text = "Bah, comprei uma van. qual a multa? a lista é obrigatória? era isso"

    assert text.split() == " ".join(several(text)).split()
