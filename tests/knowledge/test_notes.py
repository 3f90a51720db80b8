"""Sentences beside computed results: each is used, each is given what it asks for, broken files are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from knowledge import notes
from knowledge.errors import DataFilesError
from knowledge.notes import fields_of, load_notes, package_notes

PACKAGE = Path(notes.__file__).parent
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.glob("*.py")))
SHARED = {"title", "single", "fleet", "percent", "age"}
"""What the calculators hand over as `**words`."""


def notes_in_code() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    calls = r"note\(\s*[\"'](\w+)[\"']((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
    for name, rest in re.findall(calls, SOURCE):
        found[name] = set(re.findall(r"(\w+)=", rest)) | (SHARED if "**words" in rest else set())
    return found


@pytest.mark.parametrize("name", sorted(package_notes()))
def test_every_sentence_is_named_in_the_code(name: str) -> None:
    assert re.search(rf"[\"']{name}[\"']", SOURCE)


@pytest.mark.parametrize(("name", "given"), sorted(notes_in_code().items()))
def test_a_sentence_asks_only_for_what_it_is_given(name: str, given: set[str]) -> None:
    assert fields_of(package_notes()[name]) <= given


def test_a_repeated_sentence_is_refused(tmp_path: Path) -> None:
    for file in ("a.yaml", "b.yaml"):
        (tmp_path / file).write_text('notes: {igual: "texto"}', encoding="utf-8")
    with pytest.raises(DataFilesError, match="frase repetida"):
        load_notes(tmp_path)


def test_a_sentence_with_a_broken_brace_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text('notes: {x: "falta {fechar"}', encoding="utf-8")
    with pytest.raises(DataFilesError, match="chave aberta sem fechar"):
        load_notes(tmp_path)
