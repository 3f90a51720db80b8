"""Terms changed by a revision of the base: new lengths, LIT bands, extensions for some plate endings."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from knowledge.age import Manufacture
from knowledge.calculation import Book
from knowledge.calculators import run
from knowledge.computed import compute
from knowledge.deadline_model import Facts, Paper
from knowledge.deadlines import deadlines
from knowledge.errors import DataFilesError
from knowledge.facts import read_facts
from knowledge.library import Entered, Library, load_library
from knowledge.obligations import Extension, Term, package_obligations
from knowledge.terms import (
    DatedChanges,
    TermChanges,
    file_terms,
    movable,
    read_term,
    targets,
    terms_on,
    with_extension,
    with_term,
)

FILES = file_terms()
NOTHING = TermChanges()
ART8, ART13 = ["daer-7727-2022:art8"], ["daer-7727-2022:art13_par1"]
TO_DECEMBER = Extension(
    kinds=("lit",),
    plate_endings=("3", "4"),
    due_from=dt.date(2026, 6, 1),
    due_to=dt.date(2026, 6, 30),
    until=dt.date(2026, 12, 10),
    by="Portaria nova",
    provisions=("daer-7727-2022:art13",),
)
JUNE = Facts(
    dt.date(2026, 5, 20),
    (Paper("lit", {"printed": dt.date(2026, 6, 10)}),),
    plate="IVX1A23",
    authority="daer",
)


def due(facts: Facts, kind: str) -> list[dt.date | None]:
    return [d.due_on for d in deadlines(facts) if d.kind == kind]


def test_a_new_length_of_a_kind_moves_its_end_and_is_over_outside() -> None:
    changed = FILES.changed(with_term(FILES, NOTHING, "recefitur", Term(years=2)))
    facts = Facts(dt.date(2026, 1, 1), (Paper("recefitur", {"start": dt.date(2025, 3, 1)}),))

    with changed.in_use():
        assert [dt.date(2027, 3, 1)] == due(facts, "recefitur")
    assert [dt.date(2028, 3, 1)] == due(facts, "recefitur")


def test_a_new_rhythm_of_a_band_moves_the_next_inspection() -> None:
    changed = FILES.changed(with_term(FILES, NOTHING, "lit:0", Term(months=6)))
    made = Manufacture.on(dt.date(2020, 1, 1))
    facts = Facts(dt.date(2026, 1, 1), (Paper("lit", {"start": dt.date(2026, 1, 5)}),), made=made)

    with changed.in_use():
        assert [dt.date(2026, 7, 5)] == due(facts, "lit")
    assert [dt.date(2027, 1, 5)] == due(facts, "lit")


def test_an_older_band_with_a_longer_rhythm_than_a_younger_one_is_refused() -> None:
    with pytest.raises(DataFilesError):
        with_term(FILES, NOTHING, "lit:4", Term(months=12))


def test_an_extension_moves_printed_ends_of_its_plate_endings_only() -> None:
    with FILES.changed(with_extension(FILES, NOTHING, TO_DECEMBER)).in_use():
        assert [dt.date(2026, 12, 10)] == due(JUNE, "lit")
        assert [dt.date(2026, 6, 10)] == due(replace(JUNE, plate="IVX1A25"), "lit")
        later = (Paper("lit", {"printed": dt.date(2026, 7, 1)}),)
        assert [dt.date(2026, 7, 1)] == due(replace(JUNE, papers=later), "lit")


def test_an_extension_is_named_with_its_provision() -> None:
    with FILES.changed(with_extension(FILES, NOTHING, TO_DECEMBER)).in_use():
        (found,) = [d for d in deadlines(JUNE) if d.kind == "lit"]

    assert "Prorrogado por Portaria nova: ia até 10/06/2026 e agora vai até 10/12/2026." in found.note
    assert "daer-7727-2022:art13" == found.provisions[0]


def test_a_licence_limited_by_an_extended_inspection_goes_as_far() -> None:
    papers = (
        Paper("lit", {"printed": dt.date(2026, 6, 10), "start": dt.date(2025, 6, 10)}),
        Paper("vehicle-licence", {"start": dt.date(2026, 1, 1)}),
    )
    facts = replace(JUNE, papers=papers, made=Manufacture.on(dt.date(2020, 1, 1)))

    with FILES.changed(with_extension(FILES, NOTHING, TO_DECEMBER)).in_use():
        assert [dt.date(2026, 12, 10)] == due(facts, "vehicle-licence")
    assert [dt.date(2026, 6, 10)] == due(replace(facts), "vehicle-licence")


def test_an_extension_of_what_is_no_paper_is_refused() -> None:
    with pytest.raises(DataFilesError, match="act: paper"):
        with_extension(FILES, NOTHING, TO_DECEMBER.model_copy(update={"kinds": ("instalment",)}))


@pytest.mark.parametrize(("on", "years"), [("2026-12-31", 3), ("2027-01-01", 2)])
def test_a_changed_term_counts_from_its_first_day(on: str, years: int) -> None:
    dated = DatedChanges(dt.date(2027, 1, 1), with_term(FILES, NOTHING, "recefitur", Term(years=2)))

    assert Term(years=years) == terms_on(FILES, [dated], dt.date.fromisoformat(on)).rows["recefitur"].term


def test_the_base_says_when_it_must_be_loaded_anew() -> None:
    dated = DatedChanges(dt.date(2027, 1, 1), with_term(FILES, NOTHING, "recefitur", Term(years=2)))

    before, after = (
        load_library(entered=Entered(terms=(dated,)), on=day)
        for day in (dt.date(2026, 12, 31), dt.date(2027, 1, 1))
    )

    assert (dt.date(2027, 1, 1), None) == (before.next_change, after.next_change)
    assert before.stamp < after.stamp


def test_what_rests_on_a_provision_is_offered_for_change() -> None:
    assert "recefitur" in [t.key for t in targets(FILES, ART8)]
    assert ["lit:0", "lit:1"] == [t.key for t in targets(FILES, ART13)]
    assert ["lit"] == [row.kind for row in movable(FILES, ART13)]
    assert {"vehicle"} == {row.holder for row in movable(FILES, ["df-nff-2022:art3"])}


def test_changes_survive_being_stored_as_json() -> None:
    changes = with_extension(FILES, with_term(FILES, NOTHING, "recefitur", Term(years=2)), TO_DECEMBER)

    assert changes == TermChanges.model_validate(changes.model_dump(mode="json", exclude_unset=True))
    assert {"recefitur", "lit"} == changes.kinds


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("12 meses", Term(months=12)),
        (" 3  Anos ", Term(years=3)),
        ("10 dias úteis", Term(business_days=10)),
        ("60 dias", Term(days=60)),
        ("0 dias", None),
        ("um ano", None),
        ("1000000 dias", None),
        ("5 semanas", None),
    ],
)
def test_a_length_is_read_as_people_type_it(text: str, term: Term | None) -> None:
    assert term == read_term(text)


def test_outside_any_revision_the_kinds_are_those_of_the_package() -> None:
    with FILES.in_use():
        assert FILES.rows is package_obligations()
    assert FILES.rows is not package_obligations()


LICENCE_TO_DECEMBER = TO_DECEMBER.model_copy(update={"kinds": ("vehicle-licence", "policy")})
BOOK = Book.package(dt.date(2026, 5, 20))


@pytest.mark.parametrize(
    ("day", "told"),
    [
        ("10/12/2026", {"plate": "IVX1A23"}),
        ("10/12/2026", {"plate": "4"}),
        ("10/06/2026", {"plate": "IVX1A25"}),
        ("10/06/2026", {}),
    ],
)
def test_the_end_of_a_licence_as_computed_on_request_goes_by_the_plate(
    day: str, told: dict[str, str]
) -> None:
    with FILES.changed(with_extension(FILES, NOTHING, LICENCE_TO_DECEMBER)).in_use():
        found = run("licence-end", {"printed_on": "10/06/2026"} | told, BOOK, authority="daer")
    assert isinstance(found, list)
    assert [True, True] == [f": {day}." in str(line) for line in found[0].lines]


def test_a_licence_can_be_used_as_far_as_its_extended_policy_reaches() -> None:
    papers = (Paper("vehicle-licence", {"start": dt.date(2026, 1, 1)}), Paper("policy", JUNE.papers[0].dates))

    with FILES.changed(with_extension(FILES, NOTHING, LICENCE_TO_DECEMBER)).in_use():
        assert [dt.date(2026, 12, 10)] == due(replace(JUNE, papers=papers), "licence-usable")
    assert [dt.date(2026, 6, 10)] == due(replace(JUNE, papers=papers), "licence-usable")


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("10/12/2026", "licença expedida em 10/06/2025, placa IVX1A23, vence quando?"),
        ("10/12/2026", "licença expedida em 10/06/2025, placa final 4, vence quando?"),
        ("10/06/2026", "licença expedida em 10/06/2025, placa IVX1A25, vence quando?"),
        ("Placa com final 3, 4: Portaria nova prorroga até 10/12/2026.", "licença expedida em 10/06/2025"),
    ],
)
def test_a_day_asked_for_goes_by_the_plate_told(library: Library, said: str, question: str) -> None:
    topic = next(t for t in library.topics if t.id == "daer-prazo-licenca")
    with FILES.changed(with_extension(FILES, NOTHING, LICENCE_TO_DECEMBER)).in_use():
        text = compute(topic, read_facts(question), BOOK).text
    assert said in text
