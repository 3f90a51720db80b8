"""The rules of a broadcast's audience as stored: facts asked for, facts excluded, the roles that get it."""

from __future__ import annotations

import datetime as dt

from pydantic import Field

from knowledge.schema import Strict

SUBJECTS = (
    "norms",
    "inspection",
    "licence",
    "insurance",
    "lists",
    "fees",
    "fines",
    "calendar",
    "service",
)
"""What broadcasts are about; a person may turn each off, except the last."""
NEWS_OFF = "news_off"
"""The key in an account's preferences that holds the subjects a person does not want."""
SERVICE = "service"
"""The subject nobody can turn off: notices about the service itself."""
DEFAULT_ROLES = ("owner", "manager", "accountant")
WINDOW = 7
"""Days of due dates that an audience asks for at least: the number of a shorter one would tell of one company."""


class Due(Strict):
    """Papers that fall due in a window; no kind: any."""

    kinds: tuple[str, ...] = ()
    from_on: dt.date
    to_on: dt.date

    @property
    def days(self) -> int:
        """How many days it has, both ends counted."""
        return (self.to_on - self.from_on).days + 1

    def left(self, barred: Due) -> int:
        """How many of its days another one leaves, which speaks of the same papers; all, when it does not."""
        if self.kinds and barred.kinds and not set(self.kinds) & set(barred.kinds):
            return self.days
        common = (min(self.to_on, barred.to_on) - max(self.from_on, barred.from_on)).days + 1
        return self.days - max(0, common)


class Facts(Strict):
    """The facts asked for (or excluded); empty: not asked."""

    authorities: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    municipalities: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    age_from: int | None = None
    age_to: int | None = None
    plate_endings: tuple[str, ...] = ()
    due: Due | None = None
    concerned: tuple[str, ...] = ()

    @property
    def tells_state(self) -> bool:
        """Whether it asks what only a company's own fleet and papers show."""
        return self.of_vehicle or self.due is not None or bool(self.concerned)

    @property
    def of_vehicle(self) -> bool:
        """Whether a fact of a vehicle is among them."""
        aged = self.age_from is not None or self.age_to is not None
        return bool(self.classes or self.plate_endings or aged)


class Audience(Strict):
    """The rules of a broadcast's audience."""

    include: Facts = Field(default_factory=Facts)
    exclude: Facts = Field(default_factory=Facts)
    roles: tuple[str, ...] = DEFAULT_ROLES

    @property
    def tells_state(self) -> bool:
        """Whether it asks for, or leaves out, what only a company's own fleet and papers show."""
        return self.include.tells_state or self.exclude.tells_state

    @property
    def narrow(self) -> bool:
        """Whether a window of due dates is too short to be asked about, or what an exclusion leaves of it."""
        wanted, barred = self.include.due, self.exclude.due
        left = [wanted.left(barred)] if wanted is not None and barred is not None else []
        lengths = [due.days for due in (wanted, barred) if due is not None] + [n for n in left if n]
        return any(days < WINDOW for days in lengths)
