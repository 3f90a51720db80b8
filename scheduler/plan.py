"""Which stage of a dated thing is reached: pure, from its deadline, its ladder and the civil day.

The latest stage reached is owed until it was told; the key (recipient, subject, cycle, stage) makes it once. So a day
lost to downtime is made up by one truthful message, a late entry gets one, and nothing is scheduled per item.
Days count down to `counts_to`; after the due day come -1, -8, -15 … until solved (domain: stages are words).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from knowledge.deadline_model import Deadline
from knowledge.obligations import WEEK, Obligation

ONE_DAY = dt.timedelta(days=1)
DUE = "0"
ANY_PAPER = "*"
"""The key of a company's own ladder for the kinds it has set none for."""


@dataclass(frozen=True)
class Snooze:
    """A person asked, on a day, to be told again on a later one."""

    pressed_on: dt.date
    until: dt.date

    @property
    def stage(self) -> str:
        """The stage the wish makes."""
        return f"snooze-{self.until.isoformat()}"


@dataclass(frozen=True)
class Reached:
    """A stage and when it was reached: a civil day, or an instant for what is due at one.

    `last`: due day, last stage before it or first day after it, which an uncertain delivery repeats.
    `second`: by now the second person is told too when the first was told before and has pressed nothing.
    """

    stage: str
    day: dt.date
    at: dt.datetime | None = None
    last: bool = False
    second: bool = False


def cycle_of(deadline: Deadline) -> str:
    """The cycle's key: its due day or, for what is due at one, its instant."""
    if deadline.due_on is not None:
        return deadline.due_on.isoformat()
    if deadline.due_at is None:
        raise ValueError(f"{deadline.kind}: neither due day nor instant")
    return f"{deadline.due_at.astimezone(dt.UTC):%Y-%m-%dT%H:%MZ}"


def ladder_of(deadline: Deadline, row: Obligation, own: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The stages up to the due day: the company's for this kind, else its general one for papers, else the data's."""
    chosen = own.get(row.kind)
    if chosen is None and row.act == "paper" and row.weekly_after:
        chosen = own.get(ANY_PAPER)
    if chosen is None:
        return deadline.stages
    return (*chosen, DUE) if deadline.weekly_after else tuple(chosen)


def reached(
    deadline: Deadline,
    ladder: Sequence[str],
    today: dt.date,
    *,
    known_on: dt.date,
    snooze: Snooze | None = None,
) -> Reached | None:
    """The latest stage reached by a day. What is told once is not told of a day before it was known."""
    due = deadline.due_on
    if due is None or (not deadline.weekly_after and due < known_on):
        return None
    steps = [step for step in _steps(deadline, ladder, today) if step.day <= today]
    if snooze is not None:
        steps = _snoozed(steps, snooze, today)
    if not steps:
        return None
    return _judged(max(steps, key=lambda step: step.day), deadline, ladder)


def _steps(deadline: Deadline, ladder: Sequence[str], today: dt.date) -> Iterator[Reached]:
    due = deadline.due_on
    if due is None:
        return
    end = deadline.counts_to or due
    for stage in ladder:
        if not stage.endswith("h"):
            yield Reached(stage, end - ONE_DAY * (int(stage) if stage.isdecimal() else 0))
    if deadline.weekly_after and today > due:
        over = (today - due).days
        for days in {over - (over - 1) % WEEK, max(over - (over - 1) % WEEK - WEEK, 1)}:
            yield Reached(f"-{days}", due + ONE_DAY * days)


def _snoozed(steps: list[Reached], snooze: Snooze, today: dt.date) -> list[Reached]:
    """From the press to the day asked for nothing is told but on the due day; then the wish, and what follows."""
    kept = [s for s in steps if (s.stage == DUE and s.day > snooze.pressed_on) or s.day > snooze.until]
    return kept if today < snooze.until else [*kept, Reached(snooze.stage, snooze.until)]


def _judged(step: Reached, deadline: Deadline, ladder: Sequence[str]) -> Reached:
    before = [int(s) for s in ladder if s.isdecimal() and int(s) > 0]
    final = str(min(before)) if before else DUE
    end = deadline.counts_to or deadline.due_on or step.day
    return Reached(
        step.stage,
        step.day,
        last=step.stage in {DUE, final, "-1"},
        second=deadline.weekly_after and step.day >= end - ONE_DAY * int(final),
    )


def due_instants(
    deadline: Deadline, ladder: Sequence[str], *, now: dt.datetime, until: dt.datetime
) -> list[Reached]:
    """What is due at an instant: the latest stage passed and those to come before `until`; none after the event."""
    event = deadline.event_at
    if event is None or now >= event:
        return []
    hours = sorted((int(stage[:-1]) for stage in ladder if stage.endswith("h")), reverse=True)
    steps = [Reached(f"{h}h", (at := event - dt.timedelta(hours=h)).date(), at) for h in hours]
    if not steps:
        return []
    steps[-1] = Reached(steps[-1].stage, steps[-1].day, steps[-1].at, last=True, second=True)
    passed = [step for step in steps if step.at is not None and step.at <= now]
    coming = [step for step in steps if step.at is not None and now < step.at < until]
    return passed[-1:] + coming
