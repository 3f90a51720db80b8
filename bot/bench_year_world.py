"""The random lives of invented companies: entered, renewed late and early, corrected, undone, sold, blocked, hired.

The world tells the database what happens, through the functions the chat uses, and keeps the same as plain data
(`bot.bench_year_lives`) for an oracle; it decides nothing about reminders.
"""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

from sqlmodel import Session

from bot import accounts, companies, fleet, papers
from bot.bench_year_deeds import DEEDS, Deeds
from bot.bench_year_lives import DAY, FIRST_OWNER, PEOPLE_A_COMPANY, Life, Thing, near_month_end, refreshed
from bot.bench_year_oracle import PRINTED, STARTED, Oracle
from bot.changes import Actor
from bot.models.chat import Account
from bot.papers import Parcel
from knowledge.daymath import series
from knowledge.deadline_model import SAO_PAULO

COMPANY = ("recefitur", "cadastur", "alvara", "crf-fgts", "cnd-federal", "seguro-garantia")
VEHICLE = (
    "lit",
    "vehicle-licence",
    "crlv",
    "tachograph",
    "metroplan-laudo",
    "metroplan-fee",
    "metroplan-authorization",
)
CLOCKS = (
    "defence", "ait", "debt", "bond-refill", "missing-papers", "metroplan-reconsideration", "metroplan-analysis",
    "metroplan-shared-analysis", "veracity-declaration", "invoice", "metroplan-substitution", "passenger-list",
    "passenger-list",
)  # fmt: skip
VALID_DAYS = {"recefitur": 1095, "cadastur": 730, "tachograph": 730, "crf-fgts": 30, "cnd-federal": 180,
              "metroplan-authorization": 730, "cnh-medical": 1095, "passenger-course": 1500}  # fmt: skip
SUBJECTS = {
    "cnh-medical": "driver", "passenger-course": "driver", "metroplan-contract": "contract", "invoice": "contract",
    "passenger-list": "trip",
}  # fmt: skip
LADDERS = {"lit": ["45", "10"], "crf-fgts": ["3"], "*": ["40", "20", "5"], "alvara": ["90", "1"]}


OURS = PRINTED | {k: n for k, (n, _) in STARTED.items()}
PAPERS = (
    *COMPANY, *VEHICLE, "cnh-medical", "passenger-course", "metroplan-contract", "policy", "invoice",
    "veracity-declaration", "metroplan-substitution",
)  # fmt: skip
"""Kinds that are papers with an end, to which a company's general days apply."""


