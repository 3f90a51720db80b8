"""Recipients of broadcasts: who they are, the rehearsal, the frozen list, its outbox rows.

The list is frozen when a broadcast is confirmed; its outbox rows are made in batches by the worker. A correction goes
to exactly those who hold a text of its chain. What became of each: `bot.broadcast_results`.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, func, insert, update
from sqlalchemy import select as columns
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import Session, col, select

from bot import broadcast_audience as audience
from bot import broadcast_rights, broadcast_text, broadcasts, few
from bot.broadcast_match import region
from bot.models.chat import Account
from bot.models.delivery import LANE_RULE_UPDATE, Outbox
from bot.models.fleet import Company
from bot.models.staff import Broadcast, BroadcastRecipient, NormRevision
from knowledge.calendar import Calendar

BATCH = 500
"""Rows made in one transaction of the worker."""
FIRST = "1"
"""The stage of the first wave's rows; further waves count on."""


@dataclass(frozen=True)
class Addressee:
    """A person a broadcast is for, with the reasons kept for that person."""

    user_id: int
    name: str
    company: str
    company_id: int | None
    why: Mapping[str, Any]

    @property
    def values(self) -> dict[str, str]:
        """What the fields of the text say for this person."""
        known = broadcast_text.values(self.name, self.why)
        gone = broadcast_text.withheld(self.why, self.why)  # worded just before sending
        return known | dict.fromkeys(gone, "…")


@dataclass(frozen=True)
class Rehearsal:
    """Every text rendered before anything starts: who can be written to, and whose text fails for want of what."""

    fine: tuple[Addressee, ...]
    failing: tuple[tuple[Addressee, tuple[str, ...]], ...]


def addressees(session: Session, row: Broadcast, *, today: dt.date, calendar: Calendar) -> list[Addressee]:
    """Whom a broadcast is for now: its audience, or for a correction those who hold a text of its chain."""
    if row.corrects is not None:
        return _holders(session, row)
    rules = broadcasts.rules(row)
    people = audience.recipients(session, rules, subject=row.subject, today=today, calendar=calendar)
    later = _worded_later(session, row)
    return [
        Addressee(
            p.user_id,
            p.name,
            " / ".join(f.company.name for f in p.found)[:200],
            p.found[0].company.id,
            audience.why(p, rules) | later,
        )
        for p in people
    ]


def _worded_later(session: Session, row: Broadcast) -> dict[str, str]:
    """Stands for each person's own difference until it is worded: it never lacks."""
    told = row.revision_id is not None and broadcast_text.uses(row.text, broadcast_text.DIFFERENCE)
    revision = session.get(NormRevision, row.revision_id) if told else None
    return {"difference": "…"} if revision is not None and revision.terms else {}


def _holders(session: Session, row: Broadcast) -> list[Addressee]:
    subjects = [
        broadcasts.subject_of(one.id or 0) for one in broadcasts.chain(session, row) if one.id != row.id
    ]
    received = columns(col(Outbox.recipient)).where(
        col(Outbox.subject).in_(subjects), col(Outbox.state).in_(broadcasts.RECEIVED), _wrong(session, row)
    )
    statement = (
        select(BroadcastRecipient, Account)
        .join(Account, col(Account.user_id) == col(BroadcastRecipient.user_id))
        .where(BroadcastRecipient.broadcast_id == row.corrects, col(BroadcastRecipient.user_id).in_(received))
        .order_by(col(BroadcastRecipient.user_id))
    )
    later = _worded_later(session, row)
    rows = session.exec(statement).all()
    roles = broadcast_rights.places(session, [held.user_id for held, _ in rows])
    return [
        Addressee(
            held.user_id,
            account.name,
            held.company,
            held.company_id,
            _told_still(held.why, roles[held.user_id]) | later,
        )
        for held, account in rows
    ]


def _wrong(session: Session, row: Broadcast) -> ColumnElement[bool]:
    """Rows worded before a correction, or not yet: another may have left with its text, or a newer one, already."""
    right = {str(one.id) for one in (*broadcasts.chain(session, row), row) if (one.id or 0) >= (row.id or 0)}
    return func.coalesce(col(Outbox.text_version), "").not_in(right)


def late(session: Session, row: Broadcast) -> tuple[Rehearsal, bool]:
    """Who came to hold a wrong text after a correction was listed; whether more rows with it are leaving."""
    listed = set(
        session.exec(select(BroadcastRecipient.user_id).where(BroadcastRecipient.broadcast_id == row.id))
    )
    people = [person for person in _holders(session, row) if person.user_id not in listed]
    earlier = [broadcasts.subject_of(one.id or 0) for one in broadcasts.chain(session, row)]
    leaving = select(Outbox.id).where(
        col(Outbox.subject).in_(earlier), col(Outbox.state) == "sending", _wrong(session, row)
    )
    return rehearse(row.text, people), session.exec(leaving.limit(1)).first() is not None


def listed(session: Session, row: Broadcast, user_id: int, *, but: Broadcast) -> bool:
    """Whether another broadcast than `but` has this person on its list already, and a text for them."""
    wanted = select(BroadcastRecipient.id).where(
        BroadcastRecipient.broadcast_id == row.id,
        BroadcastRecipient.user_id == user_id,
        col(BroadcastRecipient.skipped).is_(None),
    )
    return row.id != but.id and session.exec(wanted).first() is not None


def _told_still(why: Mapping[str, Any], roles: Mapping[int, str]) -> dict[str, Any]:
    """The reasons that hold, and which fields the correction must do without: who left gets it all the same."""
    now = broadcast_rights.still(why, roles)
    gone = broadcast_text.withheld(why, now)
    return now | {broadcast_text.WITHHELD: gone} if gone else now


