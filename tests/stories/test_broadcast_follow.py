"""After a broadcast: corrections and retraction recipient by recipient, who confirmed, a second wave, opting out."""

from __future__ import annotations

import io
import re

from openpyxl import load_workbook
from sqlmodel import select

from bot import broadcast_results
from bot.local_telegram.people import Person
from bot.models.staff import Broadcast
from tests.stories.conftest import Stage
from tests.stories.staff_steps import (
    Carrier,
    announces,
    carriers,
    checks,
    delivers,
    follows,
    known,
    opens_concluded,
    run,
    sends,
    with_admins,
    writes,
)


async def test_a_correction_edits_the_text_of_exactly_those_who_got_it(stage: Stage) -> None:
    ana, marli, joao = await known(stage, "Ana", "Marli", "João")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)), Carrier("Estrela", (joao.id,)))
        await joao.blocks_bot()
        await announces(stage, app, ana, "O prazo é 10 de junho.")
        wrong = await marli.waits_for(text="10 de junho")
        await joao.unblocks_bot()

        await ana.presses("Abrir o comunicado", on=await ana.waits_for(text="foi concluído"))
        await follows(ana, "Corrigir", "O prazo é 10 de dezembro.")
        await sends(stage, app, ana)

        right = await marli.waits_for(text="10 de dezembro")
        assert wrong.message_id == right.message_id
        assert [] == [m for m in await joao.messages() if "dezembro" in m.text]


async def test_a_correction_answers_who_had_confirmed_the_wrong_text(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await announces(stage, app, ana, "O prazo é 10 de junho.")
        wrong = await marli.waits_for(text="10 de junho")
        await marli.presses("Ciente", on=wrong)
        await marli.waits_for(text="você está ciente")

        await ana.presses("Abrir o comunicado", on=await ana.waits_for(text="foi concluído"))
        await follows(ana, "Retirar", "O órgão voltou atrás.")
        await sends(stage, app, ana)

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
        await announces(stage, app, ana, "Um aviso.")
        await marli.presses("Ciente", on=await marli.waits_for(text="Um aviso."))
        await marli.waits_for(text="você está ciente")
        await ana.presses("Abrir o comunicado", on=await ana.waits_for(text="foi concluído"))
        await ana.waits_for(button="Resultados")
        await ana.presses("Resultados")
        await ana.waits_for(text="Cientes: < 5")
        await ana.presses("Quem não confirmou")
        assert "=1+1" not in (await ana.waits_for(text="1. Estrela")).text
        await ana.presses("Voltar")
        await ana.waits_for(button="Planilha")
        await ana.presses("Planilha")
        await app.dispatcher.drain()
        sheet = await ana.waits_for(where=lambda m: m.file is not None)
        rows = list(load_workbook(io.BytesIO(await ana.downloads(sheet))).active.values)
        assert [("=1+1", "entregue"), ("Estrela", "entregue")] == [r[:2] for r in rows[1:]]

        await ana.presses("Enviar de novo a menos de 5")
        await ana.waits_for(text="Esperando: < 5")
        await delivers(stage, app)

        assert 2 == len([m for m in await joao.messages() if "Um aviso." in m.text])
        assert 1 == len([m for m in await marli.messages() if "Um aviso." in m.text])


SMALL = re.compile(r"(?:\w:?|a|para|\() [1-4](?:[.;)]| de | pessoas| sem |$)|\([1-4]\)|count [1-4]", re.M)
"""A count under five in a sentence, a line or a button."""


async def test_no_screen_of_staff_tells_a_count_under_five(stage: Stage) -> None:
    ana, marli, joao = await known(stage, "Ana", "Marli", "João")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)), Carrier("Estrela", (joao.id,)))
        seen = [await writes(ana, "Um aviso."), await checks(ana)]
        await ana.presses("Enviar para menos de 5 pessoas")
        seen.append(await ana.waits_for(text="em envio"))
        await delivers(stage, app)
        await marli.presses("Ciente", on=await marli.waits_for(text="Um aviso."))
        await marli.waits_for(text="você está ciente")
        seen += [await ana.waits_for(text="foi concluído"), await opens_concluded(ana)]
        await ana.presses("Resultados")
        results = await ana.waits_for(text="Cientes")
        await ana.presses("Quem não confirmou")
        seen += [results, await ana.waits_for(text="1. Estrela"), await ana.asks("/painel")]

        assert "Pessoas: < 5\n✅ Entregues: < 5\n👍 Cientes: < 5" in results.text
        assert "🔁 Enviar de novo a menos de 5 sem ciência" in results.labels
        told = [line for one in seen for line in (*one.text.splitlines(), *one.labels)]
        assert [] == [line for line in told if SMALL.search(line) and "omunicado" not in line]


