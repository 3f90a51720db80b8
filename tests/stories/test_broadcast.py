"""Broadcasts in the chat: written, previewed, confirmed, received, why, results."""

from __future__ import annotations

import datetime as dt
import io

from openpyxl import load_workbook
from sqlmodel import Session, select

from bot import broadcast_results
from bot.models.chat import Account
from bot.models.delivery import Outbox
from bot.models.fleet import Company
from bot.models.staff import Audit, Broadcast
from tests.stories.conftest import Stage
from tests.stories.staff_steps import (
    Carrier,
    carriers,
    checks,
    delivers,
    known,
    run,
    with_admins,
    works,
    writes,
)


async def test_a_broadcast_reaches_those_concerned_who_see_why_and_confirm(stage: Stage) -> None:
    ana, marli, joao = await known(stage, "Ana", "Marli", "João")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(
            app,
            Carrier("Aurora", (marli.id,), plate="IVX1A23"),
            Carrier("Estrela", (joao.id,), authorities=("metroplan",)),
        )
        await writes(ana, "A inspeção mudou.", cites="13 daer")
        await ana.presses("Quem recebe")
        await ana.waits_for(text="Pessoas: < 5")
        await ana.presses("Órgão")
        await ana.waits_for(text="que órgão")
        await ana.presses("DAER")
        await ana.waits_for(button="✅ DAER")
        await ana.presses("Pronto")
        await ana.waits_for(text="órgão: DAER")
        await ana.presses("Voltar")
        await ana.waits_for(button="Prévia e conferência")
        await checks(ana)
        await ana.presses("Enviar para < 5")
        await ana.waits_for(text="em envio")

        await delivers(stage, app)

        news = await marli.waits_for(text="A inspeção mudou.", button="Ciente")
        assert "Res. DAER 7.727/2022, art. 13" in news.text
        await marli.presses("Por que recebi?")
        assert "Aurora" in (await marli.waits_for(text="trabalha com DAER")).text
        await marli.presses("Ciente", on=news)
        await marli.waits_for(text="você está ciente")
        await ana.waits_for(text="foi concluído")
        assert [m for m in await joao.messages() if m.by_bot] == []


