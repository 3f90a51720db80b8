"""How the bot speaks: short sentences, one word for one thing, no "0 dia(s)"."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.render import TEMPLATES
from knowledge.library import Library

LONGEST, AVERAGE = 25, 15
TEXTS = sorted(p for p in TEMPLATES.rglob("*.j2") if "print" not in p.parts and "pdf" not in p.parts)


def sentences(source: str) -> list[str]:
    """The sentences of a template: each value stands for one word, markup and logic for nothing."""
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}", "\n", source, flags=re.S)
    text = re.sub(r"\{\{.*?\}\}", "valor", text, flags=re.S)
    text = re.sub(r"<[^<>]*>", "", text)
    return [s.strip() for s in re.split(r"[.!?:;]\s|\n", text + "\n") if s.strip()]


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: str(p.relative_to(TEMPLATES)))
def test_no_sentence_is_longer_than_a_breath(path: Path) -> None:
    found = {s: len(s.split()) for s in sentences(path.read_text(encoding="utf-8"))}

    assert {} == {s: n for s, n in found.items() if n > LONGEST}


def test_sentences_are_short_on_average() -> None:
    lengths = [len(s.split()) for p in TEXTS for s in sentences(p.read_text(encoding="utf-8"))]

    assert sum(lengths) / len(lengths) <= AVERAGE


@pytest.mark.parametrize(
    "path", [*TEXTS, TEMPLATES / "labels.yaml"], ids=lambda p: str(p.relative_to(TEMPLATES))
)
def test_one_word_for_one_thing(path: Path, library: Library) -> None:
    text = re.sub(r"^\s*#.*$", "", path.read_text(encoding="utf-8"), flags=re.M)

    assert [] == [w.say for w in library.glossary.words if re.search(w.avoid, text, flags=re.I)]
