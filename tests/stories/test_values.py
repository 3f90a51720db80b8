"""Values entered by chat can be put right: a wrong UPF, a day off that is none."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from tests.stories.conftest import Stage
from tests.stories.norm_steps import enters_day_off, enters_upf, opens_values, takes
from tests.stories.staff_steps import known, with_admins


async def test_a_wrong_upf_is_doubted_and_put_right_by_chat(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    stage.clock.set(dt.datetime(2026, 12, 21, 15, tzinfo=dt.UTC))
    async with stage.running() as app:
        await opens_values(ana, "UPF do ano novo")
        assert "89 % a menos que a de 2026" in await enters_upf(ana, "3,0123")
        await takes(app)
        await opens_values(ana, "Corrigir a UPF de 2027")
        asked = await enters_upf(ana, "30,1234")
        assert "Hoje a base tem R$ 3,0123" in asked
        assert "⚠️" not in asked
        await takes(app, after=1)
        assert Decimal("30.1234") == app.services.library.upf.on(dt.date(2027, 3, 1)).value


async def test_a_day_off_entered_by_chat_is_taken_out_again(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running() as app:
        await enters_day_off(ana)
        await takes(app)
        await opens_values(ana, "Dias informados pela equipe")
        day = "22/06/2026 Jogo da seleção"
        await ana.presses(day, on=await ana.waits_for(button=day))
        await ana.presses("Retirar este dia", on=await ana.waits_for(text="O dia volta a contar como útil"))
        await ana.waits_for(text="Nenhum")
        await takes(app, after=1)
        assert app.services.library.calendar.on(dt.date(2026, 6, 22), "Porto Alegre") is None
