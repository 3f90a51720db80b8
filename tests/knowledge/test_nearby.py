"""A provision that is not there leads to what is nearest."""

from __future__ import annotations

import pytest

from knowledge.corpus import Corpus
from knowledge.library import Library
from knowledge.nearby import nearest


@pytest.fixture
def corpus(library: Library) -> Corpus:
    return library.corpus


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("art 99 daer", ["daer-7727-2022:art59", "daer-7727-2022:art60"]),
        ("art 13 § 9º daer", ["daer-7727-2022:art13"]),
        ("art 48 inciso V alínea z daer", ["daer-7727-2022:art48_inc5"]),
        ("art 31 cetm", ["cetm-2015:art29", "cetm-2015:art30"]),
        ("anexo XX daer", ["daer-7727-2022:anx13", "daer-7727-2022:anx14"]),
    ],
)
def test_the_nearest_stands_above_or_beside(corpus: Corpus, asked: str, found: list[str]) -> None:
    assert found == [p.id for p in nearest(corpus, asked)]


def test_without_a_norm_both_transport_norms_are_looked_at(corpus: Corpus) -> None:
    assert {"daer-7727-2022", "cetm-2015"} <= {p.norm for p in nearest(corpus, "art 99")}


@pytest.mark.parametrize("asked", ["", "tacógrafo", "??", "x" * 200])
def test_what_names_no_provision_has_no_nearest(corpus: Corpus, asked: str) -> None:
    assert nearest(corpus, asked) == ()
