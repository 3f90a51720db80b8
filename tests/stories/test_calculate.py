"""Calculators in the chat: from the menu, from a question, filled from one's own fleet."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session

from bot.local_telegram.people import Person, Seen
from bot.main import App
from tests import carriers
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import found


async def test_a_fee_is_computed_with_its_ground_and_its_text_one_tap_away(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/calcular taxa do recefitur")
        await jessica.waits_for(text="Quantos veículos?")

        result = await jessica.asks("4")

        assert "25 UPF-RS" in result.text
        assert "Quantos veículos: 4" in result.text
        assert "📖 Res. DAER 7.727/2022" in result.text
        await jessica.presses(next(label for label in result.labels if label.startswith("📖 Ver")))
        assert "Res. DAER 7.727/2022, " in (await jessica.reads()).text


async def test_every_calculator_is_in_the_menu(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        page = await jessica.asks("/calcular")
        labels = set(page.labels)
        for _ in range(2):
            await jessica.presses("Próximos ➡️", on=page)
            page = await jessica.reads()
            labels |= set(page.labels)

        assert 17 == len(labels - {"⬅️ Anteriores", "Próximos ➡️", "⏳ Contar um prazo", "⬅️ Menu"})


async def test_a_number_that_is_none_is_explained_and_asked_again(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/calcular taxa do lit")
        for typed, said in (
            ("muitos", "Não li “muitos” como número"),
            ("2,5", "número inteiro"),
            ("0", "fora do que faz sentido"),
        ):
            assert said in (await jessica.asks(typed)).text

        assert "Taxa do LIT" in (await jessica.asks("3")).text


async def test_both_regulators_stand_side_by_side_when_asked_for(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/calcular seguro mínimo")
        await jessica.presses("Ver os dois")
        await jessica.waits_for(text="Lugares de passageiros?")

        result = await jessica.asks("20")

        assert "<b>DAER</b>" in result.html
        assert "<b>METROPLAN</b>" in result.html
        assert "⚠️ Resolução de 2015" in result.text


async def test_from_a_question_what_it_said_is_filled_in(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("pelo DAER, qual o seguro de RC para uma van de 15 lugares?")

        await jessica.presses("🧮 Calcular")

        result = await jessica.reads()
        assert "Lugares de passageiros: 15" in result.text


async def test_from_an_answer_about_a_fine_its_conduct_is_known(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("qual a multa do DAER por rodar sem seguro?")

        await jessica.presses("🧮 Calcular")

        assert "Quantas vezes já foi multado" in (await jessica.reads()).text


async def test_from_a_question_about_a_trip_its_places_are_known(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("de Canoas para Torres, quem autoriza a viagem, DAER ou METROPLAN?")
        await jessica.presses("🧮 Calcular")
        await jessica.waits_for(text="Que serviço")

        await jessica.presses("Pular")

        assert "Canoas – Torres" in (await jessica.reads()).text


async def test_the_persons_own_vehicle_fills_the_year(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await _has_vehicle(app, marli, year=2004)
        await marli.asks("/calcular tempo lit")
        which = await marli.screen()
        assert ["🚌 IAB1C23 (2004)", "Outro veículo"] == which.labels[:2]

        await marli.presses("IAB1C23", on=which)

        result = await marli.reads()
        assert "Veículo: IAB1C23" in result.text
        assert "trimestral" in result.text


async def test_another_vehicle_is_typed(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await _has_vehicle(app, marli, year=2004)
        await marli.asks("/calcular tempo lit")
        await marli.presses("Outro veículo")
        await marli.waits_for(text="Ano de fabricação")
        await marli.asks("2020")

        await marli.presses("Pular")

        assert "anual" in (await marli.reads()).text


async def test_the_size_of_the_fleet_is_one_tap(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await _has_vehicle(app, marli, year=2004)
        await marli.asks("/calcular taxa do recefitur")

        await marli.presses("1 (da minha frota)")

        assert "Quantos veículos: 1" in (await marli.reads()).text


async def test_nobody_computes_with_anothers_vehicle(stage: Stage) -> None:
    async with stage.running() as app:
        marli, ivo = [await stage.telegram.person(name) for name in ("Marli", "Ivo")]
        await _has_vehicle(app, marli, year=2004)
        await ivo.asks("/calcular tempo lit")

        assert "IAB1C23" not in "".join((await ivo.screen()).labels)
        assert "Ano de fabricação" in (await ivo.screen()).text


async def test_the_end_of_a_licence_takes_dates_from_ones_papers(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await _has_vehicle(app, marli, year=2015, lit=dt.date(2026, 9, 1))
        await marli.asks("/calcular até quando")
        await marli.presses("DAER")
        await marli.waits_for(text="Para qual veículo")
        await marli.presses("IAB1C23")
        await marli.waits_for(text="Expedição da licença")
        await marli.says("01/03/2026")
        await marli.waits_for(text="Está certo?")
        await marli.presses("Sim, está certo")
        for label in ("Validade impressa", "Fim do RECEFITUR"):
            await marli.waits_for(text=label)
            await marli.presses("Pular")
        await marli.waits_for(text="Fim do LIT")
        await marli.presses("01/09/2026 (do meu cadastro)")
        screen = await marli.waits_for(text="Fim da apólice")
        while screen.button("Pular"):
            screen = await _next(marli, screen, "Pular")

        assert "Fim do LIT ou laudo: 01/09/2026" in screen.text
        assert "art. 17" in screen.text or "📖" in screen.text


async def _next(person: Person, seen: Seen, label: str) -> Seen:
    await person.presses(label, on=seen)
    return await person.reads()


async def test_a_fine_is_found_by_peoples_words_and_several_are_added_up(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/calcular multa")
        await jessica.waits_for(text="O que aconteceu?")
        assert "Não achei “xyzzy” entre as infrações" in (await jessica.asks("xyzzy")).text
        found_ = await jessica.asks("sem lista de passageiros")
        await jessica.presses(found_.labels[0], on=found_)
        ticked = await jessica.reads()
        await jessica.presses(ticked.labels[1], on=ticked)
        await jessica.reads()
        await jessica.presses("➡️ Pronto")
        await jessica.waits_for(text="Quantas vezes já foi multado")
        await jessica.presses("Pular")
        await jessica.waits_for(text="sem autorização")

        await jessica.presses("Não")

        result = await jessica.reads()
        assert "UPF-RS" in result.text
        assert "art. 48" in result.text


async def test_over_half_of_the_fleet_is_checked_against_its_size(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/calcular idade")
        await jessica.presses("Pular")
        await jessica.waits_for(text="Veículos no RECEFITUR")
        await jessica.asks("10")

        assert "não pode passar da frota, que é 10" in (await jessica.asks("11")).text


async def test_with_nothing_told_nothing_is_computed(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/calcular tempo lit")
        await jessica.presses("Pular")
        await jessica.waits_for(text="Data de fabricação")

        await jessica.presses("Pular")

        assert "Sem nenhum dado" in (await jessica.reads()).text


async def test_who_governs_a_trip_is_told_from_its_places_with_slips_as_buttons(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.asks("/calcular daer metroplan")
        await jessica.waits_for(text="Municípios de embarque")
        assert "pelo menos dois" in (await jessica.asks("Canoas")).text
        assert "Não conheço “Qwrtz”" in (await jessica.asks("Canoas, Qwrtz")).text
        unclear = await jessica.asks("Canoas, Gravatai, Novo Amburgo")
        assert "Não reconheci “Novo Amburgo”" in unclear.text
        await jessica.presses("Novo Hamburgo", on=unclear)
        await jessica.waits_for(text="Que serviço")

        await jessica.presses("Contínuo de funcionários")

        result = await jessica.reads()
        assert "METROPLAN" in result.text
        assert "Canoas – Gravatai – Novo Hamburgo" in result.text
        assert "📖" in result.text


async def test_a_link_from_a_group_opens_its_calculator(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.starts("calc-lit-rhythm")

        assert "Ano de fabricação" in (await jessica.reads()).text


async def test_a_link_to_a_calculator_there_is_not_opens_the_menu(stage: Stage) -> None:
    async with stage.running():
        jessica = await stage.telegram.person("Jéssica")
        await jessica.starts("calc-nada")

        assert "O que quer calcular?" in (await jessica.reads()).text


async def _has_vehicle(app: App, person: Person, *, year: int, lit: dt.date | None = None) -> None:
    """A company of the person with one vehicle and perhaps its LIT."""
    company = await found(app, person)

    def work(session: Session) -> None:
        carriers.vehicle(session, company, "IAB1C23", lit=lit, year=year, seats=15)

    await app.services.database.run(work)
