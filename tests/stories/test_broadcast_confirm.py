"""A broadcast is confirmed once, by whom the setting asks for, for exactly the people that were shown; pause."""

from __future__ import annotations

import asyncio
import datetime as dt

from sqlmodel import Session, select

from bot.models.delivery import Outbox
from bot.models.fleet import Company
from bot.models.staff import Audit, Broadcast
from tests.stories.conftest import Stage
from tests.stories.staff_steps import (
    Carrier,
    carriers,
    checks,
    delivers,
    known,
    run,
    with_admins,
    works,
    writes,
)


async def test_with_two_person_approval_another_member_starts_it(stage: Stage) -> None:
    ana, bia, marli = await known(stage, "Ana", "Bia", "Marli")
    with_admins(stage, ana, bia)
    stage.options["two_person_approval"] = True
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Um aviso.")
        await checks(ana)
        await ana.presses("Enviar para menos de 5")
        await ana.waits_for(text="espera aprovação")
        await checks(ana)
        await ana.presses("Aprovar o envio")
        await ana.waits_for(text="Quem escreveu ou confirmou não aprova")
        await bia.presses("Abrir o comunicado", on=await bia.waits_for(text="espera a sua aprovação"))
        await bia.waits_for(button="Prévia e conferência")
        await checks(bia)
        await bia.presses("Aprovar o envio")
        await bia.waits_for(text="em envio")

        await delivers(stage, app)

        await marli.waits_for(text="Um aviso.")


async def test_t18_one_update_three_times_is_one_broadcast_and_two_presses_too(stage: Stage) -> None:
    ana, bia, marli = await known(stage, "Ana", "Bia", "Marli")
    with_admins(stage, ana, bia)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Um aviso.")
        await checks(ana)
        await bia.asks("/comunicados")
        await bia.presses("Um aviso.")
        await bia.waits_for(button="Prévia e conferência")
        await checks(bia)

        await ana.presses("Enviar para menos de 5", times=3)
        await ana.waits_for(text="em envio")
        await bia.presses("Enviar para menos de 5")
        await bia.waits_for(text="não é mais rascunho")
        await delivers(stage, app)

        await marli.waits_for(text="Um aviso.")
        assert 1 == len([m for m in await marli.messages() if m.by_bot])
        assert 1 == len(
            await run(app, lambda s: list(s.exec(select(Audit).where(Audit.action == "broadcast_confirmed"))))
        )


async def test_t20_a_confirmation_of_yesterday_for_other_people_asks_again(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    people = await known(stage, *(f"Pessoa {n}" for n in range(7)))
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, *(Carrier(f"Empresa {n}", (p.id,)) for n, p in enumerate(people)))
        await writes(ana, "Um aviso.")
        await checks(ana)
        old = await ana.waits_for(button="Enviar para 7")
        await run(app, lambda s: _closes(s, 2))
    stage.clock.move(dt.timedelta(days=1))
    async with stage.running() as app:
        await ana.presses("Enviar para 7", on=old)

        again = await ana.waits_for(button="Enviar para 5")

        assert "Pessoas que recebem: 5" in again.text
        assert "draft" == (await run(app, lambda s: s.exec(select(Broadcast)).one())).state
        assert [] == await run(app, lambda s: list(s.exec(select(Outbox).where(Outbox.kind == "broadcast"))))


def _closes(session: Session, count: int) -> None:
    for company in session.exec(select(Company).limit(count)):
        company.closed_at = dt.datetime(2026, 6, 10, tzinfo=dt.UTC)


async def test_a_paused_broadcast_sends_nothing_until_it_goes_on(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Um aviso.")
        await ana.presses("Quando")
        await ana.waits_for(text="Quando o comunicado sai")
        await ana.says("10/06/2020 10:00")
        await ana.waits_for(text="já passou")
        await ana.says("amanhã às 9 da manhã")
        await ana.waits_for(text="Sai em 11/06/2026 às 09:00")
        await checks(ana)
        await ana.presses("Enviar para menos de 5")
        await ana.waits_for(text="com hora marcada")
        await works(stage, app)
        await ana.presses("Pausar")
        await ana.waits_for(text="parado")

        stage.clock.move(dt.timedelta(days=1))
        await works(stage, app)
        assert 0 == await app.dispatcher.drain()
        await ana.presses("Continuar")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)

        await marli.waits_for(text="Um aviso.")


async def test_of_two_communicators_who_confirm_at_the_same_moment_one_starts_it(stage: Stage) -> None:
    ana, bia, marli = await known(stage, "Ana", "Bia", "Marli")
    with_admins(stage, ana, bia)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Um aviso.")
        await bia.asks("/comunicados")
        await bia.presses("Um aviso.")
        await bia.waits_for(button="Prévia e conferência")
        screens = [await checks(person) for person in (ana, bia)]
        await asyncio.gather(
            *(
                person.presses("Enviar para menos de 5", on=seen)
                for person, seen in zip((ana, bia), screens, strict=True)
            )
        )
        said = [await p.waits_for(where=lambda m: "em envio" in m.text) for p in (ana, bia)]
        assert 2 == len(said)
        refused = [
            [m for m in await person.messages() if "não é mais rascunho" in m.text] for person in (ana, bia)
        ]
        assert 1 == sum(map(len, refused))
        await delivers(stage, app)

        await marli.waits_for(text="Um aviso.")
        assert 1 == len([m for m in await marli.messages() if m.by_bot])
