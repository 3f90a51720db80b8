"""Fines: conducts and groups, doubling, measures, and the file of conducts."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge import calc_fine
from knowledge.calc_fine import ConductsFile, load_conducts, package_conducts
from knowledge.calculators import named_prices
from knowledge.errors import DataFilesError
from knowledge.schema import DATA, parse
from knowledge.text import fold
from tests.knowledge.calc_steps import BOOK, CORPUS, D, value


def test_every_conduct_of_article_48_is_there_once() -> None:
    listed = {c.provision for c in package_conducts().values()}
    groups = [p for n in range(1, 6) for p in CORPUS.descendants(f"{D}art48_inc{n}")]
    leaves = {p.id for p in groups if not CORPUS.children(p.id)}
    assert listed == leaves


@pytest.mark.parametrize("conduct", package_conducts().values(), ids=lambda c: c.id)
def test_a_conduct_names_measures_that_exist(conduct: calc_fine.Conduct) -> None:
    assert [p for p in conduct.measures if p not in CORPUS] == []


@pytest.mark.parametrize(
    ("conduct", "upf"),
    [
        ("saida-de-emergencia", 15),
        ("passageiro-sem-documento", 20),
        ("pessoas-em-pe", 25),
        ("lista-nao-portada", 40),
        ("sem-lista", 100),
    ],
)
def test_a_fine_is_that_of_its_group(conduct: str, upf: int) -> None:
    assert upf == value(calc_fine.fine(BOOK, [conduct]))


def test_several_infractions_are_added_up_in_separate_cases() -> None:
    found = calc_fine.fine(BOOK, ["pessoas-em-pe", "saida-de-emergencia"])
    assert value(found, 2) == 40
    assert "25 + 15 = 40 UPF-RS" in found.text
    assert f"{D}art52" in found.provisions


def test_a_repeated_infraction_is_doubled_on_its_paragraphs() -> None:
    found = calc_fine.fine(BOOK, ["licenca-nao-portada"], repeats=1)
    assert value(found) == 80
    assert {f"{D}art48_par3", f"{D}art48_par4", f"{D}art48_par5"} <= set(found.provisions)
    assert "decisão definitiva" in found.text


def test_the_third_repetition_opens_cassation() -> None:
    texts = [calc_fine.fine(BOOK, ["sem-lista"], repeats=n).text for n in (2, 3)]
    assert [False, True] == ["cassação do RECEFITUR" in t for t in texts]


def test_a_firm_without_authorization_pays_double() -> None:
    found = calc_fine.fine(BOOK, ["lista-nao-portada"], authorised=False)
    assert (value(found), found.standing) == (80, "stated")
    assert f"{D}art48_par6" in found.provisions


def test_running_without_authorization_shows_both_amounts() -> None:
    found = calc_fine.fine(BOOK, ["sem-autorizacao"])
    assert (value(found), found.standing) == (200, "unstated")
    assert "o texto traz 100 UPF-RS" in found.text


def test_two_doublings_together_are_not_settled() -> None:
    found = calc_fine.fine(BOOK, ["lista-nao-portada"], repeats=1, authorised=False)
    assert (value(found), found.standing) == (160, "unstated")
    assert "de 80 UPF-RS até 160 UPF-RS" in found.text


@pytest.mark.parametrize(
    ("conduct", "other"),
    [
        ("apolice-nao-portada", "sem-apolice"),
        ("lista-nao-portada", "sem-lista"),
        ("sem-lista", "lista-nao-portada"),
    ],
)
def test_conducts_that_are_mixed_up_ask_which(conduct: str, other: str) -> None:
    assert package_conducts()[other].title in calc_fine.fine(BOOK, [conduct]).text


def test_an_expired_lit_may_also_mean_retention_or_seizure() -> None:
    assert "retenção ou apreensão" in calc_fine.fine(BOOK, ["lit-nao-portado"]).text


def broken_conducts(tmp_path: Path, old: str, new: str) -> Path:
    text = (DATA / "conducts.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "conducts.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("id: sem-lista\n", "id: sem-apolice\n", "repetido: sem-apolice"),
        ("ask: sem-lista\n", "ask: nenhuma\n", "leva a nenhuma, que não existe"),
        ("group: 5\n", "group: 4\n", "grupo 4, mas o dispositivo é"),
        ("group: 5\n", "group: 6\n", "group"),
    ],
)
def test_a_broken_file_of_conducts_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(DataFilesError, match=words):
        load_conducts(broken_conducts(tmp_path, old, new))


def test_only_the_conduct_of_no_authorisation_says_how_it_is_told() -> None:
    rows = [c.model_dump(exclude_unset=True) for c in package_conducts().values()]
    rows[0]["said"] = ("sem nota",)

    with pytest.raises(DataFilesError, match="em uma só conduta"):
        parse({"conducts": rows}, ConductsFile, file="conducts.yaml")


def test_a_price_is_named_with_or_without_accent_and_in_the_plural() -> None:
    assert {"bond"} == {
        id_ for id_, said in named_prices().items() if said.search(fold("as cauções de 8 vans"))
    }
