"""/lembretes: the hour and the days of reminders are what the person asked for."""

from __future__ import annotations

from tests.stories.conftest import Stage
from tests.stories.fleet_helpers import Fleet


async def test_lembretes_changes_hour_and_days(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        await Fleet(app, marli).found()
        first = await marli.asks("/lembretes")
        assert "às 09:00" in first.text
        await marli.presses("Mudar a hora", on=first)
        await marli.waits_for(text="A que horas")
        await marli.presses("18:00")
        changed = await marli.waits_for(text="às 18:00")
        await marli.presses("Mudar os dias", on=changed)
        await marli.waits_for(text="De qual documento")
        await marli.presses("Todos os documentos")
        await marli.waits_for(text="Quantos dias antes")
        await marli.says("45, 20 e 5")

        assert (
            "Todos os documentos: 45, 20, 5, no dia"
            in (await marli.waits_for(text="Dias de aviso mudados")).text
        )


async def test_the_hour_of_reminders_is_read_as_typed_and_quiet_hours_are_told(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        await Fleet(app, marli).found()
        await marli.presses("Mudar a hora", on=await marli.asks("/lembretes"))
        await marli.waits_for(text="A que horas")
        for typed in ("23:00", "7 da manhã"):
            refused = await marli.asks(typed)
            assert "Das 20:00 às 08:00 eu não aviso" in refused.text
            assert "18:00" in refused.labels
        assert "Não entendi a hora" in (await marli.asks("cedinho")).text

        assert "às 10:30" in (await marli.asks("10 e meia da manhã")).text
