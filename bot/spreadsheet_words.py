"""The words of fleet spreadsheets: names of columns, documents and kinds of vehicle, as people write them.

The words are `spreadsheet_words.yaml`; upper case, accents and punctuation never count.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from pydantic import Field

from bot.roles import package_roles
from bot.spreadsheet_columns import COLUMNS, OTHER_DATES, Column
from knowledge.obligations import Obligation, Obligations, package_obligations
from knowledge.schema import Strict, load

FILE = Path(__file__).with_name("spreadsheet_words.yaml")
STATED = frozenset({"printed", "start", *OTHER_DATES.values()})
"""The dates that a line has columns for."""
HOLDERS = frozenset({"vehicle", "company", "policy", "request", "contract", "driver"})
"""Whose papers a line can hold: it names no trip."""


class WordsFile(Strict):
    """The file as it stands."""

    columns: dict[Column, tuple[str, ...]]
    kinds: dict[str, tuple[str, ...]]
    driver_only: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    types: dict[str, dict[str, tuple[str, ...]]]


class Words:
    """Lookups by `key`. Raises `ValueError` when a column's word stands twice or a kind cannot be imported."""

    def __init__(self, file: WordsFile) -> None:
        self.columns: dict[str, Column] = {key(name): name for name in COLUMNS}
        for name, words in file.columns.items():
            for word in words:
                if self.columns.setdefault(key(word), name) != name:
                    raise ValueError(f"columns: {word!r} está em duas colunas")
        if unknown := sorted(set(file.kinds) - importable().keys()):
            raise ValueError(f"kinds: não se incluem por planilha: {', '.join(unknown)}")
        known: defaultdict[str, set[str]] = defaultdict(set)
        for kind, row in importable().items():
            for word in (kind, row.title, *file.kinds.get(kind, ())):
                known[key(word)].add(kind)
        self.kinds: dict[str, tuple[str, ...]] = {word: tuple(sorted(kinds)) for word, kinds in known.items()}
        if strange := sorted(set(file.driver_only) - package_roles().health.kinds):
            raise ValueError(f"driver_only: não são exames do motorista: {', '.join(strange)}")
        self._of_driver = {
            key(word)
            for kind in package_roles().health.kinds
            for word in (kind, package_obligations()[kind].title, *file.driver_only.get(kind, ()))
        }
        stated = [
            ((column, value), words)
            for column, values in file.types.items()
            for value, words in values.items()
        ]
        self.types = {key(word): pair for pair, words in stated for word in words}
        self._said = {pair: words[0] for pair, words in stated}

    def type_words(self, values: Mapping[str, str]) -> str:
        """The other way: what a vehicle is, as its column says it."""
        return " ".join(self._said[pair] for pair in values.items() if pair in self._said)

    def kind_words(self, text: str) -> tuple[str, ...]:
        """The kinds a document's word may mean; empty: none is known."""
        return self.kinds.get(key(text), ())

    def driver_only(self, text: str) -> bool:
        """Whether a word names a paper of which only the driver gives or accepts the date."""
        return key(text) in self._of_driver

    def vehicle_type(self, text: str) -> dict[str, str] | None:
        """What a type says of a vehicle ("M3 rodoviário": two things); None when a word is unknown."""
        whole = self.types.get(key(text))
        parts = [whole] if whole else [self.types.get(part) for part in key(text).split("_")]
        found = [part for part in parts if part is not None]
        return dict(found) if found and len(found) == len(parts) else None


def key(text: str) -> str:
    """A word without case, accents and punctuation: "Nº de Lugares" → "n_de_lugares"."""
    bare = unicodedata.normalize("NFKD", text.replace("º", "").replace("ª", "")).casefold()
    return re.sub(r"[^a-z0-9]+", "_", "".join(c for c in bare if not unicodedata.combining(c))).strip("_")


def importable() -> dict[str, Obligation]:
    """The kinds a line can state: papers of a vehicle or of the company, with a first or a printed day and no more."""
    return _importable(package_obligations())


@lru_cache(maxsize=4)
def _importable(rows: Obligations) -> dict[str, Obligation]:
    return {
        row.kind: row
        for row in rows
        if row.act == "paper"
        and row.holder in HOLDERS
        and row.facts
        and set(row.facts) <= STATED
        and row.kind not in package_roles().health.kinds
        and not row.choices
        and row.stages
        and row.rule != "late-instalment"
    }


def load_words(path: Path = FILE) -> Words:
    """The file. Raises `DataFileError`, `DataFilesError` or `ValueError`."""
    return Words(load(path, WordsFile))


@cache
def package_words() -> Words:
    """The words that come with the package, read once."""
    return load_words()
