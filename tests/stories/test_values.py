"""Values entered by chat can be put right: a wrong UPF, a day off that is none."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from bot.local_telegram.people import Person
from tests.stories.conftest import Stage
from tests.stories.norm_steps import takes
from tests.stories.staff_steps import known, with_admins


async def _values(ana: Person, button: str) -> None:
    await ana.says("/normas_admin")
    await ana.presses("Valores e calendário", on=await ana.waits_for(button="Valores e calendário"))
    await ana.presses(button, on=await ana.waits_for(button=button))


async def _enters(ana: Person, value: str) -> str:
    """The value, confirmed, with its dates and source; gives what was asked for confirmation."""
    await ana.waits_for(text="Qual é a UPF-RS de 2027?")
    await ana.says(value)
    asked = await ana.waits_for(text=f"UPF-RS de 2027: R$ {value}")
    await ana.presses("Sim, está certo", on=asked)
    await ana.presses("01/01/2027", on=await ana.waits_for(button="01/01/2027"))
    await ana.presses("01/02/2027", on=await ana.waits_for(button="01/02/2027"))
    await ana.waits_for(text="De onde veio?")
    await ana.says("DOE de 18/12/2026")
    await ana.waits_for(text="UPF-RS 2027 está na base")
    return asked.text


async def test_a_wrong_upf_is_doubted_and_put_right_by_chat(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    stage.clock.set(dt.datetime(2026, 12, 21, 15, tzinfo=dt.UTC))
    async with stage.running() as app:
        await _values(ana, "UPF do ano novo")
        assert "89 % a menos que a de 2026" in await _enters(ana, "3,0123")
        await takes(app)
        await _values(ana, "Corrigir a UPF de 2027")
        asked = await _enters(ana, "30,1234")
        assert "Hoje a base tem R$ 3,0123" in asked
        assert "⚠️" not in asked
        await takes(app, after=1)
        assert Decimal("30.1234") == app.services.library.upf.on(dt.date(2027, 3, 1)).value


async def test_a_day_off_entered_by_chat_is_taken_out_again(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running() as app:
        await _values(ana, "Feriado ou facultativo")
        await ana.waits_for(text="Que dia?")
        await ana.says("22/06/2026")
        await ana.presses("Sim, está certo", on=await ana.waits_for(button="Sim, está certo"))
        await ana.waits_for(text="Qual é o nome do dia?")
        await ana.says("Jogo da seleção")
        await ana.presses("Ponto facultativo", on=await ana.waits_for(button="Ponto facultativo"))
        await ana.presses("Meio expediente", on=await ana.waits_for(button="Meio expediente"))
        await ana.waits_for(text="De onde veio?")
        await ana.says("Decreto estadual")
        await ana.waits_for(text="22/06/2026 Jogo da seleção está na base")
        await takes(app)
        await _values(ana, "Dias informados pela equipe")
        day = "22/06/2026 Jogo da seleção"
        await ana.presses(day, on=await ana.waits_for(button=day))
        await ana.presses("Retirar este dia", on=await ana.waits_for(text="O dia volta a contar como útil"))
        await ana.waits_for(text="Nenhum")
        await takes(app, after=1)
        assert app.services.library.calendar.on(dt.date(2026, 6, 22), "Porto Alegre") is None
