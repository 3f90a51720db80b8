"""What expires this month on the panel: computed days too, and nothing that points to a company."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session, select

from bot.models.fleet import Company, Paper, Vehicle
from tests.conftest import NOON
from tests.handlers.rehearsal import Rehearsal

LIT = "(LIT): "


def papers(session: Session, companies: int, vehicles: int, **facts: dt.date) -> None:
    for number in range(companies):
        held = Company(name=f"E{number}", authorities=["daer"], modes=["turistico"], created_at=NOON)
        session.add(held)
        session.flush()
        for other in range(vehicles):
            plate = f"IVX{number}A{other:02}"
            vehicle = Vehicle(
                company_id=held.id or 0, plate=plate, plate_key=plate, year=2015, seats=40, created_at=NOON
            )
            session.add(vehicle)
            session.flush()
            paper = Paper(
                company_id=held.id or 0, vehicle_id=vehicle.id, subject="vehicle", kind="lit", created_at=NOON
            )
            session.add(paper.sqlmodel_update(facts))
    session.flush()


def due(stand_in: Rehearsal) -> str:
    """The panel's part about this month."""
    return stand_in.command("painel").parts[0].partition("Vencem em")[2].partition("<b>Avisos")[0]


def test_papers_without_a_printed_day_count_on_the_day_the_rules_give(stand_in: Rehearsal) -> None:
    papers(stand_in.session, 7, 1, issued_on=dt.date(2025, 6, 20))

    assert f"{LIT}7\n" in due(stand_in)


def test_a_computed_day_of_another_month_does_not_count(stand_in: Rehearsal) -> None:
    papers(stand_in.session, 7, 1, issued_on=dt.date(2025, 9, 20))

    assert LIT not in due(stand_in)


def test_a_solved_paper_does_not_count(stand_in: Rehearsal) -> None:
    papers(stand_in.session, 7, 1, issued_on=dt.date(2025, 6, 20))
    stand_in.session.exec(select(Paper)).first().solved_on = dt.date(2026, 6, 1)  # type: ignore[union-attr]
    stand_in.session.flush()

    assert f"{LIT}6\n" in due(stand_in)


def test_many_papers_of_few_companies_are_few(stand_in: Rehearsal) -> None:
    papers(stand_in.session, 4, 7, expires_on=dt.date(2026, 6, 28))

    assert f"{LIT}&lt; 5\n" in due(stand_in)


def test_papers_of_five_companies_are_counted(stand_in: Rehearsal) -> None:
    papers(stand_in.session, 5, 2, expires_on=dt.date(2026, 6, 28))

    assert f"{LIT}10\n" in due(stand_in)
