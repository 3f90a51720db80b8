"""What the database will send, to whom, when: the sweep played ahead over a span of civil days, without writing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot import audience, due_words, fleet, reminder_rows
from bot.audience import Member
from bot.due import Due, Reader
from bot.fleet import Holding
from bot.services import Services
from knowledge.deadline_model import Deadline
from scheduler import plan
from scheduler.hours import Hours, hours_of
from scheduler.owed import Ledger, Moment, Owed, moment_of, spoken
from scheduler.rules import package_rules

BATCH = 100
Key = tuple[int, str, str, str]


@dataclass(frozen=True)
class Forecast:
    """One reminder to come, or one that was told."""

    owed: Owed
    day: dt.date
    send_at: dt.datetime
    state: str

    def as_json(self, services: Services) -> dict[str, Any]:
        """The shape programs read."""
        thing = self.owed.thing
        line = due_words.line(thing, self.day, services.renderer, second=self.owed.second)
        about = f"{line.about}: " if line.about else ""
        return {
            "recipient": self.owed.member.user_id,
            "company": thing.company.name,
            "subject": thing.subject,
            "kind": thing.deadline.kind,
            "due_on": thing.day.isoformat(),
            "stage": self.owed.step.stage,
            "send_at": self.send_at.astimezone(services.settings.zone).isoformat(),
            "state": self.state,
            "provision": list(thing.deadline.provisions),
            "text": f"{about}{line.title}: {line.words}",
        }


def forecast(
    services: Services, session: Session, first: dt.date, last: dt.date, *, now: dt.datetime
) -> Iterator[Forecast]:
    """Every reminder of the span, company by company, each key once; `state` is the stored one or `planned`.

    The days between now and a span that lies ahead are played too: what they tell is not told again in it.
    """
    for held in fleet.holdings(session, size=BATCH):
        yield from sorted(
            _of_batch(services, session, held, first, last, now=now),
            key=lambda f: (f.send_at, f.owed.member.user_id, f.owed.thing.subject),
        )


def _of_batch(
    services: Services,
    session: Session,
    held: Sequence[Holding],
    first: dt.date,
    last: dt.date,
    *,
    now: dt.datetime,
) -> Iterator[Forecast]:
    ids = [h.company.id or 0 for h in held]
    people = audience.members(session, ids)
    marks = reminder_rows.marks(session, ids)
    today = moment_of(services.settings, now).today
    reader = Reader(today, services.library.calendar, services.settings.zone)
    things = [(t, people.get(h.company.id or 0, [])) for h in held for t in reader.things(h)]
    recipients = [m.user_id for found in people.values() for m in found]
    told = reminder_rows.told(session, [t.subject for t, _ in things], recipients)
    seen: set[Key] = {key for key, state in told.items() if state not in reminder_rows.UNTOLD}
    heard = {key[:3] for key, state in told.items() if state in reminder_rows.TOLD}
    yield from _told(services, things, told, first, last)
    day = today
    while day <= last:
        moment = _moment(services, day, now, today)
        ledger = Ledger(package_rules(), marks, moment)
        owed = [one for thing, known in things for one in ledger.of(thing, known) if thing.known_on <= day]
        fresh = [one for one in spoken(owed, heard) if _key(one) not in seen]
        for one in fresh:
            seen.add(_key(one))
            if day >= first:
                yield Forecast(one, day, _send_at(services, one, moment), told.get(_key(one), "planned"))
        heard |= {_key(one)[:3] for one in fresh}
        day += plan.ONE_DAY


def _moment(services: Services, day: dt.date, now: dt.datetime, today: dt.date) -> Moment:
    hours = hours_of(services.settings)
    begins = hours.instant(day, dt.time(0))
    return Moment(now if day == today else begins, day, begins, hours.ends(day))


def _key(one: Owed) -> Key:
    return (one.member.user_id, one.thing.subject, one.cycle, one.step.stage)


def _send_at(services: Services, one: Owed, moment: Moment) -> dt.datetime:
    hours: Hours = hours_of(services.settings, one.member.preferences)
    wanted = one.step.at or max(moment.now, hours.instant(moment.today, hours.send))
    if one.thing.known_on == moment.today and one.step.at is None:
        wanted = moment.now
    latest = one.thing.deadline.due_at or (
        hours.ends(one.thing.day) if one.thing.day >= moment.today else None
    )
    return hours.leaves(wanted, latest=latest).at


def _told(
    services: Services,
    things: Sequence[tuple[Due, Sequence[Member]]],
    told: dict[Key, str],
    first: dt.date,
    last: dt.date,
) -> Iterator[Forecast]:
    """What has a row already and falls into the span: told, waiting, failed."""
    by_subject = {(t.subject, plan.cycle_of(t.deadline)): (t, people) for t, people in things}
    for (recipient, subject, cycle, stage), state in told.items():
        thing, people = by_subject.get((subject, cycle), (None, ()))
        member = next((m for m in people if m.user_id == recipient), None)
        if thing is None or member is None or state in reminder_rows.UNTOLD:
            continue
        day = _day_of(thing.deadline, stage)
        if day is not None and first <= day <= last:
            hours = hours_of(services.settings, member.preferences)
            step = plan.Reached(stage, day)
            yield Forecast(Owed(thing, member, step), day, hours.instant(day, hours.send), state)


def _day_of(deadline: Deadline, stage: str) -> dt.date | None:
    """The day a stage is reached, by its word."""
    due = deadline.due_on
    if stage.startswith("snooze-"):
        return dt.date.fromisoformat(stage.removeprefix("snooze-"))
    if due is None:
        event = deadline.event_at
        return (event - dt.timedelta(hours=int(stage[:-1]))).date() if event and stage.endswith("h") else None
    if stage.startswith("-"):
        return due + dt.timedelta(days=int(stage[1:]))
    end = deadline.counts_to or due
    return end - dt.timedelta(days=int(stage)) if stage.isdecimal() else end
