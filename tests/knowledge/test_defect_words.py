"""What a person who edits a data file is told of a slip: the place by its name, the problem in Portuguese."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from knowledge import defect_words
from knowledge.defect_words import SENTENCES, YAML_SENTENCES, place
from knowledge.errors import DataFileError, DataFilesError, NoValueInForce, UnknownProvision
from knowledge.grounds import FactName, ProvisionId, Slug
from knowledge.obligations import Stage
from knowledge.schema import load
from knowledge.topics import Topic, TopicFile

SOUND = """topics:
  - id: prazo-da-defesa
    title: Prazo da defesa
    authority: daer
    kind: deadline
    phrases: [quanto tempo tenho, qual o prazo, dias para defender]
    answer: São 15 dias do recebimento.
    provisions: ["daer-7727-2022:art45_par4"]
"""


def told(tmp_path: Path, text: str) -> str:
    """What loading this text says."""
    path = tmp_path / "assuntos.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((DataFileError, DataFilesError)) as refused:
        load(path, TopicFile)
    return str(refused.value)


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        (
            "authority: daer",
            "authority: DAER",
            "authority: deve ser 'daer', 'metroplan' ou 'other'; está 'DAER'",
        ),
        ("    title: Prazo da defesa\n", "", "title: falta este campo"),
        ("title: Prazo", "titulo: Prazo", "titulo: campo desconhecido"),
        ("title: Prazo da defesa", "title: 15", "title: deve ser um texto; está 15"),
        ("[quanto tempo tenho, qual o prazo, dias para defender]", "quanto", "deve ser uma lista"),
        (
            "[quanto tempo tenho, qual o prazo, dias para defender]",
            "[quanto]",
            "pelo menos 3 na lista; tem 1",
        ),
        ('provisions: ["daer-7727-2022:art45_par4"]', "provisions: []", "resposta sem dispositivo"),
        ("title: Prazo da defesa", "title:", "title: deve ser um texto; está vazio"),
        ("title: Prazo da defesa", "title: 2026-01-31", "deve ser um texto; está 2026-01-31"),
        ("title: Prazo da defesa", "title: [a]", "deve ser um texto; está uma lista"),
        ("title: Prazo da defesa", "title: {a: b}", "deve ser um texto; está um bloco de campos"),
        ("title: Prazo da defesa", "title: yes", "deve ser um texto; está true"),
        (
            "authority: daer",
            "authority: daer\n    related: [Outro Assunto]",
            "escrito fora do formato: 'Outro Assunto'; use só letras minúsculas sem acento",
        ),
    ],
)
def test_a_slip_is_told_by_the_name_of_its_entry(tmp_path: Path, right: str, wrong: str, words: str) -> None:
    found = told(tmp_path, SOUND.replace(right, wrong))
    assert found.startswith("assuntos.yaml: topics.prazo-da-defesa")
    assert words in found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("topics:\n\t- id: a\n", "tabulação no começo da linha"),
        ("topics:\n  - id: a\n    title: Prazo: defesa\n", "dois-pontos no meio do texto"),
        ('topics:\n  - id: "a\n', "aspas que abrem e não fecham"),
        ("topics:\n  - id: a\n    id: b\n", "campo repetido: 'id'"),
        ("topics: !!python/none\n  - id: a\n", "que o YAML não entende"),
    ],
)
def test_a_slip_of_the_yaml_is_told_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    found = told(tmp_path, text)
    assert words in found
    assert "linha" in found


def test_an_entry_without_a_name_keeps_its_number() -> None:
    assert "rows.1.cells" == place({"rows": [{"cells": 1}, {"cells": 2}]}, ("rows", 1, "cells"))


@pytest.mark.parametrize(
    ("words", "annotation"),
    [
        ("letras minúsculas sem acento, números e hífen", Slug),
        ("sem acento e _", FactName),
        ("um dispositivo, como", ProvisionId),
        ('horas antes ("12h")', Stage),
    ],
)
def test_a_form_is_told_in_words_and_not_as_a_pattern(words: str, annotation: Any) -> None:
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(annotation).validate_python("Não Serve!")
    (said,) = defect_words.told(refused.value)
    assert (True, False) == (words in said, "^" in said)


def test_a_defect_without_a_sentence_of_its_own_shows_the_value_in_portuguese() -> None:
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(complex).validate_python("x")
    assert ["-: não serve: 'x'"] == defect_words.told(refused.value)


def test_no_sentence_is_left_in_english() -> None:
    words = " ".join([*SENTENCES.values(), *YAML_SENTENCES.values()])
    assert [] == [w for w in ("should", "must", "input", "value") if w in words.lower()]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["fees.art8: falta este campo"], DataFileError("a.yaml", "fees.art8", "falta este campo", "veja")),
        (
            ["a: um", "b: dois"],
            DataFilesError([DataFileError("x", "a", "um"), DataFileError("x", "b", "dois")]),
        ),
        (["dispositivo que não existe: cetm-2015:art99"], UnknownProvision("cetm-2015:art99")),
        (["upf: sem valor em 01/01/1990"], NoValueInForce("upf", dt.date(1990, 1, 1))),
        (["datas fora de ordem"], ValueError("datas fora de ordem")),
    ],
)
def test_every_error_of_the_base_is_told_in_one_way(words: list[str], error: Exception) -> None:
    assert words == defect_words.told(error)


def test_what_the_validator_finds_in_a_topic_is_told_in_portuguese() -> None:
    with pytest.raises(ValidationError) as refused:
        Topic.model_validate({"title": "Prazo", "authority": "daer", "kind": "rule", "phrases": []})

    assert "id: falta este campo; phrases: precisa de pelo menos 3 na lista; tem 0" == (
        defect_words.summed_up(refused.value, most=2)
    )


def test_a_summary_is_short() -> None:
    many = DataFilesError([DataFileError("x", "campo", "p" * 120) for _ in range(5)])

    assert 300 == len(defect_words.summed_up(many))
