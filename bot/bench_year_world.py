"""Invented companies and their random lives: papers renewed late and early, corrected, sold, blocked, months' ends.

The world is plain data. It tells the database what happens, through the functions the chat uses, and an oracle how
things stand on a day; it decides nothing about reminders.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from sqlmodel import Session

from bot import accounts, fleet, papers
from bot.changes import Actor
from bot.models.fleet import Instalment, Paper, Vehicle
from bot.papers import Parcel
from knowledge.daymath import series

DAY = dt.timedelta(days=1)
COMPANY_KINDS = ("recefitur", "cadastur", "alvara", "crf-fgts")
VEHICLE_KINDS = ("lit", "vehicle-licence", "crlv", "tachograph")
VALID_DAYS = {"recefitur": 1095, "cadastur": 730, "tachograph": 730, "crf-fgts": 30}


@dataclass
class Thing:
    """A dated thing as the world knows it."""

    subject: str
    kind: str
    printed: dt.date | None = None
    inspected: dt.date | None = None
    made: dt.date | None = None
    vehicle: int | None = None
    open: bool = True
    former: dt.date | None = None


@dataclass
class Life:
    """One company: its people, vehicles, things."""

    company: int
    owner: int
    people: list[int]
    reachable: dict[int, bool]
    vehicles: dict[int, str] = field(default_factory=dict)
    made: dict[int, dt.date] = field(default_factory=dict)
    things: list[Thing] = field(default_factory=list)

    def owed(self) -> list[Thing]:
        """What is open: not solved, its vehicle on the road."""
        return [t for t in self.things if t.open and self.vehicles.get(t.vehicle or 0, "active") == "active"]


class World:
    """All companies, and what happens to them day by day."""

    def __init__(self, *, companies: int, seed: int, start: dt.date) -> None:
        self.chance = random.Random(seed)
        self.size, self.start = companies, start
        self.lives: list[Life] = []
        self._batch = 0

    def found(self, session: Session, now: dt.datetime) -> None:
        """Registers every company with vehicles and papers."""
        for number in range(self.size):
            owner = 1_000_000 + number
            accounts.touch(session, user_id=owner, name=f"Dono {number}", now=now)
            made = accounts.found_company(
                session,
                owner=owner,
                name=f"Empresa {number}",
                authorities=["daer"],
                modes=["turistico"],
                now=now,
            )
            life = Life(made.id or 0, owner, [owner], {owner: True})
            self.lives.append(life)
            for _ in range(self.chance.choice((1, 1, 2, 3))):
                self._buys(session, life, now)
            for kind in self.chance.sample(COMPANY_KINDS, k=2):
                self._enters(session, life, kind, None, now)

    def _actor(self, life: Life, now: dt.datetime) -> Actor:
        self._batch += 1
        return Actor(life.company, life.owner, f"world-{self._batch}", now)

    def _buys(self, session: Session, life: Life, now: dt.datetime) -> None:
        age_days = self.chance.randint(200, 24 * 365)
        made = now.date() - DAY * age_days
        letters = f"I{chr(65 + life.company % 26)}{chr(65 + life.company // 26 % 26)}"
        plate = f"{letters}{len(life.vehicles)}A{life.company % 100:02d}"
        row = fleet.add_vehicle(
            session, self._actor(life, now), plate=plate, year=made.year, manufactured_on=made, seats=20
        )
        life.vehicles[row.id or 0] = "active"
        life.made[row.id or 0] = made
        for kind in self.chance.sample(VEHICLE_KINDS, k=3):
            self._enters(session, life, kind, row.id, now)
        if self.chance.random() < 0.4:
            self._insures(session, life, row.id, now)

    def _enters(self, session: Session, life: Life, kind: str, vehicle: int | None, now: dt.datetime) -> None:
        today = now.date()
        thing = Thing("", kind, vehicle=vehicle)
        if kind == "lit" and vehicle is not None and self.chance.random() < 0.7:
            thing.inspected = self._near(today - DAY * self.chance.randint(0, 80))
            thing.made = life.made[vehicle]
        else:
            valid = VALID_DAYS.get(kind, 365)
            thing.printed = self._near(today + DAY * self.chance.randint(-20, valid))
        self._stores(session, life, thing, now)

    def _near(self, day: dt.date) -> dt.date:
        """A day, often one at the end of a month or a leap day."""
        if self.chance.random() < 0.15:
            first = (day.replace(day=1) + DAY * 32).replace(day=1)
            return first - DAY
        return day

    def _stores(self, session: Session, life: Life, thing: Thing, now: dt.datetime) -> None:
        values: dict[str, Any] = {
            "kind": thing.kind,
            "expires_on": thing.printed,
            "issued_on": thing.inspected,
            "vehicle_id": thing.vehicle,
            "subject": "vehicle" if thing.vehicle else "company",
        }
        row = papers.add_paper(session, self._actor(life, now), values)
        thing.subject = f"paper:{row.id}"
        life.things.append(thing)

    def _insures(self, session: Session, life: Life, vehicle: int | None, now: dt.datetime) -> None:
        first = self._near(now.date() + DAY * self.chance.randint(1, 40))
        dates = series(first, 6)
        policy = Thing("", "policy", printed=first + DAY * 365, vehicle=vehicle)
        values = {"kind": "policy", "expires_on": policy.printed, "vehicle_id": vehicle, "subject": "vehicle"}
        actor = self._actor(life, now)
        row = papers.add_paper(session, actor, values, parcels=[Parcel(n, d) for n, d in enumerate(dates, 1)])
        policy.subject = f"paper:{row.id}"
        life.things.append(policy)
        for parcel in papers.parcels(session, row.id or 0):
            life.things.append(
                Thing(f"parcel:{parcel.id}", "instalment", printed=parcel.due_on, vehicle=vehicle)
            )

    def morning(self, session: Session, now: dt.datetime) -> None:
        """What happens before the day's message: solving, correcting, selling, blocking."""
        for life in self.lives:
            if self.chance.random() < 0.08:
                self._something(session, life, now)

    def afternoon(self, session: Session, now: dt.datetime) -> None:
        """What is entered later in the day."""
        for life in self.lives:
            if self.chance.random() < 0.01:
                running = [v for v, state in life.vehicles.items() if state == "active"]
                vehicle = self.chance.choice([None, *running])
                kind = self.chance.choice(VEHICLE_KINDS if vehicle else COMPANY_KINDS)
                self._enters(session, life, kind, vehicle, now)

    def _something(self, session: Session, life: Life, now: dt.datetime) -> None:
        deeds: tuple[Callable[[Session, Life, dt.datetime], None], ...] = (
            self._renews, self._renews, self._renews, self._pays, self._pays, self._corrects, self._undoes,
            self._sells, self._lays_up, self._comes_back, self._blocks, self._unblocks, self._unblocks,
            self._acknowledges,
        )  # fmt: skip
        self.chance.choice(deeds)(session, life, now)

    def _one(self, life: Life, *, parcels: bool = False) -> Thing | None:
        open_ones = [t for t in life.owed() if t.subject.startswith("parcel") == parcels]
        return min(open_ones, key=lambda t: t.printed or dt.date.max, default=None) if open_ones else None

    def _renews(self, session: Session, life: Life, now: dt.datetime) -> None:
        if (thing := self._one(life)) is None or thing.kind == "policy":
            return
        row = session.get_one(Paper, int(thing.subject.split(":")[1]))
        fresh = replace(thing, printed=None, inspected=None, former=None)
        if thing.inspected is not None:
            fresh.inspected = now.date()
        else:
            fresh.printed = self._near(now.date() + DAY * VALID_DAYS.get(thing.kind, 365))
        new = papers.renew(
            session, self._actor(life, now), row, today=now.date(),
            expires_on=fresh.printed, issued_on=fresh.inspected,
        )  # fmt: skip
        if new is not None:
            thing.open = False
            fresh.subject = f"paper:{new.id}"
            life.things.append(fresh)

    def _acknowledges(self, session: Session, life: Life, now: dt.datetime) -> None:
        if (thing := self._one(life)) is None or thing.kind == "policy":
            return
        row = session.get_one(Paper, int(thing.subject.split(":")[1]))
        if papers.acknowledge(session, self._actor(life, now), row, today=now.date()):
            thing.open = False

    def _pays(self, session: Session, life: Life, now: dt.datetime) -> None:
        if (thing := self._one(life, parcels=True)) is not None:
            row = session.get_one(Instalment, int(thing.subject.split(":")[1]))
            papers.pay(session, self._actor(life, now), row, paid_on=now.date())
            thing.open = False

    def _corrects(self, session: Session, life: Life, now: dt.datetime) -> None:
        if (thing := self._one(life)) is None or thing.printed is None:
            return
        thing.former = thing.printed
        thing.printed = self._near(thing.printed + DAY * self.chance.choice((-30, -3, 1, 30)))
        self._writes(session, life, thing, now)

    def _undoes(self, session: Session, life: Life, now: dt.datetime) -> None:
        thing = next((t for t in life.owed() if t.former is not None), None)
        if thing is not None:
            thing.printed, thing.former = thing.former, None
            self._writes(session, life, thing, now)

    def _writes(self, session: Session, life: Life, thing: Thing, now: dt.datetime) -> None:
        row = session.get_one(Paper, int(thing.subject.split(":")[1]))
        papers.correct(session, self._actor(life, now), row, expires_on=thing.printed)

    def _sells(self, session: Session, life: Life, now: dt.datetime) -> None:
        if self.chance.random() < 0.1:
            self._state(session, life, "active", "sold", now)

    def _lays_up(self, session: Session, life: Life, now: dt.datetime) -> None:
        self._state(session, life, "active", "laid_up", now)

    def _comes_back(self, session: Session, life: Life, now: dt.datetime) -> None:
        self._state(session, life, "laid_up", "active", now)

    def _state(self, session: Session, life: Life, old: str, new: str, now: dt.datetime) -> None:
        for vehicle, state in life.vehicles.items():
            if state == old:
                row = session.get_one(Vehicle, vehicle)
                fleet.set_state(session, self._actor(life, now), row, new, today=now.date())
                life.vehicles[vehicle] = new
                return

    def _blocks(self, session: Session, life: Life, now: dt.datetime) -> None:
        accounts.close_contact(session, life.owner, reason="blocked", now=now)
        life.reachable[life.owner] = False

    def _unblocks(self, session: Session, life: Life, now: dt.datetime) -> None:
        accounts.touch(session, user_id=life.owner, name="", now=now)
        life.reachable[life.owner] = True

    def standing(self) -> Iterator[tuple[list[int], list[Thing]]]:
        """How everything stands: who can be told, and what is open, company by company."""
        for life in self.lives:
            yield [p for p in life.people if life.reachable[p]], life.owed()
