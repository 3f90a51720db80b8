"""When a broadcast leaves and ends: not before its time, and nothing in quiet hours. Pure."""

from __future__ import annotations

import datetime as dt

from bot.models.staff import Broadcast
from bot.settings import Settings

ONE_DAY = dt.timedelta(days=1)


def starts_at(row: Broadcast, now: dt.datetime, settings: Settings) -> dt.datetime:
    """The first instant at which a message may leave: not before its time, not in quiet hours."""
    return allowed(max(row.start_at or now, now), settings)


def allowed(instant: dt.datetime, settings: Settings) -> dt.datetime:
    """The instant itself, or the end of the quiet hours it falls into."""
    start, end = settings.quiet
    local = instant.astimezone(settings.zone)
    quiet = start <= local.time() or local.time() < end if start > end else start <= local.time() < end
    if not quiet:
        return instant
    day = local.date() + (ONE_DAY if start > end and local.time() >= start else dt.timedelta())
    return dt.datetime.combine(day, end, settings.zone).astimezone(dt.UTC)


def ends_at(begin: dt.datetime, work: dt.timedelta, settings: Settings) -> dt.datetime:
    """When so much sending is done: it rests in each night's quiet hours and goes on after them."""
    at = allowed(begin, settings)
    while (evening := _next_quiet(at, settings)) is not None and at + work > evening:
        work -= evening - at
        at = allowed(evening, settings)
    return at + work


def _next_quiet(instant: dt.datetime, settings: Settings) -> dt.datetime | None:
    start, end = settings.quiet
    if start == end:
        return None
    local = instant.astimezone(settings.zone)
    day = local.date() + (ONE_DAY if local.time() >= start else dt.timedelta())
    return dt.datetime.combine(day, start, settings.zone).astimezone(dt.UTC)
