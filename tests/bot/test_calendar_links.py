"""Secret addresses of calendars: one at a time, for a term, while the person belongs to the company."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session, select

from bot import calendar_links, companies
from bot.changes import Actor
from bot.models.fleet import Company
from bot.models.reminders import CalendarLink
from tests.conftest import NOON

OWNER, SECRET = 7, "s" * 48
DAY = dt.timedelta(days=1)


def made(session: Session, company: Company, secret: str = SECRET) -> None:
    calendar_links.make(session, company_id=company.id or 0, user_id=OWNER, secret=secret, now=NOON)


def test_an_address_opens_its_company_until_its_term_ends(session: Session, aurora: Company) -> None:
    made(session, aurora)

    opened = calendar_links.resolve(session, SECRET, since=NOON - DAY)

    assert opened is not None
    assert ("Aurora", OWNER, NOON) == (opened[0].name, opened[1].user_id, opened[2])
    assert calendar_links.resolve(session, SECRET, since=NOON) is None
    assert calendar_links.of(session, company_id=aurora.id or 0, user_id=OWNER, since=NOON) is None


def test_a_new_address_stops_the_former(session: Session, aurora: Company) -> None:
    made(session, aurora)
    made(session, aurora, "t" * 48)

    assert calendar_links.resolve(session, SECRET, since=NOON - DAY) is None
    assert calendar_links.resolve(session, "t" * 48, since=NOON - DAY) is not None


def test_the_address_of_a_person_who_left_opens_nothing(session: Session, aurora: Company) -> None:
    made(session, aurora)
    held = companies.membership(session, aurora.id or 0, OWNER)
    assert held is not None

    companies.remove(session, Actor(aurora.id or 0, OWNER, "b", NOON), held[1])

    assert calendar_links.resolve(session, SECRET, since=NOON - DAY) is None


def test_only_the_hash_is_kept_and_an_ended_address_is_forgotten(session: Session, aurora: Company) -> None:
    made(session, aurora)
    assert [False] == [SECRET in row.secret_hash for row in session.exec(select(CalendarLink))]

    calendar_links.purge(session, before=NOON)

    assert [] == session.exec(select(CalendarLink)).all()
