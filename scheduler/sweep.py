"""The sweep: once a civil day over all companies in batches, each minute over those in which something was recorded.

It derives what is owed and inserts what has no row; one step is one transaction, and where it is stands in the
database, so that a kill or another replica goes on from there. Nothing is scheduled per item.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlmodel import Session

from bot import audience, fleet, reminder_rows
from bot.due import Reader, reach
from bot.fleet import Holding
from bot.models.delivery import LANE_DUE_TODAY, LANE_REMINDER
from bot.reminder_rows import Item, Progress
from bot.services import Services
from scheduler import messages
from scheduler.owed import Ledger, Moment, Owed, in_doubt, moment_of, spoken
from scheduler.rules import package_rules

BATCH = 100  # companies a step: what one step may hold the database up


def sweep(services: Services, session: Session, now: dt.datetime) -> bool:
    """One step; True: there is more to do at once."""
    moment = moment_of(services.settings, now)
    state = reminder_rows.progress(session)
    if state.day != moment.today.isoformat():
        newest = reminder_rows.last_change(session)
        state = Progress(moment.today.isoformat(), 0, newest, newest, now.isoformat(), state.base)
    if services.library.stamp > state.base:  # another base: other dates may follow from the same rows
        state = replace(state, after=0, base=services.library.stamp)
    if state.after is not None:
        return _whole_step(services, session, moment, state)
    _changed_step(services, session, moment, state)
    return False


def _whole_step(services: Services, session: Session, moment: Moment, state: Progress) -> bool:
    held = fleet.batch(
        session, size=BATCH, after=state.after or 0, until=lambda company: reach(company, moment.today)
    )
    Step(services, session, moment).plan(held, entered=False)
    after = held[-1].company.id if len(held) == BATCH else None
    reminder_rows.keep_progress(session, replace(state, after=after, at=moment.now.isoformat()))
    return after is not None


def _changed_step(services: Services, session: Session, moment: Moment, state: Progress) -> None:
    """The changes of the last two steps: a transaction may commit after one that began later."""
    since = dt.datetime.fromisoformat(state.at)
    newest = reminder_rows.last_change(session)
    changed = reminder_rows.changed_companies(
        session, after=state.change_before, since=since, limit=BATCH + 1
    )
    following = replace(state, change_before=state.change, change=newest, at=moment.now.isoformat())
    if len(changed) > BATCH:
        following = replace(following, after=0)
    elif changed:
        Step(services, session, moment).plan(fleet.some(session, changed), entered=True)
    messages.release(services, session, moment)
    reminder_rows.keep_progress(session, following)


def certain(session: Session, owed: Sequence[Owed], moment: Moment) -> list[Owed]:
    """What is owed once it is known who was told on an earlier day: one query, where anything hangs on it."""
    subjects, people = in_doubt(owed)
    told = reminder_rows.told_before(session, subjects, people, before=moment.begins) if subjects else set()
    return spoken(owed, told)


@dataclass(frozen=True)
class Step:
    """Plans what the companies read owe."""

    services: Services
    session: Session
    moment: Moment

    def plan(self, held: Sequence[Holding], *, entered: bool) -> int:
        """Inserts what has no row, in messages; returns how many items. `entered`: known since a moment ago."""
        ids = [h.company.id or 0 for h in held]
        people = audience.members(self.session, ids)
        rules = package_rules()
        ledger = Ledger(rules, reminder_rows.marks(self.session, ids), self.moment)
        owed = [
            one
            for holding in held
            if (known := people.get(holding.company.id or 0))
            for thing in self._reader(holding).things(holding)
            for one in ledger.of(thing, known)
        ]
        return self._store(certain(self.session, owed, self.moment), entered=entered)

    def _reader(self, holding: Holding) -> Reader:
        calendar, zone = self.services.library.calendar, self.services.settings.zone
        horizon = reach(holding.company, self.moment.today)
        return Reader(self.moment.today, calendar, zone, horizon)

    def _store(self, owed: Sequence[Owed], *, entered: bool) -> int:
        items = {item.key: (item, one) for one in owed for item in [self._item(one)]}
        machine = self.services.machine()
        stored = reminder_rows.add_items(
            self.session, [item for item, _ in items.values()], now=self.moment.now, machine=machine
        )
        fresh = [(row.id, items[row.key][1]) for row in stored]
        messages.carry(self.services, self.session, self.moment, fresh, entered=entered)
        return len(fresh)

    def _item(self, one: Owed) -> Item:
        thing = one.thing
        return Item(
            recipient=one.member.user_id,
            subject=thing.subject,
            cycle=one.cycle,
            stage=one.step.stage,
            lane=LANE_DUE_TODAY if thing.day == self.moment.today else LANE_REMINDER,
            not_before=one.step.at or self.moment.now,
            payload={
                "company": thing.company.id,
                "kind": thing.deadline.kind,
                "last": one.step.last,
                "second": one.second,
            },
        )
