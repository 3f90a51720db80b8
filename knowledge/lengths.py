"""A length the question tells ("aluguei por 30 dias"), held against the limit of a topic ("no mínimo 60 dias").

The limit and the two sentences stand in the topic (`length`); which topic was meant is `search.py`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from knowledge.calculation import Calculation, Line
from knowledge.notes import note
from knowledge.ruling import Ruling
from knowledge.schema import Strict
from knowledge.words import counted

if TYPE_CHECKING:
    from knowledge.facts import Facts
    from knowledge.topics import Topic

Unit = Literal["horas", "dias", "meses"]
Told = tuple[int, Unit]
_ONE: dict[Unit, str] = {"horas": "hora", "dias": "dia", "meses": "mês"}
_SAID: dict[str, tuple[Unit, int]] = {
    "hora": ("horas", 1),
    "dia": ("dias", 1),
    "semana": ("dias", 7),
    "mes": ("meses", 1),
    "ano": ("meses", 12),
}
_LENGTH = re.compile(
    r"\b(\d{1,3}) (?:longos |longas )?(hora|dia|semana|mes|ano)(?:es|s)?\b(?! de idade| de uso)"
)
_NOT_TOLD = re.compile(
    r"\b(?:as|pelas|ou|cada|em|onibus (?:de|com|tem)|van (?:de|com|tem)|prazo de|limite de) $"
)
"""Before an hour of the day, the two sides of an asked choice, a rhythm, an age, a term that is only named."""


class Length(Strict):
    """A limit of a topic: at least or at most so many, and what is said on either side."""

    unit: Unit
    least: Annotated[int, Field(gt=0)] | None = None
    most: Annotated[int, Field(gt=0)] | None = None
    kept: str
    broken: str
    provision: str = ""
    """Where the limit stands, if not in the topic's first provision."""

    @model_validator(mode="after")
    def _one_limit(self) -> Length:
        if (self.least is None) == (self.most is None):
            raise ValueError("em `length`, dê `least` (no mínimo) ou `most` (no máximo), um dos dois")
        for said in (self.kept, self.broken):
            if "{given}" not in said:
                raise ValueError("em `length`, as frases `kept` e `broken` mostram {given}")
        return self

    @property
    def limit(self) -> int:
        """The number of the limit."""
        return self.least or self.most or 0

    def keeps(self, given: int) -> bool:
        """Whether a length is within the limit, the limit itself included."""
        return given >= self.limit if self.least else given <= self.limit


def read_lengths(flat: str) -> tuple[Told, ...]:
    """The lengths a folded text tells, in the order told: weeks as days, years as months."""
    found: list[Told] = []
    for match in _LENGTH.finditer(flat):
        if not _NOT_TOLD.search(flat[: match.start()]):
            unit, times = _SAID[match.group(2)]
            found.append((int(match.group(1)) * times, unit))
    return tuple(dict.fromkeys(found))


def compared(topic: Topic, facts: Facts) -> tuple[Calculation, ...]:
    """The one length the question tells in the limit's unit, held against the limit; empty without it."""
    if topic.length is None:
        return ()
    told = [n for n, unit in facts.lengths if unit == topic.length.unit]
    if len(told) != 1:
        return ()
    kept = topic.length.keeps(told[0])
    given = counted(told[0], _ONE[topic.length.unit], topic.length.unit)
    said = (topic.length.kept if kept else topic.length.broken).format(given=given)
    ground = topic.length.provision or topic.provisions[0]
    return (Calculation("length", None, (Line(note("answer_length", text=said), Ruling(kept, (ground,))),)),)
