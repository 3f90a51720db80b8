"""Invented companies as plain data: people, vehicles, dated things, and whom each thing concerns first and second.

Who hears first is written down here once more, from `docs/decisions/roles.md`, not taken from the code under test.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.bench_year_oracle import Oracle

DAY = dt.timedelta(days=1)

HOLDERS = {
    "lit": "vehicle", "vehicle-licence": "vehicle", "crlv": "vehicle", "tachograph": "vehicle",
    "metroplan-laudo": "vehicle", "metroplan-fee": "vehicle", "metroplan-authorization": "vehicle",
    "metroplan-substitution": "vehicle", "policy": "policy", "instalment": "policy", "lit-change": "vehicle",
    "lit-advised": "vehicle", "metroplan-contract": "contract", "invoice": "contract", "cnh-medical": "driver",
    "passenger-course": "driver", "passenger-list": "trip", "defence": "fine", "ait": "fine",
    "veracity-declaration": "request", "missing-papers": "request", "metroplan-reconsideration": "request",
    "metroplan-analysis": "request", "metroplan-shared-analysis": "request",
}  # fmt: skip
"""Whose a kind is; the others are the company's own."""
DAILY = {"vehicle", "policy", "contract", "driver", "trip"}
"""What a manager hears of first; of the rest the owner does."""
OF_ACCOUNTANT = {"company", "policy", "contract", "fine", "request"}
SEEN_BY_ACCOUNTANT = OF_ACCOUNTANT | {"vehicle"}
FOLLOWING = {"recefitur-renewal", "lit-change", "lit-advised"}
"""What follows from another paper's date."""
FIRST_OWNER, PEOPLE_A_COMPANY = 1_000_000, 10


@dataclass(eq=False)
class Thing:
    """A dated thing; `seen`: the same for the oracle. `of`: the paper from which it follows."""

    subject: str
    kind: str
    seen: Any
    entered: dt.datetime
    facts: dict[str, Any] = field(default_factory=dict)
    vehicle: int | None = None
    person: int | None = None
    of: Thing | None = None

    @property
    def holder(self) -> str:
        """Whose it is."""
        return HOLDERS.get(self.kind, "company")

    @property
    def row_id(self) -> int:
        """The number of its row."""
        return int(self.subject.split(":")[1])

    @property
    def due(self) -> dt.date:
        """The civil day it falls due."""
        day: dt.date = self.seen.deadline.due_on or self.seen.deadline.due_at.date()
        return day

    @property
    def cycle(self) -> str:
        """The cycle's key, as reminders have it."""
        if self.seen.deadline.due_on is not None:
            return str(self.seen.deadline.due_on.isoformat())
        at = self.facts["at"].astimezone(dt.UTC) - dt.timedelta(hours=8)
        return f"{at:%Y-%m-%dT%H:%MZ}"


