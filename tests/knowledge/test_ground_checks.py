"""The check across files: every provision the dated data names exists, and a lost one is found."""

from __future__ import annotations

from knowledge.corpus import load_corpus
from knowledge.ground_checks import grounds, unknown_grounds


def test_every_provision_of_the_dated_data_exists() -> None:
    assert unknown_grounds(load_corpus()) == []


def test_a_provision_a_new_text_no_longer_has_is_named_with_each_place_that_uses_it() -> None:
    known = {p for _, _, p in grounds()} - {"daer-7727-2022:art8"}
    assert [str(d) for d in unknown_grounds(known)] == [
        "obligations.yaml: recefitur: dispositivo inexistente: daer-7727-2022:art8 "
        "(confira o dispositivo no texto da norma)"
    ]
