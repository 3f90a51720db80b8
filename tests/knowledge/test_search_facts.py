"""Facts read from questions."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from knowledge.facts import Facts, read_facts


@pytest.mark.parametrize(
    ("year", "question"),
    [
        (2008, "bah a van é 2008, de quanto em quanto é a vistoria?"),
        (2019, "sprinter 2019 laudo"),
        (2004, "e se for 2004?"),
        (2012, "ônibus ano de fabricação 2012"),
        (None, "cadastrada desde 2010 sem falhar"),
        (None, "o que diz a resolução 7727/2022"),
    ],
)
def test_the_year_is_the_vehicles_only(year: int | None, question: str) -> None:
    assert read_facts(question).year == year


@pytest.mark.parametrize(
    ("age", "question"),
    [
        (Decimal(22), "busão com 22 anos"),
        (Decimal("20.5"), "carro com vinte anos e meio"),
        (None, "contrato de 2 anos"),
        (None, "menor de 5 anos vai na lista?"),
    ],
)
def test_the_age_is_the_vehicles_only(age: Decimal | None, question: str) -> None:
    assert read_facts(question).age == age


def test_seats_vehicles_and_kilometres_are_read() -> None:
    facts = read_facts("tenho 3 vans de 15 lugares e faço 1.200 km")
    assert (3, 15, Decimal(1200)) == (facts.vehicles, facts.seats, facts.km)


def test_a_bus_is_told_from_a_van() -> None:
    assert (True, False, None) == tuple(read_facts(q).bus for q in ("meu busão", "minha van", "meu veículo"))


def test_the_regulator_named_is_read_and_two_named_are_none() -> None:
    found = [read_facts(q).authority for q in ("no DAER", "na metroplan", "daer ou metroplan?")]
    assert found == ["daer", "metroplan", None]


def test_dates_and_plates_are_read() -> None:
    facts = read_facts("a IAB-1C23 venceu 10/04/2026 e a iab1234 em 31/02/2026")
    assert (facts.dates, facts.plates) == ((dt.date(2026, 4, 10),), ("IAB1C23", "IAB1234"))


def test_a_following_question_keeps_what_it_does_not_change() -> None:
    after = read_facts("e se for 2004?").over(read_facts("van 2012 de 15 lugares no daer"))
    assert (2004, 15, "daer") == (after.year, after.seats, after.authority)


def test_no_facts_are_read_into_a_bare_question() -> None:
    assert read_facts("qual o prazo da defesa?") == Facts()


@pytest.mark.parametrize(
    ("seats", "question"),
    [
        (46, "quantos fora da lista num de 46?"),
        (46, "numa de 46 lugares"),
        (None, "vim de ônibus, não de 46"),
        (None, "a multa não de 46 upf"),
    ],
)
def test_a_denied_number_is_no_number_of_seats(seats: int | None, question: str) -> None:
    assert seats == read_facts(question).seats


@pytest.mark.parametrize(
    ("repeat", "question"),
    [
        (2, "fui multado 2 vezes por falta de lista"),
        (2, "2 multas iguais no ano"),
        (3, "autuado três vezes pela mesma coisa"),
        (2, "levei a multa duas vezes, quanto dá?"),
        (2, "segunda vez com passageiro em pé, quanto é a multa?"),
        (2, "duas vezes multado sem nota"),
        (None, "faço 2 vezes por semana, qual a multa sem lista?"),
        (None, "vou 3 vezes a Gramado, multa por falta de nota?"),
        (None, "qual a multa se eu atrasar, faço 2 vezes por semana"),
    ],
)
def test_a_repetition_is_of_the_fine_not_of_the_trips(repeat: int | None, question: str) -> None:
    assert repeat == read_facts(question).repeat


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ((3, 21), "frota de 4, 3 com mais de 21 anos, pode?"),
        ((3, 22), "tenho 6 ônibus, 3 com 23 anos"),
        ((2, 20), "2 vans acima de 20 anos"),
        ((None, None), "tenho 10 onibus de 24 lugares, quantos podem ter mais de 21 anos?"),
        ((None, None), "10 onibus com mais de 22 lugares"),
        ((None, None), "tenho 5 com 24"),
    ],
)
def test_how_many_are_above_an_age_is_told_in_years(
    told: tuple[int | None, int | None], question: str
) -> None:
    facts = read_facts(question)
    assert told == (facts.above, facts.above_age)


def test_another_vehicle_has_not_the_seats_of_the_one_before() -> None:
    earlier = read_facts("quantos posso incluir na lista no ônibus de 40 lugares?")
    assert (None, 21) == (
        read_facts("e no micro?", earlier=earlier).seats,
        read_facts("e se tiver mais de 20 lugares?", earlier=earlier).seats,
    )
