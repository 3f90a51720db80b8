"""A form left half way is found again, goes on where it stopped, and is gone once finished."""

from __future__ import annotations

from bot.models.chat import Draft
from bot.models.fleet import Vehicle
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import comes_in, found, rows


async def test_a_form_left_by_a_command_goes_on_from_the_menu(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await marli.says("/frota")
        await marli.waits_for(button="Incluir veículo")
        await marli.presses("Incluir veículo")
        await marli.waits_for(text="Qual é a placa")
        await marli.says("IAB1C23")
        await marli.waits_for(text="ano de fabricação")
        await marli.says("2015")
        await marli.waits_for(text="Quantos lugares")
        await marli.says("/start")
        await marli.waits_for(button="Continuar o que parei")
        await marli.presses("Continuar o que parei")
        await marli.waits_for(text="IAB1C23")
        await marli.presses("▶️ IAB1C23")
        await marli.waits_for(text="Quantos lugares")
        await marli.says("15")
        for question in ("categoria", "urbano ou rodoviário", "De quem é o veículo", "RENAVAM"):
            await marli.waits_for(text=question)
            await marli.presses("Pular")
        review = await marli.waits_for(text="Confira o veículo")

        await marli.presses("Confirmar", on=review, times=2)

        await marli.waits_for(text="Veículo incluído")
        assert [("IAB1C23", 2015, 15)] == [(v.plate, v.year, v.seats) for v in await rows(app, Vehicle)]
        assert [] == await rows(app, Draft)


async def test_the_registration_of_a_company_goes_on_from_the_menu(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await marli.says("/empresa")
        await marli.waits_for(button="Cadastrar empresa")
        await marli.presses("Cadastrar empresa")
        await marli.waits_for(button="Concordo")
        await marli.presses("Concordo")
        await marli.waits_for(text="Qual é o nome da empresa?")
        await marli.says("<b>Zé & Filhos</b>")
        await marli.waits_for(text="Com quem a empresa trabalha?")
        await marli.says("/start")
        await marli.waits_for(button="Continuar o que parei")
        await marli.presses("Continuar o que parei")
        await marli.waits_for(text="O que você começou")

        await marli.presses("▶️ <b>Zé & Filhos</b>")

        await marli.waits_for(text="Com quem a empresa trabalha?")


async def test_a_removed_person_s_half_written_forms_go_too(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        joao = await stage.telegram.person("João")
        await found(app, marli)
        await comes_in(marli, joao, "Gestor")
        await joao.says("/frota")
        await joao.waits_for(button="Incluir veículo")
        await joao.presses("Incluir veículo")
        await joao.waits_for(text="Qual é a placa")
        await joao.says("IAB1C23")
        await joao.waits_for(text="ano de fabricação")
        await joao.says("/start")
        await joao.waits_for(text="Fretabot")
        assert 1 == len(await rows(app, Draft))
        await marli.says("/empresa")
        await marli.waits_for(button="Pessoas")
        await marli.presses("Pessoas")
        await marli.waits_for(button="João")
        await marli.presses("João")
        await marli.waits_for(button="Tirar da empresa")
        await marli.presses("Tirar da empresa")
        await marli.waits_for(button="Sim, tirar")

        await marli.presses("Sim, tirar")

        await joao.waits_for(text="Você não faz mais parte")
        assert [] == await rows(app, Draft)
