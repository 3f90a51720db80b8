"""What the companies read owe to whom: dated things × ladder × people × what they answered. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
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
    """One thing to tell one person; `second`: because the first did not react.

    `after`: those of the first of whom one must have been told on an earlier day, for only then are they silent.
    """

    thing: Due
    member: Member
    step: Reached
    second: bool = False
    after: tuple[int, ...] = ()

    @property
    def cycle(self) -> str:
        """The cycle's key."""
        return plan.cycle_of(self.thing.deadline)


@dataclass(frozen=True)
class Moment:
    """When the question is asked: the instant, its civil day, the instants at which that day begins and is over."""

    now: dt.datetime
    today: dt.date
    begins: dt.datetime
    ends: dt.datetime


def moment_of(settings: Settings, now: dt.datetime) -> Moment:
    """An instant with its civil day."""
    today = civil_day(now, settings.zone)
    hours = hours_of(settings)
    return Moment(now, today, hours.instant(today, dt.time(0)), hours.ends(today))


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
        first = audience.first(thing, people)
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
        after = () if lost else tuple(m.user_id for m in first)
        late = lost or any(step.second for step in self.steps(thing, ladder, (), 0))
        for member in audience.second(thing, people, self.rules.second) if late else ():
            for step in self.steps(thing, ladder, pressed, member.user_id):
                if lost or step.second or step.at is None:
                    yield Owed(thing, member, step, second=True, after=after)


def spoken(owed: Sequence[Owed], told: Collection[tuple[int, str, str]]) -> list[Owed]:
    """What is owed, without what hangs on somebody who was told nothing; `told`: person, subject, cycle."""
    return [
        one
        for one in owed
        if not one.after or any((who, one.thing.subject, one.cycle) in told for who in one.after)
    ]


def in_doubt(owed: Sequence[Owed]) -> tuple[list[str], list[int]]:
    """The subjects and people of whom it must be known whether they were told on an earlier day."""
    doubtful = [one for one in owed if one.after]
    return sorted({o.thing.subject for o in doubtful}), sorted({who for o in doubtful for who in o.after})