def groups(session: Session, people: Iterable[Addressee]) -> dict[str, list[tuple[str, int | None]]]:
    """People by regulator, mode and region of their companies; None: it would give away one that is few."""
    companies = {c.id: c for c in session.exec(select(Company).where(col(Company.closed_at).is_(None)))}
    counted: dict[str, Counter[str]] = {"authority": Counter(), "mode": Counter(), "region": Counter()}
    behind: dict[str, defaultdict[str, set[int | None]]] = {name: defaultdict(set) for name in _GROUPS}
    for person in people:
        ids = [one.get("company_id") for one in person.why.get("companies", ())]
        held = [companies[id_] for id_ in ids if id_ in companies]
        for name, of in _GROUPS.items():
            counted[name].update({key for c in held for key in of(c)})
            for company in held:
                for key in of(company):
                    behind[name][key].add(company.id)
    return {name: _told(counts, behind[name]) for name, counts in counted.items()}


def _told(counts: Counter[str], behind: Mapping[str, set[int | None]]) -> list[tuple[str, int | None]]:
    """People of few companies are few; a number from which those would follow is not told."""
    sizes = {key: len(ids) for key, ids in behind.items()}
    unsaid = {key for key in few.unsaid(sizes) if sizes[key] >= few.FEW}
    return [(k, None if k in unsaid else few.of(sizes[k], n)) for k, n in counts.most_common()]


_GROUPS: Mapping[str, Callable[[Company], Sequence[str]]] = {
    "authority": lambda company: company.authorities,
    "mode": lambda company: company.modes,
    "region": lambda company: [region(company.municipality) or "none"],
}


def fingerprint(people: Iterable[Addressee]) -> str:
    """Changes whenever somebody joins or leaves."""
    return hashlib.sha256(",".join(str(p.user_id) for p in people).encode()).hexdigest()[:16]


def rehearse(html: str, people: Iterable[Addressee]) -> Rehearsal:
    """Fills the text for everybody."""
    fine, failing = [], []
    for person in people:
        try:
            broadcast_text.fill(html, person.values)
            fine.append(person)
        except broadcast_text.Missing as missing:
            failing.append((person, missing.fields))
    return Rehearsal(tuple(fine), tuple(failing))


def store(session: Session, row: Broadcast, rehearsed: Rehearsal, *, now: dt.datetime) -> None:
    """Freezes the list of recipients; those whose text fails stand in it with the reason."""
    lines = [(p, None) for p in rehearsed.fine]
    failing = [(p, f"falta: {', '.join(fields)}"[:200]) for p, fields in rehearsed.failing]
    rows = [
        {
            "broadcast_id": row.id,
            "user_id": person.user_id,
            "company_id": person.company_id,
            "company": person.company,
            "why": dict(person.why),
            "skipped": skipped,
        }
        for person, skipped in sorted([*lines, *failing], key=lambda pair: pair[0].user_id)
    ]
    if rows:
        session.execute(insert(BroadcastRecipient), rows)
    row.listed_at = now
    session.add(row)
    session.flush()


def plan(
    session: Session, row: Broadcast, *, now: dt.datetime, machine: dt.datetime, not_before: dt.datetime
) -> int:
    """The outbox rows of the next batch of recipients; sets `planned_at` after the last one."""
    statement = (
        select(BroadcastRecipient)
        .where(
            BroadcastRecipient.broadcast_id == row.id,
            col(BroadcastRecipient.outbox_id).is_(None),
            col(BroadcastRecipient.skipped).is_(None),
        )
        .order_by(col(BroadcastRecipient.id))
        .limit(BATCH)
    )
    batch = list(session.exec(statement))
    wave(session, row, batch, FIRST, now=now, machine=machine, not_before=not_before)
    if len(batch) < BATCH:
        row.planned_at = now
        session.add(row)
        session.flush()
    return len(batch)


def wave(
    session: Session,
    row: Broadcast,
    people: Sequence[BroadcastRecipient],
    stage: str,
    *,
    now: dt.datetime,
    machine: dt.datetime,
    not_before: dt.datetime,
) -> int:
    """The rows of one wave for some recipients, once per stage for each; how many."""
    if not people:
        return 0
    subject = broadcasts.subject_of(row.id or 0)
    same = {
        "subject": subject,
        "cycle": "-",
        "stage": stage,
        "kind": broadcasts.KIND,
        "lane": LANE_RULE_UPDATE,
        "state": "planned",
        "planned_at": now,
        "not_before": not_before,
        "next_try_at": machine,
        "attempts": 0,
    }
    rows = [{**same, "recipient": p.user_id, "payload": {"recipient": p.id}} for p in people]
    maker = pg_insert if session.get_bind().dialect.name == "postgresql" else sqlite_insert
    session.execute(maker(Outbox).on_conflict_do_nothing(), rows)
    newest = (
        columns(col(Outbox.id))
        .where(
            col(Outbox.subject) == subject,
            col(Outbox.recipient) == col(BroadcastRecipient.user_id),
            col(Outbox.stage) == stage,
        )
        .scalar_subquery()
    )
    _point(session, people, newest)
    return len(people)


def _point(session: Session, people: Sequence[BroadcastRecipient], newest: ScalarSelect[int | None]) -> None:
    """Each recipient knows the row that was planned last."""
    session.execute(
        update(BroadcastRecipient)
        .where(col(BroadcastRecipient.id).in_([p.id for p in people]))
        .values(outbox_id=newest)
        .execution_options(synchronize_session=False)
    )
    session.expire_all()
