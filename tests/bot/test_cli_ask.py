"""`fretabot ask` and its batches."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli_ask import BadLineError, answered, app, as_json, as_text, read_line
from knowledge.answers import Answerer
from knowledge.library import Library

TODAY = dt.date(2026, 11, 30)
KEYS = ["id", "question", "kind", "answer", "citations", "warnings", "topic", "confidence", "ms"]


@pytest.fixture
def desk(knowledge: tuple[Library, Answerer]) -> Answerer:
    return knowledge[1]


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, [*arguments, "--words-only"])
    return result.exit_code, result.output


def test_one_answer_has_the_keys_of_the_contract() -> None:
    code, output = run("validade do RECEFITUR", "--on", "2026-11-30", "--json")
    assert (0, KEYS) == (code, list(json.loads(output)))


def test_an_answer_of_two_regimes_has_its_options(desk: Answerer) -> None:
    shape = as_json(desk.ask("valor do seguro RC", on=TODAY), id_="7", ms=1.0)
    assert ["authority", "answer", "citations"] == list(shape["options"][0])
    assert "7" == shape["id"]


def test_for_people_the_citation_stands_under_the_answer(desk: Answerer) -> None:
    text = as_text(desk.ask("validade do RECEFITUR", on=TODAY))
    assert "[Res. DAER 7.727/2022, art. 8º]" in text


def test_the_profile_is_passed_on() -> None:
    _, output = run("valor do seguro RC", "--authority", "metroplan", "--json")
    assert "answer" == json.loads(output)["kind"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["oi", "--batch", "x.jsonl"],
        ["oi", "--authority", "detran"],
        ["oi", "--on", "31/12/2026"],
    ],
)
def test_wrong_usage_is_refused(arguments: list[str]) -> None:
    assert 2 == run(*arguments)[0]


def test_a_batch_answers_in_order_and_marks_bad_lines(desk: Answerer) -> None:
    lines = [
        '{"id": "a", "question": "validade do RECEFITUR"}',
        "",
        "{not json",
        '{"id": "b", "question": "valor do seguro RC", "authority": "detran"}',
        '{"id": "c", "question": "e na metroplan?", "context": "sou MEI, posso no DAER?", "on": "2026-01-02"}',
    ]
    found = list(answered(lines, desk, on=TODAY))
    assert ["a", None, None, "c"] == [f["id"] for f in found]
    assert [3, 4] == [f["line"] for f in found if "error" in f]


def test_a_batch_with_a_bad_line_ends_with_one(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text('{"id": "a", "question": "validade do RECEFITUR"}\n[]\n', encoding="utf-8")
    code, output = run("--batch", str(file), "--json")
    assert (1, 2) == (code, len(output.splitlines()))


def test_a_missing_file_is_said_in_one_line(tmp_path: Path) -> None:
    assert 1 == run("--batch", str(tmp_path / "none.jsonl"))[0]


@pytest.mark.parametrize("text", ["[]", "{}", '{"question": 3}', '{"question": "oi", "on": "amanhã"}'])
def test_a_line_that_is_no_question_is_refused(text: str) -> None:
    with pytest.raises(BadLineError):
        read_line(text)
