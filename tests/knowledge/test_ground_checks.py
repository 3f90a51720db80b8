"""The check across files: every provision the dated data names exists, and a lost one is found."""

from __future__ import annotations

import datetime as dt

from knowledge.corpus import load_corpus
from knowledge.ground_checks import Grounded, unknown_grounds
from knowledge.obligations import Extension
from knowledge.terms import TermChanges, file_terms, with_extension


def test_every_provision_of_the_dated_data_exists() -> None:
    assert unknown_grounds(load_corpus(), Grounded.of()) == []


def test_a_provision_a_new_text_no_longer_has_is_named_with_each_place_that_uses_it() -> None:
    data = Grounded.of()
    known = {p for _, _, p in data.grounds()} - {"daer-7727-2022:art8"}
    assert [str(d) for d in unknown_grounds(known, data)] == [
        "obligations.yaml: recefitur: dispositivo inexistente: daer-7727-2022:art8 "
        "(confira o dispositivo no texto da norma)"
    ]


def test_an_extension_rests_on_a_provision_that_exists() -> None:
    files = file_terms()
    moved = Extension(
        kinds=("lit",),
        due_from=dt.date(2026, 6, 1),
        due_to=dt.date(2026, 6, 30),
        until=dt.date(2026, 12, 10),
        by="Portaria nova",
        provisions=("daer-7727-2022:art99",),
    )
    changed = files.changed(with_extension(files, TermChanges(), moved))
    [defect] = unknown_grounds(load_corpus(), Grounded.of(terms=changed))
    assert (
        "obligations.yaml: extensions: Portaria nova: dispositivo inexistente: daer-7727-2022:art99"
        in str(defect)
    )
