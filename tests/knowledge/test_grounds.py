"""Every provision the dated data names exists, and the numbers stand in its text as quoted."""

from __future__ import annotations

import pytest

from knowledge.corpus import load_corpus
from knowledge.dated import load_values
from knowledge.upf import load_upf

CORPUS = load_corpus()
VALUES = load_values()
PLACES = [(s.id, p) for s in VALUES.series.values() for e in s.values for p in e.places]
ROWS = [(t.id, e.provisions[0], r.printed) for t in VALUES.tables.values() for e in t.tables for r in e.rows]


def squeezed(text: str) -> str:
    return " ".join(text.replace("\xa0", " ").split())


def whole_text(id_: str) -> str:
    return squeezed(" ".join(p.text or "" for p in (CORPUS.provision(id_), *CORPUS.descendants(id_))))


@pytest.mark.parametrize(("series", "provision"), sorted(set(VALUES.provisions())))
def test_every_provision_of_a_value_exists(series: str, provision: str) -> None:
    assert CORPUS.provision(provision).id == provision


def test_the_upf_rests_on_a_provision_that_exists() -> None:
    assert "UPF-RS" in whole_text(load_upf().provision)


@pytest.mark.parametrize(
    ("series", "provision", "printed"), [(s, p.provision, p.printed) for s, p in PLACES if p.printed]
)
def test_a_number_stands_in_its_provision_as_printed(series: str, provision: str, printed: str) -> None:
    assert squeezed(printed) in whole_text(provision)


@pytest.mark.parametrize(("table", "provision", "printed"), ROWS)
def test_a_row_of_a_table_stands_in_the_annex_as_printed(table: str, provision: str, printed: str) -> None:
    assert squeezed(printed) in whole_text(provision)
