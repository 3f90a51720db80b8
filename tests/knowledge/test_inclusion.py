"""What adding a vehicle would mean: fees by the new size, rhythm, half rule, papers, by regime."""

from __future__ import annotations

import datetime as dt

from knowledge.age import Manufacture
from knowledge.calculation import Authority, Book
from knowledge.inclusion import Inclusion, inclusion

TODAY = dt.date(2026, 6, 10)
BOOK = Book.package(TODAY)


def adding(
    year: int, *, fleet: tuple[int, ...] = (), authorities: tuple[Authority, ...] = ("daer",)
) -> Inclusion:
    held = [Manufacture.in_year(y) for y in fleet]
    return inclusion(BOOK, held, Manufacture.in_year(year), 44, authorities=authorities, modes=("turistico",))


def said(found: Inclusion, part: str) -> str:
    return "\n".join(e.after.text for e in found.effects if e.part == part)


def test_a_fee_of_another_band_is_shown_beside_the_one_of_today() -> None:
    [fee] = [e for e in adding(2020, fleet=(2015,) * 10).effects if e.part == "fee"]

    assert fee.before is not None
    assert fee.before.text != fee.after.text


def test_a_fee_of_the_same_band_is_said_once() -> None:
    [fee] = [e for e in adding(2020, fleet=(2015, 2016, 2017)).effects if e.part == "fee"]

    assert fee.before is None
    assert "4 veículos" in fee.after.text


def test_an_old_vehicle_beyond_the_half_is_told() -> None:
    found = adding(2003, fleet=(2002, 2015))

    assert "3 veículos" in said(found, "age")
    assert "daer-7727-2022:art12_par1u" in next(e.after.provisions for e in found.effects if e.part == "age")


def test_the_rhythm_follows_the_age() -> None:
    assert "semestral" in said(adding(2009), "rhythm")


def test_metroplan_lends_no_age_limit_and_no_bond() -> None:
    parts = {e.part for e in adding(2003, authorities=("metroplan",)).effects}

    assert {"cover", "request"} == parts


def test_the_papers_are_those_of_the_vehicle_by_regime() -> None:
    daer = {p.kind for p in adding(2020).papers}
    metroplan = {p.kind for p in adding(2020, authorities=("metroplan",)).papers}

    assert {"lit", "vehicle-licence", "policy"} <= daer
    assert "recefitur" not in daer
    assert "lit" not in metroplan
