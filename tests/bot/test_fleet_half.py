"""More than half of a fleet above 21 years, as a dated thing of the company."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlmodel import Session

from bot import due_words, fleet
from bot.due import Due, Reader
from bot.models.fleet import Company
from bot.render import Renderer
from knowledge.calendar import package_calendar
from knowledge.deadline_model import SAO_PAULO
from tests.bot.test_fleet_queries import TODAY, actor, company

YEARS = [1999, 2005, 2006, 2020]
"""The third of four to turn 21 is one too many: from 02/01/2027 on, known by its year."""


def halves(session: Session, company_id: int, *, horizon: dt.date = dt.date.max) -> list[Due]:
    held = fleet.holding(session, company_id)
    assert held is not None
    things = Reader(TODAY, package_calendar(), SAO_PAULO, horizon).things(held)
    return [thing for thing in things if thing.deadline.kind == "fleet-half"]


def running(session: Session, home: int, years: list[int]) -> None:
    for number, year in enumerate(years):
        fleet.add_vehicle(session, actor(home), plate=f"IAB1C{number:02}", year=year, seats=15)


def test_the_half_of_the_fleet_is_a_dated_thing_of_the_company(session: Session) -> None:
    home = company(session)
    running(session, home, YEARS)

    (thing,) = halves(session, home)

    assert (f"company:{home}:fleet-half", dt.date(2027, 1, 1), None) == (
        thing.subject,
        thing.day,
        thing.vehicle,
    )


def test_a_day_that_is_past_counts_as_overdue(session: Session) -> None:
    home = company(session)
    running(session, home, [2005, 2005, 2020])

    (thing,) = halves(session, home)

    assert "venceu há 160 dias, 01/01/2026" == due_words.said(thing, TODAY, Renderer())


@pytest.mark.parametrize(
    ("sold", "day"),
    [("IAB1C03", dt.date(2026, 1, 1)), ("IAB1C00", dt.date(2027, 1, 1)), ("", dt.date(2027, 1, 1))],
    ids=["the-youngest", "the-oldest", "none"],
)
def test_the_day_is_of_the_vehicles_that_run(session: Session, sold: str, day: dt.date) -> None:
    home = company(session)
    running(session, home, YEARS)
    for row in fleet.vehicles(session, home):
        if row.plate == sold:
            fleet.set_state(session, actor(home), row, "sold", today=TODAY)

    assert [day] == [thing.day for thing in halves(session, home)]


@pytest.mark.parametrize(("authorities", "count"), [(["daer"], 1), (["metroplan"], 0), ([], 1)])
def test_the_rule_is_daers_alone(session: Session, authorities: list[str], count: int) -> None:
    home = company(session)
    running(session, home, YEARS)
    session.get_one(Company, home).authorities = authorities

    assert count == len(halves(session, home))


@pytest.mark.parametrize(("last", "count"), [(dt.date(2026, 12, 31), 0), (dt.date(2027, 1, 1), 1)])
def test_a_day_beyond_the_horizon_is_left_out(session: Session, last: dt.date, count: int) -> None:
    home = company(session)
    running(session, home, YEARS)

    assert count == len(halves(session, home, horizon=last))
