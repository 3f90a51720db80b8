"""The glossary: what abbreviations mean, with their ground, and which words texts avoid."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from knowledge.errors import DataFileError
from knowledge.schema import DATA, Strict, load
from knowledge.text import fold


def _pattern(raw: str) -> str:
    """A pattern that compiles. Raises `ValueError`."""
    try:
        re.compile(raw)
    except re.error as error:
        raise ValueError(f"expressão regular inválida: {error}") from error
    return raw


class Term(Strict):
    """An abbreviation and what it means; `provisions` is empty where no norm of the base speaks of it."""

    term: str = Field(min_length=2)
    means: str = Field(min_length=3)
    provisions: tuple[str, ...] = ()


class Avoided(Strict):
    """What texts do not say (a regular expression), and what they say for it."""

    avoid: Annotated[str, AfterValidator(_pattern)]
    say: str


class Glossary(Strict):
    """Terms, the abbreviations that need no word, and the words avoided."""

    terms: tuple[Term, ...]
    plain: frozenset[str]
    words: tuple[Avoided, ...]

    @property
    def known(self) -> frozenset[str]:
        """Every abbreviation a text may use."""
        return self.plain | {t.term for t in self.terms}


def load_glossary(path: Path = DATA / "glossary.yaml", *, texts: Mapping[str, str]) -> Glossary:
    """Reads the file; `texts` are the provisions' texts by id: each ground must speak of its term.

    Raises `DataFileError` or `DataFilesError`.
    """
    glossary = load(path, Glossary)
    for term in glossary.terms:
        for id_ in term.provisions:
            if fold(term.term) not in fold(texts.get(id_, "")):
                problem = f"{id_} não existe ou não fala de {term.term}"
                raise DataFileError(path.name, term.term, problem, "cite o dispositivo que traz a sigla")
    return glossary
