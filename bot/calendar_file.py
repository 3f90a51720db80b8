"""Due days as an iCalendar file (RFC 5545): all-day events that stay on their day, with an id that stays too."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from bot.due import Due
from bot.late import Late

_icalendar = Late("icalendar")
PRODID = "-//Fretabot//vencimentos//PT"
DOMAIN = "fretabot"
REFRESH = "PT12H"


@dataclass(frozen=True)
class Ending:
    """A day on which the calendar says of itself that its address ends soon."""

    day: dt.date
    text: str


def ics(
    name: str,
    things: Iterable[Due],
    *,
    now: dt.datetime,
    cite: Callable[[str], str],
    remarks: Mapping[str, str] = MappingProxyType({}),
    ending: Ending | None = None,
) -> bytes:
    """The calendar of one company; `cite`: a provision as people read it; `remarks` by subject."""
    calendar = _icalendar.Calendar()
    calendar.add("prodid", PRODID)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval;value=duration", REFRESH)
    for thing in things:
        calendar.add_component(_event(thing, now, cite, remarks.get(thing.subject, "")))
    if ending is not None:
        calendar.add_component(_ending(ending, now))
    return bytes(calendar.to_ical())


def _ending(ending: Ending, now: dt.datetime) -> Any:
    event = _icalendar.Event()
    event.add("uid", f"address-{ending.day.isoformat()}@{DOMAIN}")
    event.add("dtstamp", now.astimezone(dt.UTC))
    event.add("summary", ending.text)
    event.add("dtstart", ending.day)
    event.add("dtend", ending.day + dt.timedelta(days=1))
    event.add("transp", "TRANSPARENT")
    return event


def _event(thing: Due, now: dt.datetime, cite: Callable[[str], str], remark: str) -> Any:
    event = _icalendar.Event()
    event.add("uid", f"{thing.subject.replace(':', '-')}@{DOMAIN}")
    event.add("dtstamp", now.astimezone(dt.UTC))
    event.add("summary", f"{thing.about or thing.company.name}: {thing.title}")
    if thing.deadline.due_at is not None:
        event.add("dtstart", thing.deadline.due_at.astimezone(dt.UTC))
    else:
        event.add("dtstart", thing.day)
        event.add("dtend", thing.day + dt.timedelta(days=1))
    ground = "; ".join(cite(p) for p in thing.deadline.provisions[:3])
    said = (thing.company.name, remark[:1].upper() + remark[1:], thing.deadline.note, ground)
    event.add("description", "\n".join(part for part in said if part))
    event.add("transp", "TRANSPARENT")
    return event