class World:
    """All companies, and what happens to them day by day."""

    def __init__(self, oracle: Oracle, *, companies: int, seed: int) -> None:
        self.oracle, self.chance, self.size = oracle, random.Random(seed), companies
        self.lives: list[Life] = []
        self.by_person: dict[int, Life] = {}
        self._batch = 0

    def actor(self, life: Life, now: dt.datetime) -> Actor:
        """The owner, in a unit of work of its own."""
        self._batch += 1
        return Actor(life.company, life.owner, f"world-{self._batch}", now)

    def found(self, session: Session, now: dt.datetime) -> None:
        """Registers every company with people, vehicles and papers."""
        for number in range(self.size):
            owner = FIRST_OWNER + number * PEOPLE_A_COMPANY
            accounts.touch(session, user_id=owner, name=f"Dono {number}", now=now)
            made = accounts.found_company(
                session, owner=owner, name=f"Empresa {number}", authorities=["daer", "metroplan"], modes=[], now=now
            )  # fmt: skip
            life = Life(
                made.id or 0, owner, {owner: "owner"}, self.oracle.world.Company(str(made.id), [], [])
            )
            self.lives.append(life)
            self._joins(life, owner, "owner")
            for role, share in (("manager", 0.35), ("accountant", 0.15), ("driver", 0.2)):
                if self.chance.random() < share:
                    self.hires(session, life, role, now)
            for _ in range(self.chance.choice((1, 1, 1, 2))):
                self.buys(session, life, now)
            for kind in self.chance.sample(COMPANY, k=self.chance.choice((1, 2))):
                self.enters(session, life, kind, now)

    def _joins(self, life: Life, user: int, role: str) -> None:
        life.roles[user] = role
        life.seen.people = [*life.seen.people, self.oracle.world.Person(str(user), role)]
        self.by_person[user] = life
        life.people_changed()

    def hires(self, session: Session, life: Life, role: str, now: dt.datetime) -> None:
        """Somebody joins; some want the day's message at an hour of their own."""
        user = next(
            (u for u in range(life.owner, life.owner + PEOPLE_A_COMPANY) if u not in self.by_person), None
        )
        if user is None:
            return
        accounts.touch(session, user_id=user, name=f"{role} {user}", now=now)
        session.flush()
        if self.chance.random() < 0.2:
            session.get_one(Account, user).preferences = {
                "send_hour": self.chance.choice(("08:00", "12:00", "18:00"))
            }
        companies.join(session, self.actor(life, now), user_id=user, role=role)
        self._joins(life, user, role)
        if role == "driver":
            for kind in ("cnh-medical", "passenger-course"):
                self.enters(session, life, kind, now, person=user)

    def buys(self, session: Session, life: Life, now: dt.datetime) -> None:
        """A vehicle with papers; of some only the year is known, some belong to a policy with parcels."""
        day = now.date() - DAY * self.chance.choice((self.chance.randint(200, 24 * 365), 15 * 365, 20 * 365))
        known = day if self.chance.random() < 0.7 else None
        letters = f"I{chr(65 + life.company % 26)}{chr(65 + life.company // 26 % 26)}"
        plate = f"{letters}{len(life.vehicles)}A{life.company % 100:02d}"
        row = fleet.add_vehicle(
            session, self.actor(life, now), plate=plate, year=day.year, manufactured_on=known, seats=20
        )
        number = row.id or 0
        life.vehicles[number] = self.oracle.world.Vehicle(str(number))
        life.seen.vehicles = list(life.vehicles.values())
        life.made[number] = self.oracle.made(known, day.year)
        for kind in self.chance.sample(VEHICLE, k=self.chance.choice((2, 3))):
            self.enters(session, life, kind, now, vehicle=number)
        if self.chance.random() < 0.3:
            self.insures(session, life, number, now)

    def enters(
        self, session: Session, life: Life, kind: str, now: dt.datetime,
        *, vehicle: int | None = None, person: int | None = None,
    ) -> Thing:  # fmt: skip
        """A paper is entered, printed or by the day it counts from."""
        facts = self._facts(kind, now)
        if kind == "lit" and self.chance.random() < 0.7:
            facts = {"start": near_month_end(self.chance, now.date() - DAY * self.chance.randint(0, 80))}
        if kind == "lit" and "start" in facts:
            due = self.oracle.due(kind, facts, life.made[vehicle or 0]).due_on
            facts = facts if due else {"printed": now.date() + DAY * 90}
            if due and self.chance.random() < 0.6:  # most papers say their end too, a few an earlier one
                facts["printed"] = due - DAY * self.chance.choice((0, 0, 0, 9))
        return self.stores(session, life, kind, facts, now, vehicle=vehicle, person=person)

    def _facts(self, kind: str, now: dt.datetime) -> dict[str, Any]:
        today, chance = now.date(), self.chance
        valid = VALID_DAYS.get(kind, 365)
        if kind == "passenger-list":
            day = today + DAY * chance.randint(1, 20)
            at = dt.datetime.combine(day, dt.time(chance.randrange(24), chance.choice((10, 40))), SAO_PAULO)
            return {"at": at}
        if kind == "invoice":
            return {"start": today + DAY * chance.randint(0, 30)}
        if kind in CLOCKS:
            return {"start": near_month_end(chance, today - DAY * chance.randint(0, 6))}
        if kind in PRINTED or kind in {"lit", "vehicle-licence"}:
            return {"printed": near_month_end(chance, today + DAY * chance.randint(-20, valid))}
        return {"start": near_month_end(chance, today - DAY * chance.randint(0, valid + 15))}

    def stores(
        self, session: Session, life: Life, kind: str, facts: dict[str, Any], now: dt.datetime,
        *, vehicle: int | None = None, person: int | None = None,
    ) -> Thing:  # fmt: skip
        """A paper by its facts becomes a row and a thing."""
        subject = SUBJECTS.get(kind, "vehicle" if vehicle else "company")
        values: dict[str, Any] = {
            "kind": kind, "vehicle_id": vehicle, "subject": subject, "person_id": person,
            "subject_name": "" if subject in {"vehicle", "company"} else f"{subject} {len(life.things)}",
            **columns(kind, facts),
        }  # fmt: skip
        row = papers.add_paper(session, self.actor(life, now), values)
        return self.begins(life, f"paper:{row.id}", kind, facts, now, vehicle=vehicle, person=person)

    def begins(
        self, life: Life, subject: str, kind: str, facts: dict[str, Any], now: dt.datetime,
        *, vehicle: int | None = None, person: int | None = None, of: Thing | None = None,
    ) -> Thing:  # fmt: skip
        """A stored row becomes a thing of both sides."""
        seen = self.oracle.world.Thing(subject, None, vehicle=str(vehicle) if vehicle else None)
        thing = Thing(subject, kind, seen, now, facts, vehicle, person, of)
        seen.deadline = self.oracle.due(kind, facts, life.made.get(vehicle or 0))
        life.add(thing)
        refreshed(self.oracle, life, thing)
        return thing

    def insures(self, session: Session, life: Life, vehicle: int | None, now: dt.datetime) -> None:
        """A policy with six parcels."""
        first = near_month_end(self.chance, now.date() + DAY * self.chance.randint(1, 40))
        facts = {"printed": first + DAY * 365}
        values = {"kind": "policy", "vehicle_id": vehicle, "subject": "vehicle", **columns("policy", facts)}
        parcels = [Parcel(n, d) for n, d in enumerate(series(first, 6), 1)]
        row = papers.add_paper(session, self.actor(life, now), values, parcels=parcels)
        self.insured(session, life, row.id or 0, facts, vehicle, now)

    def insured(
        self, session: Session, life: Life, row_id: int, facts: dict[str, Any], vehicle: int | None, now: dt.datetime
    ) -> None:  # fmt: skip
        """A stored policy and its parcels become things."""
        policy = self.begins(life, f"paper:{row_id}", "policy", facts, now, vehicle=vehicle)
        for parcel in papers.parcels(session, row_id):
            due = {"printed": parcel.due_on}
            self.begins(life, f"parcel:{parcel.id}", "instalment", due, now, vehicle=vehicle, of=policy)

    def lost(self, user: int) -> None:
        """It is known that somebody cannot be reached any more."""
        self.by_person[user].reachable(user, yes=False)

    def ladders(self, life: Life) -> dict[str, list[str]]:
        """Days of reminding as a company would choose them; the oracle is told them kind by kind."""
        kinds = self.chance.sample(sorted(LADDERS), k=self.chance.randrange(3))
        own = {kind: LADDERS[kind] for kind in kinds}
        general = own.get("*")
        papers_of = dict.fromkeys(PAPERS, general) if general else {}
        chosen = {**papers_of, **{k: d for k, d in own.items() if k != "*"}}
        life.seen.ladders = {OURS.get(k, k): tuple(int(d) for d in days) for k, days in chosen.items()}
        return own

    def busy(self, today: dt.date) -> list[Life]:
        """Companies with a trip near, which may be told of by night: their morning begins at midnight."""
        near = (today - DAY, today + DAY * 2)
        return [
            life
            for life in self.lives
            if any("at" in t.facts and near[0] <= t.facts["at"].date() <= near[1] for t in life.things)
        ]

    def morning(self, session: Session, now: dt.datetime, lives: list[Life]) -> None:
        """What happens before the day's message: it holds for the whole day."""
        deeds = Deeds(self, session, now)
        for life in lives:
            if self.chance.random() < 0.11:
                self.chance.choice(DEEDS)(deeds, life)

    def afternoon(self, session: Session, now: dt.datetime) -> None:
        """What is entered later in the day."""
        for life in self.lives:
            if self.chance.random() < 0.02:
                running = [v for v, seen in life.vehicles.items() if seen.status == "on_road"]
                vehicle = self.chance.choice([None, *running])
                kind = self.chance.choice(VEHICLE if vehicle else (*COMPANY, *CLOCKS, *CLOCKS))
                if not any(t.kind == kind and t.vehicle == vehicle for t in life.things) or kind in CLOCKS:
                    self.enters(session, life, kind, now, vehicle=vehicle)
                    life.undo = None


def columns(kind: str, facts: dict[str, Any]) -> dict[str, Any]:
    """The columns of a paper for its facts."""
    at = facts.get("at")
    kept: dict[str, Any] = {"at": at.isoformat()} if at else {}
    if kind == "invoice":
        kept = {"choices": {"every": "trip"}}
    return {"expires_on": facts.get("printed"), "issued_on": facts.get("start"), "facts": kept}
