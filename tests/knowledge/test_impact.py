"""What rests on provisions that change, by the terms of the library that is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from knowledge.ids import rests
from knowledge.impact import impact
from knowledge.library import Library
from knowledge.terms import TermChanges

ART8 = "daer-7727-2022:art8"


def test_the_kinds_told_are_those_of_the_library_whatever_is_in_use(library: Library) -> None:
    row = library.terms.rows["recefitur"].model_copy(update={"title": "Registro novo"})
    revised = replace(library, terms=library.terms.changed(TermChanges(obligations=(row,))))
    with library.terms.in_use():
        assert "Registro novo" in impact(revised, [ART8]).obligations


@pytest.mark.parametrize(
    ("found", "provision"),
    [(True, ART8), (True, f"{ART8}_par2"), (False, "daer-7727-2022:art80"), (False, "daer-7727-2022:art9")],
)
def test_what_stands_above_or_below_a_ground_touches_it(found: bool, provision: str) -> None:
    assert found == rests([ART8], [provision])
