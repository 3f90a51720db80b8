"""Several questions in one message: cut apart only where each stands by itself, answered together in one screen."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge.answers import Answerer
from knowledge.library import Library
from knowledge.several import parts
from knowledge.topics import SHORT

TODAY = dt.date(2026, 11, 30)
TWO = "quanto é a caução para 8 veículos e de quanto em quanto tempo é o laudo de um ônibus 2008 no DAER?"


@pytest.fixture
def desk(knowledge: tuple[Library, Answerer]) -> Answerer:
    return knowledge[1]


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (
            ["qual o prazo da defesa", "quanto custa a licença"],
            "qual o prazo da defesa? quanto custa a licença?",
        ),
        (
            ["quanto é a caução", "de quanto em quanto é o laudo"],
            "quanto é a caução, de quanto em quanto é o laudo",
        ),
        ([], "de quanto em quanto tempo é o laudo"),
        ([], "a caução muda? quanto fica?"),
        ([], "posso levar criança de pé e sentada"),
    ],
)
def test_a_message_is_cut_where_a_question_of_its_own_begins(found: list[str], text: str) -> None:
    assert found == parts(text)


def test_two_questions_are_both_answered_with_their_grounds(desk: Answerer) -> None:
    answer = desk.ask(TWO, on=TODAY)
    assert {"daer-7727-2022:anx1", "daer-7727-2022:art13_par2"} <= {c.id for c in answer.citations}


def test_the_answer_to_two_questions_fits_one_screen(desk: Answerer) -> None:
    answer = desk.ask(TWO, on=TODAY)
    assert (len(answer.answer) <= SHORT, 2) == (True, answer.answer.count("– "))
