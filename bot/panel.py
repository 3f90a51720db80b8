"""The service in numbers, without personal data: what staff see, and the chart of what falls due."""

from __future__ import annotations

import datetime as dt
import io
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw, ImageFont
from sqlalchemy import exists, func, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from bot import few, open_questions, paper_facts, staff
from bot.models.chat import Account
from bot.models.delivery import Outbox
from bot.models.fleet import Company, Paper, Vehicle
from bot.producers import Params, Producer, Work
from bot.services import Services
from knowledge.calendar import Calendar
from knowledge.obligations import package_obligations

BARS = 8
WIDTH, ROW, LEFT = 900, 56, 420
INK, BAR, PAPER = "#1f2933", "#2f6f4f", "#ffffff"


@dataclass(frozen=True)
class Moment:
    """The civil day and the days off by which days are computed."""

    today: dt.date
    calendar: Calendar


@dataclass(frozen=True)
class Group:
    """Papers of one kind; those of few companies are few, however many papers one of them has."""

    title: str
    papers: int
    companies: int

    @property
    def few(self) -> bool:
        """Whether the number would point to a company."""
        return self.companies < few.FEW

    @property
    def shown(self) -> str:
        """The number as staff see it."""
        return few.masked(min(self.papers, self.companies) if self.few else self.papers)


@dataclass(frozen=True)
class Panel:
    """Counts; every one below five is shown as "< 5"."""

    companies: int
    vehicles: int
    people: int
    due: tuple[Group, ...]
    reminders: dict[str, int]
    solved: int
    questions: dict[str, int]
    deliveries: dict[str, int]


def read(session: Session, on: Moment) -> Panel:
    """The numbers of this month."""
    first, last = month = _month(on.today)
    return Panel(
        companies=_count(session, Company, col(Company.closed_at).is_(None)),
        vehicles=_count(session, Vehicle, col(Vehicle.state) == "active"),
        people=_count(session, Account),
        due=_due(session, month, on),
        reminders=_states(session, col(Outbox.kind) == "digest"),
        solved=_count(session, Paper, col(Paper.solved_on).between(first, last)),
        questions=open_questions.counts(session),
        deliveries=_states(session, col(Outbox.lane) > 0),
    )


def _month(today: dt.date) -> tuple[dt.date, dt.date]:
    first = today.replace(day=1)
    return first, (first + dt.timedelta(days=32)).replace(day=1) - dt.timedelta(days=1)


def _count(session: Session, model: type, *where: object) -> int:
    return int(session.execute(select(func.count()).select_from(model).where(*where)).scalar_one())  # type: ignore[arg-type]


def _states(session: Session, where: object) -> dict[str, int]:
    rows = session.execute(select(col(Outbox.state), func.count()).where(where).group_by(col(Outbox.state)))  # type: ignore[arg-type]
    return {str(state): int(count) for state, count in rows}


def _due(session: Session, month: tuple[dt.date, dt.date], on: Moment) -> tuple[Group, ...]:
    """Papers still owed by running companies and vehicles that expire this month, by what they are.

    A day that is not printed is the one the rules compute, as in the company's own list; an act moves the day.
    """
    first, last = month
    kinds = package_obligations()
    counted: Counter[str] = Counter()
    companies: defaultdict[str, set[int]] = defaultdict(set)
    for paper, day in (*_printed(session, month), *_computed(session, on)):
        if first <= day <= last:
            title = kinds[paper.kind].title if paper.kind in kinds else paper.kind
            counted[title] += 1
            companies[title].add(paper.company_id)
    return tuple(Group(title, count, len(companies[title])) for title, count in counted.most_common())


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
        .order_by(col(Paper.id))
    )


def _printed(session: Session, month: tuple[dt.date, dt.date]) -> Iterator[tuple[Paper, dt.date]]:
    kinds = package_obligations()
    spans = [month, *((e.due_from, e.due_to) for e in kinds.extensions)]
    dated = or_(*(col(Paper.expires_on).between(*span) for span in spans))
    for paper, _, vehicle in session.execute(_owed().where(col(Paper.solved_on).is_(None), dated)):
        yield paper, kinds.last_day(paper.kind, paper.expires_on, vehicle.plate if vehicle else "")


def _computed(session: Session, on: Moment) -> Iterator[tuple[Paper, dt.date]]:
    """Papers without a printed day, each judged with all papers of its vehicle or company beside it."""
    undated = aliased(Paper)
    beside = exists().where(
        col(undated.company_id) == col(Paper.company_id),
        func.coalesce(col(undated.vehicle_id), 0) == func.coalesce(col(Paper.vehicle_id), 0),
        col(undated.state) == "current",
        col(undated.expires_on).is_(None),
    )
    subjects: defaultdict[tuple[int, int | None], list[Any]] = defaultdict(list)
    for found in session.execute(_owed().where(beside)):
        subjects[found[0].company_id, found[0].vehicle_id].append(found)
    for rows in subjects.values():
        held = [paper for paper, _, _ in rows]
        _, company, vehicle = rows[0]
        about = paper_facts.facts(
            held, today=on.today, company=company, vehicle=vehicle, calendar=on.calendar
        )
        for paper in held:
            asked = paper.expires_on is None and paper.solved_on is None
            if asked and (day := paper_facts.due_on(paper, about)) is not None:
                yield paper, day


def load(services: Services, session: Session, params: Params) -> Work | None:
    """Reads what the chart shows, if the person may still see it."""
    people = staff.members(session, services.settings.admin_ids)
    if int(params["user"]) not in people:
        return None
    on = Moment(dt.date.fromisoformat(str(params["today"])), services.library.calendar)
    shown = [(g.title, g.papers) for g in _due(session, _month(on.today), on) if not g.few][:BARS]
    title = str(params["title"])
    return lambda: chart(title, shown)


def chart(title: str, bars: Sequence[tuple[str, int]]) -> bytes:
    """Horizontal bars as a picture; groups under five are not drawn."""
    picture = Image.new("RGB", (WIDTH, ROW * (len(bars) + 2)), PAPER)
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=20)
    draw.text((20, 16), title, fill=INK, font=font)
    most = max((count for _, count in bars), default=1)
    for number, (name, count) in enumerate(bars, 1):
        top = ROW * number + 10
        width = int((WIDTH - LEFT - 90) * count / most)
        draw.text((20, top + 6), name if len(name) <= 38 else name[:37] + "…", fill=INK, font=font)
        draw.rectangle((LEFT, top, LEFT + width, top + ROW - 20), fill=BAR)
        draw.text((LEFT + width + 10, top + 6), str(count), fill=INK, font=font)
    stream = io.BytesIO()
    picture.save(stream, format="PNG")
    return stream.getvalue()


CHART = Producer(load)
