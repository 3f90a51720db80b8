"""Short sentences that go with a computed result, by name: the words stand in `data/notes/*.yaml`.

Code names the sentence and what fills it; whoever edits the file changes the words and nothing else.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from string import Formatter

from knowledge.errors import DataFileError, DataFilesError
from knowledge.schema import DATA, Strict, load
from knowledge.words import number, short_date


class NotesFile(Strict):
    """One file of sentences, by name."""

    notes: dict[str, str]


def load_notes(folder: Path = DATA / "notes") -> dict[str, str]:
    """Every sentence of the folder. Raises `DataFilesError` for a repeated name or a broken brace."""
    sentences: dict[str, str] = {}
    problems: list[DataFileError] = []
    for path in sorted(folder.glob("*.yaml")):
        for name, text in load(path, NotesFile).notes.items():
            if name in sentences:
                problems.append(DataFileError(path.name, name, "frase repetida", "um nome, uma frase"))
            if not _well_formed(text):
                problems.append(DataFileError(path.name, name, "chave aberta sem fechar", "confira as { }"))
            sentences[name] = text
    if problems:
        raise DataFilesError(problems)
    return sentences


def _well_formed(text: str) -> bool:
    try:
        fields_of(text)
    except ValueError:
        return False
    return True


@cache
def package_notes() -> dict[str, str]:
    """The sentences that come with the package, read once."""
    return load_notes()


def fields_of(sentence: str) -> frozenset[str]:
    """The names in braces of a sentence."""
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name is not None)


Value = dt.date | str | int | Decimal
"""What fills a sentence: a day (shown dd/mm/aaaa), a number (Brazilian) or words."""


@dataclass(frozen=True)
class Note:
    """A sentence by name, with what fills it."""

    name: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return package_notes()[self.name].format(**{k: _words(v) for k, v in self.values.items()})


def note(name: str, **values: Value) -> Note:
    """A note with its values; they become words only when it is shown."""
    return Note(name, values)


def _words(value: Value) -> str:
    if isinstance(value, dt.date):
        return short_date(value)
    return value if isinstance(value, str) else number(value)
