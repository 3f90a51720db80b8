"""Queries of broadcasts: drafts, their life cycle, each transition once.

draft → (approval) → scheduled | running ⇄ paused → done | cancelled. Recipients are frozen at confirmation; rows are
held back while a broadcast is paused. Recipients and results stand in `bot.broadcast_people`.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from sqlalchemy import ColumnElement, case, update
from sqlmodel import Session, col, select

from bot import audit, broadcast_hours, outbox
from bot.broadcast_rules import Audience
from bot.models.chat import Staff
from bot.models.delivery import Outbox
from bot.models.staff import Broadcast, NormRevision
from bot.settings import Settings
from knowledge.corpus import Corpus
from knowledge.model import Provision

KIND = "broadcast"
HELD = dt.datetime(2900, 1, 1, tzinfo=dt.UTC)
"""`not_before` of rows of a paused broadcast: nobody claims them."""
LIVE = ("scheduled", "running", "paused")
RECEIVED = ("sent", "uncertain")
NORM_CHANGED = "norm_changed"
CORRECTION_GONE = "correction_gone"
CORRECTING = "correcting"
UNDER_WAY = ("scheduled", "running")


def subject_of(broadcast_id: int) -> str:
    """The subject of a broadcast's outbox rows."""
    return f"broadcast:{broadcast_id}"


def create(session: Session, *, author: int, now: dt.datetime, **values: Any) -> Broadcast:
    """A new draft."""
    row = Broadcast(author=author, created_at=now, audience=Audience().model_dump(mode="json"), **values)
    session.add(row)
    session.flush()
    return row


def get(session: Session, broadcast_id: int, *, lock: bool = False) -> Broadcast | None:
    """One broadcast; `lock`: it is about to be changed."""
    return session.get(Broadcast, broadcast_id, with_for_update=lock or None)


def listing(session: Session, *, limit: int = 20) -> list[Broadcast]:
    """The newest broadcasts, drafts too."""
    return list(session.exec(select(Broadcast).order_by(col(Broadcast.id).desc()).limit(limit)))


def working(session: Session) -> list[Broadcast]:
    """All broadcasts, drafts too: first those that go out, wait or stand still, then the others; each newest first."""
    first = case((col(Broadcast.state).in_(LIVE), 0), else_=1)
    return list(session.exec(select(Broadcast).order_by(first, col(Broadcast.id).desc())))


def in_states(session: Session, *states: str) -> list[Broadcast]:
    """Broadcasts in these states, oldest first."""
    wanted = select(Broadcast).where(col(Broadcast.state).in_(states)).order_by(col(Broadcast.id))
    return list(session.exec(wanted))


def rules(row: Broadcast) -> Audience:
    """The audience rules of a broadcast."""
    return Audience.model_validate(row.audience)


def too_narrow(row: Broadcast) -> bool:
    """Whether it asks for too few days; a correction goes to whoever holds the wrong text, whatever was asked then."""
    return row.corrects is None and rules(row).narrow


def cited(corpus: Corpus, provisions: Iterable[str]) -> dict[str, str]:
    """A fingerprint of each cited provision: text, status, dates, versions; "" for one that is gone."""
    return {p: _fingerprint(corpus.provision(p)) if p in corpus else "" for p in provisions}


def _fingerprint(provision: Provision) -> str:
    """A provision revoked or given another version by an act changes too, though its text may be kept."""
    held = (provision.text, provision.status, provision.in_force_from, provision.ended_on, provision.versions)
    return hashlib.sha256(repr(held).encode()).hexdigest()[:16]


def changed_provisions(row: Broadcast, corpus: Corpus) -> list[str]:
    """Cited provisions that are no longer what was confirmed."""
    now = cited(corpus, row.provisions)
    return [p for p, mark in (row.cited or {}).items() if now.get(p) != mark]


