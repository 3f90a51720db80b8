"""/privacidade in the chat: a copy of one's data, and the end of it."""

from __future__ import annotations

import json

from sqlmodel import Session

from bot import companies, demo
from bot.changes import Actor
from bot.models.fleet import Company
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
        handed = await marli.waits_for(where=lambda m: bool(m.file and m.file.name == "meus-dados.json"))
        assert copied["vehicle"] == json.loads(await marli.downloads(handed))["vehicle"]
        assert (
            "Só você está em Marli Transportes" in (await marli.waits_for(text="Não dá para desfazer")).text
        )
        await marli.presses("Sim, apagar tudo")
        await marli.waits_for(text="apaguei tudo")

        await marli.says("/empresa")
        assert "ainda não tem empresa" in (await marli.waits_for(text="empresa")).text


async def test_the_owner_of_a_closed_company_with_a_driver_in_it_can_erase_everything(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", id=demo.MARLI, started=True)
    async with stage.running() as app:
        services = app.services

        def seed(session: Session) -> None:
            demo.seed(session, now=services.clock.now(), settings=services.settings)
            owner = Actor(1, demo.MARLI, "b", services.clock.now())
            companies.join(session, owner, user_id=77, role="driver")

        await services.database.run(seed)
        await marli.asks("/privacidade")
        await marli.presses("Apagar tudo")
        await marli.waits_for(text="Não dá para desfazer")
        await marli.presses("Sim, apagar tudo")
        await marli.waits_for(text="único dono")

        await marli.says("/empresa")
        await marli.waits_for(button="Encerrar empresa")
        await marli.presses("Encerrar empresa")
        await marli.waits_for(button="Sim, encerrar")
        await marli.presses("Sim, encerrar")
        await marli.waits_for(text="encerrada")
        handed = await marli.waits_for(where=lambda m: bool(m.file and m.file.name == "meus-dados.json"))
        assert ["Marli Transportes"] == [
            c["name"] for c in json.loads(await marli.downloads(handed))["company"]
        ]

        await marli.says("/privacidade")
        await marli.waits_for(button="Apagar tudo")
        await marli.presses("Apagar tudo")
        await marli.waits_for(text="Não dá para desfazer")
        await marli.presses("Sim, apagar tudo")
        await marli.waits_for(text="apaguei tudo")
        assert await services.database.run(lambda session: session.get(Company, 1) is None)
