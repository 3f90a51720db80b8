"""The service in numbers, without personal data, and the chart of what falls due (`bot.panel_due`)."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont
from sqlalchemy import func, select
from sqlmodel import Session, col

from bot import open_questions, panel_due, staff
from bot.models.chat import Account
from bot.models.delivery import Outbox
from bot.models.fleet import Company, Paper, Vehicle
from bot.panel_due import Moment
from bot.producers import Params, Producer, Work
from bot.services import Services

BARS = 8
WIDTH, ROW, LEFT = 900, 56, 420
INK, BAR, PAPER = "#1f2933", "#2f6f4f", "#ffffff"


@dataclass(frozen=True)
class Panel:
    """Counts; every one below five is shown as "< 5"."""

    companies: int
    vehicles: int
    people: int
    reminders: dict[str, int]
    solved: int
    questions: dict[str, int]
    deliveries: dict[str, int]


def read(session: Session, on: Moment) -> Panel:
    """The numbers of this month."""
    first, last = on.month
    return Panel(
        companies=_count(session, Company, col(Company.closed_at).is_(None)),
        vehicles=_count(session, Vehicle, col(Vehicle.state) == "active"),
        people=_count(session, Account),
        reminders=_states(session, col(Outbox.kind) == "digest"),
        solved=_count(session, Paper, col(Paper.solved_on).between(first, last)),
        questions=open_questions.counts(session),
        deliveries=_states(session, col(Outbox.lane) > 0),
    )


def _count(session: Session, model: type, *where: object) -> int:
    return int(session.execute(select(func.count()).select_from(model).where(*where)).scalar_one())  # type: ignore[arg-type]


def _states(session: Session, where: object) -> dict[str, int]:
    rows = session.execute(select(col(Outbox.state), func.count()).where(where).group_by(col(Outbox.state)))  # type: ignore[arg-type]
    return {str(state): int(count) for state, count in rows}


def load(services: Services, session: Session, params: Params) -> Work | None:
    """Reads what the chart shows, if the person may still see it."""
    people = staff.members(session, services.settings.admin_ids)
    if int(params["user"]) not in people:
        return None
    on = Moment(dt.date.fromisoformat(str(params["today"])), services.library.calendar)
    found = panel_due.groups(session, on, str(params.get("region", "")))
    shown = [(g.title, g.papers) for g in found if not (g.few or g.withheld)][:BARS]
    title = str(params["title"])
    return lambda: chart(title, shown)


def chart(title: str, bars: Sequence[tuple[str, int]]) -> bytes:
    """Horizontal bars as a picture; those that are few or withheld are not drawn."""
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
