"""Every abbreviation a person meets is explained, by a provision that speaks of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.render import TEMPLATES
from knowledge.errors import DataFileError
from knowledge.glossary import load_glossary
from knowledge.library import Library

ROMAN = re.compile(r"[IVXLC]+")
TEXTS = sorted(p for p in TEMPLATES.rglob("*.j2") if not {"print", "pdf"} & set(p.parts))


def abbreviations(text: str) -> set[str]:
    """Words in capitals outside of markup, logic and examples of plates."""
    seen = re.sub(r"\{[#%{].*?[#%}]\}|<[^<>]*>|^\s*#.*$|[A-Z]{3}-?\d\w*", " ", text, flags=re.S | re.M)
    found = set(re.findall(r"(?<![\w-])[A-Z]{2,}(?:-[A-Z]{2})?(?![\w-])", seen))
    return {word for word in found if not ROMAN.fullmatch(word)}


@pytest.mark.parametrize(
    "path", [*TEXTS, TEMPLATES / "labels.yaml"], ids=lambda p: str(p.relative_to(TEMPLATES))
)
def test_every_abbreviation_on_a_screen_is_in_the_glossary(path: Path, library: Library) -> None:
    assert set() == abbreviations(path.read_text(encoding="utf-8")) - library.glossary.known


def test_every_abbreviation_in_an_answer_on_the_two_regimes_is_in_the_glossary(library: Library) -> None:
    core = [t for t in library.topics if t.authority in {"daer", "metroplan"}]

    unknown = {t.id: abbreviations(t.answer) - library.glossary.known for t in core}

    assert {} == {id_: words for id_, words in unknown.items() if words}


def test_an_abbreviation_stands_once(library: Library) -> None:
    terms = [t.term for t in library.glossary.terms]

    assert sorted({*terms}) == sorted(terms)


def test_a_ground_that_does_not_speak_of_the_term_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "glossary.yaml"
    file.write_text(
        'terms: [{term: LIT, means: laudo, provisions: ["x:art1"]}]\nplain: []\nwords: []\n', encoding="utf-8"
    )

    with pytest.raises(DataFileError, match="não fala de LIT"):
        load_glossary(file, texts={"x:art1": "Outra coisa."})


def test_an_expression_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "glossary.yaml"
    file.write_text('terms: []\nplain: []\nwords: [{avoid: "(", say: nada}]\n', encoding="utf-8")

    with pytest.raises(Exception, match="expressão regular"):
        load_glossary(file, texts={})
