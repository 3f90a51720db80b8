"""Who changed what in a company: every mutation of its rows goes through here, so that it can be shown and undone.

The handlers of one update share a batch, and so do the steps of one act (it was renewed, then the new date); a
batch is undone as a whole, by whoever made it or a part of it, while nothing of it was changed again since.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from sqlmodel import Session, SQLModel, and_, col, or_, select

from bot.models.fleet import Change, Company, Instalment, Membership, Paper, Vehicle

Row = TypeVar("Row", Vehicle, Paper, Instalment, Membership, Company)

ENTITIES: dict[str, type[SQLModel]] = {
    "vehicle": Vehicle,
    "paper": Paper,
    "instalment": Instalment,
    "company": Company,
}
"""What can be undone. People come and go by invitation and removal only: an undo never lets anybody in."""

ACTIONS = (
    "vehicle_added", "vehicle_changed", "vehicle_active", "vehicle_laid_up", "vehicle_sold", "vehicle_removed",
    "paper_added", "paper_renewed", "paper_replaced", "paper_acknowledged", "paper_current", "paper_corrected",
    "paper_not_applicable", "paper_solved", "paper_removed", "paper_file",
    "instalment_added", "instalment_paid", "instalment_moved",
    "member_joined", "member_left", "member_removed", "member_role",
    "company_changed", "company_closed",
)  # fmt: skip
"""Everything that is recorded; the history has words for each."""

OPERATOR = 0
"""Who changes something on the command line: no person of Telegram."""
ERASED = -1
"""Who did it had everything about them erased: what was done stays, who did it does not."""
UNDO_DAYS = 30
ONE_ACT = dt.timedelta(hours=1)
"""How long the second step of a payment (its day, its receipt) belongs to the first."""
ROWS_A_QUERY = 500


@dataclass(frozen=True)
class Actor:
    """Who changes something, of which company, in which unit of work."""

    company_id: int
    user_id: int
    batch: str
    at: dt.datetime


@dataclass
class CannotUndo(Exception):
    """`reason`: nothing (left to undo), touched (changed again since, or of a kind that is not taken back)."""

    reason: str


def add(session: Session, actor: Actor, row: Row, action: str) -> Row:
    """Stores a new row and that it was added."""
    session.add(row)
    session.flush()
    _record(session, actor, row, action, before=None, after=snapshot(row))
    return row


def alter(session: Session, actor: Actor, row: Row, action: str, **values: Any) -> bool:
    """Changes a row; returns False, and records nothing, when it says so already."""
    before = snapshot(row)
    for name, value in values.items():
        setattr(row, name, value)
    after = snapshot(row)
    if before == after:
        return False
    session.add(row)
    session.flush()
    _record(session, actor, row, action, before=before, after=after)
    return True


def add_many(session: Session, actor: Actor, rows: Sequence[Row], action: str) -> None:
    """Stores many new rows, written in a few statements."""
    session.add_all(rows)
    session.flush()
    session.add_all(_change(actor, row, action, before=None, after=snapshot(row)) for row in rows)
    session.flush()


def alter_many(
    session: Session, actor: Actor, pairs: Sequence[tuple[Row, Mapping[str, Any]]], action: str
) -> None:
    """Changes many rows by their columns, written in a few statements."""
    made = []
    for row, values in pairs:
        before = snapshot(row)
        for name, value in values.items():
            setattr(row, name, value)
        session.add(row)
        made.append(_change(actor, row, action, before=before, after=snapshot(row)))
    session.flush()
    session.add_all(made)
    session.flush()


def drop(session: Session, actor: Actor, row: Row, action: str) -> None:
    """Deletes a row of which nothing is kept (a membership)."""
    _record(session, actor, row, action, before=snapshot(row), after=None)
    session.delete(row)
    session.flush()


def _record(
    session: Session,
    actor: Actor,
    row: SQLModel,
    action: str,
    *,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    session.add(_change(actor, row, action, before=before, after=after))
    session.flush()


def _change(
    actor: Actor,
    row: SQLModel,
    action: str,
    *,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> Change:
    if action not in ACTIONS:
        raise ValueError(f"unknown action {action!r}")
    return Change(
        company_id=actor.company_id,
        user_id=actor.user_id,
        at=actor.at,
        batch=actor.batch,
        action=action,
        entity=str(row.__tablename__),
        entity_id=row.id,  # type: ignore[attr-defined]
        before=before,
        after=after,
    )


def snapshot(row: SQLModel) -> dict[str, Any]:
    """A row as JSON: days and instants in ISO form, amounts as their digits."""
    return {name: _plain(getattr(row, name)) for name in type(row).model_fields}


def _plain(value: Any) -> Any:
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat()  # PostgreSQL gives instants in the server's zone
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def _restored(model: type[SQLModel], name: str, value: Any) -> Any:
    wanted = str(model.model_fields[name].annotation)
    if value is None or not isinstance(value, str):
        return value
    if "datetime.datetime" in wanted:
        return dt.datetime.fromisoformat(value)
    if "datetime.date" in wanted:
        return dt.date.fromisoformat(value)
    return Decimal(value) if "Decimal" in wanted else value


def history(session: Session, company_id: int, *, limit: int, offset: int = 0) -> list[Change]:
    """The company's changes, newest first."""
    statement = select(Change).where(Change.company_id == company_id).order_by(col(Change.id).desc())
    return list(session.exec(statement.offset(offset).limit(limit)))


