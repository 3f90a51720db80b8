"""What the companies read owe to whom: dated things × ladder × people × what they answered. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot import audience
from bot.audience import Member
from bot.clock import civil_day
from bot.due import Due
from bot.models.reminders import ReminderMark
from bot.settings import Settings
from scheduler import plan
from scheduler.hours import hours_of
from scheduler.plan import Reached, Snooze
from scheduler.rules import ReminderRules

Marks = Mapping[tuple[str, str], Sequence[ReminderMark]]


@dataclass(frozen=True)
class Owed:
    """One thing to tell one person; `second`: because the first did not react."""

    thing: Due
    member: Member
    step: Reached
    second: bool = False

    @property
    def cycle(self) -> str:
        """The cycle's key."""
        return plan.cycle_of(self.thing.deadline)


@dataclass(frozen=True)
class Moment:
    """When the question is asked: the instant, its civil day, and the instant at which that day is over."""

    now: dt.datetime
    today: dt.date
    ends: dt.datetime


def moment_of(settings: Settings, now: dt.datetime) -> Moment:
    """An instant with its civil day."""
    today = civil_day(now, settings.zone)
    return Moment(now, today, hours_of(settings).ends(today))


@dataclass(frozen=True)
class Ledger:
    """Answers what is owed, by the rules and by what people pressed."""

    rules: ReminderRules
    marks: Marks
    moment: Moment

    def of(self, thing: Due, people: Sequence[Member]) -> Iterator[Owed]:
        """Who is owed what about one thing."""
        if thing.deadline.kind in self.rules.not_reminded:
            return
        ladder = plan.ladder_of(thing.deadline, thing.row, thing.company.ladders)
        if not ladder and not thing.deadline.weekly_after:
            return
        pressed = self.marks.get((thing.subject, plan.cycle_of(thing.deadline)), ())
        first = [m for m in people if audience.hears(thing, m)]
        for member in first:
            if member.reachable:
                for step in self.steps(thing, ladder, pressed, member.user_id):
                    yield Owed(thing, member, step)
        yield from self._second(thing, ladder, people, first, pressed)

    def steps(
        self, thing: Due, ladder: Sequence[str], pressed: Sequence[ReminderMark], user_id: int
    ) -> list[Reached]:
        """The stages owed to one person: one for a day, several of a day for an instant."""
        if thing.deadline.due_on is None:
            return plan.due_instants(thing.deadline, ladder, now=self.moment.now, until=self.moment.ends)
        wish = next(
            (Snooze(m.pressed_on, m.until) for m in pressed if m.user_id == user_id and m.until), None
        )
        step = plan.reached(thing.deadline, ladder, self.moment.today, known_on=thing.known_on, snooze=wish)
        return [step] if step else []

    def _second(
        self,
        thing: Due,
        ladder: Sequence[str],
        people: Sequence[Member],
        first: Sequence[Member],
        pressed: Sequence[ReminderMark],
    ) -> Iterator[Owed]:
        lost = not any(m.reachable for m in first)
        silent = not any(p.user_id == m.user_id for p in pressed for m in first)
        if not lost and not silent:
            return
        for step in self.steps(thing, ladder, (), 0):
            if lost or step.second:
                for member in audience.second(thing, people, self.rules.second):
                    yield Owed(thing, member, step, second=True)
