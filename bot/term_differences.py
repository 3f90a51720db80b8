"""How a revision of the base moves the dates of a company's papers, each as its person may see it.

The fleet is read twice by the law's arithmetic, with the terms before the revision and with it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from sqlalchemy import func
from sqlmodel import Session, col, select

from bot import audience, fleet, revisions
from bot.audience import Member
from bot.due import Due, Reader
from bot.fleet import Holding
from bot.models.fleet import Vehicle
from knowledge.calendar import Calendar
from knowledge.terms import Terms

SHOWN = 10
"""So many dates a text tells, the rest is counted."""


@dataclass(frozen=True)
class Moved:
    """One date that a revision moves: whose it is (a plate or a name), what falls due, from when to when."""

    about: str
    title: str
    old: dt.date
    new: dt.date
    thing: Due

    def as_stored(self) -> list[str]:
        """The same, as kept with the reasons of a recipient."""
        return [self.about, self.title, self.old.isoformat(), self.new.isoformat()]


@dataclass(frozen=True)
class Differences:
    """Answers what a revision moves, from the rows as they are now."""

    before: Terms
    after: Terms
    today: dt.date
    calendar: Calendar
    zone: ZoneInfo

    def of_person(self, session: Session, user_id: int, company_ids: Sequence[int]) -> list[Moved]:
        """What moves in these companies for one person, the first to fall due first."""
        people = audience.members(session, company_ids)
        found = []
        for held in fleet.some(session, company_ids):
            mine = [m for m in people.get(held.company.id or 0, ()) if m.user_id == user_id]
            found += [m for m in self.of_company(held) if mine and _sees(m, mine)]
        return sorted(found, key=lambda m: (m.old, m.about, m.title))

    def of_company(self, held: Holding) -> list[Moved]:
        """Every date of a company that moves."""
        old = {thing.subject: thing for thing in self._things(held, self.before)}
        new = {thing.subject: thing for thing in self._things(held, self.after)}
        return [
            Moved(thing.about, thing.title, old[subject].day, thing.day, thing)
            for subject, thing in new.items()
            if subject in old and old[subject].day != thing.day
        ]

    def _things(self, held: Holding, terms: Terms) -> list[Due]:
        with terms.in_use():
            return Reader(self.today, self.calendar, self.zone).things(held)


def _sees(moved: Moved, mine: Sequence[Member]) -> bool:
    return any(audience.sees(moved.thing, member) for member in mine)


def differences(
    session: Session, revision_id: int | None, *, today: dt.date, calendar: Calendar, zone: ZoneInfo
) -> Differences | None:
    """What a revision moves; None when it changes no term."""
    around = revisions.terms_around(session, revision_id) if revision_id is not None else None
    return Differences(*around, today, calendar, zone) if around else None


def words(found: Sequence[Moved], label: Callable[..., str]) -> str:
    """What moves, as the text of a broadcast says it: "o prazo do seu IVX1A23 muda de … para …"."""
    said = [
        label(
            "difference_of" if one.about else "difference_own",
            about=one.about,
            title=one.title,
            old=f"{one.old:%d/%m/%Y}",
            new=f"{one.new:%d/%m/%Y}",
        )
        for one in found[:SHOWN]
    ]
    if len(found) > SHOWN:
        said.append(label("difference_more", count=len(found) - SHOWN))
    return "; ".join(said) or label("difference_none")


def largest(session: Session, company_ids: Collection[int], *, count: int) -> list[int]:
    """The companies with the most running vehicles: the longest differences are theirs."""
    statement = (
        select(Vehicle.company_id, func.count())
        .where(Vehicle.state == "active")
        .group_by(col(Vehicle.company_id))
    )
    fleets = {company: size for company, size in session.exec(statement) if company in company_ids}
    return sorted(fleets, key=lambda company: (-fleets[company], company))[:count]
