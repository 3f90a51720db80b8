"""The clocks. Civil time may be moved for demonstrations and tests; machine time nobody moves.

Civil time decides stages, texts and quiet hours. Machine time decides leases, throttle, backoff and take-over.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol
from zoneinfo import ZoneInfo


def machine_now() -> dt.datetime:
    """The machine's instant, aware UTC."""
    return dt.datetime.now(dt.UTC)


class Clock(Protocol):
    """Civil time: what instant the people served live in."""

    def now(self) -> dt.datetime:
        """The current instant, aware UTC."""
        ...


@dataclass(frozen=True)
class SystemClock:
    """Real time."""

    def now(self) -> dt.datetime:
        """The machine's instant."""
        return machine_now()


@dataclass
class MovableClock:
    """Civil time for tests and demonstrations: starts at `start`, runs at `speed`, can be moved ahead."""

    start: dt.datetime
    speed: float = 0.0
    machine: Callable[[], dt.datetime] = machine_now
    _origin: dt.datetime = field(init=False)

    def __post_init__(self) -> None:
        self._origin = self.machine()

    def now(self) -> dt.datetime:
        """The instant this clock has reached."""
        return self.start + (self.machine() - self._origin) * self.speed

    def move(self, by: dt.timedelta) -> None:
        """An announced move of civil time."""
        self.start += by

    def set(self, instant: dt.datetime) -> None:
        """Civil time is `instant` from now on."""
        self.start, self._origin = instant, self.machine()


def clock_from(setting: str) -> Clock:
    """The clock of the `CLOCK` setting: empty, `fixed:INSTANT` or `from:INSTANT@SPEED`.

    Raises `ValueError` naming what is allowed.
    """
    if not setting:
        return SystemClock()
    kind, _, rest = setting.partition(":")
    instant, _, speed = rest.partition("@")
    try:
        start = dt.datetime.fromisoformat(instant)
        if kind not in {"fixed", "from"} or start.tzinfo is None:
            raise ValueError
        return MovableClock(start.astimezone(dt.UTC), float(speed or "1") if kind == "from" else 0.0)
    except ValueError:
        raise ValueError(
            f"{setting!r}: use fixed:INSTANTE ou from:INSTANTE@VELOCIDADE, com fuso no INSTANTE"
        ) from None


def civil_day(now: dt.datetime, zone: ZoneInfo) -> dt.date:
    """The civil day of an instant for the people served."""
    return now.astimezone(zone).date()


def zone_is_sane(zone: ZoneInfo) -> bool:
    """Whether the machine's zone data is usable: 2026-01-15T12:00Z reads 09:00 in São Paulo."""
    if zone.key != "America/Sao_Paulo":
        return True
    probe = dt.datetime(2026, 1, 15, 12, tzinfo=dt.UTC).astimezone(zone)
    return (probe.hour, probe.minute) == (9, 0)


@dataclass
class SharedMachine:
    """Machine time by the database's clock: replicas whose own clocks differ agree on leases and slots.

    `skew` is measured now and then; asking the database at each use would cost a statement every time.
    """

    own: Callable[[], dt.datetime] = machine_now
    skew: dt.timedelta = dt.timedelta(0)

    def __call__(self) -> dt.datetime:
        return self.own() + self.skew

    def measured(self, database: dt.datetime) -> None:
        """Takes over what the database's clock says at this moment."""
        self.skew = database - self.own()
