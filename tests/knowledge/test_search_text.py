"""Folding, abbreviations, numerals and concepts of questions."""

from __future__ import annotations

from knowledge.text import concepts, digits, fold, stem, terms, words


def test_accents_and_case_make_no_difference() -> None:
    assert fold("Inspeção Técnica") == "inspecao tecnica"


def test_abbreviations_are_written_out() -> None:
    assert words("vc sabe qto é?") == ["voce", "sabe", "quanto", "e"]


def test_letters_repeated_for_stress_are_dropped() -> None:
    assert words("muuuuito") == ["muito"]


def test_numerals_in_words_become_digits() -> None:
    assert digits(words("vinte e cinco anos e cento e vinte km")) == ["25", "anos", "e", "120", "km"]


def test_two_numbers_in_a_row_stay_two() -> None:
    assert digits(["cinco", "e", "seis"]) == ["5", "e", "6"]


def test_thousands_in_words_become_digits() -> None:
    assert digits(words("trinta mil reais")) == ["30000", "reais"]


def test_forms_of_a_word_share_a_stem() -> None:
    assert stem("passageiros") == stem("passageiro")


def test_peoples_words_and_the_norms_words_name_one_concept() -> None:
    assert all("#laudo" in concepts(words(said)) for said in ("vistoria", "LIT"))


def test_words_that_say_nothing_are_not_searched() -> None:
    assert terms(words("bah então eu queria saber")) == []
