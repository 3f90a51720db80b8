"""What was sent on a day of `fretabot bench year` against what the oracle asks for: key by key, and in which words."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from bot.bench_year_lives import Life, Thing
from bot.bench_year_oracle import Oracle
from bot.bench_year_world import World
from knowledge.deadline_model import SAO_PAULO

FIGURES = ("told", "messages", "missed", "repeated", "wrong_day", "wrong_text", "after_solved")
EXAMPLES, UNSHOWN = 10, "E mais"
SECOND = "quem cuida disso não respondeu"
KINDS_APART = ("age-limit", "age-half", "fleet-half")
"""Kinds that the handbook's table of deadlines does not have: unit tests hold them."""
CHASED = "metroplan-shared-analysis"
"""Chased once, by the reading taken; the oracle's own row has a ladder."""
DAYS_OF_HOURS = 4
Key = tuple[int, str, str, str]
Things = dict[str, tuple[Life, Thing]]
Asked = dict[tuple[int, str], list[Any]]


@dataclass
class Report:
    """What differed from the oracle; every figure but the first two should be nought."""

    told: int = 0
    messages: int = 0
    missed: int = 0
    repeated: int = 0
    wrong_day: int = 0
    wrong_text: int = 0
    after_solved: int = 0
    killed: int = 0
    days_down: int = 0
    second: int = 0
    unshown: int = 0
    late_hours: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    stages: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    @property
    def proven(self) -> bool:
        """Whether nothing differed."""
        return not (self.missed or self.repeated or self.wrong_day or self.wrong_text or self.after_solved)

    def lines(self) -> list[str]:
        """The figures as lines."""
        figures = ", ".join(f"{name.replace('_', ' ')} {getattr(self, name)}" for name in FIGURES)
        rest = f"steps killed {self.killed}, days down {self.days_down}, to a second person {self.second}"
        apart = f"behind “{UNSHOWN}…” {self.unshown}, hours told late {self.late_hours}"
        return [f"{figures}; {rest}; {apart}", *self.examples[:EXAMPLES]]

    def add(self, other: Report) -> None:
        """Another run's figures beside these."""
        for name in (*FIGURES, "killed", "days_down", "second", "unshown", "late_hours"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.kinds += other.kinds
        self.stages += other.stages
        self.examples += other.examples


@dataclass(frozen=True)
class Sent:
    """One message: to whom, its items (subject, cycle, stage), its text."""

    recipient: int
    items: list[tuple[str, str, str]]
    text: str


class Judge:
    """Compares day by day; remembers what was told."""

    def __init__(self, oracle: Oracle, report: Report) -> None:
        self.oracle, self.report = oracle, report
        self.judge = oracle.judge()
        self.told: set[Key] = set()
        self.last_up: dt.date | None = None
        self.reached: set[tuple[int, str]] = set()

    def day(self, world: World, today: dt.date, up: dt.datetime, sent: list[Sent]) -> None:
        """One day on which the bot ran from `up` on."""
        things = {t.subject: (life, t) for life in world.lives for t in life.things}
        companies = [life.seen for life in world.lives]
        wanted: defaultdict[tuple[int, str], list[Any]] = defaultdict(list)
        for telling in self.judge.tell(self.oracle.world.DayState(today, companies)):
            wanted[int(telling.person), telling.thing].append(telling)
        asked = {
            who: [
                t
                for t in self._in_time(tellings, things[who[1]][1], up)
                if not _covered(things[who[1]][1], t)
            ]
            for who, tellings in wanted.items()
        }
        for one in sent:
            self.report.messages += 1
            for subject, cycle, stage in one.items:
                if not subject.endswith(KINDS_APART):
                    self._item(today, (one.recipient, subject, cycle, stage), one.text, things, asked)
        for (person, subject), left in asked.items():
            for telling in left:
                self._differs("missed", today, (person, subject, telling.due, telling.accepts))
        self.last_up = today
        self.reached = {
            (int(p), t.subject) for life in world.lives for t in life.things for p in _first(life, t)
        }

    def _in_time(self, tellings: list[Any], thing: Thing, up: dt.datetime) -> list[Any]:
        """Of stages in hours that passed while the bot was down, or before the trip was known, only the latest.

        What is told once is not told of a day before it was known, nor a list after the departure.
        """
        if thing.seen.deadline.once or thing.kind == CHASED:
            return tellings if thing.due >= thing.entered.date() else []
        if not thing.seen.deadline.hours:
            return tellings
        since, departure = max(up, thing.entered), thing.facts["at"]
        passed = [t for t in tellings if t.at is None or t.at.replace(tzinfo=SAO_PAULO) < since]
        coming = [t for t in tellings if t not in passed and t.at.replace(tzinfo=SAO_PAULO) < departure]
        morning = dt.datetime.combine(tellings[0].day, dt.time(8), SAO_PAULO)
        return (passed[-1:] if max(since, morning) < departure else []) + coming

    def _item(self, today: dt.date, key: Key, text: str, things: Things, asked: Asked) -> None:
        self.report.told += 1
        person, subject, cycle, stage = key
        left = asked.get((person, subject), [])
        match = next((t for t in left if stage in t.accepts and things[subject][1].cycle == cycle), None)
        if key in self.told:
            self._differs("repeated", today, key)
        elif subject not in things or not self._running(*things[subject]):
            self._differs("after_solved", today, key)
        elif match is None and self._hour_behind(key, things[subject][1], today):
            self.report.late_hours += 1
        elif match is None:
            self._differs("wrong_day", today, key)
        else:
            left.remove(match)
            thing = things[subject][1]
            self.report.kinds[thing.kind] += 1
            self.report.stages["snooze" if stage.startswith("snooze") else stage] += 1
            self.report.second += bool(match.escalated)
            self._worded(today, key, text, thing, match)
        self.told.add(key)

    def _hour_behind(self, key: Key, thing: Thing, today: dt.date) -> bool:
        """Whether a stage is the last hour of the days before, told by night to somebody who could not hear it then:
        the bot was down, or it is not he who was told first.

        The oracle knows days only and asks for the day's own hours (`docs/decisions/deadline-oracle.md`).
        """
        person, subject, _cycle, stage = key
        was_told = self.last_up == today - dt.timedelta(days=1) and (person, subject) in self.reached
        if was_told or self.last_up is None or not thing.seen.deadline.hours:
            return False
        days = [today - dt.timedelta(days=n) for n in range(DAYS_OF_HOURS, 0, -1)]
        return stage in [word for day in days for word in self.oracle.hours_of(thing.seen.deadline, day)][-1:]

    def _running(self, life: Life, thing: Thing) -> bool:
        return thing.vehicle is None or life.vehicles[thing.vehicle].status == "on_road"

    def _worded(self, today: dt.date, key: Key, text: str, thing: Thing, telling: Any) -> None:
        parts = words_of(thing, telling)
        lines = [line for line in text.split("\n") if all(part in line for part in parts)]
        if any((SECOND in line) == telling.escalated for line in lines):
            return
        if UNSHOWN in text:
            self.report.unshown += 1
        else:
            self._differs("wrong_text", today, (*key, parts, text[:300]))

    def _differs(self, what: str, today: dt.date, key: Any) -> None:
        setattr(self.report, what, getattr(self.report, what) + 1)
        self.report.examples.append(f"{what} {today} {key}")


def _first(life: Life, thing: Thing) -> list[str]:
    """Those who are told of a thing first, as far as the bot can write to them."""
    line = thing.seen.line or [()]
    return [p.id for p in life.seen.people if p.reachable and p.id in line[0]]


def _covered(thing: Thing, telling: Any) -> bool:
    """A stage of a day that a person's wish, told since, stands for: it comes up when the ladder is changed later."""
    return telling.late and any(
        wish.person == telling.person
        and wish.due == telling.due
        and telling.stage.isdecimal()
        and telling.stage_on <= wish.until <= telling.day
        for wish in thing.seen.snoozes
    )


def words_of(thing: Thing, telling: Any) -> list[str]:
    """What the line must say: the day, how far it is, the day to act by with its own distance, or the hour."""
    deadline = thing.seen.deadline
    far: str = telling.words
    if deadline.hours:
        due, event = deadline.due_at, thing.facts["at"].astimezone(SAO_PAULO)
        return [f"até {due:%H:%M} de {due:%d/%m/%Y}", f"saída em {event:%d/%m/%Y %H:%M}"]
    date = f"{deadline.due_on:%d/%m/%Y}"
    if deadline.once or thing.kind == CHASED:
        return [f"{date} ({far.replace('vence ', '').replace('venceu', 'foi')})"]
    if telling.act_words is not None:
        near = telling.act_words.removeprefix("agir ").removeprefix("em até ").removeprefix("até ")
        near = f"em {near}" if near.endswith(" dias") else near
        return [f"{deadline.act_by:%d/%m/%Y} ({near})", date]
    return [f"{far}, {date}"]
