"""What people of an invented company do on a morning, in the database and in the plain data alike."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlmodel import Session

from bot import accounts, changes, companies, fleet, papers, reminder_rows
from bot.bench_year_lives import DAY, Life, Thing, near_month_end, refreshed
from bot.models.fleet import Company, Instalment, Paper, Vehicle
from bot.papers import Parcel
from knowledge.daymath import series

if TYPE_CHECKING:
    from bot.bench_year_world import World

RENEWED = {"lit", "recefitur", "seguro-garantia", "metroplan-fee", "metroplan-authorization"}
"""Kinds that count anew from the act; of the others the new date is printed."""
DONE = {
    "defence", "ait", "debt", "bond-refill", "missing-papers", "metroplan-reconsideration", "metroplan-analysis",
    "metroplan-shared-analysis", "veracity-declaration", "invoice", "metroplan-substitution", "passenger-list",
}  # fmt: skip
"""Kinds without a next cycle."""


@dataclass(frozen=True)
class Deeds:
    """One morning."""

    world: World
    session: Session
    now: dt.datetime

    @property
    def today(self) -> dt.date:
        """The civil day."""
        return self.now.date()

    def _most_urgent(self, life: Life, things: list[Thing]) -> Thing | None:
        wanted = [t for t in things if t.due <= self.today + DAY * 70]
        if not wanted:
            return None
        return (
            min(wanted, key=lambda t: t.due)
            if self.world.chance.random() < 0.8
            else self.world.chance.choice(wanted)
        )

    def renews(self, life: Life) -> None:
        """The next cycle begins; a clock is simply done."""
        if (thing := self._most_urgent(life, life.papers())) is None:
            return
        row = self.session.get_one(Paper, thing.row_id)
        actor = self.world.actor(life, self.now)
        if thing.kind in DONE:
            papers.set_state(self.session, actor, row, "replaced", today=self.today)
            life.undo = life.close(thing)
            return
        facts = self._next(thing)
        expires, issued = facts.get("printed"), facts.get("start")
        parcels = []
        if thing.kind == "policy":
            parcels = [Parcel(n, d) for n, d in enumerate(series(self.today + DAY * 20, 4), 1)]
        new = papers.renew(
            self.session, actor, row, today=self.today, parcels=parcels, expires_on=expires, issued_on=issued
        )
        back, before = life.renew(thing), list(life.things)
        number = new.id if new else 0
        if thing.kind == "policy":
            self.world.insured(self.session, life, number or 0, facts, thing.vehicle, self.now)
        else:
            self.world.begins(
                life,
                f"paper:{number}",
                thing.kind,
                facts,
                self.now,
                vehicle=thing.vehicle,
                person=thing.person,
            )

        def undo() -> None:
            for fresh in [t for t in life.things if t not in before and t.of is None]:
                life.close(fresh)
            back()

        life.undo = undo

    def _next(self, thing: Thing) -> dict[str, Any]:
        if thing.kind in RENEWED and "start" in thing.facts:
            due = self.world.oracle.due(thing.kind, {"start": self.today}, self._made(thing))
            if due.due_on is not None:
                said = {"printed": due.due_on} if thing.kind == "lit" and "printed" in thing.facts else {}
                return {"start": self.today, **said}
        days = self.world.chance.choice((30, 180, 365, 730))
        return {"printed": near_month_end(self.world.chance, self.today + DAY * days)}

    def _made(self, thing: Thing) -> Any:
        return next((x.made[thing.vehicle] for x in self.world.lives if thing.vehicle in x.made), None)

    def acknowledges(self, life: Life) -> None:
        """Renovei, the new date still to come; or it does not apply any more."""
        if (thing := self._most_urgent(life, life.papers())) is None or thing.kind in DONE:
            return
        row, actor = self.session.get_one(Paper, thing.row_id), self.world.actor(life, self.now)
        if self.world.chance.random() < 0.5:
            papers.acknowledge(self.session, actor, row, today=self.today)
            life.undo = life.renew(thing)
        else:
            papers.set_state(self.session, actor, row, "not_applicable", today=self.today)
            life.undo = life.close(thing)

    def pays(self, life: Life) -> None:
        """Paguei."""
        parcels = [t for t in life.owed() if t.kind == "instalment"]
        if (thing := self._most_urgent(life, parcels)) is not None:
            row = self.session.get_one(Instalment, thing.row_id)
            papers.pay(self.session, self.world.actor(life, self.now), row, paid_on=self.today)
            life.undo = life.close(thing)

    def corrects(self, life: Life) -> None:
        """The date of a paper, of a parcel or a departure was wrong."""
        things = [t for t in life.owed() if t.subject.count(":") == 1]
        things = [t for t in things if t.of is None or t.of in life.things]  # a renewed policy stays as it is
        if (thing := self._most_urgent(life, things)) is None:
            return
        before, name = dict(thing.facts), next(iter(thing.facts))
        moved = before[name] + DAY * self.world.chance.choice((-30, -3, 1, 30))
        thing.facts = {name: moved if name == "at" else near_month_end(self.world.chance, moved)}
        if (
            self.world.oracle.due(thing.kind, thing.facts, life.made.get(thing.vehicle or 0)).due_on is None
            and name != "at"
        ):
            thing.facts = before
            return
        actor = self.world.actor(life, self.now)
        if thing.kind == "instalment":
            row = self.session.get_one(Instalment, thing.row_id)
            done = papers.move_parcel(self.session, actor, row, thing.facts[name])
        else:
            done = self._writes(actor, thing)
        refreshed(self.world.oracle, life, thing)

        def undo() -> None:
            thing.facts = before
            refreshed(self.world.oracle, life, thing)

        life.undo = undo if done else life.undo

    def _writes(self, actor: changes.Actor, thing: Thing) -> bool:
        row = self.session.get_one(Paper, thing.row_id)
        at = thing.facts.get("at")
        values: dict[str, Any] = {
            "expires_on": thing.facts.get("printed"),
            "issued_on": thing.facts.get("start"),
        }
        if at:
            values = {"facts": {"at": at.isoformat()}}
        return papers.correct(self.session, actor, row, **values)

    def undoes(self, life: Life) -> None:
        """The last deed is taken back."""
        if life.undo is None:
            return
        batch = changes.last_batch(self.session, life.company, life.owner, now=self.now)
        if batch:
            changes.undo(self.session, batch, now=self.now)
            life.undo()
        life.undo = None

    def presses(self, life: Life) -> None:
        """Por quê?, pressed by one of those who were told."""
        if (pressed := self._pressed(life)) is not None:
            thing, user = pressed
            thing.seen.presses.append(self.world.oracle.world.Press(str(user), key(thing), self.today))
            self._marks(life, thing, user, None)

    def snoozes(self, life: Life) -> None:
        """Lembrar em …, within the days that the buttons offer."""
        if (pressed := self._pressed(life)) is None:
            return
        thing, user = pressed
        last = thing.seen.deadline.count_to or thing.due
        until = self.today + DAY * self.world.chance.choice((1, 3, 7))
        if thing.seen.deadline.hours or not (thing.due < self.today or until < last):
            return
        thing.seen.snoozes.append(self.world.oracle.world.Snooze(str(user), key(thing), self.today, until))
        self._marks(life, thing, user, until)

    def _pressed(self, life: Life) -> tuple[Thing, int] | None:
        if (thing := self._most_urgent(life, life.owed())) is None:
            return None
        people = [int(u) for group in thing.seen.line[:2] for u in group]
        return thing, self.world.chance.choice(people)

    def _marks(self, life: Life, thing: Thing, user: int, until: dt.date | None) -> None:
        reminder_rows.mark(
            self.session, company_id=life.company, user_id=user, subject=thing.subject, cycle=thing.cycle,
            today=self.today, until=until,
        )  # fmt: skip

    def sells(self, life: Life) -> None:
        """Seldom; most stay."""
        if self.world.chance.random() < 0.1:
            self._state(life, "on_road", "sold")

    def lays_up(self, life: Life) -> None:
        """A vehicle rests."""
        self._state(life, "on_road", "laid_up")

    def comes_back(self, life: Life) -> None:
        """A vehicle is on the road again."""
        self._state(life, "laid_up", "on_road")

    def _state(self, life: Life, old: str, new: str) -> None:
        for number, seen in life.vehicles.items():
            if seen.status == old:
                row = self.session.get_one(Vehicle, number)
                state = "active" if new == "on_road" else new
                fleet.set_state(self.session, self.world.actor(life, self.now), row, state, today=self.today)
                seen.status = new

                def undo(seen: Any = seen) -> None:
                    seen.status = old

                life.undo = undo
                return

    def blocks(self, life: Life) -> None:
        """Somebody blocks the bot: Telegram tells it, or it finds out when it writes next."""
        user = self.world.chance.choice(sorted(life.roles))
        life.blocked.add(user)
        if self.world.chance.random() < 0.5:
            accounts.close_contact(self.session, user, reason="blocked", now=self.now)
            self.world.lost(user)

    def unblocks(self, life: Life) -> None:
        """And comes back."""
        for user in sorted(life.blocked):
            accounts.touch(self.session, user_id=user, name="", now=self.now)
            life.reachable(user, yes=True)
        life.blocked.clear()

    def hires(self, life: Life) -> None:
        """A manager joins a company that has none."""
        if "manager" not in life.roles.values():
            self.world.hires(self.session, life, "manager", self.now)
            life.undo = None

    def leaves(self, life: Life) -> None:
        """A manager is removed, at once."""
        user = next((u for u, role in life.roles.items() if role == "manager"), None)
        held = companies.membership(self.session, life.company, user) if user else None
        if user is None or held is None:
            return
        companies.remove(self.session, self.world.actor(life, self.now), held[1])
        del life.roles[user]
        life.blocked.discard(user)
        life.seen.people = [p for p in life.seen.people if p.id != str(user)]
        life.people_changed()
        life.undo = None

    def chooses_days(self, life: Life) -> None:
        """The company's own days of reminding, or the usual ones again."""
        from_data = self.world.ladders(life)
        row = self.session.get_one(Company, life.company)
        companies.change(self.session, self.world.actor(life, self.now), row, ladders=from_data)
        life.undo = None


def key(thing: Thing) -> Any:
    """The oracle's name of the cycle."""
    return thing.seen.deadline.due_on or thing.seen.deadline.due_at


DEEDS: tuple[Callable[[Deeds, Life], None], ...] = (
    *(Deeds.renews,) * 14, *(Deeds.pays,) * 6, *(Deeds.corrects,) * 2, Deeds.acknowledges, Deeds.undoes,
    *(Deeds.presses,) * 3, *(Deeds.snoozes,) * 3, Deeds.sells, Deeds.lays_up, Deeds.comes_back, Deeds.blocks,
    *(Deeds.unblocks,) * 2, Deeds.hires, Deeds.leaves, Deeds.chooses_days,
)  # fmt: skip