def edit(session: Session, row: Broadcast, **values: Any) -> bool:
    """Changes a draft; False when it is a draft no more."""
    if row.state != "draft":
        return False
    for name, value in values.items():
        setattr(row, name, value)
    session.add(row)
    session.flush()
    return True


def of_revision(session: Session, revision_id: int) -> list[Broadcast]:
    """The news of a revision of the base."""
    wanted = select(Broadcast).where(Broadcast.revision_id == revision_id).order_by(col(Broadcast.id))
    return list(session.exec(wanted))


def reopen_news(session: Session, revision_id: int, *, now: dt.datetime) -> None:
    """The draft they tell of has changed: news that was confirmed must be read and confirmed again."""
    for row in of_revision(session, revision_id):
        if row.listed_at is None:
            back_to_draft(session, row, reason=NORM_CHANGED, now=now)


def standing(session: Session, row: Broadcast, revision: int) -> Literal["ready", "waits", "dropped"]:
    """Whether what a broadcast tells of is published and in the base of that revision, which may be a little behind."""
    told = session.get(NormRevision, row.revision_id) if row.revision_id is not None else None
    if told is None:
        return "ready"
    if told.state == "dropped":
        return "dropped"
    return "ready" if told.state == "published" and (told.number or 0) <= revision else "waits"


def _move(session: Session, row: Broadcast, sources: Sequence[str], state: str, **values: Any) -> bool:
    """One transition, once: of two who press at the same time only one wins."""
    statement = (
        update(Broadcast)
        .where(col(Broadcast.id) == row.id, col(Broadcast.state).in_(sources))
        .values(state=state, **values)
    )
    won = bool(session.execute(statement).rowcount)  # type: ignore[attr-defined]
    session.refresh(row)
    return won


def confirm(
    session: Session, row: Broadcast, *, by: int, confirmed: dict[str, Any], now: dt.datetime
) -> bool:
    """A draft is confirmed by one person; with `approval` in `confirmed` a second one must approve.

    `confirmed`: number and fingerprint of the audience, whether those whose text fails are left out.
    An audience too narrow to be asked about is never confirmed.
    """
    if too_narrow(row):
        return False
    state = "approval" if confirmed.get("approval") else _started(row, now)
    return _move(session, row, ("draft",), state, confirmed=confirmed, confirmed_by=by, reason=None)


def approve(session: Session, row: Broadcast, *, by: int, now: dt.datetime) -> bool:
    """A second person agrees; the author and who confirmed cannot."""
    if by in {row.author, row.confirmed_by} or too_narrow(row):
        return False
    return _move(session, row, ("approval",), _started(row, now), approved_by=by)


def back_to_draft(session: Session, row: Broadcast, *, reason: str, now: dt.datetime) -> bool:
    """Confirmed or paused, but no longer for the same people or text: confirmed again. Nothing was planned."""
    states = ("approval", "scheduled", "running", "paused")
    nobody = {"confirmed": None, "confirmed_by": None, "approved_by": None}
    if not _move(session, row, states, "draft", **nobody, reason=reason):
        return False
    audit.by_itself(session, "broadcast_reopened", why=reason, now=now, broadcast=row.id)
    return True


def _started(row: Broadcast, now: dt.datetime) -> str:
    return "scheduled" if row.start_at is not None and row.start_at > now else "running"


def begin(session: Session, row: Broadcast) -> bool:
    """The hour of a scheduled broadcast has come."""
    return _move(session, row, ("scheduled",), "running")


def pause(session: Session, row: Broadcast, *, reason: str) -> bool:
    """Holds every row that was not begun."""
    if not _move(session, row, UNDER_WAY, "paused", reason=reason):
        return False
    _waiting(session, row, not_before=HELD)
    return True


def stop(session: Session, row: Broadcast, *, reason: str, now: dt.datetime) -> bool:
    """The program's own pause; what was held to be corrected is held for this now."""
    if row.state == "paused" and row.reason == CORRECTING:
        row.reason = reason
        session.add(row)
    elif not pause(session, row, reason=reason):
        return False
    audit.by_itself(session, "broadcast_paused", why=reason, now=now, broadcast=row.id)
    return True


