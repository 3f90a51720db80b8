"""A length that is told is held against the limit of the topic."""

from __future__ import annotations

import pytest

from knowledge.facts import read_facts
from knowledge.lengths import Length, compared, read_lengths
from knowledge.topics import Topic

RENTAL = Length(unit="dias", least=60, kept="{given} bastam.", broken="{given} não bastam.")


def topic(length: Length) -> Topic:
    return Topic(
        id="locado",
        title="Veículo locado",
        authority="daer",
        kind="documents",
        phrases=("van alugada", "micro locado", "carro de aluguel"),
        answer="No mínimo 60 dias.",
        provisions=("daer-7727-2022:art5_inc4_ali2_ite3",),
        length=length,
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("aluguei a van por 30 dias", ((30, "dias"),)),
        ("fiquei tres semanas com ele", ((21, "dias"),)),
        ("contrato de 2 anos", ((24, "meses"),)),
        ("saio às 5 horas", ()),
        ("leva na hora ou espera 3 horas", ((3, "horas"),)),
        ("van com 22 anos de uso", ()),
        ("qual o prazo de 15 dias", ()),
    ],
)
def test_lengths_are_read_but_not_hours_of_the_day_ages_or_named_terms(
    text: str, told: tuple[tuple[int, str], ...]
) -> None:
    assert told == read_facts(text).lengths


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("por 30 dias", "30 dias não bastam."),
        ("por 60 dias", "60 dias bastam."),
        ("por 90 dias", "90 dias bastam."),
    ],
)
def test_a_length_is_held_against_the_least_the_limit_itself_included(text: str, said: str) -> None:
    assert [said] == [str(c.lines[0]) for c in compared(topic(RENTAL), read_facts(text))]


def test_a_length_in_another_unit_or_two_of_them_are_not_compared() -> None:
    assert () == compared(topic(RENTAL), read_facts("por 2 meses"))
    assert () == compared(topic(RENTAL), read_facts("por 30 dias ou por 90 dias"))


def test_a_bare_number_stands_for_the_length_told_before() -> None:
    earlier = read_facts("alugar uma van por 90 dias")
    assert ((45, "dias"),) == read_facts("e por 45?", earlier=earlier).lengths


def test_a_limit_has_one_side_and_sentences_that_show_what_was_given() -> None:
    with pytest.raises(ValueError, match="um dos dois"):
        Length(unit="dias", least=1, most=2, kept="{given}", broken="{given}")
    with pytest.raises(ValueError, match="given"):
        Length(unit="dias", least=1, kept="basta", broken="{given}")


def test_weeks_are_days_and_years_are_months() -> None:
    assert ((14, "dias"), (12, "meses")) == read_lengths("2 semanas e 1 ano")
