"""What goes into the computation of deadlines, and what comes out.

A `Paper` is one dated thing of a kind of `knowledge.obligations`; `Facts` are the papers of one subject with
what else the arithmetic needs. The sentences of the notes stand in `data/notes/deadlines.yaml`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal
from zoneinfo import ZoneInfo

from knowledge.age import Manufacture
from knowledge.calendar import PORTO_ALEGRE, Calendar, package_calendar
from knowledge.notes import Note
from knowledge.ruling import Standing

START, PRINTED = "start", "printed"
SAO_PAULO = ZoneInfo("America/Sao_Paulo")

Mode = Literal[
    "turistico", "eventual", "continuo-empresarial", "continuo-estudantil", "saude", "proprio",
    "locacao-motorista", "emergencial", "continuo-funcionarios-pj", "continuo-funcionarios-pf",
]  # fmt: skip


@dataclass(frozen=True)
class Paper:
    """One dated thing. `dates` has the names of the row's `facts`, `choices` those of its `choices`."""

    kind: str
    dates: Mapping[str, dt.date] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    at: dt.datetime | None = None
    city: str = PORTO_ALEGRE

    @property
    def start(self) -> dt.date | None:
        """The start of its term."""
        return self.dates.get(START)

    @property
    def printed(self) -> dt.date | None:
        """The date the document itself bears, which wins over any computed one."""
        return self.dates.get(PRINTED)


@dataclass(frozen=True)
class Facts:
    """The papers of one subject and what else the arithmetic needs; nothing of it is asked from a clock.

    `made`: of the vehicle in question; `fleet`: of all the active vehicles of the carrier.
    """

    today: dt.date
    papers: tuple[Paper, ...] = ()
    made: Manufacture | None = None
    fleet: tuple[Manufacture, ...] = ()
    new: bool = False
    mode: Mode | None = None
    authority: Literal["daer", "metroplan"] | None = None
    calendar: Calendar = field(default_factory=package_calendar)
    plate: str = ""
    ends: dict[str, dt.date | None] = field(default_factory=dict, init=False, compare=False, repr=False)
    """The ends of papers already computed: several rules ask for the same one."""

    def first(self, kind: str) -> Paper | None:
        """The first paper of a kind."""
        return next((p for p in self.papers if p.kind == kind), None)


@dataclass(frozen=True)
class Deadline:
    """One due day or instant with its ground.

    `stages` go up to the due day; where `weekly_after` they go on with -1, -8, -15 … until solved. Days count
    down to `counts_to`, which is `act_by` for acts before an agency; hours to `event_at`, the departure.
    `other_on` is the reading not taken; `limited_by` the kind of paper that cuts a licence short.
    """

    kind: str
    standing: Standing
    provisions: tuple[str, ...]
    due_on: dt.date | None = None
    due_at: dt.datetime | None = None
    event_at: dt.datetime | None = None
    act_by: dt.date | None = None
    stages: tuple[str, ...] = ()
    weekly_after: bool = False
    counts_to: dt.date | None = None
    other_on: dt.date | None = None
    limited_by: str | None = None
    notes: tuple[Note, ...] = ()

    @property
    def note(self) -> str:
        """All notes as one text."""
        return " ".join(str(n) for n in self.notes)


def as_json(deadline: Deadline) -> dict[str, object]:
    """The shape programs read; after the due day the first overdue stages stand for "weekly until solved"."""
    due = {"due_at": deadline.due_at.isoformat()} if deadline.due_at else {"due_on": _iso(deadline.due_on)}
    return {
        "kind": deadline.kind,
        **due,
        "standing": deadline.standing,
        "provision": list(deadline.provisions),
        "act_by": _iso(deadline.act_by),
        "stages": [*deadline.stages, *(("-1", "-8", "-15") if deadline.weekly_after else ())],
        "note": deadline.note,
    }


def in_order(deadlines: Iterable[Deadline]) -> list[Deadline]:
    """By day, then by kind."""
    return sorted(deadlines, key=lambda d: (_day(d), d.kind))


def _day(deadline: Deadline) -> dt.date:
    return deadline.due_on or (deadline.due_at.date() if deadline.due_at else dt.date.max)


def _iso(day: dt.date | None) -> str | None:
    return day.isoformat() if day else None
