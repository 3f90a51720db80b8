"""Which message carries which item, and when it leaves: one a person a day, what turns up later apart.

A message's stage is `day`, `late-N` (entered or found since) or `at-HHMM` (what is due at an instant).
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot import reminder_rows
from bot.clock import civil_day
from bot.models.delivery import LANE_DUE_TODAY, LANE_REMINDER, Outbox
from bot.reminder_rows import DAY, DIGEST, LATE, Item
from bot.services import Services
from scheduler.hours import Hours, Leaves, hours_of
from scheduler.owed import Moment, Owed
from scheduler.rules import package_rules

Fresh = tuple[int, Owed]
HOURLY = "at-"


def carry(
    services: Services, session: Session, moment: Moment, fresh: Sequence[Fresh], *, entered: bool
) -> None:
    """Puts new items into the messages of the day, which are made where they are missing."""
    if not fresh:
        return
    groups: defaultdict[tuple[int, str], list[Fresh]] = defaultdict(list)
    for row_id, one in fresh:
        groups[one.member.user_id, _sort(one, moment, entered=entered)].append((row_id, one))
    known: defaultdict[int, list[Outbox]] = defaultdict(list)
    people = {recipient for recipient, _ in groups}
    for row in reminder_rows.digests_of(session, people, moment.today.isoformat()):
        known[row.recipient].append(row)
    since = moment.now - _gather()
    companies = {one.thing.company.id or 0 for _, one in fresh}
    busy = reminder_rows.in_forms(session, companies, since=since)
    made: dict[tuple[int, str], Item] = {}
    homes: list[tuple[int, tuple[int, str]]] = []
    for (recipient, sort), items in groups.items():
        home = _home(known[recipient], sort)
        leaves = _leaves(services, moment, sort, items, busy)
        if home.row is not None and leaves.at < home.row.not_before:
            home.row.not_before = leaves.at
            session.add(home.row)
        if home.row is None:
            made[recipient, home.stage] = _merged(
                made.get((recipient, home.stage)), _message(recipient, home.stage, moment, items, leaves)
            )
        homes += [(row_id, (recipient, home.stage)) for row_id, _ in items]
    session.flush()
    ids = {(r.recipient, r.stage): r.id or 0 for rows in known.values() for r in rows}
    machine = services.machine()
    ids |= reminder_rows.add_digests(session, list(made.values()), now=moment.now, machine=machine)
    reminder_rows.attach(session, [(row_id, ids[key]) for row_id, key in homes])


def _gather() -> dt.timedelta:
    return dt.timedelta(minutes=package_rules().gather_minutes)


def _sort(one: Owed, moment: Moment, *, entered: bool) -> str:
    if one.step.at is not None and one.step.at > moment.now:
        return f"{HOURLY}{one.step.at:%H%M}"
    late = entered or one.thing.known_on == moment.today or one.step.at is not None
    return LATE if late else DAY


@dataclass(frozen=True)
class Home:
    """The message for a group: one that waits already, or the stage of a new one."""

    stage: str
    row: Outbox | None = None


def _home(rows: Sequence[Outbox], sort: str) -> Home:
    of_sort = [r for r in rows if r.stage == sort or (sort == LATE and r.stage.startswith(LATE))]
    waiting = next(
        (r for r in of_sort if r.state == "planned" and r.left_at is None and not r.attempts), None
    )
    if waiting is not None:
        return Home(waiting.stage, waiting)
    if sort != LATE and not of_sort:
        return Home(sort)
    late = [r for r in rows if r.stage.startswith(LATE)]
    return _home(late, LATE) if sort != LATE else Home(f"{LATE}-{len(late) + 1}")


def _leaves(services: Services, moment: Moment, sort: str, items: Sequence[Fresh], busy: set[int]) -> Leaves:
    hours = hours_of(services.settings, items[0][1].member.preferences)
    wanted = moment.now
    if sort == DAY:
        wanted = max(wanted, hours.instant(moment.today, hours.send))
    elif sort == LATE and any(one.thing.company.id in busy for _, one in items):
        wanted += _gather()
    elif (at := items[0][1].step.at) is not None:
        wanted = max(wanted, at)
    return hours.leaves(wanted, latest=latest_of(hours, moment, [one for _, one in items]))


def latest_of(hours: Hours, moment: Moment, items: Sequence[Owed]) -> dt.datetime | None:
    """The first instant at which waiting would make one of the items late: its due instant, or its due day's end."""
    ends = [
        one.thing.deadline.due_at or hours.ends(one.thing.day)
        for one in items
        if one.thing.day >= moment.today
    ]
    return min((end for end in ends if end > moment.now), default=None)


