"""A broadcast holds by itself when what it cites changed, and only who is still on the staff hears of broadcasts."""

from __future__ import annotations

import datetime as dt

from sqlmodel import select

from bot import staff
from bot.models.staff import Broadcast
from tests.stories.conftest import Stage
from tests.stories.norm_steps import amends, publishes
from tests.stories.staff_steps import (
    Carrier,
    carriers,
    checks,
    delivers,
    known,
    run,
    schedules,
    with_admins,
    works,
    writes,
)


async def test_a_broadcast_that_cites_a_revoked_provision_pauses(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Veja o parágrafo.", cites="df-nff-2022:art11_par4")
        await schedules(stage, app, ana, "amanhã 9h")
        act = {"act": "Portaria 105/2026", "since": "13/02/2026"}
        shown = await amends(ana, "Portaria SEEC/DF", "art11_par4", "Revogado.", **act)
        await publishes(ana, app, shown)
        await works(stage, app)

        row = await run(app, lambda session: session.exec(select(Broadcast)).one())
        assert ("paused", "norm_changed") == (row.state, row.reason)
        stage.clock.move(dt.timedelta(days=2))
        await works(stage, app)
        assert [] == [m for m in await marli.messages() if m.by_bot]


async def test_a_removed_communicator_hears_no_more_of_the_own_broadcast(stage: Stage) -> None:
    ana, rui, marli = await known(stage, "Ana", "Rui", "Marli")
    with_admins(stage, ana)
    role = {"role": "communicator", "name": "Rui", "by": ana.id}
    async with stage.running() as app:
        await run(app, lambda s: staff.appoint(s, user_id=rui.id, now=stage.clock.now(), **role))
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(rui, "Um aviso.")
        await checks(rui)
        await rui.presses("Enviar para menos de 5")
        await rui.waits_for(text="em envio")
        await run(app, lambda s: staff.remove(s, rui.id, by=ana.id, now=stage.clock.now()))
        await delivers(stage, app)
        await app.dispatcher.drain()

        await marli.waits_for(text="Um aviso.")
        assert [] == [m for m in await rui.messages() if "foi concluído" in m.text]
