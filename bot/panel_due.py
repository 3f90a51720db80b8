"""What falls due this month, in the State and in each metropolitan region, as numbers that point to no company."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any

from sqlalchemy import exists, func, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from bot import broadcast_match, few, paper_facts
from bot.models.fleet import Company, Paper, Vehicle
from knowledge.calendar import Calendar
from knowledge.obligations import package_obligations
from knowledge.places import package_places

ELSEWHERE = "none"
"""Municipalities in no metropolitan region, and companies that have not said theirs."""
AT_ONCE = 500
"""Rows held in memory at a time: the numbers are of all companies there are."""


def regions() -> dict[str, str]:
    """The parts of the State by code, with their titles; "" for what is in none."""
    return {**{code: one.title for code, one in package_places().regions.items()}, ELSEWHERE: ""}


@dataclass(frozen=True)
class Moment:
    """The civil day and the days off by which days are computed."""

    today: dt.date
    calendar: Calendar

    @property
    def month(self) -> tuple[dt.date, dt.date]:
        """Its first and last day."""
        first = self.today.replace(day=1)
        return first, (first + dt.timedelta(days=32)).replace(day=1) - dt.timedelta(days=1)


@dataclass(frozen=True)
class Group:
    """Papers of one kind; those of few companies are few, however many papers one of them has.

    `withheld`: with the numbers of the State and of the other regions it would give away a number that is few.
    """

    title: str
    papers: int
    companies: int
    withheld: bool = False

    @property
    def few(self) -> bool:
        """Whether the number would point to a company."""
        return self.companies < few.FEW

    @property
    def shown(self) -> str:
        """The number as staff see it; "" for one that is withheld."""
        if self.withheld and not self.few:
            return ""
        return few.masked(min(self.papers, self.companies) if self.few else self.papers)


def groups(session: Session, on: Moment, region: str = "") -> tuple[Group, ...]:
    """Papers still owed by running companies and vehicles that expire this month, by what they are.

    A day that is not printed is the one the rules compute, as in the company's own list; an act moves the day.
    `region`: of one part of the State.
    """
    first, last = on.month
    kinds = package_obligations()
    papers: defaultdict[str, Counter[str]] = defaultdict(Counter)
    companies: defaultdict[str, defaultdict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for paper, company, day in chain(_printed(session, on), _computed(session, on)):
        if first <= day <= last:
            title = kinds[paper.kind].title if paper.kind in kinds else paper.kind
            place = broadcast_match.region(company.municipality) or ELSEWHERE
            papers[title][place] += 1
            companies[title][place].add(company.id or 0)
    made = [_group(t, counted, companies[t], region) for t, counted in papers.items()]
    return tuple(sorted((one for one in made if one.papers), key=lambda g: -g.papers))


def _group(title: str, papers: Mapping[str, int], companies: Mapping[str, set[int]], region: str) -> Group:
    behind = {place: len(ids) for place, ids in companies.items()}
    if not region:
        return Group(title, sum(papers.values()), sum(behind.values()))
    return Group(title, papers.get(region, 0), behind.get(region, 0), region in few.unsaid(behind))


def _owed() -> Any:
    """Each current paper of an open company, its own or of an active vehicle, with both."""
    return (
        select(Paper, Company, Vehicle)
        .join(Company, col(Company.id) == col(Paper.company_id))
        .outerjoin(Vehicle, col(Vehicle.id) == col(Paper.vehicle_id))
        .where(
            col(Paper.state) == "current",
            or_(col(Paper.vehicle_id).is_(None), col(Vehicle.state) == "active"),
            col(Company.closed_at).is_(None),
        )
        .order_by(col(Paper.company_id), col(Paper.vehicle_id), col(Paper.id))
        .execution_options(yield_per=AT_ONCE)
    )


def _printed(session: Session, on: Moment) -> Iterator[tuple[Paper, Company, dt.date]]:
    kinds = package_obligations()
    spans = [on.month, *((e.due_from, e.due_to) for e in kinds.extensions)]
    dated = or_(*(col(Paper.expires_on).between(*span) for span in spans))
    for paper, company, vehicle in session.execute(_owed().where(col(Paper.solved_on).is_(None), dated)):
        yield paper, company, kinds.last_day(paper.kind, paper.expires_on, vehicle.plate if vehicle else "")


def _computed(session: Session, on: Moment) -> Iterator[tuple[Paper, Company, dt.date]]:
    """Papers without a printed day, each judged with all papers of its vehicle or company beside it."""
    undated = aliased(Paper)
    beside = exists().where(
        col(undated.company_id) == col(Paper.company_id),
        func.coalesce(col(undated.vehicle_id), 0) == func.coalesce(col(Paper.vehicle_id), 0),
        col(undated.state) == "current",
        col(undated.expires_on).is_(None),
    )
    found = session.execute(_owed().where(beside))
    for _, rows in groupby(found, key=lambda row: (row[0].company_id, row[0].vehicle_id)):
        yield from _judged(list(rows), on)


def _judged(rows: list[Any], on: Moment) -> Iterator[tuple[Paper, Company, dt.date]]:
    """The papers without a printed day of one vehicle or company."""
    held = [paper for paper, _, _ in rows]
    _, company, vehicle = rows[0]
    about = paper_facts.facts(held, today=on.today, company=company, vehicle=vehicle, calendar=on.calendar)
    for paper in held:
        asked = paper.expires_on is None and paper.solved_on is None
        if asked and (day := paper_facts.due_on(paper, about)) is not None:
            yield paper, company, day