async def test_marks_survive_astral_characters_before_them(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await ana.asks("/comunicado")
        await ana.presses("Mudança de norma")
        await ana.waits_for(text="Escreva o texto")
        marks = [{"type": "bold", "offset": 3, "length": 7}]
        await ana.sends({"text": "🚌 Atenção: <leia> & guarde", "entities": marks})
        await ana.waits_for(text="anexar um arquivo")
        await ana.presses("Pular")
        await ana.waits_for(text="Que dispositivos")
        await ana.presses("Pular")
        await ana.waits_for(button="Prévia e conferência")
        await checks(ana)
        await ana.presses("Enviar para < 5")
        await ana.waits_for(text="em envio")

        await delivers(stage, app)

        news = await marli.waits_for(text="🚌 Atenção: <leia> & guarde")
        assert "🚌 <b>Atenção</b>: &lt;leia&gt; &amp; guarde" in news.html


async def test_t14_of_a_hundred_all_are_told_or_stand_with_their_reason(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    ids = [*await stage.telegram.crowd(99), 999_999_999]  # the last one: a chat Telegram does not know
    for id_ in ids[:7]:
        await (await stage.telegram.known_person(id_)).blocks_bot()
    for id_ in ids[7:9]:
        await (await stage.telegram.known_person(id_)).leaves_telegram()
    async with stage.running() as app:
        await carriers(app, *(Carrier(f"Empresa {id_}", (id_,)) for id_ in ids))
        await run(app, lambda s: _nameless(s, ids[50]))
        await writes(ana, "Atenção, {nome}: mudou a inspeção.")

        asked = await checks(ana)
        assert "Para < 5 o texto não pode ser montado: falta nome" in asked.text
        await ana.presses("Enviar para 99, sem os que falham")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)

        told = await ana.waits_for(text="foi concluído")
        assert "Entregues: 89 de 100. Sem entrega: 11." in told.text
        row = await run(app, lambda s: s.exec(select(Broadcast)).one())
        results = await run(app, lambda s: broadcast_results.results(s, row))
        assert 100 == len(results)
        assert [] == [r for r in results if r.state != "sent" and not r.reason]


def _nameless(session: Session, user_id: int) -> None:
    account = session.get(Account, user_id)
    assert account is not None
    account.name = ""


async def test_with_two_person_approval_another_member_starts_it(stage: Stage) -> None:
    ana, bia, marli = await known(stage, "Ana", "Bia", "Marli")
    with_admins(stage, ana, bia)
    stage.options["two_person_approval"] = True
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Um aviso.")
        await checks(ana)
        await ana.presses("Enviar para < 5")
        await ana.waits_for(text="espera aprovação")
        await checks(ana)
        await ana.presses("Aprovar o envio")
        await ana.waits_for(text="Quem escreveu ou confirmou não aprova")
        await bia.presses("Abrir o comunicado", on=await bia.waits_for(text="espera a sua aprovação"))
        await bia.waits_for(button="Prévia e conferência")
        await checks(bia)
        await bia.presses("Aprovar o envio")
        await bia.waits_for(text="em envio")

        await delivers(stage, app)

        await marli.waits_for(text="Um aviso.")


async def test_t18_one_update_three_times_is_one_broadcast_and_two_presses_too(stage: Stage) -> None:
    ana, bia, marli = await known(stage, "Ana", "Bia", "Marli")
    with_admins(stage, ana, bia)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Um aviso.")
        await checks(ana)
        await bia.asks("/comunicados")
        await bia.presses("Um aviso.")
        await bia.waits_for(button="Prévia e conferência")
        await checks(bia)

        await ana.presses("Enviar para < 5", times=3)
        await ana.waits_for(text="em envio")
        await bia.presses("Enviar para < 5")
        await bia.waits_for(text="não é mais rascunho")
        await delivers(stage, app)

        await marli.waits_for(text="Um aviso.")
        assert 1 == len([m for m in await marli.messages() if m.by_bot])
        assert 1 == len(
            await run(app, lambda s: list(s.exec(select(Audit).where(Audit.action == "broadcast_confirmed"))))
        )


async def test_t20_a_confirmation_of_yesterday_for_other_people_asks_again(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    people = await known(stage, *(f"Pessoa {n}" for n in range(7)))
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, *(Carrier(f"Empresa {n}", (p.id,)) for n, p in enumerate(people)))
        await writes(ana, "Um aviso.")
        await checks(ana)
        old = await ana.waits_for(button="Enviar para 7")
        await run(app, lambda s: _closes(s, 2))
    stage.clock.move(dt.timedelta(days=1))
    async with stage.running() as app:
        await ana.presses("Enviar para 7", on=old)

        again = await ana.waits_for(button="Enviar para 5")

        assert "Pessoas que recebem: 5" in again.text
        assert "draft" == (await run(app, lambda s: s.exec(select(Broadcast)).one())).state
        assert [] == await run(app, lambda s: list(s.exec(select(Outbox).where(Outbox.kind == "broadcast"))))


def _closes(session: Session, count: int) -> None:
    for company in session.exec(select(Company).limit(count)):
        company.closed_at = dt.datetime(2026, 6, 10, tzinfo=dt.UTC)


async def test_a_paused_broadcast_sends_nothing_until_it_goes_on(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Um aviso.")
        await ana.presses("Quando")
        await ana.waits_for(text="Quando o comunicado sai")
        await ana.says("10/06/2020 10:00")
        await ana.waits_for(text="já passou")
        await ana.says("amanhã 9h")
        await ana.waits_for(text="Sai em 11/06/2026 às 09:00")
        await checks(ana)
        await ana.presses("Enviar para < 5")
        await ana.waits_for(text="com hora marcada")
        await works(stage, app)
        await ana.presses("Pausar")
        await ana.waits_for(text="parado")

        stage.clock.move(dt.timedelta(days=1))
        await works(stage, app)
        assert 0 == await app.dispatcher.drain()
        await ana.presses("Continuar")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)

        await marli.waits_for(text="Um aviso.")


async def test_a_correction_edits_the_text_of_exactly_those_who_got_it(stage: Stage) -> None:
    ana, marli, joao = await known(stage, "Ana", "Marli", "João")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)), Carrier("Estrela", (joao.id,)))
        await joao.blocks_bot()
        await writes(ana, "O prazo é 10 de junho.")
        await checks(ana)
        await ana.presses("Enviar para < 5")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)
        wrong = await marli.waits_for(text="10 de junho")
        await joao.unblocks_bot()

        await ana.presses("Abrir o comunicado", on=await ana.waits_for(text="foi concluído"))
        await ana.waits_for(button="Corrigir")
        await ana.presses("Corrigir")
        await ana.waits_for(text="Escreva o texto certo")
        await ana.says("O prazo é 10 de dezembro.")
        await ana.waits_for(text="só quem recebeu o texto anterior")
        await checks(ana)
        await ana.presses("Enviar para < 5")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)

        right = await marli.waits_for(text="10 de dezembro")
        assert wrong.message_id == right.message_id
        assert [] == [m for m in await joao.messages() if "dezembro" in m.text]


