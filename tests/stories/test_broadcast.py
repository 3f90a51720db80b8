"""Broadcasts in the chat: written, received by those concerned, why, marks, what cannot be sent."""

from __future__ import annotations

from sqlmodel import Session, select

from bot import broadcast_results
from bot.models.chat import Account
from bot.models.staff import Broadcast
from tests.stories.conftest import Stage
from tests.stories.staff_steps import (
    Carrier,
    carriers,
    checks,
    delivers,
    known,
    run,
    sends,
    with_admins,
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
        await sends(stage, app, ana)

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
        await sends(stage, app, ana)

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
        assert "Para menos de 5 pessoas o texto não pode ser montado: falta nome" in asked.text
        await ana.presses("Enviar para 99 pessoas, sem as que falham")
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
