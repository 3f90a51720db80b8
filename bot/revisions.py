"""Published revisions of the base: norms' new texts, UPF years, days off; each with the number of the base it made.

Same shapes and checks as the files: what would not load is not published. The newest published row of a norm stands in
place of its files; the older ones stay.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from bot.models.staff import BaseEntry, NormRevision
from knowledge.calendar import Holiday
from knowledge.library import Entered, Library, load_library
from knowledge.norm_revise import Revised
from knowledge.norm_store import Revision, StoredNorm
from knowledge.norm_yaml import as_content
from knowledge.upf import UpfYear

UPF, HOLIDAY, CHECKED, COMPLETE = "upf", "holiday", "checked", "complete"


@dataclass(frozen=True)
class Published:
    """Everything published, and its number."""

    number: int
    norms: Mapping[str, Revision]
    entered: Entered

    def load(self) -> Library:
        """The base with it. Raises `DataFilesError` or `ValueError`."""
        return load_library(revisions=self.norms, revision=self.number, entered=self.entered)

    def with_norm(self, norm: str, content: Revision) -> Published:
        """What publishing this text would make."""
        return Published(self.number + 1, {**self.norms, norm: content}, self.entered)


def number(session: Session) -> int:
    """The number of the base as published now; 0: the files alone."""
    newest = session.exec(select(func.max(NormRevision.number))).one() or 0
    return max(newest, session.exec(select(func.max(BaseEntry.number))).one() or 0)


def published(session: Session) -> Published:
    """Everything that stands in place of the files or beside them."""
    rows = session.exec(
        select(NormRevision).where(NormRevision.state == "published").order_by(col(NormRevision.number))
    )
    norms = {row.norm: row.content for row in rows}
    entries = list(session.exec(select(BaseEntry).order_by(col(BaseEntry.key))))
    by_kind = {kind: [e for e in entries if e.kind == kind] for kind in (UPF, HOLIDAY, COMPLETE)}
    entered = Entered(
        upf=tuple(UpfYear.model_validate(e.content) for e in by_kind[UPF]),
        holidays=tuple(Holiday.model_validate(e.content) for e in by_kind[HOLIDAY]),
        complete=tuple(int(e.key) for e in by_kind[COMPLETE]),
    )
    return Published(number(session), norms, entered)


def content(stored: StoredNorm, revised: Revised, source: str) -> dict[str, Any]:
    """A revised norm as its row holds it: dates as text."""
    whole = {"norm": as_content(stored.norm), "provisions": revised.content, "source": source}
    plain: dict[str, Any] = json.loads(json.dumps(whole, default=str))
    return plain


def draft(
    session: Session,
    *,
    norm: str,
    content: dict[str, Any],
    act: str,
    in_force_on: dt.date | None,
    author: int,
    now: dt.datetime,
) -> NormRevision:
    """A new text that waits for approval."""
    row = NormRevision(
        norm=norm, content=content, act=act, in_force_on=in_force_on, author=author, created_at=now
    )
    session.add(row)
    session.flush()
    return row


def get(session: Session, revision_id: int, *, lock: bool = False) -> NormRevision | None:
    """One revision by its id."""
    return session.get(NormRevision, revision_id, with_for_update=lock or None)


def publish(session: Session, row: NormRevision, *, by: int, now: dt.datetime) -> bool:
    """The new text stands from now on; False when it is no draft any more."""
    if row.state != "draft":
        return False
    row.state, row.approved_by, row.published_at, row.number = "published", by, now, number(session) + 1
    session.add(row)
    session.flush()
    return True


def drop(session: Session, row: NormRevision) -> bool:
    """The draft is given up."""
    if row.state != "draft":
        return False
    row.state = "dropped"
    session.add(row)
    return True


def enter(
    session: Session, kind: str, key: str, content: Mapping[str, Any], *, by: int, now: dt.datetime
) -> None:
    """A value; one of the same key is replaced."""
    row = session.exec(select(BaseEntry).where(BaseEntry.kind == kind, BaseEntry.key == key)).first()
    plain = json.loads(json.dumps(dict(content), default=str))
    made = number(session) + 1
    row = row or BaseEntry(kind=kind, key=key, content=plain, entered_by=by, entered_at=now, number=made)
    row.content, row.entered_by, row.entered_at, row.number = plain, by, now, made
    session.add(row)
    session.flush()


def checked(session: Session) -> dict[str, dt.date]:
    """When staff last said that something was compared with its source."""
    rows = session.exec(select(BaseEntry).where(BaseEntry.kind == CHECKED))
    return {row.key: dt.date.fromisoformat(row.content["on"]) for row in rows}
