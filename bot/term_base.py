"""What the terms of a draft were made from: told when another publication has changed the same ones since.

A draft carries whole rows and all bands of the LIT, so publishing it as it is would undo what came between.
"""

from __future__ import annotations

from dataclasses import asdict, replace

from sqlmodel import Session, col, select

from bot import revisions
from bot.models.staff import NormRevision
from knowledge.lit import Band
from knowledge.terms import TermChanges, Terms, file_terms


def _published(session: Session) -> list[NormRevision]:
    """The published revisions that change terms, oldest first."""
    wanted = select(NormRevision).where(NormRevision.state == "published").order_by(col(NormRevision.number))
    return [row for row in session.exec(wanted) if row.terms]


def note(session: Session, row: NormRevision) -> None:
    """Keeps on which published terms a draft's own begin to rest; call before the first of them is kept."""
    newest = max((r.number or 0 for r in _published(session)), default=0)
    row.made_from = asdict(replace(revisions.made_from(row), terms_base=newest))
    session.add(row)


def _since(session: Session, row: NormRevision) -> list[NormRevision]:
    base = revisions.made_from(row).terms_base
    return [r for r in _published(session) if (r.number or 0) > base]


def moved(session: Session, row: NormRevision) -> bool:
    """Whether terms that the draft changes were changed by what was published since."""
    own = revisions.terms_of(row)
    others = [revisions.terms_of(r) for r in _since(session, row)]
    return own is not None and any(o is not None and own.kinds & o.kinds for o in others)


def rebase(session: Session, row: NormRevision) -> None:
    """The draft's own changes put on the terms as they are now; what came between stays."""
    own = revisions.terms_of(row)
    if own is None:
        return
    since = {r.id for r in _since(session, row)}
    rows = _published(session)
    before = _with(file_terms(), [r for r in rows if r.id not in since])
    now = _with(before, [r for r in rows if r.id in since])
    revisions.keep_terms(session, row, _on(own, before, now))
    note(session, row)


def _with(terms: Terms, rows: list[NormRevision]) -> Terms:
    for row in rows:
        if (changes := revisions.terms_of(row)) is not None:
            terms = terms.changed(changes)
    return terms


def _on(own: TermChanges, before: Terms, now: Terms) -> TermChanges:
    known = now.rows.by_kind
    kinds = tuple(
        known[o.kind].model_copy(update={"term": o.term}) if o.kind in known else o for o in own.obligations
    )
    bands: tuple[Band, ...] = ()
    if own.bands:
        three = zip(before.bands.bands, own.bands, now.bands.bands, strict=True)
        bands = tuple(new if mine == old else mine for old, mine, new in three)
    return own.model_copy(update={"obligations": kinds, "bands": bands})
