"""Published revisions of the base: norms' new texts, UPF years, days off; each with the number of the base it made.

Same shapes and checks as the files: what would not load is not published. The newest published row of a norm stands in
place of its files; the older ones stay.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from sqlalchemy import Select, func, text
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from bot.models.staff import BaseEntry, NormRevision
from knowledge.calendar import Holiday
from knowledge.checklist_model import Contact
from knowledge.library import Entered, Library, load_library
from knowledge.norm_revise import Revised
from knowledge.norm_store import Revision, StoredNorm
from knowledge.norm_yaml import as_content
from knowledge.terms import DatedChanges, TermChanges, Terms, file_terms
from knowledge.topics import Topic
from knowledge.upf import UpfYear

UPF, HOLIDAY, CHECKED, COMPLETE = "upf", "holiday", "checked", "complete"
TOPIC, CONTACT = "topic", "contact"
NUMBER_LOCK = 731_550_220  # any number, the same for all replicas; another than that of the migrations
REMOVED = {"removed": True}
"""What stands in an entry taken out again: the row stays, for its number tells the replicas."""


@dataclass(frozen=True)
class MadeFrom:
    """What a draft was made from: the row that stood for its norm (0: the files), and what was asked of it."""

    base: int | None = None
    provision: str = ""
    words: str = ""
    ended_on: str = ""
    author: str = ""
    touched: tuple[str, ...] = ()
    terms_base: int = 0  # the published revision whose terms its own begin to rest on
    changed_by: tuple[int, ...] = ()  # who changed its terms, beside its author


@dataclass(frozen=True)
class Published:
    """Everything published, and its number."""

    number: int
    norms: Mapping[str, Revision]
    entered: Entered

    def load(self, on: dt.date | None = None) -> Library:
        """The base with it, on a day. Raises `DataFilesError` or `ValueError`."""
        return load_library(revisions=self.norms, revision=self.number, entered=self.entered, on=on)

    def with_norm(
        self,
        norm: str,
        content: Revision,
        terms: TermChanges | None = None,
        *,
        from_on: dt.date | None = None,
    ) -> Published:
        """What publishing this text, with its changed terms, would make."""
        entered = self.entered
        if terms is not None:
            entered = replace(entered, terms=(*entered.terms, DatedChanges(from_on, terms)))
        return Published(self.number + 1, {**self.norms, norm: content}, entered)

    def with_topic(self, topic: Topic) -> Published:
        """What publishing this topic would make."""
        kept = (t for t in self.entered.topics if t.id != topic.id)
        return Published(self.number + 1, self.norms, replace(self.entered, topics=(*kept, topic)))


def number(session: Session) -> int:
    """The number of the base as published now; 0: the files alone."""
    newest = session.exec(select(func.max(NormRevision.number))).one() or 0
    return max(newest, session.exec(select(func.max(BaseEntry.number))).one() or 0)


def _next_number(session: Session) -> int:
    """The number of what is published now; whoever publishes at the same moment waits for this commit.

    Numbers are unique and rise in the order of the commits, so that no replica passes one by. SQLite has one writer.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": NUMBER_LOCK})
    return number(session) + 1


def published(session: Session) -> Published:
    """Everything that stands in place of the files or beside them."""
    rows = list(_published_rows(session))
    held = session.exec(select(BaseEntry).order_by(col(BaseEntry.key)))
    entries = [e for e in held if e.content != REMOVED]
    by_kind = {
        kind: [e for e in entries if e.kind == kind] for kind in (UPF, HOLIDAY, COMPLETE, TOPIC, CONTACT)
    }
    entered = Entered(
        upf=tuple(UpfYear.model_validate(e.content) for e in by_kind[UPF]),
        holidays=tuple(Holiday.model_validate(e.content) for e in by_kind[HOLIDAY]),
        complete=tuple(int(e.key) for e in by_kind[COMPLETE]),
        topics=tuple(Topic.model_validate(e.content) for e in by_kind[TOPIC]),
        contacts=tuple(Contact.model_validate(e.content) for e in by_kind[CONTACT]),
        terms=tuple(DatedChanges(row.in_force_on, changes) for row in rows if (changes := terms_of(row))),
    )
    return Published(number(session), {row.norm: row.content for row in rows}, entered)


def _published_rows(session: Session) -> Iterator[NormRevision]:
    wanted = select(NormRevision).where(NormRevision.state == "published").order_by(col(NormRevision.number))
    return iter(session.exec(wanted))


def terms_of(row: NormRevision) -> TermChanges | None:
    """What a revision changes in terms."""
    return TermChanges.model_validate(row.terms) if row.terms else None


def keep_terms(session: Session, row: NormRevision, changes: TermChanges) -> None:
    """The terms a draft changes."""
    row.terms = changes.model_dump(mode="json", exclude_unset=True)
    session.add(row)
    session.flush()


