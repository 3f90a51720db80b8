"""The fleet in the chat: vehicles, papers, Renovei, undo, history; nobody else sees any of it."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import delete
from sqlmodel import Session

from bot.models.fleet import Membership, Paper, Vehicle
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import adds_lit, adds_vehicle, begins_paper, enters_day, found, opens_more, rows


async def test_a_vehicle_its_lit_and_renovei(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await adds_lit(marli, "10/06/2026")
        lit = await marli.screen()
        assert "Vale até 10 de junho de 2026 (quarta-feira): vence hoje." in lit.text

        await marli.presses("Renovei")
        await marli.waits_for(text="Inspeção")
        await marli.presses("Hoje, 10/06/2026")
        proposal = await marli.waits_for(text="Pela norma: 10/06/2027")
        assert "art. 13, § 1º" in proposal.text
        await marli.presses("10/06/2027 (pela norma)")

        renewed = await marli.waits_for(text="Renovado")
        assert "10 de junho de 2027" in renewed.text
        stored = await rows(app, Paper)
        assert [
            ("replaced", dt.date(2026, 6, 10)),
            ("current", dt.date(2027, 6, 10)),
        ] == [(p.state, p.expires_on) for p in stored]


async def test_r11_renovei_is_an_acknowledgement_at_once_and_asks_the_date_once(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await adds_lit(marli, "10/06/2026")
        lit = await marli.screen()
        await marli.presses("Renovei", on=lit, times=2)
        await marli.waits_for(text="Inspeção")

        (stored,) = await rows(app, Paper)

        assert ("current", dt.date(2026, 6, 10)) == (stored.state, stored.solved_on)


async def test_t12_a_plate_in_a_caption_is_taken_and_a_slip_is_offered_mended(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await marli.asks("/frota")
        await marli.presses("Incluir veículo")
        await marli.waits_for(text="Qual é a placa")
        await marli.sends_voice()
        await marli.waits_for(text="resposta escrita")
        await marli.says("1AB1C23")
        await marli.waits_for(text="parecem trocados")
        await marli.presses("IAB1C23")
        await marli.waits_for(text="ano de fabricação da IAB1C23")
        await marli.presses("Voltar")
        await marli.waits_for(text="Qual é a placa")

        await marli.sends_document("doc.pdf", b"%PDF-1.4", caption="IAB-1234")

        assert "IAB-1234" in (await marli.waits_for(text="ano de fabricação")).text


async def test_a_plate_of_another_company_gets_the_same_general_note_and_no_word_more(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        rival = await stage.telegram.person("Rival")
        await found(app, rival, "Rival Turismo")
        await found(app, marli)
        await adds_vehicle(rival, "IAB1C23")

        await adds_vehicle(marli, "IAB1C23")

        screens = [m.text for m in await marli.messages() if m.by_bot]
        assert not [text for text in screens if "Rival" in text or "outra empresa tem" in text]
        assert 2 == len(await rows(app, Vehicle, plate_key="IAB1C23"))


async def test_the_same_plate_in_the_other_spelling_is_the_same_vehicle(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli, "IAB1234")
        await opens_more(marli, "Incluir veículo")
        await marli.waits_for(text="Qual é a placa")

        await marli.says("IAB1C34")

        assert "já está na frota" in (await marli.waits_for(text="já está na frota")).text


async def test_r24_r25_dates_are_echoed_in_words_and_impossible_ones_are_explained(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await begins_paper(marli, "Laudo de Inspeção", number="LIT 42")
        await marli.waits_for(text="Inspeção")
        await marli.presses("Pular")
        await marli.waits_for(text="Validade impressa")
        await marli.says("31/02/2026")
        await marli.waits_for(text="Fevereiro não tem dia 31")
        await marli.says("29/02/2027")
        await marli.waits_for(text="2027 não tem 29 de fevereiro")
        await marli.says("março")
        await marli.waits_for(text="Qual é o dia de março")

        await marli.says("06/02/26")

        echo = await marli.waits_for(text="6 de fevereiro de 2026 (sexta-feira)")
        assert "Já venceu há 124 dias, confirma?" in echo.text


async def test_a_sold_vehicle_says_so_and_undo_brings_it_back(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        vehicle = await marli.screen()
        await marli.presses("Vendi", on=vehicle)
        state = await marli.waits_for(text="O que mudou")
        await marli.presses("Vendi", on=state, times=2)
        await marli.waits_for(text="Não aviso mais nada")
        assert ["sold"] == [v.state for v in await rows(app, Vehicle)]

        await opens_more(marli, "Desfazer")
        shown = await marli.waits_for(text="Desfazer a última mudança")
        assert "vendeu: IAB1C23" in shown.text
        await marli.presses("Sim, desfazer")
        await marli.waits_for(text="Desfeito")

        assert ["active"] == [v.state for v in await rows(app, Vehicle)]


async def test_removing_asks_first_and_history_says_who_did_what(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await marli.presses("Vendi")
        await marli.waits_for(text="O que mudou")
        await marli.presses("Excluir")
        await marli.waits_for(text="Excluir IAB1C23 da frota?")
        assert ["active"] == [v.state for v in await rows(app, Vehicle)]
        await marli.presses("Sim, excluir")
        await marli.waits_for(text="saiu da frota")

        await opens_more(marli, "Histórico")

        history = await marli.waits_for(text="Histórico")
        assert "10/06/2026 · Marli: excluiu: IAB1C23" in history.text
        assert "10/06/2026 · Marli: incluiu: IAB1C23" in history.text


async def test_forty_vehicles_come_in_pages_of_at_most_eight_buttons(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        home = await found(app, marli)

        def forty(session: Session) -> None:
            for n in range(40):
                plate = f"IAB{n // 10}C{n % 10}0"
                session.add(
                    Vehicle(
                        company_id=home, plate=plate, plate_key=plate, year=2015, seats=40,
                        created_at=dt.datetime(2026, 6, 1, tzinfo=dt.UTC),
                    )
                )  # fmt: skip

        await app.services.database.run(forty)
        seen: list[str] = []
        screen = await marli.asks("/frota")
        for left in reversed(range(10)):
            assert len(screen.buttons) <= 8
            assert bool(left) == any("Próximos" in label for label in screen.labels)
            seen += [label for label in screen.labels if "IAB" in label]
            if left:
                await marli.presses("Próximos", on=screen)
                screen = await marli.reads()

        assert "40 veículos rodando" in screen.text
        assert 40 == len(set(seen))


async def test_one_company_s_buttons_do_nothing_in_another_person_s_hands(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        home = await found(app, marli)
        await adds_vehicle(marli)
        vehicle = await marli.screen()

        def out(session: Session) -> None:
            session.execute(delete(Membership))

        await app.services.database.run(out)
        await marli.presses("Documentos", on=vehicle)

        assert "Esta tela mudou" in (await marli.waits_for(text="Esta tela mudou")).text
        assert home


async def test_with_the_day_of_manufacture_the_rhythm_of_the_lit_is_exact(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli, year="2011")
        await marli.presses("Corrigir")
        await marli.waits_for(text="O que está errado")
        await marli.presses("Fabricação")
        await marli.waits_for(text="ano de fabricação")
        await marli.says("10/06/2031")
        await marli.waits_for(text="não pode ficar no futuro")
        await marli.says("10/06/2011")
        await marli.waits_for(text="fabricado em 10/06/2011")
        await begins_paper(marli, "Laudo de Inspeção")
        await marli.waits_for(text="Inspeção")
        await enters_day(marli, "09/06/2026")

        proposal = await marli.waits_for(text="Pela norma")

        assert "Pela norma: 09/06/2027" in proposal.text
        assert "art. 13, § 1º" in proposal.text


async def test_where_the_norm_leaves_a_gap_both_sides_are_cited(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli, year="10/06/2011")
        await begins_paper(marli, "Laudo de Inspeção")
        await marli.waits_for(text="Inspeção")
        await enters_day(marli, "hoje")

        proposal = await marli.waits_for(text="Pela norma")

        assert "Pela norma: 10/12/2026" in proposal.text
        assert "art. 13, § 1º; Res. DAER 7.727/2022, art. 13, § 2º" in proposal.text


async def test_t11_answers_sent_at_once_each_go_to_their_own_question(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await marli.says("/frota")
        await marli.waits_for(button="Incluir veículo")
        await marli.presses("Incluir veículo")
        await marli.waits_for(text="Qual é a placa")
        for answer in ("IAB1C23", "2015", "42"):
            await marli.says(answer)
        await marli.waits_for(text="categoria")
        for question in ("categoria", "urbano ou rodoviário", "De quem é o veículo", "RENAVAM"):
            await marli.waits_for(text=question)
            await marli.presses("Pular")
        review = await marli.waits_for(text="Confira o veículo")
        await marli.presses("Confirmar", on=review)
        await marli.waits_for(text="Veículo incluído")

        assert [("IAB1C23", 2015, 42)] == [(v.plate, v.year, v.seats) for v in await rows(app, Vehicle)]
