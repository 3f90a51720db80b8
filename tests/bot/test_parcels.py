"""Parcels of a policy: asked for while it is the cover, whatever was said of its renewal; taken back like all else."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlmodel import Session

from bot import changes, due_words, fleet, fleet_import, paper_facts, papers
from bot.changes import Actor
from bot.due import Reader
from bot.models.fleet import Company, Paper
from bot.render import Renderer
from knowledge.calendar import package_calendar
from knowledge.deadline_model import SAO_PAULO
from tests.bot.test_fleet_queries import NOW, TODAY, actor, company, van

DAY = dt.timedelta(days=1)
ENDS = TODAY + 30 * DAY


def policy(session: Session, who: Actor, *, vehicle_id: int | None, dues: list[int]) -> Paper:
    """A policy that ends in thirty days, with parcels due in so many days."""
    values = {"vehicle_id": vehicle_id, "subject": "vehicle", "kind": "policy", "expires_on": ENDS}
    parcels = [papers.Parcel(n, TODAY + days * DAY) for n, days in enumerate(dues, 1)]
    return papers.add_paper(session, who, values, parcels=parcels)


def due_parcels(session: Session, company_id: int) -> list[dt.date]:
    """The days of the parcels that are asked for."""
    held = fleet.holding(session, company_id)
    assert held is not None
    things = Reader(TODAY, package_calendar(), SAO_PAULO).things(held)
    return [thing.day for thing in things if thing.parcel is not None]


@pytest.mark.parametrize("renewed", [True, False], ids=["renewed", "acknowledged"])
def test_a_policy_renewed_early_goes_on_asking_for_the_parcels_of_its_own_cover(
    session: Session, *, renewed: bool
) -> None:
    home = company(session)
    who = actor(home)
    old = policy(session, who, vehicle_id=van(session, who).id, dues=[-3, 8, 40])
    papers.acknowledge(session, who, old, today=TODAY)
    if renewed:
        papers.renew(session, who, old, today=TODAY, expires_on=ENDS + 365 * DAY)

    assert [TODAY - 3 * DAY, TODAY + 8 * DAY] == due_parcels(session, home)


def test_a_parcel_of_a_renewed_policy_that_is_paid_is_not_asked_for(session: Session) -> None:
    home = company(session)
    who = actor(home)
    old = policy(session, who, vehicle_id=None, dues=[8])
    papers.renew(session, who, old, today=TODAY, expires_on=ENDS + 365 * DAY)
    papers.pay(session, who, papers.parcels(session, old.id or 0)[0], paid_on=TODAY)

    assert [] == due_parcels(session, home)


def test_the_parcels_of_a_sold_vehicles_renewed_policy_are_silent(session: Session) -> None:
    home = company(session)
    who = actor(home)
    vehicle = van(session, who)
    old = policy(session, who, vehicle_id=vehicle.id, dues=[8])
    papers.renew(session, who, old, today=TODAY, expires_on=ENDS + 365 * DAY)
    fleet.set_state(session, who, vehicle, "sold", today=TODAY)

    assert [] == due_parcels(session, home)


def test_undo_takes_parcels_back_and_the_policy_may_get_others(session: Session) -> None:
    home = company(session)
    row = policy(session, actor(home), vehicle_id=None, dues=[])
    papers.add_parcels(session, actor(home, batch="2"), row, [papers.Parcel(1, TODAY)])

    changes.undo(session, changes.last_batch(session, home, 7, now=NOW), now=NOW)

    assert [] == due_parcels(session, home)
    assert [] == papers.parcels(session, row.id or 0)
    papers.add_parcels(session, actor(home, batch="3"), row, [papers.Parcel(1, TODAY + DAY)])
    assert [TODAY + DAY] == due_parcels(session, home)


def test_undo_takes_a_spreadsheets_parcels_back_and_they_may_be_read_again(
    session: Session, aurora: Company
) -> None:
    policy(session, actor(aurora.id or 0), vehicle_id=van(session, actor(aurora.id or 0)).id, dues=[])
    sheet = (
        "placa;documento;vence_em;parcelas;primeira_parcela\n"
        f"IAB1C23;seguro;{ENDS:%d/%m/%Y};3;{TODAY:%d/%m/%Y}\n"
    ).encode()

    for batch in ("2", "3"):
        who = actor(aurora.id or 0, batch=batch)
        made = fleet_import.planned(
            session, aurora, fleet_import.reading(sheet, TODAY), fleet_import.rights_of("owner")
        )
        fleet_import.store(session, who, made, today=TODAY)
        assert 3 == len(due_parcels(session, aurora.id or 0))
        changes.undo(session, changes.last_batch(session, aurora.id or 0, 7, now=NOW), now=NOW)
        assert [] == due_parcels(session, aurora.id or 0)


@pytest.mark.parametrize(("today", "hinted"), [(12, True), (13, False), (14, False), (16, False)])
def test_a_parcel_due_on_a_sunday_is_to_be_paid_by_friday_while_friday_is_not_past(
    session: Session, today: int, *, hinted: bool
) -> None:
    home = company(session)
    policy(session, actor(home), vehicle_id=None, dues=[4])
    day = dt.date(2026, 6, today)
    held = fleet.holding(session, home)
    assert held is not None
    (thing,) = [t for t in Reader(day, package_calendar(), SAO_PAULO).things(held) if t.parcel is not None]

    assert hinted == ("pague até sexta, 12/06/2026" in due_words.said(thing, day, Renderer()))
    assert hinted == ("pague até" in thing.deadline.note)


@pytest.mark.parametrize(("start", "days"), [(1, None), (0, None), (-5, None), (4, (1, 3)), (None, None)])
def test_the_days_between_a_policy_and_the_one_it_follows_are_without_cover(
    session: Session, start: int | None, days: tuple[int, int] | None
) -> None:
    who = actor(company(session))
    old = policy(session, who, vehicle_id=None, dues=[])
    begins = None if start is None else ENDS + start * DAY
    new = papers.renew(session, who, old, today=TODAY, issued_on=begins, expires_on=ENDS + 365 * DAY)

    assert new is not None
    assert (days and tuple(ENDS + n * DAY for n in days)) == paper_facts.uncovered(new)
