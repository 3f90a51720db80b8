"""The kinds of dated things: what each is, whose, on which provision, how long it lasts, when to remind.

`data/obligations.yaml` holds one row a kind; the arithmetic is `knowledge.deadlines`. A row whose length the
norms do not give (`rule: printed`) never makes up a date: it uses the printed one only.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from knowledge.daymath import Later, days_after, months_after
from knowledge.deadline_rules import BUSINESS, CALENDAR, COUNTED, FROM_START, PERHAPS, RULES
from knowledge.errors import KnowledgeError
from knowledge.grounds import Confidence, FactName, ProvisionId, Slug
from knowledge.in_use import InUse
from knowledge.ruling import Standing
from knowledge.schema import DATA, Strict, load

Holder = Literal["company", "vehicle", "policy", "contract", "driver", "trip", "fine", "request"]

Act = Literal["paper", "agency", "payment", "advice"]
"""`paper`: the end of a paper, no day to act by. `agency`: an act before an agency, its stages count down to
the day to act by. `payment`: stages count down to the due date, the pay-by day is a hint. `advice`: told once
or never.
"""

WEEK = 7

Stage = Annotated[str, StringConstraints(pattern=r"^([1-9]\d{0,2}|0|[1-9]\d?h|opens|change|chase)$")]
"""A stage in words: days before the due day, hours before an instant, or an event."""


UNITS = (*CALENDAR, *BUSINESS)


class Term(Strict):
    """A length of time, in one unit."""

    years: int = 0
    months: int = 0
    days: int = 0
    business_days: int = 0

    @model_validator(mode="after")
    def _one_unit(self) -> Term:
        lengths = [getattr(self, unit) for unit in UNITS]
        if sum(length > 0 for length in lengths) != 1 or min(lengths) < 0:
            raise ValueError(f"um só entre {', '.join(UNITS)}, maior que zero")
        return self

    @property
    def unit(self) -> str:
        """The one unit it is told in."""
        return next(unit for unit in UNITS if getattr(self, unit))

    def after(self, start: dt.date) -> Later:
        """The last day of the term. Business days need a calendar: see `knowledge.daymath`."""
        if self.business_days:
            raise ValueError("business days are counted with a calendar")
        if self.days:
            return Later(days_after(start, self.days))
        return months_after(start, 12 * self.years + self.months)


class Usual(Strict):
    """A length people usually see, outside the norms: mentioned as "em geral", never computed with in
    silence.
    """

    text: str
    months: int | None = None
    confidence: Confidence | Literal["unknown"]
    source: str


ACTS = frozenset({"start", "bought", "signed", "roadside", "posted", "final"})
"""Names of `facts` that are days of acts; of these `start` lies ahead where the row says so."""


class Obligation(Strict):
    """One row of the file."""

    kind: Slug
    title: str
    holder: Holder
    authority: Literal["daer", "metroplan", "other"]
    rule: Slug
    standing: Standing
    provisions: tuple[ProvisionId, ...] = ()
    act: Act
    term: Term | None = None
    stages: tuple[Stage, ...] = ()
    weekly_after: bool
    several: bool = False
    ahead: bool = False
    facts: dict[FactName, str]
    choices: dict[FactName, tuple[Slug, ...]] = Field(default_factory=dict)
    renews_from: Literal["act", "due"] | None = None
    usual: Usual | None = None
    note: str = ""

    @model_validator(mode="after")
    def _consistent(self) -> Obligation:
        if self.standing != "outside" and not self.provisions:
            raise ValueError("linha da norma sem dispositivo (provisions)")
        if self.standing == "outside" and self.usual is None:
            raise ValueError("linha fora das normas sem `usual` (duração usual, confiança e fonte)")
        if self.rule == "printed" and (self.term is not None or "printed" not in self.facts):
            raise ValueError("rule: printed usa só a data impressa: sem `term`, com o fato `printed`")
        if self.ahead and "start" not in self.facts:
            raise ValueError("`ahead` fala do início: precisa da data start")
        if self.weekly_after and "0" in self.stages:
            raise ValueError("`weekly_after` já inclui o dia do vencimento: tire o 0 de `stages`")
        return self

    @model_validator(mode="after")
    def _fit_for_its_rule(self) -> Obligation:
        """What the arithmetic takes for granted: without it nothing, or a wrong day, would be computed."""
        if self.rule not in RULES:
            raise ValueError(f"conta desconhecida: rule: {self.rule} (as mais comuns: term, printed)")
        if self.rule in COUNTED and self.term is None:
            raise ValueError(f"rule: {self.rule} precisa de `term`, o prazo (term: {{years: 1}})")
        if self.rule in FROM_START and "start" not in self.facts:
            raise ValueError(f"rule: {self.rule} precisa do fato `start`, de onde o prazo começa")
        units = COUNTED.get(self.rule, CALENDAR if self.rule in PERHAPS else UNITS)
        if self.term is not None and self.term.unit not in units:
            raise ValueError(
                f"rule: {self.rule} conta `term` em {' ou '.join(units)}, não em {self.term.unit}"
            )
        return self

    def happened(self, name: str) -> bool:
        """Whether a date is that of an act that has happened; only what begins may lie ahead."""
        return name in self.facts and name in ACTS and not self.ahead

    @property
    def ladder(self) -> tuple[str, ...]:
        """The stages up to the due day; after it -1, then weekly -8, -15 …, where `weekly_after`."""
        return (*self.stages, "0") if self.weekly_after else self.stages


class Extension(Strict):
    """An act that moves the end of papers that fall due in a window, of all vehicles or of some plate endings."""

    kinds: Annotated[tuple[Slug, ...], Field(min_length=1)]
    plate_endings: tuple[Annotated[str, StringConstraints(pattern=r"^\d$")], ...] = ()
    due_from: dt.date
    due_to: dt.date
    until: dt.date
    by: str
    provisions: Annotated[tuple[ProvisionId, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _in_order(self) -> Extension:
        if not self.due_from <= self.due_to < self.until:
            raise ValueError("as datas devem seguir a ordem due_from, due_to, until")
        return self

    def moves(self, kind: str, due_on: dt.date, plate: str) -> bool:
        """Whether a paper of a kind that falls due on a day is among those moved; `plate`: "" when it has none."""
        ending = not self.plate_endings or plate[-1:] in self.plate_endings
        return ending and self.about(kind, due_on)

    def about(self, kind: str, due_on: dt.date) -> bool:
        """Whether it is of this kind and of this day, whatever the plate."""
        return kind in self.kinds and self.due_from <= due_on <= self.due_to


class ObligationsFile(Strict):
    """The whole file; a kind stands once."""

    obligations: Annotated[tuple[Obligation, ...], Field(min_length=1)]
    extensions: tuple[Extension, ...] = ()

    @model_validator(mode="after")
    def _kinds_once(self) -> ObligationsFile:
        kinds = [o.kind for o in self.obligations]
        repeated = sorted({k for k in kinds if kinds.count(k) > 1})
        if repeated:
            raise ValueError(f"kind repetido: {', '.join(repeated)}")
        movable = {o.kind for o in self.obligations if o.act == "paper"}
        if unknown := sorted({k for e in self.extensions for k in e.kinds} - movable):
            raise ValueError(f"prorrogação de um tipo que não é documento (act: paper): {', '.join(unknown)}")
        return self


class UnknownKindError(KnowledgeError):
    """A kind of dated thing the base does not hold; its stored rows are kept and reported."""


@dataclass(frozen=True, eq=False)
class Obligations:
    """Every kind, by name, and the terms extended."""

    by_kind: dict[str, Obligation]
    extensions: tuple[Extension, ...] = ()

    def __iter__(self) -> Iterator[Obligation]:
        return iter(self.by_kind.values())

    def __contains__(self, kind: object) -> bool:
        return kind in self.by_kind

    def __getitem__(self, kind: str) -> Obligation:
        try:
            return self.by_kind[kind]
        except KeyError:
            raise UnknownKindError(kind) from None

    def extended(self, kind: str, due_on: dt.date, plate: str) -> Extension | None:
        """The extension that moves the end of a paper, the one that reaches farthest."""
        found = [e for e in self.extensions if e.moves(kind, due_on, plate)]
        return max(found, key=lambda e: e.until, default=None)

    def by_ending(self, kind: str, due_on: dt.date) -> tuple[Extension, ...]:
        """The extensions that would move the end of a paper, had its vehicle a plate of their endings."""
        return tuple(e for e in self.extensions if e.plate_endings and e.about(kind, due_on))

    def last_day(self, kind: str, due_on: dt.date, plate: str) -> dt.date:
        """The day itself, or the one to which it was moved."""
        moved = self.extended(kind, due_on, plate)
        return moved.until if moved else due_on


def of_file(file: ObligationsFile) -> Obligations:
    """The kinds of a validated file."""
    return Obligations({o.kind: o for o in file.obligations}, file.extensions)


def load_obligations(path: Path = DATA / "obligations.yaml") -> Obligations:
    """The kinds of the file. Raises `DataFileError` or `DataFilesError`."""
    return of_file(load(path, ObligationsFile))


_in_use = InUse("obligations", load_obligations)
using = _in_use.using
"""Inside, these are the kinds in use."""


def package_obligations() -> Obligations:
    """The kinds in use: those published that `using` has put in place, else those of the package, read once."""
    return _in_use.now()
