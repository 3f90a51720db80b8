"""Companies with vehicles and papers for stories, stored as the forms would store them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from sqlmodel import Session, select

from bot import accounts, changes, companies, fleet, papers
from bot.changes import Actor
from bot.local_telegram.people import Person, Seen
from bot.main import App
from bot.models.delivery import Outbox
from bot.models.fleet import Company, Membership, Paper, Vehicle

Words = Callable[[Seen], bool]


class Fleet:
    """One company; every change goes through the same functions as in the chat."""

    def __init__(self, app: App, owner: Person, name: str = "Marli Transportes") -> None:
        self.app, self.owner, self.name = app, owner, name
        self.id = 0

    async def found(self, **values: Any) -> Fleet:
        """Registers the company with its owner."""
        now = self.app.services.clock.now()
        wanted = {"authorities": ["daer"], "modes": ["turistico"], **values}

        def work(session: Session) -> int:
            account = accounts.touch(session, user_id=self.owner.id, name=self.owner.name, now=now)
            accounts.consent(session, account, now=now)
            made = accounts.found_company(session, owner=self.owner.id, name=self.name, now=now, **wanted)
            return made.id or 0

        self.id = await self.app.services.database.run(work)
        return self

    async def joins(self, person: Person, role: str) -> None:
        """Somebody else becomes a member."""
        now = self.app.services.clock.now()

        def work(session: Session) -> None:
            accounts.touch(session, user_id=person.id, name=person.name, now=now)
            session.add(Membership(company_id=self.id, user_id=person.id, role=role, since=now))

        await self.app.services.database.run(work)

    async def leaves(self, person: Person) -> None:
        """A member is removed."""

        def work(session: Session, who: Actor) -> None:
            held = companies.membership(session, self.id, person.id)
            if held is not None:
                companies.remove(session, who, held[1])

        await self._run(work)

    async def vehicle(self, plate: str = "IAB1C23", *, year: int = 2018) -> int:
        """A new vehicle."""
        return await self._run(
            lambda s, who: fleet.add_vehicle(s, who, plate=plate, year=year, seats=15).id or 0
        )

    async def made(self, vehicle: int, day: dt.date) -> None:
        """The day of manufacture of a vehicle becomes known."""

        def work(session: Session, who: Actor) -> None:
            changes.alter(
                session, who, session.get_one(Vehicle, vehicle), "vehicle_changed", manufactured_on=day
            )

        await self._run(work)

    async def paper(
        self, kind: str, due: dt.date | None, *, vehicle: int | None = None, **values: Any
    ) -> int:
        """A paper with a printed date."""
        row = {
            "kind": kind,
            "expires_on": due,
            "vehicle_id": vehicle,
            "subject": "vehicle" if vehicle else "company",
            **values,
        }
        return await self._run(lambda s, who: papers.add_paper(s, who, row).id or 0)

    async def changes(self, paper_id: int, **values: Any) -> None:
        """A paper is corrected."""

        def work(session: Session, who: Actor) -> None:
            papers.correct(session, who, session.get_one(Paper, paper_id), **values)

        await self._run(work)

    async def renews(self, paper_id: int, due: dt.date) -> int:
        """A paper is renewed."""

        def work(session: Session, who: Actor) -> int:
            row = session.get_one(Paper, paper_id)
            new = papers.renew(session, who, row, today=self.app.services.today(), expires_on=due)
            return new.id or 0 if new else 0

        return await self._run(work)

    async def state(self, vehicle_id: int, state: str) -> None:
        """A vehicle is sold, laid up, or back."""

        def work(session: Session, who: Actor) -> None:
            row = session.get_one(Vehicle, vehicle_id)
            fleet.set_state(session, who, row, state, today=self.app.services.today())

        await self._run(work)

    async def undoes(self) -> None:
        """The owner's last deed is taken back."""
        now = self.app.services.clock.now()

        def work(session: Session) -> None:
            changes.undo(session, changes.last_batch(session, self.id, self.owner.id, now=now), now=now)

        await self.app.services.database.run(work)

    async def ladders(self, **ladders: list[str]) -> None:
        """The company's own days of reminding (`any_paper`: the general one)."""
        own = {
            ("*" if kind == "any_paper" else kind.replace("_", "-")): days for kind, days in ladders.items()
        }

        def work(session: Session, who: Actor) -> None:
            companies.change(session, who, session.get_one(Company, self.id), ladders=own)

        await self._run(work)

    async def _run(self, work: Callable[[Session, Actor], Any]) -> Any:
        now = self.app.services.clock.now()
        actor = Actor(self.id, self.owner.id, f"test-{now.timestamp()}", now)
        return await self.app.services.database.run(lambda s: work(s, actor))


async def outbox_rows(app: App, **where: Any) -> list[Outbox]:
    """Stored rows of the outbox, in order."""

    def work(session: Session) -> list[Outbox]:
        statement = select(Outbox)
        for name, value in where.items():
            statement = statement.where(getattr(Outbox, name) == value)
        return sorted(session.exec(statement), key=lambda row: row.id or 0)

    return await app.services.database.run(work)