def _message(recipient: int, stage: str, moment: Moment, items: Sequence[Fresh], leaves: Leaves) -> Item:
    urgent = any(one.thing.day == moment.today for _, one in items)
    return Item(
        recipient=recipient,
        subject=DIGEST,
        cycle=moment.today.isoformat(),
        stage=stage,
        lane=LANE_DUE_TODAY if urgent else LANE_REMINDER,
        not_before=leaves.at,
        payload={
            "silent": leaves.silent,
            "companies": sorted({one.thing.company.id or 0 for _, one in items}),
        },
    )


def _merged(before: Item | None, new: Item) -> Item:
    if before is None:
        return new
    companies = sorted({*before.payload["companies"], *new.payload["companies"]})
    earlier = min(before, new, key=lambda item: item.not_before)
    return Item(
        recipient=new.recipient,
        subject=new.subject,
        cycle=new.cycle,
        stage=new.stage,
        lane=min(before.lane, new.lane),
        not_before=earlier.not_before,
        payload={**earlier.payload, "companies": companies},
    )


def release(services: Services, session: Session, moment: Moment) -> None:
    """Messages about what was just entered leave once nobody of the company is in a form any more."""
    waiting = reminder_rows.waiting_late(session, moment.today.isoformat(), now=moment.now)
    if not waiting:
        return
    companies = {int(c) for row in waiting for c in row.payload.get("companies", [])}
    busy = reminder_rows.in_forms(session, companies, since=moment.now - _gather())
    for row in waiting:
        if not busy & set(row.payload.get("companies", [])):
            hours = hours_of(services.settings)
            row.not_before = min(row.not_before, hours.leaves(moment.now).at)
            session.add(row)


def rehome(services: Services, session: Session, row: Outbox, moment: Moment) -> None:
    """A message of an earlier day never leaves: its items go into one of today, those told by the hour at once."""
    hours = hours_of(services.settings)
    hourly = row.stage.startswith(HOURLY)
    wanted = moment.now if hourly else max(moment.now, hours.instant(moment.today, hours.send))
    _move(services, session, row, Day(moment.today, LATE if hourly else DAY), hours.leaves(wanted).at, moment)


def postpone(services: Services, session: Session, row: Outbox, moment: Moment) -> None:
    """What may wait until the quiet hours are over goes into the message of that day."""
    hours = hours_of(services.settings)
    at = hours.leaves(moment.now).at
    day = civil_day(at, services.settings.zone)
    if day != moment.today:
        at = max(at, hours.instant(day, hours.send))
    _move(services, session, row, Day(day, DAY), at, moment)


@dataclass(frozen=True)
class Day:
    """A civil day and the sort of message on it."""

    day: dt.date
    sort: str


def _move(
    services: Services, session: Session, row: Outbox, to: Day, at: dt.datetime, moment: Moment
) -> None:
    day = to.day
    known = [r for r in reminder_rows.digests_of(session, [row.recipient], day.isoformat()) if r.id != row.id]
    home = _home(known, to.sort)
    target = home.row.id if home.row is not None else None
    if target is None:
        taken = {r.stage for r in (*known, row) if r.cycle == day.isoformat()}
        stage = home.stage if home.stage not in taken else f"{LATE}-{len(taken) + 1}"
        payload = {"silent": False, "companies": row.payload.get("companies", [])}
        made = Item(row.recipient, DIGEST, day.isoformat(), stage, row.lane, at, payload)
        ids = reminder_rows.add_digests(session, [made], now=moment.now, machine=services.machine())
        target = ids[row.recipient, stage]
    reminder_rows.move_items(session, row.id or 0, target)