def resume(session: Session, row: Broadcast, *, now: dt.datetime, settings: Settings, corpus: Corpus) -> bool:
    """Goes on; whoever resumes after a cited provision changed has read the new text."""
    # What waits for the publication of what it tells of takes the texts then.
    waits = row.revision_id is not None and row.cited is None
    values = {"reason": None, "cited": None if waits else cited(corpus, row.provisions)}
    if not _move(session, row, ("paused",), _started(row, now), **values):
        return False
    _waiting(session, row, not_before=broadcast_hours.starts_at(row, now, settings))
    return True


def _waiting(session: Session, row: Broadcast, **values: Any) -> None:
    session.execute(update(Outbox).where(*_waits_of(row)).values(**values))


def _waits_of(row: Broadcast) -> tuple[ColumnElement[bool], ...]:
    return col(Outbox.subject) == subject_of(row.id or 0), col(Outbox.state) == "planned"


def rest(session: Session, row: Broadcast, *, now: dt.datetime, settings: Settings) -> None:
    """What the quiet hours overtook leaves when they are over."""
    morning = broadcast_hours.allowed(now, settings)
    if row.state == "running" and morning > now:
        early = (*_waits_of(row), col(Outbox.not_before) < morning)
        session.execute(update(Outbox).where(*early).values(not_before=morning))


def cancel(session: Session, row: Broadcast, *, now: dt.datetime) -> bool:
    """Nothing more is sent; what left, left."""
    states = ("draft", "approval", "scheduled", "running", "paused")
    if not _move(session, row, states, "cancelled", finished_at=now):
        return False
    _hold_wrong(session, row, now=now)
    outbox.withdraw(session, reason="comunicado cancelado", now=now, subject=subject_of(row.id or 0))
    return True


def drop_news(session: Session, row: Broadcast, *, now: dt.datetime) -> bool:
    """The draft it tells of was given up: nothing of it is sent."""
    if not cancel(session, row, now=now):
        return False
    audit.by_itself(session, "broadcast_cancelled", why="revision_dropped", now=now, broadcast=row.id)
    return True


def _hold_wrong(session: Session, row: Broadcast, *, now: dt.datetime) -> None:
    """Without their correction no broadcast of the chain goes on by itself with the text that was to be mended."""
    for wrong in chain(session, row) if row.corrects is not None else ():
        if (wrong.id or 0) < (row.id or 0) and (wrong.reason == CORRECTING or row.confirmed_by is not None):
            stop(session, wrong, reason=CORRECTION_GONE, now=now)


def finish(session: Session, row: Broadcast, *, now: dt.datetime) -> bool:
    """Concluded, only when nothing waits."""
    counted = outbox.counts(session, subject=subject_of(row.id or 0))
    if row.planned_at is None or any(counted.get(state) for state in outbox.WAITING):
        return False
    return _move(session, row, ("running",), "done", finished_at=now)


def reopen(session: Session, row: Broadcast) -> None:
    """A further wave of a concluded broadcast."""
    _move(session, row, ("done",), "running", finished_at=None)


def approvers(session: Session, settings: Settings) -> list[int]:
    """Everybody who may confirm or approve broadcasts."""
    held = select(Staff.user_id).where(col(Staff.role).in_(("communicator", "administrator")))
    return sorted(set(session.exec(held)) | set(settings.admin_ids))


def chain(session: Session, row: Broadcast) -> list[Broadcast]:
    """The first broadcast and its confirmed corrections, oldest first."""
    first = row.corrects or row.id
    confirmed = (*LIVE, "done")
    statement = select(Broadcast).where(
        (col(Broadcast.id) == first)
        | ((col(Broadcast.corrects) == first) & col(Broadcast.state).in_(confirmed))
    )
    return list(session.exec(statement.order_by(col(Broadcast.id))))