def terms_around(session: Session, revision_id: int) -> tuple[Terms, Terms] | None:
    """All terms before a revision and with it, whatever their first day; None when it changes none.

    Asked for each recipient of its news: the texts of the norms are not read.
    """
    own = session.execute(_numbered_terms().where(col(NormRevision.id) == revision_id)).first()
    if own is None or not own.terms:
        return None
    published = (
        _numbered_terms().where(col(NormRevision.state) == "published").order_by(col(NormRevision.number))
    )
    earlier = [
        json.dumps(row.terms, sort_keys=True)
        for row in session.execute(published)
        if row.terms and (own.number is None or (row.number or 0) < own.number)
    ]
    return _around(tuple(earlier), json.dumps(own.terms, sort_keys=True))


def _numbered_terms() -> Select[tuple[int | None, dict[str, Any] | None]]:
    return columns(col(NormRevision.number), col(NormRevision.terms))


@lru_cache(maxsize=8)
def _around(earlier: tuple[str, ...], own: str) -> tuple[Terms, Terms]:
    before = file_terms()
    for one in earlier:
        before = before.changed(TermChanges.model_validate_json(one))
    return before, before.changed(TermChanges.model_validate_json(own))


def content(stored: StoredNorm, revised: Revised, source: str) -> dict[str, Any]:
    """A revised norm as its row holds it: dates as text."""
    whole = {"norm": as_content(stored.norm), "provisions": revised.content, "source": source}
    plain: dict[str, Any] = json.loads(json.dumps(whole, default=str))
    return plain


def newest(session: Session, norm: str) -> int:
    """The row whose text stands for a norm now; 0: its files."""
    wanted = select(NormRevision.id).where(NormRevision.norm == norm, NormRevision.state == "published")
    return session.exec(wanted.order_by(col(NormRevision.number).desc()).limit(1)).first() or 0


def made_from(row: NormRevision) -> MadeFrom:
    """What a draft was made from; of a draft kept before this was noted, nothing is known."""
    held = dict(row.made_from or {})
    lists = {name: tuple(held.get(name, ())) for name in ("touched", "changed_by")}
    return MadeFrom(**{**held, **lists})


def writers(row: NormRevision) -> frozenset[int]:
    """Who wrote a draft or changed it since: with two-person approval none of them publishes it."""
    return frozenset((row.author, *made_from(row).changed_by))


def note_change(session: Session, row: NormRevision, by: int) -> None:
    """Keeps who changed a draft."""
    if by in writers(row):
        return
    made = made_from(row)
    row.made_from = asdict(replace(made, changed_by=(*made.changed_by, by)))
    session.add(row)


def base_content(session: Session, row: NormRevision) -> dict[str, Any] | None:
    """The text a draft was made from; None: the files."""
    base = session.get(NormRevision, made_from(row).base or 0)
    return base.content if base else None


def drafts(session: Session, *, limit: int) -> list[NormRevision]:
    """What waits for publication, newest first."""
    wanted = select(NormRevision).where(NormRevision.state == "draft").order_by(col(NormRevision.id).desc())
    return list(session.exec(wanted.limit(limit)))


def rebase(session: Session, row: NormRevision, content: dict[str, Any], made: MadeFrom) -> None:
    """The draft worked out again on the text that stands now."""
    row.content, row.made_from = content, asdict(made)
    session.add(row)
    session.flush()


def draft(
    session: Session,
    *,
    norm: str,
    content: dict[str, Any],
    act: str,
    in_force_on: dt.date | None,
    author: int,
    now: dt.datetime,
    made: MadeFrom | None = None,
) -> NormRevision:
    """A new text that waits for approval."""
    row = NormRevision(
        norm=norm, content=content, act=act, in_force_on=in_force_on, author=author, created_at=now
    )
    row.made_from = asdict(made) if made else None
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
    row.state, row.approved_by, row.published_at, row.number = "published", by, now, _next_number(session)
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
    made = _next_number(session)
    row = session.exec(select(BaseEntry).where(BaseEntry.kind == kind, BaseEntry.key == key)).first()
    plain = json.loads(json.dumps(dict(content), default=str))
    row = row or BaseEntry(kind=kind, key=key, content=plain, entered_by=by, entered_at=now, number=made)
    row.content, row.entered_by, row.entered_at, row.number = plain, by, now, made
    session.add(row)
    session.flush()


def entered(session: Session, kind: str) -> list[BaseEntry]:
    """What stands of one kind, entered by chat."""
    rows = session.exec(select(BaseEntry).where(BaseEntry.kind == kind).order_by(col(BaseEntry.key)))
    return [row for row in rows if row.content != REMOVED]


def remove(session: Session, kind: str, key: str, *, by: int, now: dt.datetime) -> bool:
    """Takes a value out again; False when there is none."""
    if not any(row.key == key for row in entered(session, kind)):
        return False
    enter(session, kind, key, REMOVED, by=by, now=now)
    return True


def checked(session: Session) -> dict[str, dt.date]:
    """When staff last said that something was compared with its source."""
    rows = session.exec(select(BaseEntry).where(BaseEntry.kind == CHECKED))
    return {row.key: dt.date.fromisoformat(row.content["on"]) for row in rows}
