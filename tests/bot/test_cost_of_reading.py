"""What is asked for once for each recipient, or for each line of a screen, reads no more than it needs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlmodel import Session

from bot import papers, revisions
from bot.models.fleet import Company, Paper, Vehicle
from bot.models.staff import NormRevision
from knowledge.obligations import Term
from knowledge.terms import TermChanges, file_terms, with_term
from tests.bot.inbox_office import NOW

DAY = dt.date(2026, 6, 10)


@contextmanager
def statements(session: Session) -> Iterator[list[str]]:
    """The statements that leave meanwhile."""
    found: list[str] = []

    def seen(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        found.append(statement)

    bind = session.get_bind()
    event.listen(bind, "before_cursor_execute", seen)
    yield found
    event.remove(bind, "before_cursor_execute", seen)


def revised(session: Session, number: int | None, months: int) -> NormRevision:
    """A revision that changes the length of the RECEFITUR."""
    changes = with_term(file_terms(), TermChanges(), "recefitur", Term(months=months))
    row = NormRevision(norm="daer-7727-2022", content={"source": "texto"}, author=7, created_at=NOW)
    row.number, row.state = number, "published" if number else "draft"
    session.add(row)
    session.flush()
    revisions.keep_terms(session, row, changes)
    return row


def test_the_terms_around_a_revision_are_those_of_the_ones_before_it_and_its_own(session: Session) -> None:
    revised(session, 1, 24)
    second, third, draft = (revised(session, n, months) for n, months in ((2, 30), (3, 36), (None, 42)))

    for row, lengths in ((second, (24, 30)), (third, (30, 36)), (draft, (36, 42))):
        around = revisions.terms_around(session, row.id or 0)
        assert around is not None
        assert lengths == tuple(terms.rows["recefitur"].term.months for terms in around)  # type: ignore[union-attr]


def test_the_terms_around_a_revision_are_read_without_any_norms_text(session: Session) -> None:
    number = revised(session, 1, 24).id or 0
    session.expunge_all()

    with statements(session) as sent:
        revisions.terms_around(session, number)

    assert 2 >= len(sent)
    assert not [one for one in sent if "norm_revision.content" in one]


def test_the_policies_of_many_parcels_are_read_at_once_with_their_plates(
    session: Session, aurora: Company
) -> None:
    held = []
    for plate in ("IAB1C23", "", "IVX1A23"):
        vehicle = None
        if plate:
            vehicle = Vehicle(
                company_id=aurora.id, plate=plate, plate_key=plate, year=2015, seats=40, created_at=NOW
            )
            session.add(vehicle)
            session.flush()
        paper = Paper(
            company_id=aurora.id, vehicle_id=vehicle.id if vehicle else None, kind="policy", subject="company",
            expires_on=DAY, state="removed", created_at=NOW,
        )  # fmt: skip
        session.add(paper)
        held.append(paper)
    session.flush()
    ids = [p.id or 0 for p in held]

    with statements(session) as sent:
        found = papers.even_removed(session, ids)

    assert ["IAB1C23", "", "IVX1A23"] == [found[id_][1] for id_ in ids]
    assert 1 == len(sent)
