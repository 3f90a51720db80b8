"""The guard against a jumping calendar: real civil time that moves a day away from the monotonic clock is not believed.

While in doubt nothing proactive is planned or sent; answers go on. An administrator confirms the date.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlmodel import Session

from bot import delivery_state, identity
from bot.alarms import raise_alarm
from bot.clock import SystemClock
from bot.models.delivery import Meta
from bot.services import Services

DOUBT = "clock_doubt"
JUMP = dt.timedelta(hours=24)
ABSENCE = dt.timedelta(days=90)


@dataclass
class ClockGuard:
    """Compares the wall clock with the monotonic one within a run."""

    wall: Callable[[], dt.datetime]
    monotonic: Callable[[], float]
    _wall: dt.datetime = field(init=False)
    _monotonic: float = field(init=False)

    def __post_init__(self) -> None:
        self._begin()

    def jumped(self) -> bool:
        """Whether the wall clock has jumped since the last look; it is asked once for each jump."""
        expected = self._wall + dt.timedelta(seconds=self.monotonic() - self._monotonic)
        jumped = abs(self.wall() - expected) > JUMP
        if jumped:
            self._begin()
        return jumped

    def _begin(self) -> None:
        self._wall, self._monotonic = self.wall(), self.monotonic()


def absent_too_long(session: Session, *, now: dt.datetime) -> bool:
    """At the start: the last planning run lies more than 90 days away, in either direction."""
    last = delivery_state.last_sweep(session)
    return last is not None and abs(now - last) > ABSENCE


def doubt(session: Session, services: Services, *, now: dt.datetime) -> None:
    """From now on nothing proactive leaves; the administrators are told."""
    identity.write(session, DOUBT, now.isoformat())
    raise_alarm(session, services, "clock_doubt", {"data": now.date().isoformat()})


def doubt_long_absence(services: Services, session: Session) -> None:
    """At the start. A clock that is moved for tests or demonstrations is announced, and believed."""
    now = services.clock.now()
    if isinstance(services.clock, SystemClock) and absent_too_long(session, now=now):
        doubt(session, services, now=now)


def doubted(session: Session) -> bool:
    """Whether the date waits for an administrator."""
    return identity.read(session, DOUBT) is not None


def confirm(session: Session) -> bool:
    """An administrator says that the date is right; False when nobody doubted it."""
    row = session.get(Meta, DOUBT)
    if row is None:
        return False
    session.delete(row)
    return True