@dataclass(eq=False)
class Life:
    """One company. `undo` takes the last deed back in the plain data, once its changes are taken back."""

    company: int
    owner: int
    roles: dict[int, str]
    seen: Any
    vehicles: dict[int, Any] = field(default_factory=dict)
    made: dict[int, Any] = field(default_factory=dict)
    things: list[Thing] = field(default_factory=list)
    blocked: set[int] = field(default_factory=set)
    undo: Callable[[], None] | None = None

    def owed(self) -> list[Thing]:
        """What is open and on the road."""
        return [t for t in self.things if t.vehicle is None or self.vehicles[t.vehicle].status == "on_road"]

    def papers(self) -> list[Thing]:
        """Those of them that are rows of papers."""
        return [t for t in self.owed() if t.subject.startswith("paper:") and t.of is None]

    def add(self, thing: Thing) -> Thing:
        """A thing begins."""
        self.things.append(thing)
        self.told_of()
        return thing

    def renew(self, thing: Thing) -> Callable[[], None]:
        """A thing is renewed: of a policy the parcels of the days on which it is the cover are still to be paid."""
        kept = [t for t in self.things if t.of is thing and t.kind == "instalment" and t.due <= thing.due]
        return self._end([t for t in self.things if (t is thing or t.of is thing) and t not in kept])

    def close(self, thing: Thing) -> Callable[[], None]:
        """A thing and what follows from it end; returns how to bring them back."""
        return self._end([t for t in self.things if t is thing or t.of is thing])

    def _end(self, gone: list[Thing]) -> Callable[[], None]:
        self.things = [t for t in self.things if t not in gone]
        self.told_of()

        def back() -> None:
            self.things += gone
            self.told_of()

        return back

    def reachable(self, user: int, *, yes: bool) -> None:
        """Whether the bot can write to somebody, as far as it knows by the end of the day."""
        for person in self.seen.people:
            if person.id == str(user):
                person.reachable = yes

    def people_changed(self) -> None:
        """Somebody came or went: everybody's place is worked out anew."""
        for thing in self.things:
            thing.seen.line = self.line(thing)

    def told_of(self) -> None:
        """The oracle's company holds what this one holds."""
        for thing in self.things:
            if thing.seen.line is None:
                thing.seen.line = self.line(thing)
        self.seen.things = [t.seen for t in self.things]

    def line(self, thing: Thing) -> tuple[tuple[str, ...], ...]:
        """First whom it concerns, then owner, manager, accountant as far as they see it and are not among the first."""
        first = {u for u in self.roles if self._first(u, thing)}
        groups = [first]
        for role in ("owner", "manager", "accountant"):
            if role != "accountant" or thing.holder in SEEN_BY_ACCOUNTANT:
                groups.append({u for u in self._of(role) if u not in first})
        return tuple(tuple(str(u) for u in sorted(group)) for group in groups if group)

    def _of(self, role: str) -> set[int]:
        return {u for u, held in self.roles.items() if held == role}

    def _first(self, user: int, thing: Thing) -> bool:
        if thing.person == user:
            return True
        role = self.roles[user]
        if role == "driver":
            return thing.holder == "trip"
        if role == "accountant":
            return thing.holder in OF_ACCOUNTANT
        leads = "manager" if thing.holder in DAILY and self._of("manager") else "owner"
        return role == leads


def near_month_end(chance: random.Random, day: dt.date) -> dt.date:
    """A day, often one at the end of a month or a leap day."""
    roll = chance.random()
    if roll < 0.15:
        return (day.replace(day=1) + DAY * 32).replace(day=1) - DAY
    return dt.date(2028, 2, 29) if roll < 0.18 and abs((dt.date(2028, 2, 29) - day).days) < 200 else day


def refreshed(oracle: Oracle, life: Life, thing: Thing) -> None:
    """The oracle's deadline of a thing, from its facts as they stand; what follows from it moves along."""
    thing.seen.deadline = oracle.due(thing.kind, thing.facts, life.made.get(thing.vehicle or 0))
    before = {t.subject: t.seen for t in life.things if t.of is thing and t.kind in FOLLOWING}
    life.things = [t for t in life.things if t.subject not in before]
    for kind, deadline in following(oracle, life, thing):
        subject = f"{thing.subject}:{kind}"
        seen = before.get(subject) or oracle.world.Thing(subject, deadline, vehicle=thing.seen.vehicle)
        seen.deadline = deadline
        life.add(Thing(subject, kind, seen, thing.entered, vehicle=thing.vehicle, of=thing))
    life.told_of()


def following(oracle: Oracle, life: Life, thing: Thing) -> list[tuple[str, Any]]:
    """What follows from a paper beside its own end; not what was due before the paper was known."""
    found: list[tuple[str, Any]] = []
    if thing.kind == "recefitur":
        found = [("recefitur-renewal", oracle.opening(thing.due))]
    elif thing.kind == "lit" and "start" in thing.facts:
        made = life.made[thing.vehicle or 0]
        names = ("lit-change", "lit-advised")
        changes = zip(
            names, oracle.changes(made, thing.facts["start"], thing.facts.get("printed")), strict=False
        )
        # On the day a LIT has ended, and later, advice to inspect before its end says nothing.
        found = [(n, d) for n, d in changes if n == "lit-change" or d.due_on < thing.due]
    return [(kind, d) for kind, d in found if d.due_on >= thing.entered.date()]
