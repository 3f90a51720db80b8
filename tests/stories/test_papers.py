"""Papers in the chat: parcels of a policy, files, correcting against renewing, not applicable, a trip, odd dates."""

from __future__ import annotations

import datetime as dt

from bot.local_telegram.people import Person, Seen
from bot.models.fleet import Instalment, Paper
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import (
    adds_lit,
    adds_vehicle,
    begins_paper,
    chooses_paper,
    enters_day,
    found,
    opens_more,
    rows,
)
from tests.stories.fleet_helpers import Fleet


async def adds_policy(person: Person, parcels: str, total: str, first: str) -> None:
    """A policy with its parcels, from the vehicle's screen."""
    await begins_paper(person, "Apólice", number="AP-77")
    await person.waits_for(text="Fim da vigência")
    await enters_day(person, "31/01/2027")
    await person.waits_for(text="Em quantas parcelas")
    await person.says(parcels)
    await person.waits_for(text="valor total")
    await person.says(total)
    await person.waits_for(text="primeira parcela")
    await enters_day(person, first)


async def test_a_policy_with_parcels_that_add_up_and_paguei_counts_once(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await adds_policy(marli, "3", "1.000,00", "30/06/2026")
        review = await marli.waits_for(text="Confira")
        assert "3ª · 30/08/2026 · R$ 333,34" in review.text
        assert "Total: R$ 1.000,00" in review.text
        await marli.presses("Confirmar", on=review)
        await marli.waits_for(text="parcela 1 de 3: 30/06/2026, vence em 20 dias")
        await marli.presses("Parcelas")
        parcels = await marli.waits_for(text="1ª · 30/06/2026")

        await marli.presses("Paguei a 1ª", on=parcels, times=2)

        await marli.waits_for(text="paga em 10/06/2026")
        stored = await rows(app, Instalment)
        assert [dt.date(2026, 6, 10), None, None] == [p.paid_on for p in stored]


async def test_the_history_of_a_vehicle_tells_what_became_of_its_parcels(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await adds_policy(marli, "3", "1.000,00", "30/06/2026")
        await marli.presses("Confirmar", on=await marli.waits_for(text="Confira"))
        await marli.waits_for(button="Parcelas")
        await marli.presses("Parcelas")
        await marli.presses("Paguei a 1ª", on=await marli.waits_for(text="1ª · 30/06/2026"))
        await marli.waits_for(text="paga em 10/06/2026")
        await marli.asks("/frota")
        await marli.presses("IAB1C23")
        await marli.presses("Histórico", on=await marli.waits_for(button="Histórico"))

        history = (await marli.waits_for(text="Histórico")).text

        assert "Marli: pagou: 1ª parcela, Apólice de seguro AP, RC e DMH, IAB1C23" in history
        assert "IAB1C23 (Paga em: – → 10/06/2026)" in history
        assert "2ª parcela" not in history


async def test_a_policy_entered_half_way_has_its_past_parcels_marked_in_one_press(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await adds_policy(marli, "10", "1000", "31/01/2026")
        review = await marli.waits_for(text="Confira")
        await marli.presses("Confirmar", on=review)
        await marli.waits_for(text="venceu há 130 dias")
        await marli.presses("Parcelas")
        await marli.waits_for(button="Paguei todas até hoje")
        await marli.presses("Paguei todas até hoje")
        await marli.waits_for(text="Marquei como pagas")

        unpaid = [p.number for p in await rows(app, Instalment) if p.paid_on is None]

        assert [6, 7, 8, 9, 10] == unpaid


async def test_a_pdf_is_kept_beside_the_paper_and_sent_again(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await adds_lit(marli, "10/12/2026")
        await marli.presses("Anexar")
        await marli.waits_for(text="Mande a foto ou o PDF")
        await marli.says("aqui vai")
        await marli.waits_for(text="preciso de uma foto ou de um PDF")
        await marli.sends_document("LIT.pdf", b"%PDF-1.4 laudo")
        await marli.waits_for(text="Arquivo guardado")
        await marli.presses("Ver arquivo")

        sent = await marli.waits_for(where=lambda m: m.file is not None)

        assert b"%PDF-1.4 laudo" == await marli.downloads(sent)
        assert "IAB1C23" in sent.text


async def test_correcting_keeps_the_cycle_and_renewing_opens_another(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await adds_lit(marli, "10/06/2026")
        await marli.presses("Corrigir")
        await marli.waits_for(text="O que está errado")
        await marli.presses("Validade")
        await marli.waits_for(text="Data guardada hoje: 10/06/2026")
        await enters_day(marli, "10/07/2026")
        await marli.waits_for(text="Corrigido")

        (lit,) = await rows(app, Paper)

        assert ("current", dt.date(2026, 7, 10)) == (lit.state, lit.expires_on)


async def test_not_applicable_is_silent_and_can_be_taken_back(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await adds_lit(marli, "10/06/2026")
        await marli.presses("Não se aplica")
        await marli.waits_for(text="não aviso mais sobre este documento")
        assert ["not_applicable"] == [p.state for p in await rows(app, Paper)]

        await marli.presses("Voltar a avisar")

        await marli.waits_for(text="Volto a avisar")
        assert ["current"] == [p.state for p in await rows(app, Paper)]


async def test_a_second_lit_of_the_same_vehicle_is_its_next_cycle(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await adds_lit(marli, "10/06/2026")
        await marli.says("/frota IAB-1C23")
        await marli.waits_for(button="➕ Documento")
        await adds_lit(marli, "10/06/2027")

        states = {p.expires_on: p.state for p in await rows(app, Paper)}

        assert {dt.date(2026, 6, 10): "replaced", dt.date(2027, 6, 10): "current"} == states


async def test_far_dates_are_asked_about(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await begins_paper(marli, "CRLV")
        await marli.waits_for(text="Validade impressa")

        await marli.says("01/06/2033")

        assert "mais de 5 anos" in (await marli.waits_for(text="1º de junho de 2033")).text


async def enters_trip(marli: Person) -> Seen:
    """The form of a trip on 12/06/2026 at 06:30; returns the stored paper's screen."""
    await opens_more(marli, "Viagens")
    await marli.waits_for(button="➕ Documento")
    await chooses_paper(marli, "Lista de passageiros")
    await marli.waits_for(text="Como você chama")
    await marli.says("Excursão Gramado")
    await marli.waits_for(text="Em que dia é a partida")
    await enters_day(marli, "12/06/2026")
    await marli.waits_for(text="A que horas")
    await marli.says("25h")
    await marli.waits_for(text="Não entendi a hora")
    await marli.says("6h30")
    await marli.waits_for(text="tipo de viagem")
    await marli.presses("Turístico")
    review = await marli.waits_for(text="Confira")
    await marli.presses("Confirmar", on=review)

    return await marli.waits_for(text="Guardado")


async def test_a_trip_has_its_list_due_eight_hours_before(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)

        trip = await enters_trip(marli)

        assert "Prazo: 11 de junho de 2026 (quinta-feira), 22:30: amanhã." in trip.text
        assert "art. 21, I" in trip.text


async def test_a_departure_that_changes_moves_the_list_with_it(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await enters_trip(marli)
        await marli.presses("Corrigir")
        await marli.waits_for(text="O que está errado")
        await marli.presses("Dia e hora da partida")
        await marli.waits_for(text="Em que dia é a partida")
        await enters_day(marli, "20/06/2026")
        await marli.waits_for(text="A que horas")
        await marli.says("22h")

        trip = await marli.waits_for(text="Corrigido")

        assert "Prazo: 20 de junho de 2026 (sábado), 14:00" in trip.text
        assert "Partida: 20 de junho de 2026 (sábado), 22:00" in trip.text


async def test_the_end_of_a_contract_is_corrected_and_its_licence_with_it(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.paper(
            "contract-licence",
            None,
            subject="contract",
            subject_name="Escola",
            issued_on=dt.date(2026, 3, 1),
            facts={"dates": {"contract_end": "2026-12-31"}},
        )
        await opens_contract(marli)
        await marli.presses("Corrigir")
        await marli.waits_for(text="O que está errado")
        await marli.presses("Fim do contrato")
        asked = await marli.waits_for(text="Fim do contrato")
        assert "Pular" not in str(asked.labels)
        await enters_day(marli, "31/01/2027")

        mended = await marli.waits_for(text="Corrigido")

        assert "Vale até 31 de janeiro de 2027" in mended.text


async def opens_contract(person: Person) -> None:
    """From the menu of the fleet to the one contract there is."""
    await opens_more(person, "Contratos")
    await person.waits_for(button="Escola")
    await person.presses("Escola")
    await person.waits_for(button="Corrigir")


async def test_an_inspection_of_a_day_still_to_come_is_doubted_before_it_counts(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await adds_vehicle(marli)
        await begins_paper(marli, "Laudo")
        await marli.waits_for(text="Inspeção: qual é o dia?")

        await marli.says("10/12/2026")

        echo = await marli.waits_for(button="Sim, está certo")
        assert "Esse dia ainda não chegou. Aqui vai a data de inspeção" in echo.text
