"""Queries of reminders: items once per key, the messages that carry them, what people answered, where the sweep is.

An item is an outbox row of kind `reminder` that points to a row of kind `digest`, the message it goes in. A key that
was cancelled or superseded before it was told may come back: its row is planned again.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import bindparam, func, null, text, update
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import Session, col, or_, select

from bot import identity
from bot.models.chat import Account, Conversation
from bot.models.delivery import Outbox
from bot.models.fleet import Change, Membership
from bot.models.reminders import ReminderMark
from bot.outbox import WAITING

ITEM, DIGEST = "reminder", "digest"
DAY, LATE = "day", "late"
STATE = "reminders"
ROWS_A_STATEMENT = 400
UNTOLD = ("cancelled", "superseded")
TOLD = ("sent", "uncertain")
MAY_COME_BACK = text(
    "outbox.state IN ('cancelled', 'superseded')"
    " OR outbox.state = 'failed' AND outbox.error_class IN ('blocked', 'gone')"
)
"""Keys that were not told: taken back in time, or failed because the person could not be reached. Written out as
text: bound values would keep the driver from sending many rows in one statement.
"""


@dataclass(frozen=True)
class Item:
    """One thing to tell one person, by its key."""

    recipient: int
    subject: str
    cycle: str
    stage: str
    lane: int
    not_before: dt.datetime
    payload: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> tuple[int, str, str, str]:
        """What makes it one reminder: it is told once."""
        return (self.recipient, self.subject, self.cycle, self.stage)


@dataclass(frozen=True)
class Stored:
    """An item row just planned."""

    id: int
    key: tuple[int, str, str, str]


def add_items(
    session: Session, items: Sequence[Item], *, now: dt.datetime, machine: dt.datetime
) -> list[Stored]:
    """Plans the items whose key was never told and does not wait already; returns those."""
    if not items:
        return []
    table = Outbox.__table__  # type: ignore[attr-defined]
    insert = _insert(session)(table)
    names = ("lane", "payload", "planned_at", "not_before", "next_try_at", "state", "attempts")
    fresh = {name: insert.excluded[name] for name in names}
    cleared = {name: null() for name in ("reason", "finished_at", "digest_id", "error", "error_class")}
    statement = insert.on_conflict_do_update(
        index_elements=["recipient", "subject", "cycle", "stage"],
        set_={**fresh, **cleared},
        where=MAY_COME_BACK,
    ).returning(table.c.id, table.c.recipient, table.c.subject, table.c.cycle, table.c.stage)
    rows = [_row(item, ITEM, now, machine) for item in items]
    found = session.connection().execute(statement, rows)
    return [Stored(row[0], (row[1], row[2], row[3], row[4])) for row in found]


def add_digests(
    session: Session, digests: Sequence[Item], *, now: dt.datetime, machine: dt.datetime
) -> dict[tuple[int, str], int]:
    """Plans messages; returns the id of each by recipient and stage."""
    if not digests:
        return {}
    statement = _insert(session)(Outbox.__table__)  # type: ignore[attr-defined]
    rows = [_row(digest, DIGEST, now, machine) for digest in digests]
    session.connection().execute(
        statement.on_conflict_do_nothing(index_elements=["recipient", "subject", "cycle", "stage"]), rows
    )
    people = {d.recipient for d in digests}
    return {(d.recipient, d.stage): d.id or 0 for d in digests_of(session, people, digests[0].cycle)}


def digests_of(session: Session, recipients: Collection[int], cycle: str) -> list[Outbox]:
    """The messages of a civil day of these people, in order, whatever their state."""
    found: list[Outbox] = []
    ordered = sorted(recipients)
    for start in range(0, len(ordered), ROWS_A_STATEMENT):
        statement = select(Outbox).where(
            Outbox.kind == DIGEST,
            Outbox.subject == DIGEST,
            Outbox.cycle == cycle,
            col(Outbox.recipient).in_(ordered[start : start + ROWS_A_STATEMENT]),
        )
        found += session.exec(statement.order_by(col(Outbox.id)))
    return found


def _row(item: Item, kind: str, now: dt.datetime, machine: dt.datetime) -> dict[str, Any]:
    return {
        "recipient": item.recipient,
        "subject": item.subject,
        "cycle": item.cycle,
        "stage": item.stage,
        "lane": item.lane,
        "not_before": item.not_before,
        "payload": item.payload,
        "kind": kind,
        "state": "planned",
        "planned_at": now,
        "next_try_at": machine,
        "attempts": 0,
    }


def _insert(session: Session) -> Any:
    return pg_insert if session.get_bind().dialect.name == "postgresql" else sqlite_insert


def attach(session: Session, pairs: Iterable[tuple[int, int]]) -> None:
    """Puts items into their messages: (item id, message id)."""
    rows = [{"item": item, "message": message} for item, message in pairs]
    if rows:
        table = Outbox.__table__  # type: ignore[attr-defined]
        statement = update(table).where(table.c.id == bindparam("item"))
        session.connection().execute(statement.values(digest_id=bindparam("message")), rows)


def items_of(session: Session, digest_id: int, *, waiting: bool = True) -> list[Outbox]:
    """The items of a message; `waiting`: those not settled yet."""
    statement = select(Outbox).where(Outbox.digest_id == digest_id)
    if waiting:
        statement = statement.where(col(Outbox.state).in_(WAITING))
    return list(session.exec(statement.order_by(col(Outbox.id))))


def move_items(session: Session, old: int, new: int) -> None:
    """The waiting items of one message go into another."""
    statement = update(Outbox).where(col(Outbox.digest_id) == old, col(Outbox.state).in_(WAITING))
    session.execute(statement.values(digest_id=new))


def close_items(session: Session, ids: Sequence[int], state: str, *, reason: str, now: dt.datetime) -> None:
    """Settles single items apart from their message."""
    if ids:
        statement = update(Outbox).where(col(Outbox.id).in_(ids))
        session.execute(statement.values(state=state, reason=reason, finished_at=now))


def waiting_late(session: Session, cycle: str, *, now: dt.datetime) -> list[Outbox]:
    """Messages about late entries that wait for the person to leave the form."""
    statement = select(Outbox).where(
        Outbox.kind == DIGEST,
        Outbox.cycle == cycle,
        Outbox.state == "planned",
        col(Outbox.stage).startswith(LATE),
        col(Outbox.not_before) > now,
    )
    return list(session.exec(statement))


def in_forms(session: Session, company_ids: Collection[int], *, since: dt.datetime) -> set[int]:
    """The companies of which somebody is filling in a form right now."""
    statement = (
        select(Membership.company_id)
        .join(Conversation, col(Conversation.user_id) == col(Membership.user_id))
        .where(
            col(Membership.company_id).in_(company_ids),
            Conversation.flow != "",
            col(Conversation.updated_at) >= since,
        )
    )
    return set(session.exec(statement))


def changed_companies(session: Session, *, after: int, since: dt.datetime, limit: int) -> list[int]:
    """Companies in which something was recorded after change `after`, or since then was undone, or whose people were
    lost or came back.
    """
    changed = select(Change.company_id).where(col(Change.id) > after).distinct().limit(limit)
    undone = select(Change.company_id).where(col(Change.undone_at) >= since).distinct().limit(limit)
    people = (
        select(Membership.company_id)
        .join(Account, col(Account.user_id) == col(Membership.user_id))
        .where(or_(col(Account.unreachable_since) >= since, col(Account.reopened_at) >= since))
        .distinct()
        .limit(limit)
    )
    return sorted({*session.exec(changed), *session.exec(undone), *session.exec(people)})


def last_change(session: Session) -> int:
    """The number of the newest recorded change."""
    return session.exec(select(func.max(Change.id))).one() or 0


def marks(session: Session, company_ids: Sequence[int]) -> dict[tuple[str, str], list[ReminderMark]]:
    """What people answered in these companies, by subject and cycle."""
    found: dict[tuple[str, str], list[ReminderMark]] = {}
    statement = select(ReminderMark).where(col(ReminderMark.company_id).in_(company_ids))
    for mark in session.exec(statement):
        found.setdefault((mark.subject, mark.cycle), []).append(mark)
    return found


def mark(
    session: Session, *, company_id: int, user_id: int, subject: str, cycle: str, today: dt.date,
    until: dt.date | None = None,
) -> None:  # fmt: skip
    """A person pressed something under a reminder; a new wish to be told again replaces the former."""
    values = {
        "company_id": company_id,
        "user_id": user_id,
        "subject": subject,
        "cycle": cycle,
        "pressed_on": today,
        "until": until,
    }
    changed = {"pressed_on": today, "until": until} if until else {"company_id": company_id}
    statement = _insert(session)(ReminderMark).values(values)
    session.execute(
        statement.on_conflict_do_update(index_elements=["user_id", "subject", "cycle"], set_=changed)
    )


def told(
    session: Session, subjects: Sequence[str], recipients: Sequence[int]
) -> dict[tuple[int, str, str, str], str]:
    """The state of the stored items of these subjects, by key."""
    found: dict[tuple[int, str, str, str], str] = {}
    for start in range(0, len(subjects), ROWS_A_STATEMENT):
        statement = select(Outbox).where(
            Outbox.kind == ITEM,
            col(Outbox.subject).in_(subjects[start : start + ROWS_A_STATEMENT]),
            col(Outbox.recipient).in_(recipients),
        )
        found |= {(r.recipient, r.subject, r.cycle, r.stage): r.state for r in session.exec(statement)}
    return found


def told_before(
    session: Session, subjects: Sequence[str], recipients: Sequence[int], *, before: dt.datetime
) -> set[tuple[int, str, str]]:
    """Person, subject and cycle of what was told before an instant, of these subjects and people."""
    found: set[tuple[int, str, str]] = set()
    for start in range(0, len(subjects), ROWS_A_STATEMENT):
        statement = select(Outbox.recipient, Outbox.subject, Outbox.cycle).where(
            Outbox.kind == ITEM,
            col(Outbox.subject).in_(subjects[start : start + ROWS_A_STATEMENT]),
            col(Outbox.recipient).in_(recipients),
            col(Outbox.state).in_(TOLD),
            col(Outbox.finished_at) < before,
        )
        found |= {(row[0], row[1], row[2]) for row in session.exec(statement)}
    return found


@dataclass(frozen=True)
class Progress:
    """Where the sweep is: the day swept, up to which company (None: all), up to which change, and when last."""

    day: str = ""
    after: int | None = 0
    change: int = 0
    change_before: int = 0
    at: str = ""
    base: str = ""  # the knowledge it was swept with


def progress(session: Session) -> Progress:
    """The stored progress."""
    raw = identity.read(session, STATE)
    return Progress(**json.loads(raw)) if raw else Progress()


def keep_progress(session: Session, state: Progress) -> None:
    """Stores the progress, in the transaction of what it stands for."""
    identity.write(session, STATE, json.dumps(asdict(state)))
