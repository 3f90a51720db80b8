"""A question means the same with and without the sign at its end."""

from __future__ import annotations

import json
from pathlib import Path

from knowledge.answers import Answerer
from knowledge.embeddings import unmarked
from tests.knowledge.answer_steps import ask

OWN = Path(__file__).parents[1] / "questions" / "own.jsonl"


def test_some_of_our_questions_have_the_same_matter_in_both_spellings(desk: Answerer) -> None:
    lines = [json.loads(line) for line in OWN.read_text(encoding="utf-8").splitlines()][::25]
    bare = [line["question"].rstrip(" ?") for line in lines]
    assert [ask(desk, q).topic for q in bare] == [ask(desk, f"{q}?").topic for q in bare]


def test_signs_alone_stay_what_they_are() -> None:
    assert ("posso rodar", "??") == (unmarked("posso rodar?!"), unmarked("??"))
