"""Wrong files of a norm: each kind of error is refused at load, every problem in one clear line.

`broken/norms/` holds one small norm that is right and, beside it, one wrong `provisions.yaml` per kind of error; the
first lines of a wrong file say the words its messages must contain, one message a line.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from knowledge.corpus import Corpus, load_corpus
from knowledge.errors import DataFilesError
from knowledge.schema import DATA

BROKEN = Path(__file__).parent / "broken" / "norms"
CASES = sorted(path for path in BROKEN.glob("*.yaml") if path.name not in ("norm.yaml", "provisions.yaml"))


def data_with(tmp_path: Path, provisions: str) -> Path:
    folder = tmp_path / "norms" / "norma-teste"
    folder.mkdir(parents=True)
    shutil.copy(DATA / "norms" / "warnings.yaml", tmp_path / "norms")
    for name in ("norm.yaml", "source.txt"):
        shutil.copy(BROKEN / name, folder)
    (folder / "provisions.yaml").write_text(provisions, encoding="utf-8")
    return tmp_path


def right(tmp_path: Path) -> Path:
    return data_with(tmp_path, (BROKEN / "provisions.yaml").read_text(encoding="utf-8"))


def loaded(data: Path) -> Corpus:
    return load_corpus(data)


def test_the_small_norm_is_right_as_it_stands(tmp_path: Path) -> None:
    corpus = loaded(right(tmp_path))
    assert "a guia é paga no banco." == corpus.reading("norma-teste:art1_inc2")


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_wrong_file_is_refused_with_one_line_a_problem(tmp_path: Path, case: Path) -> None:
    text = case.read_text(encoding="utf-8")
    expected = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("# espera")]
    with pytest.raises(DataFilesError) as refused:
        loaded(data_with(tmp_path, text))
    messages = [str(problem) for problem in refused.value.problems]
    assert len(expected) == len(messages), messages
    assert [] == [words for words in expected if not any(words in message for message in messages)], messages


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_problem_names_its_file(tmp_path: Path, case: Path) -> None:
    with pytest.raises(DataFilesError) as refused:
        loaded(data_with(tmp_path, case.read_text(encoding="utf-8")))
    assert all("norma-teste/provisions.yaml" in str(problem) for problem in refused.value.problems)


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        ("norm.yaml: status", "status: in_force", "status: vigente"),
        ("norm.yaml: date", '"2022-03-24"', "24/03/2022"),
        (
            "norm.yaml: in_force_provision: norma-teste:art7 não existe",
            "norma-teste:art2",
            "norma-teste:art7",
        ),
        ("norm.yaml: id: é 'outra'", "id: norma-teste\n", "id: outra\n"),
        ("norm.yaml: names", "names: [teste]\n", ""),
        (
            "linha 10: data que não existe: 2022-02-30",
            "status: in_force\n",
            "status: in_force\nchecked_on: 2022-02-30\n",
        ),
        (
            "norm.yaml: ended_on: acaba antes de começar",
            "status: in_force\n",
            "status: in_force\nin_force_from: 2022-03-24\nended_on: 2022-03-23\n",
        ),
    ],
)
def test_a_wrong_norm_file_is_refused(tmp_path: Path, words: str, old: str, new: str) -> None:
    data = right(tmp_path)
    path = data / "norms" / "norma-teste" / "norm.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(DataFilesError, match=words):
        loaded(data)


def test_a_missing_source_is_told_beside_the_other_problems(tmp_path: Path) -> None:
    data = right(tmp_path)
    (data / "norms" / "norma-teste" / "source.txt").unlink()
    (data / "norms" / "norma-teste" / "norm.yaml").unlink()
    with pytest.raises(DataFilesError) as refused:
        loaded(data)
    assert 2 == len(refused.value.problems)
