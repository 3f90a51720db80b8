"""All data files seen together: what loads and is still wrong."""

from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path

import pytest

from knowledge.base_checks import advice, checked_library
from knowledge.embeddings import Vectors, read_vectors
from knowledge.library import Library
from knowledge.schema import DATA
from tests.knowledge.data_copy import copied

TODAY = dt.date(2026, 11, 30)


def defects_of(tmp_path: Path, file: str, old: str, new: str) -> list[str]:
    """The defects of the package's data with one change in one file."""
    data = copied(tmp_path)
    path = data / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return checked_library(TODAY, data)[1]


def test_the_base_has_no_defect() -> None:
    library, defects = checked_library(TODAY)
    assert [] == defects
    assert library is not None


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (
            "topics/extra.yaml",
            "    calculator: upf\n",
            "    calculator: ufp\n",
            "calculadora desconhecida: ufp",
        ),
        (
            "topics/extra.yaml",
            "    calculator: upf\n",
            "    checklist: nada\n",
            "checklist desconhecido: nada",
        ),
        (
            "obligations.yaml",
            "    rule: term\n",
            "    rule: prazo\n",
            "recefitur: conta desconhecida: rule: prazo",
        ),
        ("obligations.yaml", "    term: {years: 3}\n", "", "recefitur: rule: term precisa de `term`"),
        (
            "obligations.yaml",
            '"daer-7727-2022:art8"',
            '"daer-7727-2022:art99"',
            "inexistente: daer-7727-2022:art99",
        ),
        (
            "values/coberturas.yaml",
            '"daer-7727-2022:art5_inc5_ali2_ite1"',
            '"daer-7727-2022:art99"',
            "inexistente: daer-7727-2022:art99",
        ),
        (
            "conducts.yaml",
            '"daer-7727-2022:art48_inc1_ali1"',
            '"daer-7727-2022:art48_inc1_ali99"',
            "inexistente: daer-7727-2022:art48_inc1_ali99",
        ),
        ("calculators.yaml", "id: upf", "id: ufp", "calculadora repetida, sem conta ou faltando: ufp, upf"),
        ("notes/deadlines.yaml", "{before}", "{before", "chave aberta sem fechar"),
        ("lit.yaml", "bands:", "faixas:", "bands: falta este campo"),
    ],
)
def test_a_defect_is_one_line_with_file_and_mend(
    tmp_path: Path, file: str, old: str, new: str, words: str
) -> None:
    found = [line for line in defects_of(tmp_path, file, old, new) if words in line]
    assert 1 == len(found), found


def test_few_phrases_are_advised_on(library: Library) -> None:
    topic = library.topics[0].model_copy(update={"phrases": ("uma", "duas", "três")})
    seen = list(advice(dataclasses.replace(library, topics=(topic,)), None))
    assert [f"topics: {topic.id}: só 3 jeitos de perguntar; o bom é 8 ou mais"] == seen


def test_a_topic_without_vectors_is_advised_on(library: Library) -> None:
    held: Vectors | None = read_vectors(DATA / "vectors.npz")
    topic = library.topics[0].model_copy(update={"title": "Título novo"})
    [line] = advice(dataclasses.replace(library, topics=(topic,)), held)
    assert topic.id in line
