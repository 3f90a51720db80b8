"""Several questions in one message: cut apart only where each stands by itself, answered together in one screen."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge.answers import Answerer
from knowledge.library import Library
from knowledge.several import pieces
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
    assert found == [p.text for p in pieces(text)]


def test_two_questions_are_both_answered_with_their_grounds(desk: Answerer) -> None:
    answer = desk.ask(TWO, on=TODAY)
    assert {"daer-7727-2022:anx1", "daer-7727-2022:art13_par2"} <= {c.id for c in answer.citations}


def test_the_questions_told_together_are_kept_with_the_answer(desk: Answerer) -> None:
    assert (2, 0) == (len(desk.ask(TWO, on=TODAY).parts), len(desk.ask("quanto é a caução?", on=TODAY).parts))


def test_the_answer_to_two_questions_fits_one_screen(desk: Answerer) -> None:
    answer = desk.ask(TWO, on=TODAY)
    assert (len(answer.answer) <= SHORT, 2) == (True, answer.answer.count("– "))


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (
            ["qual a multa sem nota", "qual a multa sem cadastur", "qual a multa sem lista"],
            "qual a multa sem nota? e sem cadastur? e sem lista?",
        ),
        (
            ["qual a multa por mala solta", "qual a multa por gente em pé"],
            "qual a multa por mala solta e por gente em pé?",
        ),
        (
            ["tenho 7 carros, quanto fica cadastro", "tenho 7 carros, quanto fica caução"],
            "tenho 7 carros, quanto fica cadastro e caução?",
        ),
        (
            [
                "quanto custa a licença de turismo",
                "quanto tempo vale a licença de turismo",
                "preciso de cadastur",
            ],
            "quanto custa a licença de turismo? e quanto tempo vale? e preciso de cadastur?",
        ),
        ([], "multa por gente em pé e por mala solta, quanto dá no total?"),
    ],
)
def test_a_question_that_leans_on_the_first_is_completed_from_it(found: list[str], text: str) -> None:
    assert found == [p.text for p in pieces(text)]


@pytest.mark.parametrize(
    ("grounds", "text"),
    [
        (
            {"daer-7727-2022:anx1", "daer-7727-2022:art18", "daer-7727-2022:art5_inc2"},
            "quanto custa a licença de turismo? e quanto tempo vale? e preciso de cadastur?",
        ),
        (
            {"daer-7727-2022:art48_inc3_ali1", "daer-7727-2022:art48_inc3_ali2"},
            "qual a multa por passageiro em pé e por mala sem etiqueta?",
        ),
        (
            {
                "daer-7727-2022:art48_inc4_ali2",
                "daer-7727-2022:art48_inc4_ali4_ite4",
                "daer-7727-2022:art48_inc4_ali4_ite2",
            },
            "quanto é a multa sem nota? e sem cadastur? e sem laudo?",
        ),
    ],
)
def test_no_question_of_a_message_is_dropped(desk: Answerer, grounds: set[str], text: str) -> None:
    answer = desk.ask(text, on=TODAY)
    assert (len(grounds), True) == (answer.answer.count("– "), len(answer.answer) <= SHORT)
    assert grounds <= {c.id for c in answer.citations}


def test_both_prices_of_one_fleet_are_told(desk: Answerer) -> None:
    answer = desk.ask("tenho 7 carros, quanto fica cadastro e caução no DAER?", on=TODAY).answer
    assert "45 UPF-RS" in answer
    assert "150 UPF-RS" in answer


def test_questions_beyond_the_screen_are_named(desk: Answerer) -> None:
    text = "quanto é a multa sem nota? e sem cadastur? e sem laudo? e sem lista? e sem seguro?"
    answer = desk.ask(text, on=TODAY).answer
    assert answer.endswith("Pergunte em separado: quanto é a multa sem seguro.")
    assert len(answer) <= SHORT
