"""Queries of dated papers and their parcels: add, renew (a new cycle), correct (the same cycle), pay, put aside.

One row a cycle: a renewed paper stays as `replaced` and points to its successor.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlmodel import Session, col, select

from bot import changes
from bot.changes import Actor
from bot.models.fleet import Change, Instalment, Paper, Vehicle
from bot.paper_facts import FOLLOWS
from knowledge.daymath import series
from knowledge.money import instalments

FILES_LIMIT = 5
RECEIPT = "parcel"
"""In a kept file: the number of the parcel that it proves paid."""


@dataclass(frozen=True)
class Parcel:
    """One parcel to be paid."""

    number: int
    due_on: dt.date
    amount: Decimal | None = None


def in_parcels(count: int, first: dt.date, total: Decimal | None) -> list[Parcel]:
    """Monthly parcels: the k-th date from the first one, the spare cents in the last."""
    amounts = instalments(total, count) if total is not None else (None,) * count
    days = series(first, count)
    return [Parcel(k, day, amount) for k, (day, amount) in enumerate(zip(days, amounts, strict=True), 1)]


def current(session: Session, company_id: int, **where: Any) -> list[Paper]:
    """The company's current papers, the first to expire first; `where`: columns that must match."""
    statement = select(Paper).where(Paper.company_id == company_id, Paper.state == "current")
    for name, value in where.items():
        statement = statement.where(getattr(Paper, name) == value)
    found = session.exec(statement.order_by(col(Paper.id)))
    return sorted(found, key=lambda p: (p.expires_on or dt.date.max, p.id or 0))


def set_aside(session: Session, company_id: int, **where: Any) -> list[Paper]:
    """The papers marked as not applicable."""
    statement = select(Paper).where(Paper.company_id == company_id, Paper.state == "not_applicable")
    for name, value in where.items():
        statement = statement.where(getattr(Paper, name) == value)
    return list(session.exec(statement.order_by(col(Paper.id))))


def paper(session: Session, paper_id: int, *, lock: bool = False) -> Paper | None:
    """One paper that is not removed; `lock`: it is about to be changed."""
    found = session.get(Paper, paper_id, with_for_update=lock or None)
    return found if found is not None and found.state != "removed" else None


def even_removed(session: Session, ids: Collection[int]) -> dict[int, tuple[Paper, str]]:
    """Papers whatever their state, with the plate of the vehicle or "": the history goes on speaking of them."""
    held = (
        select(Paper, Vehicle.plate)
        .outerjoin(Vehicle, col(Vehicle.id) == col(Paper.vehicle_id))
        .where(col(Paper.id).in_(ids))
    )
    return {paper.id or 0: (paper, plate or "") for paper, plate in session.exec(held)} if ids else {}


def newest(session: Session, row: Paper) -> Paper:
    """The current cycle of a paper: the end of the chain of its renewals."""
    seen = {row.id}
    while row.replaced_by is not None and row.replaced_by not in seen:
        seen.add(row.replaced_by)
        following = session.get(Paper, row.replaced_by)
        if following is None:
            break
        row = following
    return row


def add_paper(
    session: Session, actor: Actor, values: Mapping[str, Any], *, parcels: Sequence[Parcel] = ()
) -> Paper:
    """A new paper by its columns, with its parcels."""
    row = Paper(company_id=actor.company_id, created_at=actor.at, **values)
    changes.add(session, actor, row, "paper_added")
    add_parcels(session, actor, row, parcels)
    return row


def add_parcels(session: Session, actor: Actor, row: Paper, parcels: Sequence[Parcel]) -> None:
    """The parcels of a policy."""
    for parcel in parcels:
        made = Instalment(
            paper_id=row.id or 0, number=parcel.number, due_on=parcel.due_on, amount=parcel.amount
        )
        changes.add(session, actor, made, "instalment_added")


def renew(
    session: Session,
    actor: Actor,
    row: Paper,
    *,
    today: dt.date,
    parcels: Sequence[Parcel] = (),
    **values: Any,
) -> Paper | None:
    """Closes a cycle and opens the next; None when it was renewed already. Files stay with their own cycle."""
    if row.state not in {"current", "not_applicable"}:
        return None
    actor = changes.continuing(session, actor, row, "paper_acknowledged")
    kept = ("vehicle_id", "subject", "subject_name", "person_id", "kind", "issuer")
    new = Paper(company_id=row.company_id, created_at=actor.at, **{k: getattr(row, k) for k in kept} | values)
    if row.kind == "policy" and row.expires_on is not None:
        new.facts = {**new.facts, FOLLOWS: row.expires_on.isoformat()}
    changes.add(session, actor, new, "paper_renewed")
    changes.alter(
        session, actor, row, "paper_replaced", state="replaced", replaced_by=new.id, solved_on=today
    )
    add_parcels(session, actor, new, parcels)
    return new


