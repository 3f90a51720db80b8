"""/privacidade in the chat: a copy of one's data, and the end of it."""

from __future__ import annotations

import json

from bot import demo
from tests.stories.conftest import Stage


async def test_a_person_gets_a_copy_and_then_erases_everything(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", id=demo.MARLI, started=True)
    async with stage.running() as app:
        services = app.services
        await services.database.run(
            lambda session: demo.seed(session, now=services.clock.now(), settings=services.settings)
        )
        await marli.asks("/privacidade")
        await marli.presses("Receber uma cópia")
        message = await marli.waits_for(where=lambda m: bool(m.file and m.file.name == "meus-dados.json"))
        copied = json.loads(await marli.downloads(message))
        assert ["Marli Transportes"] == [c["name"] for c in copied["company"]]

        await marli.says("/privacidade")
        await marli.waits_for(button="Apagar tudo")
        await marli.presses("Apagar tudo")
        await marli.waits_for(text="Não dá para desfazer")
        await marli.presses("Sim, apagar tudo")
        await marli.waits_for(text="apaguei tudo")

        await marli.says("/empresa")
        assert "ainda não tem empresa" in (await marli.waits_for(text="empresa")).text
