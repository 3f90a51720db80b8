"""What the places of a trip decide, whatever regulator the question takes for granted."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge.answers import Answerer
from knowledge.trip import trip, unplaced

TODAY = dt.date(2026, 11, 30)


@pytest.mark.parametrize(
    "trip_told",
    ["Canoas e Esteio", "Osório e Tramandaí", "Bento Gonçalves e Garibaldi", "Pelotas e Rio Grande"],
)
def test_staff_inside_one_region_need_no_register_of_the_daer(desk: Answerer, trip_told: str) -> None:
    told = desk.ask(f"levo funcionários entre {trip_told}, preciso do RECEFITUR?", on=TODAY)
    assert ("answer", "mp-recefitur-nao-pedido") == (told.kind, told.topic)
    assert "cetm-2015:art1" == told.citations[0].id
    assert "a autoridade é a METROPLAN" in told.answer


@pytest.mark.parametrize(
    "told", ["operários de Torres a Osório", "Bento Gonçalves x Garibaldi, funcionários"]
)
def test_places_and_whom_it_carries_alone_ask_who_governs(desk: Answerer, told: str) -> None:
    assert "cetm-2015:art1" == desk.ask(told, on=TODAY).citations[0].id


@pytest.mark.parametrize(
    "asked", ["a metroplan tem número mínimo de carros?", "idade máxima do ônibus na metroplan"]
)
def test_what_the_metroplan_leaves_unsaid_is_told_as_unsaid(desk: Answerer, asked: str) -> None:
    told = desk.ask(asked, on=TODAY)
    assert ("not_covered", ()) == (told.kind, told.citations)


def test_the_places_are_left_out_of_what_is_looked_for() -> None:
    text = "de Pelotas a Rio Grande, quantos veículos no mínimo?"
    assert ", quantos veículos no mínimo?" == unplaced(text, trip(text, frozenset()))


def test_a_question_of_places_alone_is_looked_for_as_it_is() -> None:
    text = "Pelotas a Rio Grande"
    assert text == unplaced(text, trip(text, frozenset()))
