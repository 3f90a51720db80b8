"""A broadcast tells each person only what the role in a company sees, and only of companies the person is in now."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlmodel import Session, select

from bot.broadcast_rules import Audience, Due, Facts
from bot.main import App
from bot.models.fleet import Company, Membership, Paper
from bot.models.staff import Broadcast
from knowledge.obligations import package_obligations
from tests.carriers import member
from tests.conftest import NOON
from tests.stories.conftest import Stage
from tests.stories.staff_steps import (
    Carrier,
    carriers,
    delivers,
    known,
    run,
    schedules,
    sends,
    with_admins,
    writes,
)

JUNE = Due(kinds=(), from_on=dt.date(2026, 6, 1), to_on=dt.date(2026, 6, 30))
EVERYBODY = ("owner", "manager", "accountant", "driver")


async def asks_for_june(app: App) -> None:
    """The draft goes to whom papers fall due in June."""

    def work(session: Session) -> None:
        row = session.exec(select(Broadcast)).one()
        row.audience = Audience(include=Facts(due=JUNE), roles=EVERYBODY).model_dump(mode="json")
        session.add(row)

    await run(app, work)


def joins(session: Session, user_id: int, role: str) -> None:
    """A person in the only company."""
    company = session.exec(select(Company)).one()
    member(session, company.id or 0, user_id, role=role)


def due(session: Session, kind: str, subject: str, **values: Any) -> None:
    """A paper of the only company, due in June."""
    company = session.exec(select(Company)).one()
    day = dt.date(2026, 6, 20)
    session.add(
        Paper(
            company_id=company.id or 0, subject=subject, kind=kind, expires_on=day, created_at=NOON, **values
        )
    )


def leaves(session: Session, user_id: int, company: str) -> None:
    """A person is no longer in a company."""
    statement = select(Membership).join(Company).where(Company.name == company, Membership.user_id == user_id)
    session.delete(session.exec(statement).one())


async def test_a_text_and_its_reasons_name_only_papers_that_the_role_sees(stage: Stage) -> None:
    ana, marli, dora, carlos = await known(stage, "Ana", "Marli", "Dora", "Carlos")
    with_admins(stage, ana)

    def fills(session: Session) -> None:
        joins(session, dora.id, "driver")
        joins(session, carlos.id, "accountant")
        due(session, "cnd-federal", "company")
        due(session, "toxicological", "driver", person_id=None)
        due(session, "defence", "company")

    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,), plate="IVX1A23", due=dt.date(2026, 6, 12)))
        await run(app, fills)
        await writes(ana, "Vencem: {vencimentos}.")
        await asks_for_june(app)
        await sends(stage, app, ana, count="menos de 10")

        told = {p: await p.waits_for(text="Vencem:") for p in (marli, dora, carlos)}
        for person, seen in told.items():
            await person.presses("Por que recebi?", on=seen)
        said = {p: told[p].text + (await p.waits_for(text="Só você vê")).text for p in told}
        words = [package_obligations()[k].title for k in ("lit", "cnd-federal", "toxicological", "defence")]
        assert [True, True, True, True] == [word in said[marli] for word in words]
        assert [True, False, False, False] == [word in said[dora] for word in words]
        assert [True, True, False, True] == [word in said[carlos] for word in words]


async def test_who_may_see_none_of_the_papers_due_is_not_written_to(stage: Stage) -> None:
    ana, marli, dora = await known(stage, "Ana", "Marli", "Dora")
    with_admins(stage, ana)

    def fills(session: Session) -> None:
        joins(session, dora.id, "driver")
        due(session, "defence", "company")

    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await run(app, fills)
        await writes(ana, "Há prazo em junho.")
        await asks_for_june(app)
        await sends(stage, app, ana, count="menos de 10")

        await marli.waits_for(text="Há prazo em junho.")
        assert [] == [m for m in await dora.messages() if m.by_bot]


async def test_a_driver_is_told_of_the_own_exam(stage: Stage) -> None:
    ana, marli, dora = await known(stage, "Ana", "Marli", "Dora")
    with_admins(stage, ana)

    def fills(session: Session) -> None:
        joins(session, dora.id, "driver")
        due(session, "toxicological", "driver", person_id=dora.id)

    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await run(app, fills)
        await writes(ana, "Vencem: {vencimentos}.")
        await asks_for_june(app)
        await sends(stage, app, ana, count="menos de 10")

        assert "oxicológico" in (await dora.waits_for(text="Vencem:")).text


async def test_who_left_one_of_two_companies_hears_nothing_of_it(stage: Stage) -> None:
    ana, marli, joao = await known(stage, "Ana", "Marli", "João")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(
            app,
            Carrier("Aurora", (marli.id, joao.id), plate="IVX1A23", due=dt.date(2026, 6, 20)),
            Carrier("Estrela", (marli.id,), plate="IVX1A25", due=dt.date(2026, 6, 21)),
        )
        await writes(ana, "Vencem: {vencimentos}.")
        await asks_for_june(app)
        await schedules(stage, app, ana, "20/06 9h", count="menos de 10")
        await run(app, lambda session: leaves(session, marli.id, "Aurora"))
        stage.clock.set(dt.datetime(2026, 6, 20, 12, 30, tzinfo=dt.UTC))
        await delivers(stage, app)

        told = await marli.waits_for(text="Vencem:")
        assert [False, True] == [plate in told.text for plate in ("IVX1A23", "IVX1A25")]


async def test_who_left_reads_no_reason_of_the_company_any_more(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,), plate="IVX1A23", due=dt.date(2026, 6, 20)))
        await writes(ana, "Há prazo em junho.")
        await asks_for_june(app)
        await sends(stage, app, ana, count="menos de 10")
        told = await marli.waits_for(text="Há prazo em junho.")
        await run(app, lambda session: leaves(session, marli.id, "Aurora"))

        await marli.presses("Por que recebi?", on=told)
        said = await marli.waits_for(text="não está mais na empresa")
        assert [False, False] == [word in said.text for word in ("Aurora", "IVX1A23")]