async def test_a_correction_answers_who_had_confirmed_the_wrong_text(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "O prazo é 10 de junho.")
        await checks(ana)
        await ana.presses("Enviar para < 5")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)
        wrong = await marli.waits_for(text="10 de junho")
        await marli.presses("Ciente", on=wrong)
        await marli.waits_for(text="você está ciente")

        await ana.presses("Abrir o comunicado", on=await ana.waits_for(text="foi concluído"))
        await ana.waits_for(button="Retirar")
        await ana.presses("Retirar")
        await ana.waits_for(text="Por que o comunicado é retirado?")
        await ana.says("O órgão voltou atrás.")
        await ana.waits_for(text="só quem recebeu o texto anterior")
        await checks(ana)
        await ana.presses("Enviar para < 5")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)

        taken = await marli.waits_for(text="O órgão voltou atrás.")
        assert wrong.message_id != taken.message_id
        assert "não vale mais" in taken.text


async def test_results_come_by_company_in_a_sheet_and_a_second_wave_goes_to_who_did_not_confirm(
    stage: Stage,
) -> None:
    ana, marli, joao = await known(stage, "Ana", "Marli", "João")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("=1+1", (marli.id,)), Carrier("Estrela", (joao.id,)))
        await writes(ana, "Um aviso.")
        await checks(ana)
        await ana.presses("Enviar para < 5")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)
        await marli.presses("Ciente", on=await marli.waits_for(text="Um aviso."))
        await marli.waits_for(text="você está ciente")
        await ana.presses("Abrir o comunicado", on=await ana.waits_for(text="foi concluído"))
        await ana.waits_for(button="Resultados")
        await ana.presses("Resultados")
        await ana.waits_for(text="Cientes: 1")
        await ana.presses("Quem não confirmou")
        assert "=1+1" not in (await ana.waits_for(text="1. Estrela")).text
        await ana.presses("Voltar")
        await ana.waits_for(button="Planilha")
        await ana.presses("Planilha")
        await app.dispatcher.drain()
        sheet = await ana.waits_for(where=lambda m: m.file is not None)
        rows = list(load_workbook(io.BytesIO(await ana.downloads(sheet))).active.values)
        assert [("=1+1", "entregue"), ("Estrela", "entregue")] == [r[:2] for r in rows[1:]]

        await ana.presses("Enviar de novo a 1")
        await ana.waits_for(text="Esperando: 1")
        await delivers(stage, app)

        assert 2 == len([m for m in await joao.messages() if "Um aviso." in m.text])
        assert 1 == len([m for m in await marli.messages() if "Um aviso." in m.text])


async def test_who_wants_no_more_of_a_subject_still_gets_its_corrections(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await writes(ana, "Errado.")
        await checks(ana)
        await ana.presses("Enviar para < 5")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)
        await marli.presses("Não quero sobre isso", on=await marli.waits_for(text="Errado."))
        await marli.waits_for(text="não envio mais")

        await writes(ana, "Outro aviso.")
        assert "Ninguém se encaixa" in (await checks(ana)).text
        await ana.asks("/comunicados")
        await ana.presses("1. Errado.")
        await ana.waits_for(button="Corrigir")
        await ana.presses("Corrigir")
        await ana.waits_for(text="Escreva o texto certo")
        await ana.says("Certo.")
        await ana.waits_for(text="só quem recebeu o texto anterior")
        await checks(ana)
        await ana.presses("Enviar para < 5")
        await ana.waits_for(text="em envio")
        await delivers(stage, app)

        await marli.waits_for(text="Certo.")


async def test_a_text_too_long_is_refused_with_the_rest_of_the_paste(stage: Stage) -> None:
    (ana,) = await known(stage, "Ana")
    with_admins(stage, ana)
    async with stage.running():
        await ana.asks("/comunicado")
        await ana.presses("Mudança de norma")
        await ana.waits_for(text="Escreva o texto")
        await ana.says("a" * 4096)
        await ana.says("b" * 900)

        await ana.waits_for(text="4096 caracteres")
        await ana.waits_for(text="continuação do texto longo")
