"""Words for lengths of time, shares and vehicles: read strictly, found whatever their spelling."""

from __future__ import annotations

import pytest

from knowledge.errors import DataFilesError
from knowledge.facts import read_facts
from knowledge.schema import DATA, parse, read_yaml
from knowledge.spoken import Spoken, package_spoken
from knowledge.text import saying


def test_a_period_without_a_name_is_told_in_months() -> None:
    spoken = package_spoken()
    assert ("trimestral", "a cada 5 meses") == (spoken.rhythm(3), spoken.rhythm(5))


@pytest.mark.parametrize(
    ("bus", "text"),
    [
        (True, "um ônibus 2015"),
        (False, "uma camioneta 2015"),
        (False, "micro-ônibus 2015"),
        (None, "um carro 2015"),
    ],
)
def test_a_bus_is_told_from_smaller_vehicles_and_both_from_a_word_for_either(
    bus: bool | None, text: str
) -> None:
    facts = read_facts(text)
    assert (bus, 2015) == (facts.bus, facts.year)


def test_an_expression_is_whole_words_unless_it_ends_in_a_star() -> None:
    said = saying(["50", "triplo", "seman*"])
    assert [True, False, True] == [said.search(t) is not None for t in ("50 por cento", "500", "toda semana")]


def test_a_vehicle_stands_in_one_list_only() -> None:
    raw = read_yaml(DATA / "spoken.yaml")
    raw["vehicles"]["bus"].append("van")

    with pytest.raises(DataFilesError, match="veículo repetido: van"):
        parse(raw, Spoken, file="spoken.yaml")
