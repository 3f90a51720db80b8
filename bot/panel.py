"""The service in numbers, without personal data: what staff see, and the chart of what falls due."""

from __future__ import annotations

import datetime as dt
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont
from sqlalchemy import func, or_, select
from sqlmodel import Session, col

from bot import few, open_questions, staff
from bot.models.chat import Account
from bot.models.delivery import Outbox
from bot.models.fleet import Company, Paper, Vehicle
from bot.producers import Params, Producer, Work
from bot.services import Services
from knowledge.obligations import package_obligations

BARS = 8
WIDTH, ROW, LEFT = 900, 56, 420
INK, BAR, PAPER = "#1f2933", "#2f6f4f", "#ffffff"


@dataclass(frozen=True)
class Panel:
    """Counts; every one below five is shown as "< 5"."""

    companies: int
    vehicles: int
    people: int
    due: tuple[tuple[str, int], ...]
    reminders: dict[str, int]
    solved: int
    questions: dict[str, int]
    deliveries: dict[str, int]


def read(session: Session, today: dt.date) -> Panel:
    """The numbers of this month."""
    first, last = _month(today)
    return Panel(
        companies=_count(session, Company, col(Company.closed_at).is_(None)),
        vehicles=_count(session, Vehicle, col(Vehicle.state) == "active"),
        people=_count(session, Account),
        due=_due(session, first, last),
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


def _due(session: Session, first: dt.date, last: dt.date) -> tuple[tuple[str, int], ...]:
    """Papers still owed by running companies and vehicles that expire this month; an act moves the day."""
    kinds = package_obligations()
    spans = [(first, last), *((e.due_from, e.due_to) for e in kinds.extensions)]
    statement = (
        select(col(Paper.kind), col(Paper.expires_on), func.coalesce(col(Vehicle.plate), ""), func.count())
        .join(Company, col(Company.id) == col(Paper.company_id))
        .outerjoin(Vehicle, col(Vehicle.id) == col(Paper.vehicle_id))
        .where(
            col(Paper.state) == "current",
            col(Paper.solved_on).is_(None),
            or_(col(Paper.vehicle_id).is_(None), col(Vehicle.state) == "active"),
            or_(*(col(Paper.expires_on).between(*span) for span in spans)),
            col(Company.closed_at).is_(None),
        )
        .group_by(col(Paper.kind), col(Paper.expires_on), func.coalesce(col(Vehicle.plate), ""))
    )
    counted: Counter[str] = Counter()
    for kind, day, plate, count in session.execute(statement):
        if first <= kinds.last_day(kind, day, plate) <= last:
            counted[kinds[kind].title if kind in kinds else str(kind)] += int(count)
    return tuple(counted.most_common())


def load(services: Services, session: Session, params: Params) -> Work | None:
    """Reads what the chart shows, if the person may still see it."""
    people = staff.members(session, services.settings.admin_ids)
    if int(params["user"]) not in people:
        return None
    due = _due(session, *_month(dt.date.fromisoformat(str(params["today"]))))
    shown = [(title, count) for title, count in due if count >= few.FEW][:BARS]
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