async def test_who_wants_no_more_of_a_subject_still_gets_its_corrections(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await announces(stage, app, ana, "Errado.")
        await marli.presses("Não quero sobre isso", on=await marli.waits_for(text="Errado."))
        await marli.waits_for(text="não envio mais")

        await writes(ana, "Outro aviso.")
        assert "Ninguém se encaixa" in (await checks(ana)).text
        await ana.asks("/comunicados")
        await ana.presses("1. Errado.")
        await follows(ana, "Corrigir", "Certo.")
        await sends(stage, app, ana)

        await marli.waits_for(text="Certo.")


async def holds(person: Person) -> list[str]:
    """The texts of broadcasts that stand in a person's chat now."""
    return [m.text for m in await person.messages() if m.by_bot and m.text[:1] in {"📢", "✏", "🚫"}]


async def test_a_chain_of_corrections_is_right_for_each_recipient(stage: Stage) -> None:
    """Silent: edited. Confirmed: answered. Opted out: corrected too. Blocked, and come later: nothing at all."""
    ana, *people = await known(stage, "Ana", "Quieta", "Ciente", "Saiu", "Bloqueou", "Nova")
    quiet, aware, opted, blocked, late = people
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, *(Carrier(p.name, (p.id,)) for p in people[:4]))
        await blocked.blocks_bot()
        await announces(stage, app, ana, "O prazo é 10 de junho.")
        await aware.presses("Ciente", on=await aware.waits_for(text="10 de junho"))
        await aware.waits_for(text="você está ciente")
        await opted.presses("Não quero sobre isso", on=await opted.waits_for(text="10 de junho"))
        await opted.waits_for(text="não envio mais")
        await blocked.unblocks_bot()
        await carriers(app, Carrier(late.name, (late.id,)))
        await opens_concluded(ana)
        await follows(ana, "Corrigir", "O prazo é 10 de julho.")
        await sends(stage, app, ana)
        await opens_concluded(ana)
        await follows(ana, "Corrigir", "O prazo é 10 de agosto.")
        await sends(stage, app, ana)

        assert [True] == ["10 de agosto" in text for text in await holds(quiet)]
        assert ["junho", "agosto"] == [
            text.rpartition("10 de ")[2].split(".")[0] for text in await holds(aware)
        ]
        assert [True] == ["10 de agosto" in text for text in await holds(opted)]
        assert [] == await holds(blocked)
        assert [] == await holds(late)

        await opens_concluded(ana)
        await follows(ana, "Retirar", "O órgão voltou atrás.")
        await sends(stage, app, ana)
        for person in (quiet, aware, opted):
            assert "O órgão voltou atrás." in (await holds(person))[-1]
        assert [] == await holds(blocked)
        rows = await run(app, lambda s: list(s.exec(select(Broadcast).order_by(Broadcast.id))))  # type: ignore[arg-type]
        assert ["news", "correction", "correction", "retraction"] == [row.nature for row in rows]
        reached = [await run(app, lambda s, r=row: broadcast_results.counts(s, r)["all"]) for row in rows]
        assert [4, 3, 3, 3] == reached


async def test_an_uncertain_delivery_waits_for_a_decision_and_stands_in_the_sheet_with_its_reason(
    stage: Stage,
) -> None:
    ana, marli, joao = await known(stage, "Ana", "Marli", "João")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)), Carrier("Estrela", (joao.id,)))
        await joao.blocks_bot()
        await writes(ana, "Um aviso.")
        await checks(ana)
        await ana.presses("Enviar para menos de 5")
        await ana.waits_for(text="em envio")
        await stage.telegram.fault("lost_answer", method="sendMessage", chat_id=marli.id, count=1)
        await delivers(stage, app)
        await opens_concluded(ana)
        await ana.presses("Resultados")
        seen = await ana.waits_for(text="Incertos: < 5")
        assert "Sem contato ou com erro: < 5" in seen.text
        await ana.presses("Planilha", on=seen)
        await app.dispatcher.drain()
        sheet = await ana.waits_for(where=lambda m: m.file is not None)
        rows = list(load_workbook(io.BytesIO(await ana.downloads(sheet))).active.values)
        told = {row[0]: (row[1], bool(row[3])) for row in rows[1:]}
        assert {"Aurora": ("incerto", True), "Estrela": ("não entregue", True)} == told
        assert 1 == len(await holds(marli))

        await ana.presses("Repetir", on=seen)
        await delivers(stage, app)
        assert 2 == len(await holds(marli))


async def test_a_correction_reaches_every_message_of_several_waves(stage: Stage) -> None:
    ana, marli = await known(stage, "Ana", "Marli")
    with_admins(stage, ana)
    async with stage.running() as app:
        await carriers(app, Carrier("Aurora", (marli.id,)))
        await announces(stage, app, ana, "O prazo é 10 de junho.")
        await opens_concluded(ana)
        await ana.presses("Resultados")
        again = await ana.waits_for(where=lambda m: any("Enviar de novo" in label for label in m.labels))
        await ana.presses("Enviar de novo", on=again)
        await ana.waits_for(text="Esperando:")
        await delivers(stage, app)
        assert 2 == len([text for text in await holds(marli) if "10 de junho" in text])

        for month in ("julho", "agosto"):
            await ana.asks("/comunicados")
            await ana.presses("1. O prazo")
            await follows(ana, "Corrigir", f"O prazo é 10 de {month}.")
            await sends(stage, app, ana)
            assert [True, True] == [f"10 de {month}" in text for text in await holds(marli)]
