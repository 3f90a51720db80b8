"""The copy of a person's data in words to read: labels and values of `data_labels.yaml`, dates as people write."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from knowledge.checklist_model import Checklist
from knowledge.checklists import spoken
from knowledge.obligations import package_obligations
from knowledge.schema import Strict, load

FILE = Path(__file__).parent / "data_labels.yaml"
DAY = re.compile(r"\d{4}-\d\d-\d\d")
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d\S*")
PROGRAMS = re.compile(
    r"[a-z0-9_-]+"
)  # how the program names things; a person's words have capitals or spaces
NAMELESS = "Outro dado"
EMPTY: tuple[object, ...] = (None, "", [], {})


class Labels(Strict):
    """Words for everything a copy can hold."""

    tables: dict[str, str]
    columns: dict[str, str]
    own: dict[str, dict[str, str]]
    inside: dict[str, str]
    values: dict[str, str]
    hidden: frozenset[str]

    def column(self, table: str, name: str) -> str:
        """The label of a column. Raises `KeyError` when nobody gave it one."""
        return self.own.get(table, {}).get(name) or self.columns[name]


@cache
def labels() -> Labels:
    """The words that come with the program."""
    return load(FILE, Labels)


def shown(value: Any, zone: ZoneInfo) -> str:
    """A value as a person reads it: "sim", 31/12/2026, a known word; what lies inside as a list."""
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, Mapping):
        hidden = labels().hidden
        pairs = (
            (_name(str(key)), held) for key, held in value.items() if held not in EMPTY and key not in hidden
        )
        return "; ".join(f"{name}: {shown(held, zone)}" for name, held in pairs)
    if isinstance(value, list):
        return ", ".join(shown(held, zone) for held in value)
    return _text(value, zone) if isinstance(value, str) else str(value)


def _name(key: str) -> str:
    """A key inside a value: its word, a type's title, a number; what only the program calls so is not shown."""
    known, kinds = labels(), package_obligations()
    word = known.inside.get(key) or known.columns.get(key) or known.values.get(key)
    if word or key in kinds:
        return word or kinds[key].title
    if key.isdecimal():
        return f"nº {key}"
    return NAMELESS if PROGRAMS.fullmatch(key) else key


def spelt_out(row: Mapping[str, Any], checklists: Mapping[str, Checklist]) -> dict[str, Any]:
    """A draft of a checklist with its questions, answers and items in the checklist's own words."""
    checklist = checklists.get(str(row.get("subject", "")))
    if checklist is None:
        return dict(row)
    questions = {q.id: q for q in checklist.questions}
    items = {r.id: r.title for r in checklist.requirements}
    answers = {q: a for q, a in row["answers"].items() if q in questions}
    return {
        **row,
        "subject": checklist.title,
        "answers": {questions[q].text: spoken(questions[q], str(a)) for q, a in answers.items()},
        "ticks": {items.get(item, NAMELESS): tick for item, tick in row["ticks"].items()},
        "authors": {questions[q].text: by for q, by in row["authors"].items() if q in questions},
    }


def _text(text: str, zone: ZoneInfo) -> str:
    if DAY.fullmatch(text):
        return f"{dt.date.fromisoformat(text):%d/%m/%Y}"
    if INSTANT.fullmatch(text):
        at = dt.datetime.fromisoformat(text)
        return f"{at.astimezone(zone) if at.tzinfo else at:%d/%m/%Y %H:%M}"
    kinds = package_obligations()
    return labels().values.get(text) or (kinds[text].title if text in kinds else text)


def row(table: str, values: Mapping[str, Any], zone: ZoneInfo) -> Iterator[str]:
    """The filled columns of a row, each with its label; what serves the program only is left out."""
    known = labels()
    for name, value in values.items():
        if value not in EMPTY and name not in known.hidden:
            yield f"{known.column(table, name)}: {shown(value, zone)}"
