"""Numbers that staff read point to no company: few companies read as few, nobody and few read alike."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlmodel import Session, select

from bot import open_questions
from bot.broadcast_rules import Audience, Due, Facts
from bot.local_telegram.people import Person, Seen
from bot.models.chat import Account
from bot.models.fleet import Paper, Vehicle
from bot.models.staff import Broadcast
from tests.conftest import NOON
from tests.stories.conftest import Stage
from tests.stories.staff_steps import Carrier, carriers, known, run, with_admins, writes


async def audience_of(ana: Person) -> Seen:
    """The screen of a new draft's audience."""
    await writes(ana, "Um aviso.")
    await ana.presses("Quem recebe")
    return await ana.waits_for(text="Pessoas:")


async def test_one_company_of_six_people_reads_as_few(stage: Stage) -> None:
    ana, *people = await known(stage, "Ana", *(f"P{n}" for n in range(6)))
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", tuple(p.id for p in people)))
        seen = await audience_of(ana)
        assert "Pessoas: < 5" in seen.text
        assert "6" not in seen.text


@pytest.mark.parametrize("day", [3, 12])
async def test_nobody_and_few_read_alike_where_papers_are_asked_about(stage: Stage, day: int) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    first = dt.date(2026, 6, day)
    window = Due(from_on=first, to_on=first + dt.timedelta(days=6))

    def asks(session: Session) -> None:
        row = session.exec(select(Broadcast)).one()
        row.audience = Audience(include=Facts(due=window)).model_dump(mode="json")
        session.add(row)

    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,), plate="IVX1A23", due=dt.date(2026, 6, 15)))
        seen = await writes(ana, "Um aviso.")
        await run(app, asks)
        await ana.presses("Quem recebe", on=seen)
        shown = await ana.waits_for(text=f"{first:%d/%m/%Y}")
        assert "Pessoas: menos de 10" in shown.text
        assert "Órgãos" not in shown.text


@pytest.mark.parametrize("how", ["sold", "laid_up", "solved", "owed"])
async def test_the_panel_counts_only_papers_still_owed(stage: Stage, how: str) -> None:
    ana, *people = await known(stage, "Ana", *(f"P{n}" for n in range(6)))
    with_admins(stage, ana)

    def becomes(session: Session) -> None:
        for vehicle in session.exec(select(Vehicle)):
            vehicle.state = how if how in {"sold", "laid_up"} else "active"
        for paper in session.exec(select(Paper)):
            paper.solved_on = dt.date(2026, 6, 1) if how == "solved" else None

    async with stage.running() as app:
        due = dt.date(2026, 6, 20)
        wanted = (Carrier(f"E{n}", (p.id,), plate=f"IVX1A2{n}", due=due) for n, p in enumerate(people))
        await carriers(app, *wanted)
        await run(app, becomes)
        seen = (await ana.asks("/painel")).text
        assert (how == "owed") == (": 6" in seen.partition("Vencem em")[2].partition("Avisos")[0])


async def test_the_panel_hides_few_questions_and_few_people_out_of_reach(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)

    def fills(session: Session) -> None:
        open_questions.send(session, asker=marli.id, text="Quando?", reason="wrong", now=NOON)
        for account in session.exec(select(Account).where(Account.user_id == marli.id)):
            account.reachable = False

    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await run(app, fills)
        seen = (await ana.asks("/painel")).text
        assert "esperam < 5" in seen
        assert "fora de alcance: < 5" in seen
