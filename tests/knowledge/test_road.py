"""May a vehicle run today: lights, reasons, and the data behind them."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from knowledge import road
from knowledge.calculation import Book
from knowledge.errors import DataFilesError
from knowledge.library import Library
from knowledge.obligations import package_obligations
from knowledge.road import Held
from knowledge.schema import DATA

TODAY = dt.date(2026, 6, 10)
FAR = dt.date(2027, 3, 1)
IN_ORDER = [Held(kind, FAR) for kind in ("recefitur", "cadastur", "lit", "policy", "vehicle-licence")]


def lit(days: int) -> list[Held]:
    others = [h for h in IN_ORDER if h.kind != "lit"]
    return [*others, Held("lit", TODAY + dt.timedelta(days=days))]


def light(held: list[Held], mode: str = "turistico") -> str:
    return road.light(road.findings(held, mode, TODAY))


def test_everything_in_force_is_green() -> None:
    assert "green" == light(IN_ORDER)


@pytest.mark.parametrize(("expected", "days"), [("red", -1), ("amber", 0), ("amber", 30), ("green", 31)])
def test_the_last_day_is_still_valid_and_the_month_before_it_is_amber(expected: str, days: int) -> None:
    assert expected == light(lit(days))


def test_what_is_not_known_is_amber_never_green() -> None:
    assert "amber" == light([h for h in IN_ORDER if h.kind != "policy"])


def test_a_renewed_paper_without_its_new_date_is_amber() -> None:
    assert "amber" == light([*(h for h in IN_ORDER if h.kind != "lit"), Held("lit", None)])


@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        ("policy", "turistico"),
        ("contract-licence", "continuo-empresarial"),
        ("policy", "continuo-funcionarios-pj"),
        ("metroplan-authorization", "continuo-funcionarios-pj"),
    ],
)
def test_one_in_force_never_hides_one_of_its_kind_that_ended(kind: str, mode: str) -> None:
    past = TODAY - dt.timedelta(days=40)
    found = [
        f for f in road.findings([Held(kind, FAR), Held(kind, past)], mode, TODAY) if f.paper.kind == kind
    ]

    assert [("ended", past, FAR), ("in_force", FAR, None)] == [(f.why, f.last, f.beside) for f in found]
    assert "red" == road.light(found)


def test_of_parcels_the_earliest_counts() -> None:
    assert "red" == light(
        [*IN_ORDER, Held("instalment", FAR), Held("instalment", TODAY - dt.timedelta(days=1))]
    )


@pytest.mark.parametrize("kind", ["crlv", "tachograph", "rental"])
@pytest.mark.parametrize("mode", ["turistico", "continuo-funcionarios-pj"])
def test_any_other_paper_of_the_vehicle_that_ended_is_amber(kind: str, mode: str) -> None:
    found = road.findings([Held(kind, TODAY - dt.timedelta(days=10))], mode, TODAY)

    assert [("amber", "ended")] == [(f.light, f.why) for f in found if f.paper.kind == kind]
    assert [] == [f for f in road.findings([], mode, TODAY) if f.paper.kind == kind]


def test_no_dated_paper_of_a_vehicle_or_contract_is_left_out_of_the_road() -> None:
    """A service's invoice is an act with a day, no paper that ends; what limits a licence repeats its limit."""
    left_out = {"invoice"}
    for authority in ("daer", "metroplan"):
        looked_at = {
            k for p in road.package_road().papers if p.authority == authority for k in (p.kind, p.instead)
        }
        wanted = {
            row.kind
            for row in package_obligations()
            if row.holder in {"vehicle", "policy", "contract"} and row.act in {"paper", "payment"}
            if row.authority in {authority, "other"} and row.rule != "usable"
        }
        assert left_out >= wanted - looked_at


def test_a_new_vehicle_runs_without_lit() -> None:
    assert "green" == light([*(h for h in IN_ORDER if h.kind != "lit"), Held("new-vehicle", FAR)])


def test_the_two_regimes_are_never_blended() -> None:
    daer = {p.authority for p in road.asked("turistico")}
    metroplan = {p.authority for p in road.asked("continuo-funcionarios-pj")}

    assert ({"daer"}, {"metroplan"}) == (daer, metroplan)


def test_daer_s_papers_stand_in_the_order_of_article_14() -> None:
    incisos = [
        p.provisions[0].rsplit("art14_inc", 1)[1]
        for p in road.asked("turistico")
        if "art14_inc" in p.provisions[0]
    ]

    assert sorted(incisos, key=int) == incisos


@pytest.mark.parametrize(
    ("expected", "mode"),
    [
        ("aqui vale a de turismo", "eventual"),
        ("aqui vale a de fretamento", "saude"),
        ("aqui vale a de fretamento", "continuo-estudantil"),
    ],
)
def test_the_licence_asked_for_is_that_of_the_service(expected: str, mode: str) -> None:
    named = [p.name for p in road.asked(mode) if p.kind == "vehicle-licence"]

    assert [f"Licença de turismo ou de fretamento ({expected})"] == named


@pytest.mark.parametrize(
    ("expected", "mode"),
    [
        ("daer-7727-2022:art23_par2", "continuo-empresarial"),
        ("daer-7727-2022:art24_par2", "continuo-estudantil"),
        ("daer-7727-2022:art25_inc2", "saude"),
    ],
)
def test_what_each_passenger_carries_is_checked_too(expected: str, mode: str) -> None:
    assert [p for p in road.asked(mode) if p.provisions == (expected,)]
    assert not [p for p in road.asked("turistico") if p.provisions == (expected,)]


def test_every_provision_of_the_file_exists(library: Library) -> None:
    known = {p.id for p in library.corpus.provisions()}
    file = road.package_road()

    assert set() == {p for held in (file.papers, file.rights) for row in held for p in row.provisions} - known
    assert set() == {p for row in file.papers if row.reading for p in row.reading.provisions} - known
    assert set() == {a.norm for a in file.authorities.values()} - {n.id for n in library.corpus.norms}


def test_a_service_of_no_authority_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "road.yaml"
    text = (DATA / "road.yaml").read_text(encoding="utf-8")
    file.write_text(text.replace("rare: [emergencial]", "rare: []"), encoding="utf-8")

    with pytest.raises(DataFilesError, match="cada serviço está em um órgão só, e nenhum falta"):
        road.load_road(file)


def test_what_it_may_cost_is_in_upf_and_reais() -> None:
    [paper] = [p for p in road.asked("turistico") if p.kind == "lit"]

    assert "40 UPF-RS (R$ 1.133,06" in road.price(paper, Book.package(TODAY))[0].text


@pytest.mark.parametrize(
    ("good", "slip", "said"),
    [
        ("conducts: [lit-nao-portado]", "conducts: [laudo]", "conduta desconhecida: laudo"),
        ("      kind: contract-licence", "      kind: licenca", "kind licenca não está em obligations.yaml"),
        ("    carries: true\n    reading:", "    reading:", "reading: só onde carries é true"),
    ],
)
def test_a_slip_in_the_file_is_refused(tmp_path: Path, good: str, slip: str, said: str) -> None:
    file = tmp_path / "road.yaml"
    text = (DATA / "road.yaml").read_text(encoding="utf-8")
    file.write_text(text.replace(good, slip), encoding="utf-8")

    with pytest.raises(DataFilesError, match=said):
        road.load_road(file)
