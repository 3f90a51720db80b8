"""A dated thing as one line for a person: its mark, what it is, how far its day is. Sentences stand in labels."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot import signs
from bot.due import Due
from bot.render import Renderer
from knowledge import words
from knowledge.deadline_model import SAO_PAULO, Deadline
from knowledge.obligations import package_obligations

SHORT_TITLE = 28
PLATES = 3


@dataclass(frozen=True)
class Line:
    """One thing as a line of a message."""

    subject: str
    company_id: int
    company: str
    about: str
    mark: str
    title: str
    words: str
    day: dt.date
    second: bool = False
    short: str = ""
    blocks: str = ""

    @property
    def label(self) -> str:
        """The thing as a button."""
        title = self.short or self.title
        title = title if len(title) <= SHORT_TITLE else title.partition(" (")[0]
        title = title if len(title) <= SHORT_TITLE else f"{title[: SHORT_TITLE - 1].rstrip()}…"
        return f"{self.mark} {self.about + ' · ' if self.about else ''}{title}"


@dataclass(frozen=True)
class Group:
    """The lines of one vehicle, contract or driver, or of the company itself."""

    company: str
    about: str
    lines: tuple[Line, ...]


def mark(deadline: Deadline, day: dt.date, today: dt.date) -> str:
    """The sign before a line; what happens by itself is only told."""
    if not deadline.weekly_after and deadline.due_at is None:
        return signs.SIGNS["told"]
    return signs.sign(day, today)


def line(thing: Due, today: dt.date, renderer: Renderer, *, second: bool = False) -> Line:
    """The thing as it stands on a civil day."""
    return Line(
        subject=thing.subject,
        company_id=thing.company.id or 0,
        company=thing.company.name,
        about=thing.about,
        mark=mark(thing.deadline, thing.day, today),
        title=thing.title,
        words=said(thing, today, renderer),
        day=thing.day,
        second=second,
        short=renderer.labels.get(f"short_{thing.deadline.kind}", ""),
        blocks=blocks(thing, renderer),
    )


def remark(thing: Due, renderer: Renderer) -> str:
    """What an entry of a calendar says of it beside its ground: what changes, what it blocks."""
    return " ".join(part for part in (_change(thing.deadline, renderer), blocks(thing, renderer)) if part)


def blocks(thing: Due, renderer: Renderer) -> str:
    """Which licences cannot be used after its day; nothing where it limits none."""
    return " ".join(
        renderer.label("due_blocks", what=package_obligations()[kind].title, whose=_whose(thing, kind))
        for kind in dict.fromkeys(one.licence for one in thing.limits)
    )


def _whose(thing: Due, kind: str) -> str:
    plates = [one.plate for one in thing.limits if one.licence == kind]
    if thing.vehicle is not None:
        return ""
    return f" de {words.listed(plates)}" if len(plates) <= PLATES else f" de {len(plates)} veículos"


def said(thing: Due, today: dt.date, renderer: Renderer) -> str:
    """How far its day is, in words that are true on that civil day."""
    found = thing.deadline
    if found.due_at is not None:
        return _instant(found, today, renderer)
    date = words.short_date(thing.day)
    if not found.weekly_after:
        told = renderer.label("due_told", date=date, far=_passed(thing.day, today))
        return f"{told}, {change}" if (change := _change(found, renderer)) else told
    far = words.expiry_words(thing.day, today)
    if found.act_by is not None and found.act_by != thing.day and today <= thing.day:
        act_by = words.day_of_week_date(found.act_by)
        if thing.row.act == "agency":
            key = "due_act_by" if today <= found.act_by else "due_act_passed"
            near = words.due_words(found.act_by, today)
            return renderer.label(key, act_by=act_by, near=near, date=date, far=far)
        if today <= found.act_by:
            return renderer.label("due_pay_by", far=far, date=date, act_by=act_by)
    return renderer.label("due_paper", far=far, date=date)


def _change(found: Deadline, renderer: Renderer) -> str:
    """What a change of rhythm changes: "passa de anual para semestral"."""
    said = next((n.values for n in found.notes if n.name == "lit_change"), None)
    return renderer.label("due_change", before=said["before"], rhythm=said["rhythm"]) if said else ""


def _passed(day: dt.date, today: dt.date) -> str:
    return words.due_words(day, today).replace("venceu", "foi")


def _instant(found: Deadline, today: dt.date, renderer: Renderer) -> str:
    due, event = found.due_at, found.event_at
    if due is None or event is None:
        raise ValueError(f"{found.kind}: no instant")
    due, event = due.astimezone(SAO_PAULO), event.astimezone(SAO_PAULO)
    return renderer.label(
        "due_instant",
        time=f"{due:%H:%M}",
        date=words.short_date(due.date()),
        far=words.due_words(due.date(), today) if due.date() >= today else "",
        event=f"{event:%d/%m/%Y %H:%M}",
    )


def worst_first(lines: Iterable[Line]) -> list[Line]:
    """What is overdue longest first; what is only told last."""
    return sorted(
        lines, key=lambda one: (one.mark == signs.SIGNS["told"], one.day, one.company, one.about, one.title)
    )


def grouped(lines: Sequence[Line]) -> list[Group]:
    """Lines by vehicle, the one with the worst line first."""
    order: dict[tuple[int, str], int] = {}
    for number, one in enumerate(lines):
        order.setdefault((one.company_id, one.about), number)
    by_group = sorted(lines, key=lambda one: order[one.company_id, one.about])
    return [
        Group(members[0].company, members[0].about, tuple(members))
        for _, found in groupby(by_group, key=lambda one: (one.company_id, one.about))
        for members in [list(found)]
    ]
