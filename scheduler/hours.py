"""When a message may leave: the hour of the day's message, and quiet hours that defer but never drop. Pure.

Quiet hours never defer past the due day or the due instant: then the message leaves at once, without a sound.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from bot.settings import Settings

ONE_DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class Leaves:
    """The instant from which a message may leave; `silent`: in quiet hours, because waiting would pass the due day."""

    at: dt.datetime
    silent: bool = False


@dataclass(frozen=True)
class Hours:
    """The hours of one person."""

    zone: ZoneInfo
    quiet: tuple[dt.time, dt.time]
    send: dt.time

    def instant(self, day: dt.date, time: dt.time) -> dt.datetime:
        """The instant of a wall-clock time; one that a change of the clock skips is the first that follows."""
        return dt.datetime.combine(day, time, self.zone).astimezone(dt.UTC)

    def ends(self, day: dt.date) -> dt.datetime:
        """The instant at which a civil day is over."""
        return self.instant(day + ONE_DAY, dt.time(0))

    def leaves(self, wanted: dt.datetime, *, latest: dt.datetime | None = None) -> Leaves:
        """When a message wanted at an instant leaves; `latest`: it is useless from then on."""
        end = self._quiet_until(wanted)
        if end is None:
            return Leaves(wanted)
        if latest is not None and end >= latest > wanted:
            return Leaves(wanted, silent=True)
        return Leaves(end)

    def _quiet_until(self, at: dt.datetime) -> dt.datetime | None:
        start, end = self.quiet
        if start == end:
            return None
        local = at.astimezone(self.zone)
        time = local.time()
        if start < end:
            return self.instant(local.date(), end) if start <= time < end else None
        if time >= start:
            return self.instant(local.date() + ONE_DAY, end)
        return self.instant(local.date(), end) if time < end else None


def hours_of(settings: Settings, preferences: Mapping[str, object] | None = None) -> Hours:
    """The hours of a person: an own hour of the day, where it is set."""
    own = (preferences or {}).get("send_hour")
    send = dt.time.fromisoformat(str(own)) if own else settings.send_at
    return Hours(settings.zone, settings.quiet, send)
