"""The text of an answer: its numbers, its length, the words it quotes."""

from __future__ import annotations

from knowledge.answer import Answer, fitted, priced, quoted
from knowledge.answer_checks import loose_numbers, numbers_of
from knowledge.answers import Answerer, tidy
from knowledge.lexical import analyse
from knowledge.library import Library
from knowledge.upf import package_upf
from tests.knowledge.answer_steps import TODAY, ask


def test_markup_and_control_signs_are_dropped() -> None:
    assert "oi tudo bem" == tidy("<b>oi</b>\x00 tudo\n bem")


def test_a_number_no_citation_holds_is_loose(library: Library, desk: Answerer) -> None:
    answer = ask(desk, "validade do RECEFITUR")
    altered = Answer("", "answer", "Vale 7 anos.", citations=answer.citations)
    assert (["7"], []) == (loose_numbers(altered, library.corpus), loose_numbers(answer, library.corpus))


def test_numbers_in_every_spelling_are_one() -> None:
    assert numbers_of("2.500, 08 e vinte e cinco") == {"2500", "8", "25"}


def test_the_year_of_the_upf_is_said_once() -> None:
    text = priced("Multa de {upf:40} ou {upf:100}.", package_upf(), TODAY)
    assert 1 == text.count("UPF de 2026")
    assert "R$ 2.832,64" in text


def test_a_text_is_cut_at_the_end_of_a_sentence() -> None:
    assert "Primeira frase." == fitted("Primeira frase. Segunda frase longa.", 20)


def test_an_abbreviation_ends_no_sentence() -> None:
    assert "Vale já." == fitted("Vale já. Veja o art. 5º inteiro aqui.", 22)


def test_a_quote_is_the_norms_own_words_where_they_matter(library: Library) -> None:
    text = library.corpus.provision("daer-7727-2022:anx1").text
    quote = quoted(text, "caução 225 UPF de 11 a 15 veículos", analyse)
    assert quote in text
    assert "225" in quote
    assert len(quote) <= 400
