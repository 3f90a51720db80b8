"""How the bot speaks: short sentences, one word for one thing, no "0 dia(s)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.render import TEMPLATES
from knowledge.library import Library
from knowledge.schema import DATA, read_yaml

LONGEST, AVERAGE = 25, 15
TEXTS = sorted(p for p in TEMPLATES.rglob("*.j2") if "print" not in p.parts and "pdf" not in p.parts)
ROOT = TEMPLATES.parents[1]
FILES = sorted(
    p
    for folder in (DATA, ROOT / "scheduler", ROOT / "bot")
    for p in folder.rglob("*.yaml")
    if p.parent.parent.name != "norms" or p.name == "norm.yaml"  # a norm's own words are the law's
)
UNSAID = {  # what nobody is told: where a fact comes from, how people ask, what is only matched
    "source", "law", "avoid", "phrases", "official_name", "epigraph", "summary", "confidence",
}  # fmt: skip
END = re.compile(
    r"(?<!\bart)(?<!\barts)(?<!Res)(?<!\binc)(?<!Av)\.\s|[!?]\s|\n"
)  # neither ":" nor ";" ends one


def cut(text: str) -> list[str]:
    """The sentences of a text, marks left out."""
    return [s.strip() for s in END.split(re.sub(r"<[^<>]*>", "", text) + "\n") if s.strip()]


def sentences(path: Path) -> list[str]:
    """The sentences of a file: in a template each value stands for one word, logic for nothing."""
    if path.suffix == ".yaml":
        return [s for text in said(read_yaml(path)) for s in cut(text)]
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}", "\n", path.read_text(encoding="utf-8"), flags=re.S)
    return cut(re.sub(r"\{\{.*?\}\}", "valor", text, flags=re.S))


def said(node: Any) -> Iterator[str]:
    """The texts of a data file."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from () if key in UNSAID else said(value)
    elif isinstance(node, list):
        for value in node:
            yield from said(value)
    elif isinstance(node, str):
        yield node


@pytest.mark.parametrize("path", [*TEXTS, *FILES], ids=lambda p: str(p.relative_to(ROOT)))
def test_no_sentence_is_longer_than_a_breath(path: Path) -> None:
    found = {s: len(s.split()) for s in sentences(path)}

    assert {} == {s: n for s, n in found.items() if n > LONGEST}


@pytest.mark.parametrize("paths", [TEXTS, FILES], ids=["templates", "data"])
def test_sentences_are_short_on_average(paths: list[Path]) -> None:
    lengths = [n for p in paths for s in sentences(p) if (n := len(s.split())) > 2]  # names and numbers apart

    assert sum(lengths) / len(lengths) <= AVERAGE


def test_all_kinds_of_text_are_read() -> None:
    everything = {s for p in [*TEXTS, *FILES] for s in sentences(p)}

    assert (
        set()
        == {
            "Antes de rodar, peça a licença da modalidade para cada veículo",  # a checklist
            "A norma diz “durante o primeiro ano”, mas não de quando conta",  # a topic
            "Conte do vencimento, nunca da notificação",  # what is said beside a date
            "é o efeito da parcela vencida, dito junto com ela",  # the reminders
            "seguro de despesas médico-hospitalares",  # the glossary
        }
        - everything
    )


@pytest.mark.parametrize(
    "path", [*TEXTS, TEMPLATES / "labels.yaml"], ids=lambda p: str(p.relative_to(TEMPLATES))
)
def test_one_word_for_one_thing(path: Path, library: Library) -> None:
    text = re.sub(r"^\s*#.*$", "", path.read_text(encoding="utf-8"), flags=re.M)

    assert [] == [w.say for w in library.glossary.words if re.search(w.avoid, text, flags=re.I)]
