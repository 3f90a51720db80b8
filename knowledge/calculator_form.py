"""What calculators ask, and reading the answers as people type them.

Which calculators there are is `data/calculators.yaml`; running one is `knowledge.calculators`.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal, cast

from pydantic import Field, model_validator

from knowledge.calc_fine import package_conducts
from knowledge.calculation import Authority
from knowledge.date_input import DateRead, read_date
from knowledge.grounds import FactName, Slug
from knowledge.inputs import MAX_LENGTH, Refused, read_number
from knowledge.schema import Strict

InputType = Literal["count", "number", "year", "date", "choice", "flag", "text", "places", "conducts"]

_STATE = r"(?!\s*[A-Za-z]{2}\s*(?:[;,\n]|$))"
"""A state after a comma or dash belongs to the name before it: "Sombrio - SC"."""
_BETWEEN = re.compile(rf"[;\n]|,{_STATE}|\s-\s{_STATE}|\s(?:x|até|para)\s", re.IGNORECASE)
MOST = 100_000
"""No fleet, distance or term of ours is larger; a larger number is a slip."""
YES = frozenset({"sim", "s", "yes", "1"})
NO = frozenset({"não", "nao", "n", "no", "0"})


class Input(Strict):
    """One question of a calculator."""

    name: FactName
    type: InputType
    label: str
    optional: bool = False
    choices: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _choices_where_closed(self) -> Input:
        if (self.type == "choice") != bool(self.choices):
            raise ValueError("`choices` acompanha `type: choice`, e só ele")
        return self


class Calculator(Strict):
    """One calculator of the menu."""

    id: Slug
    title: str
    regimes: Annotated[tuple[Authority, ...], Field(min_length=1)]
    inputs: tuple[Input, ...]
    named: tuple[str, ...] = ()


@dataclass(frozen=True)
class Given:
    """The answers of a person, read into values; a missing optional one is None."""

    values: Mapping[str, object]
    authority: Authority | None

    def count(self, name: str, default: int = 0) -> int:
        """A whole number, or the default where it was not given."""
        value = self.values.get(name)
        return value if isinstance(value, int) else default

    def number(self, name: str) -> Decimal:
        """A number with its fraction."""
        return cast(Decimal, self.values[name])

    def day(self, name: str) -> dt.date | None:
        """A day, if given."""
        return cast("dt.date | None", self.values.get(name))

    def text(self, name: str, default: str = "") -> str:
        """A word or choice, or the default."""
        return str(self.values.get(name) or default)

    def flag(self, name: str) -> bool:
        """Yes or, where not said, no."""
        return bool(self.values.get(name))

    def names(self, name: str) -> list[str]:
        """A list of names."""
        return list(cast("tuple[str, ...]", self.values.get(name, ())))

    def regimes(self) -> tuple[Authority, ...]:
        """The regime said, or both."""
        return (self.authority,) if self.authority else ("daer", "metroplan")


def read_answer(asked: Input, typed: str, today: dt.date) -> object | Refused:
    """One answer as a value; None for an optional one left out."""
    text = typed.strip()
    if not text:
        return None if asked.optional else Refused("missing")
    if asked.type in ("places", "conducts"):
        return _names(asked, text)
    if len(text) > MAX_LENGTH:
        return Refused("too_long", {"limit": str(MAX_LENGTH)})
    if asked.type == "date":
        day = read_date(text, today)
        return day.day if isinstance(day, DateRead) else day
    if asked.type == "choice":
        return text if text in asked.choices else Refused("choice", {"typed": text})
    if asked.type == "flag":
        return _flag(text)
    return text if asked.type == "text" else _numeric(asked, text, today)


def _names(asked: Input, text: str) -> tuple[str, ...] | Refused:
    names = tuple(part.strip()[:MAX_LENGTH] for part in _BETWEEN.split(text[:2000]) if part.strip())
    if asked.type == "conducts":
        unknown = [n for n in names if n not in package_conducts()]
        if unknown:
            return Refused("choice", {"typed": unknown[0]})
    return names or Refused("missing")


def _flag(text: str) -> bool | Refused:
    folded = text.lower()
    if folded in YES | NO:
        return folded in YES
    return Refused("flag", {"typed": text})


def _numeric(asked: Input, text: str, today: dt.date) -> int | Decimal | Refused:
    value = read_number(text)
    if isinstance(value, Refused):
        return value
    if asked.type == "number":
        return value if 0 <= value <= MOST else Refused("number_range", {"typed": text})
    if value != int(value):
        return Refused("number_whole", {"typed": text})
    if asked.type == "year":
        return int(value) if 1950 <= value <= today.year + 1 else Refused("year_range", {"typed": text})
    if not (0 if asked.optional else 1) <= value <= MOST:
        return Refused("number_range", {"typed": text})
    return int(value)
