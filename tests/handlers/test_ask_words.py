"""Greetings, questions about the bot, questions that lean on the one before."""

from __future__ import annotations

import pytest

from handlers.ask_words import asks_who, greets, leans


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
