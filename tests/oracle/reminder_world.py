"""The state of invented companies on one day, and what the oracle says of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Literal

from tests.oracle.deadline_rows import Deadline

Status = Literal["on_road", "sold", "laid_up"]


@dataclass
class Person:
    """Somebody who hears of things. `reachable`: the bot can write to them on this day."""

    id: str
    role: str
    reachable: bool = True


@dataclass
class Vehicle:
    """A vehicle and its status on this day."""

    id: str
    status: Status = "on_road"


@dataclass
class Snooze:
    """'Lembrar em …': who pressed it, for which cycle, on which day, until which day."""

    person: str
    due: date | datetime
    pressed_on: date
    until: date


@dataclass
class Press:
    """Any button of a thing pressed by a person in a cycle; a snooze is one too and need not be repeated."""

    person: str
    due: date | datetime
    pressed_on: date


@dataclass
class Thing:
    """A dated thing as it stands on this day.

    `deadline` is what is on file today (a correction or renewal puts another one in its place); `solved`
    means renewed, paid, not applicable or removed, for the cycle on file; `before` is a ladder of its own.
    `line` overrides the company's routing: groups of person ids, the first group, then the second.
    """

    id: str
    deadline: Deadline
    vehicle: str | None = None
    solved: bool = False
    before: tuple[int, ...] | None = None
    line: tuple[tuple[str, ...], ...] | None = None
    snoozes: list[Snooze] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)


@dataclass
class Company:
    """A company on this day; `ladders` by kind ('*' for all others), `routing` roles in order by kind."""

    id: str
    people: list[Person]
    things: list[Thing]
    vehicles: list[Vehicle] = field(default_factory=list)
    ladders: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    routing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass
class DayState:
    """Everything on one civil day; `down`: no telling could leave on that day at all."""

    day: date
    companies: list[Company]
    down: bool = False


@dataclass(frozen=True)
class Telling:
    """That a person must be told of a thing on a day.

    `accepts` are the stage words that are right for it; `stage_on` is the stage's own day, `late` when it
    is past; `at` is the instant for stages in hours; `act_words` speak of the day to act by, if another.
    """

    day: date
    person: str
    company: str
    thing: str
    kind: str
    due: date | datetime
    stage: str
    accepts: tuple[str, ...]
    stage_on: date
    late: bool
    words: str
    act_words: str | None = None
    at: datetime | None = None
    escalated: bool = False


@dataclass(frozen=True)
class Options:
    """Choices that the texts leave open; the defaults are explained in the README."""

    told_to: Literal["person", "anyone"] = "person"
    late_rule: Literal["key", "since"] = "key"
    escalate_at: Literal["last_stage", "after_last_stage"] = "last_stage"
    escalate_needs_earlier_telling: bool = False
    first_is: Literal["person", "role"] = "person"
    beyond_second: bool = False
    snooze_scope: Literal["person", "thing"] = "person"
    snooze_ends_at_due: bool = False
    presses_hold_whole_day: bool = True
    once_late_days: int | None = None
    default_routing: tuple[str, ...] = ("manager", "owner", "accountant", "driver")
    quiet_from: time = time(20)
    quiet_to: time = time(8)
    defer_instants: bool = True
    shared_analysis_chased_once: bool = False
