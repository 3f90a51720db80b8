"""The rows of the file of obligations, and what a broken one is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from knowledge.corpus import load_corpus
from knowledge.deadline_rules import RULES
from knowledge.deadlines import CROSS_RULES, PAPER_RULES, SUBJECT_RULES
from knowledge.errors import DataFileError, DataFilesError
from knowledge.lit import Band, load_bands, package_bands
from knowledge.obligations import Obligation, UnknownKindError, load_obligations

ROWS = load_obligations()
CORPUS = load_corpus()
BROKEN = Path(__file__).parent / "broken"

LADDERS = [
    ("recefitur", "60 30 15 7 1 0"),
    ("recefitur-renewal", "opens"),
    ("lit", "30 15 7 1 0"),
    ("lit-change", "30 15 7 1 change"),
    ("new-vehicle", "30 15 7 1 0"),
    ("fleet-half", "30 15 7 1 0"),
    ("vehicle-licence", "30 15 7 1 0"),
    ("contract-licence", "30 15 7 1 0"),
    ("metroplan-authorization", "60 30 15 7 1 0"),
    ("metroplan-fee", "30 15 7 1 0"),
    ("metroplan-contract", "60 30 15 7 1 0"),
    ("policy", "30 15 7 1 0"),
    ("instalment", "5 1 0"),
    ("bond-refill", "15 7 1 0"),
    ("tnt-posting", ""),
    ("defence", "10 5 2 1 0"),
    ("ait", "10 5 2 1 0"),
    ("debt", "15 7 1 0"),
    ("retention", ""),
    ("passenger-list", "24h 12h 9h"),
    ("metroplan-substitution", "3 1 0"),
    ("metroplan-analysis", "chase"),
    ("missing-papers", "2 1 0"),
    ("veracity-declaration", "7 1 0"),
    ("invoice", "3 1 0"),
    ("cadastur", "60 30 15 7 1 0"),
    ("crlv", "30 15 7 1 0"),
    ("crf-fgts", "10 5 1 0"),
    ("cnh-medical", "60 30 15 7 1 0"),
]


@pytest.mark.parametrize(("kind", "ladder"), LADDERS)
def test_a_kind_is_reminded_on_its_stages(kind: str, ladder: str) -> None:
    assert tuple(ladder.split()) == ROWS[kind].ladder


@pytest.mark.parametrize("kind", list(ROWS.by_kind))
def test_every_provision_of_a_row_exists(kind: str) -> None:
    assert [p for p in ROWS[kind].provisions if p not in CORPUS] == []


def test_every_rule_that_a_row_may_name_has_its_arithmetic() -> None:
    assert RULES == {*PAPER_RULES, *CROSS_RULES, *SUBJECT_RULES}


@pytest.mark.parametrize(
    ("kind", "changed", "words"),
    [
        ("recefitur", {"rule": "prazo"}, "conta desconhecida: rule: prazo"),
        ("recefitur", {"term": None}, "rule: term precisa de `term`"),
        ("recefitur", {"term": {"business_days": 3}}, "não em business_days"),
        ("recefitur", {"facts": {"printed": "validade"}}, "precisa do fato `start`"),
        ("recefitur-renewal", {"term": {"months": 2}}, "conta `term` em days, não em months"),
        ("metroplan-substitution", {"term": {"months": 1}}, "conta `term` em days, não em months"),
        ("metroplan-analysis", {"term": {"days": 5}}, "conta `term` em business_days, não em days"),
        ("age-limit", {"term": {"months": 300}}, "conta `term` em years, não em months"),
        ("missing-papers", {"term": None}, "rule: missing-papers precisa de `term`"),
    ],
)
def test_a_row_that_its_rule_cannot_count_is_refused(kind: str, changed: dict[str, Any], words: str) -> None:
    row = {**ROWS[kind].model_dump(exclude_unset=True), **changed}
    with pytest.raises(ValidationError, match=re.escape(words)):
        Obligation.model_validate(row)


@pytest.mark.parametrize("rule", [*PAPER_RULES, *CROSS_RULES, *SUBJECT_RULES])
def test_every_rule_is_used_by_a_row(rule: str) -> None:
    assert rule in {row.rule for row in ROWS}


@pytest.mark.parametrize("row", [r for r in ROWS if r.authority != "other"], ids=lambda r: r.kind)
def test_a_row_of_one_authority_cites_its_norms_alone(row: Obligation) -> None:
    assert {row.authority} == {CORPUS.norm(p.split(":")[0]).regime for p in row.provisions}


def test_what_the_norm_does_not_say_uses_the_printed_date_only() -> None:
    outside = {r.rule for r in ROWS if r.standing == "outside"}
    assert outside == {"printed", "late-instalment"}


def test_a_kind_the_base_does_not_hold_is_named() -> None:
    with pytest.raises(UnknownKindError, match="zeppelin"):
        ROWS["zeppelin"]


BANDS = [
    ("menos de 15 anos", 12, "stated"),
    ("exatamente 15 anos", 6, "unstated"),
    ("mais de 15 até 20 anos", 6, "stated"),
    ("mais de 20 até 21 anos", 3, "unstated"),
    ("mais de 21 até 25 anos", 3, "stated"),
    ("mais de 25 anos", None, "unstated"),
]


def test_the_bands_of_the_lit_have_two_gaps_of_their_own() -> None:
    assert [(b.label, b.months, b.standing) for b in package_bands().bands] == BANDS


@pytest.mark.parametrize("band", package_bands().bands, ids=lambda b: b.label)
def test_every_provision_of_a_band_exists(band: Band) -> None:
    assert [p for p in band.provisions if p not in CORPUS] == []


BROKEN_ROWS = [
    ("prazo-em-duas-unidades", "um só entre years, months, days, business_days"),
    ("norma-sem-dispositivo", "linha da norma sem dispositivo"),
    ("fora-da-norma-sem-usual", "linha fora das normas sem `usual`"),
    ("impressa-com-prazo", "usa só a data impressa"),
    ("etapa-estranha", "stages.0"),
    ("kind-repetido", "kind repetido: recefitur"),
    ("futuro-sem-inicio", "`ahead` fala do início: precisa da data start"),
    ("zero-em-dobro", "tire o 0 de `stages`"),
]


@pytest.mark.parametrize(("file", "words"), BROKEN_ROWS)
def test_a_broken_file_of_obligations_is_refused(file: str, words: str) -> None:
    with pytest.raises(DataFilesError, match=re.escape(words)) as error:
        load_obligations(BROKEN / "obligations" / f"{file}.yaml")
    assert f"{file}.yaml" in str(error.value)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("fora-de-ordem", "faixas fora de ordem ou repetidas"),
        ("sem-fim", "só a última faixa"),
        ("velho-mais-folgado", "faixa mais velha com período mais longo"),
    ],
)
def test_a_broken_file_of_bands_is_refused(file: str, words: str) -> None:
    with pytest.raises(DataFilesError, match=words):
        load_bands(BROKEN / "lit" / f"{file}.yaml")


def test_a_missing_file_is_refused_by_name() -> None:
    with pytest.raises(DataFileError, match=r"nada\.yaml"):
        load_obligations(BROKEN / "nada.yaml")