def of_vehicle(session: Session, vehicle_id: int, *, limit: int, offset: int = 0) -> list[Change]:
    """The changes of one vehicle, of its papers and of their parcels, newest first.

    Parcels come into being with their policy: that line says it.
    """
    papers = select(Paper.id).where(Paper.vehicle_id == vehicle_id)
    parcels = select(Instalment.id).where(col(Instalment.paper_id).in_(papers))
    statement = select(Change).where(
        or_(
            and_(Change.entity == "vehicle", Change.entity_id == vehicle_id),
            and_(Change.entity == "paper", col(Change.entity_id).in_(papers)),
            and_(
                Change.entity == "instalment",
                Change.action != "instalment_added",
                col(Change.entity_id).in_(parcels),
            ),
        )
    )
    return list(session.exec(statement.order_by(col(Change.id).desc()).offset(offset).limit(limit)))


def last_batch(session: Session, company_id: int, user_id: int, *, now: dt.datetime) -> list[Change]:
    """The newest batch of this person in the company that still stands and can be undone, newest row first."""
    own = (Change.company_id == company_id, Change.user_id == user_id, col(Change.undone_at).is_(None))
    newest = select(Change).where(*own, col(Change.entity).in_(ENTITIES)).order_by(col(Change.id).desc())
    last = session.exec(newest.limit(1)).first()
    if last is None or last.at < now - dt.timedelta(days=UNDO_DAYS):
        return []
    batch = select(Change).where(
        Change.company_id == company_id, Change.batch == last.batch, col(Change.undone_at).is_(None)
    )
    return list(session.exec(batch.order_by(col(Change.id).desc())))


def continuing(session: Session, actor: Actor, row: Row, action: str) -> Actor:
    """The actor in the batch of a row's last change, when that was `action` and stands: one act in two steps."""
    of_it = (Change.entity == str(row.__tablename__), Change.entity_id == row.id)
    last = session.exec(select(Change).where(*of_it).order_by(col(Change.id).desc()).limit(1)).first()
    if last is None or last.action != action or last.undone_at is not None:
        return actor
    return dataclasses.replace(actor, batch=last.batch)


def same_act(session: Session, actor: Actor, row: Row, action: str) -> Actor:
    """The actor in the batch of a row's last change, when this person made it a moment ago for this row alone.

    What is corrected later, or by another person, is an act of its own: its undo leaves the first one alone.
    """
    joined = continuing(session, actor, row, action)
    of_it = session.exec(select(Change).where(Change.batch == joined.batch)).all()
    alone = all(c.entity_id == row.id for c in of_it if c.entity == str(row.__tablename__))
    fresh = all(c.user_id == actor.user_id and c.at >= actor.at - ONE_ACT for c in of_it)
    return joined if alone and fresh else actor


def undo(session: Session, batch: list[Change], *, now: dt.datetime) -> None:
    """Takes a batch back. Raises `CannotUndo`, having changed nothing, when it no longer can be."""
    standing = [change for change in batch if change.undone_at is None]
    found = _rows_of(session, standing)
    rows = [(change, found.get((change.entity, change.entity_id))) for change in standing]
    if not rows:
        raise CannotUndo("nothing")
    now_standing = {(c.entity, c.entity_id): c.after for c, _ in reversed(rows)}
    for change, row in rows:
        if row is None or not _stands(row, now_standing[change.entity, change.entity_id]):
            raise CannotUndo("touched")
        if change.before is None and "state" not in type(row).model_fields:
            raise CannotUndo("touched")
    for change, row in rows:
        if row is not None:
            _take_back(row, change)
            session.add(row)
        change.undone_at = now
        session.add(change)
    session.flush()


def _stands(row: SQLModel, recorded: dict[str, Any] | None) -> bool:
    """Whether a row says what was recorded of it; a column that came later is not asked for."""
    now = snapshot(row)
    return recorded is not None and all(now.get(name) == value for name, value in recorded.items())


def _rows_of(session: Session, batch: Sequence[Change]) -> dict[tuple[str, int], SQLModel]:
    """The rows of a batch, locked, as they stand in the database now."""
    found: dict[tuple[str, int], SQLModel] = {}
    fresh = {"populate_existing": True}  # not what this session read before it had the lock
    for entity, model in ENTITIES.items():
        ids = sorted({change.entity_id for change in batch if change.entity == entity})
        for start in range(0, len(ids), ROWS_A_QUERY):
            some = col(model.id).in_(ids[start : start + ROWS_A_QUERY])  # type: ignore[attr-defined]
            for row in session.exec(select(model).where(some).with_for_update().execution_options(**fresh)):
                found[entity, row.id] = row  # type: ignore[attr-defined]
    return found


def _take_back(row: SQLModel, change: Change) -> None:
    """An added row is not deleted: its number must not come back for another one, whose messages it would hold."""
    if change.before is None:
        row.state = "removed"
        if isinstance(row, Instalment):
            row.number = -(row.id or 0)  # the policy may get another parcel of that number
        return
    for name, value in change.before.items():
        setattr(row, name, _restored(type(row), name, value))