def correct(session: Session, actor: Actor, row: Paper, **values: Any) -> bool:
    """Mends what is stored of the same cycle; False when it says so already."""
    return changes.alter(session, actor, row, "paper_corrected", **values)


def owed(row: Paper) -> bool:
    """Whether the paper's cycle still asks for something: current, and nobody has said that it is renewed."""
    return row.state == "current" and row.solved_on is None


def still_due(row: Paper, parcel: Instalment) -> bool:
    """Whether an unpaid parcel is asked for: of a renewed policy those of the days on which it was the cover."""
    return owed(row) or row.expires_on is None or parcel.due_on <= row.expires_on


def acknowledge(session: Session, actor: Actor, row: Paper, *, today: dt.date) -> bool:
    """Somebody says it is renewed: this cycle is silent, though the new date is still to come."""
    if not owed(row):
        return False
    return changes.alter(session, actor, row, "paper_acknowledged", solved_on=today)


def unacknowledge(session: Session, actor: Actor, row: Paper) -> bool:
    """It was not renewed after all; False when nobody had said so."""
    if row.state != "current" or row.solved_on is None:
        return False
    return changes.alter(session, actor, row, "paper_current", solved_on=None)


def set_state(session: Session, actor: Actor, row: Paper, state: str, *, today: dt.date) -> bool:
    """Not applicable, current again, or removed; False when it is so already or was replaced."""
    if row.state in {state, "replaced"}:
        return False
    solved = None if state == "current" else today
    action = "paper_solved" if state == "replaced" else f"paper_{state}"
    return changes.alter(session, actor, row, action, state=state, solved_on=solved)


def attach(session: Session, actor: Actor, row: Paper, file: Mapping[str, Any]) -> bool:
    """Keeps Telegram's id of a photo or PDF beside the paper; the oldest of more than `FILES_LIMIT` goes.

    Receipts of parcels are counted apart: they never push out the policy itself.
    """
    if any(f.get("file_id") == file["file_id"] for f in row.files):
        return False
    alike = [f for f in row.files if (RECEIPT in f) == (RECEIPT in file)]
    gone = alike[: max(0, len(alike) + 1 - FILES_LIMIT)]
    files = [*(f for f in row.files if f not in gone), dict(file)]
    return changes.alter(session, actor, row, "paper_file", files=files)


def forget(session: Session, company_id: int, person_id: int, kinds: Iterable[str]) -> None:
    """Erases a person's papers of these kinds, dates and history: of them nothing is kept after the person left."""
    statement = select(Paper).where(
        Paper.company_id == company_id, Paper.person_id == person_id, col(Paper.kind).in_(list(kinds))
    )
    for row in session.exec(statement):
        empty(session, row)
    session.flush()


def empty(session: Session, row: Paper) -> None:
    """Erases what a paper says and its history; the row stays, so that its number does not come back."""
    history = select(Change).where(Change.entity == "paper", Change.entity_id == row.id)
    for change in session.exec(history):
        session.delete(change)
    row.state, row.subject_name, row.number, row.issuer = "removed", "", None, None
    row.issued_on = row.expires_on = row.solved_on = None
    row.facts, row.files = {}, []
    session.add(row)


def parcels(session: Session, paper_id: int) -> list[Instalment]:
    """The parcels of a policy, in order; not those that were taken back."""
    statement = select(Instalment).where(Instalment.paper_id == paper_id, Instalment.state == "current")
    return list(session.exec(statement.order_by(col(Instalment.number))))


def parcels_by_paper(session: Session, paper_ids: Sequence[int]) -> dict[int, list[Instalment]]:
    """The parcels of many policies, in one query."""
    statement = select(Instalment).where(
        col(Instalment.paper_id).in_(paper_ids), Instalment.state == "current"
    )
    found: defaultdict[int, list[Instalment]] = defaultdict(list)
    for parcel in session.exec(statement.order_by(col(Instalment.number))):
        found[parcel.paper_id].append(parcel)
    return dict(found)


def parcel(session: Session, instalment_id: int, *, lock: bool = False) -> Instalment | None:
    """One parcel that stands; `lock`: it is about to be changed."""
    found = session.get(Instalment, instalment_id, with_for_update=lock or None)
    return found if found is not None and found.state == "current" else None


def pay(session: Session, actor: Actor, row: Instalment, *, paid_on: dt.date) -> bool:
    """A parcel is paid; False when it was already."""
    if row.paid_on is not None:
        return False
    return changes.alter(session, actor, row, "instalment_paid", paid_on=paid_on)


def paid_on_another_day(session: Session, actor: Actor, row: Instalment, day: dt.date) -> bool:
    """A parcel was paid, but on another day; False when it says so already."""
    return changes.alter(session, actor, row, "instalment_paid", paid_on=day)


def move_parcel(session: Session, actor: Actor, row: Instalment, due_on: dt.date) -> bool:
    """A parcel's due date is mended; False when it says so already."""
    return changes.alter(session, actor, row, "instalment_moved", due_on=due_on)
