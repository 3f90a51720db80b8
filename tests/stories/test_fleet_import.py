"""The fleet by spreadsheet in the chat: template, errors by line, yes, one reminder, undo; nothing half saved."""

from __future__ import annotations

import datetime as dt
import io

import pytest
from openpyxl import load_workbook

from bot import spreadsheet
from bot.local_telegram.people import Person, Seen
from bot.main import App
from bot.models.fleet import Change, Paper, Vehicle
from bot.spreadsheet_columns import COLUMNS
from tests.bot.sheets import paper, text, vehicle, workbook
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import opens_more, rows
from tests.stories.fleet_helpers import Fleet, outbox_rows

GOOD = text(vehicle(), vehicle("IAB2C34"), paper("LIT", "20/06/2026"), paper("tacógrafo", "15/06/2026"))


async def opened(person: Person) -> Seen:
    """The screen that waits for the file."""
    await person.asks("/frota")
    await person.presses("Incluir por planilha")
    return await person.waits_for(text="Nada é guardado antes do seu sim")


async def states(app: App) -> list[str]:
    return sorted(row.state for row in [*await rows(app, Vehicle), *await rows(app, Paper)])


async def test_a_file_is_shown_kept_with_a_yes_told_of_once_and_taken_back(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        await Fleet(app, marli).found()
        await opened(marli)
        await marli.sends_document("frota <b>.csv", GOOD)
        summary = await marli.waits_for(text="Posso guardar?")
        assert ("2 veículos novos" in summary.text, "2 documentos novos" in summary.text) == (True, True)
        assert [] == await states(app)

        await marli.presses("Guardar tudo", on=summary)
        await marli.waits_for(text="Guardado")
        await app.runner.tick()
        await app.dispatcher.drain()
        told = await marli.waits_for(text="LIT")
        assert (True, 1) == (
            "tacógrafo" in told.text.lower(),
            len(await outbox_rows(app, kind="digest", state="sent")),
        )

        await marli.presses("Desfazer")
        await marli.waits_for(text="Desfazer a última mudança sua?")
        await marli.presses("Sim, desfazer")
        await marli.waits_for(text="esfeit")
        assert ["removed"] * 4 == await states(app)


async def test_errors_are_told_by_line_and_the_mended_file_goes_on(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        await Fleet(app, marli).found()
        await opened(marli)
        lines = [
            vehicle(),
            paper("LIT", "31/02/2026"),
            paper('=HYPERLINK("x")', "1/1/27"),
            vehicle("IABOC23"),
        ]
        await marli.sends_document("frota.csv", text(*lines, encoding="latin-1"))

        told = await marli.waits_for(text="3 linhas com erro, de 4. Nada foi guardado.")

        assert "Linha 3: vence_em: fevereiro não tem dia 31: vai até o dia 28." in told.text
        assert 'não conheço o documento “=HYPERLINK("x")”' in told.text
        assert "Seria IAB0C23?" in told.text
        await marli.sends_document(
            "frota.xlsx", workbook([["placa", "ano", "lugares", "cor"], ["IAB1C23", 2018, 15, "azul"]])
        )
        summary = await marli.waits_for(text="Posso guardar?")
        assert ("Colunas que não conheço e não li: cor." in summary.text, []) == (True, await states(app))


async def test_the_yes_pressed_twice_keeps_once_and_the_same_file_again_changes_nothing(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        await Fleet(app, marli).found()
        await opened(marli)
        await marli.sends_document("frota.csv", GOOD)
        await marli.waits_for(text="Posso guardar?")
        await marli.presses("Guardar tudo", times=2)
        await marli.waits_for(text="Nada a mudar", button="Desfazer")
        await marli.presses("Frota")
        await marli.waits_for(text="2 veículos rodando")
        await marli.presses("Incluir e mais")
        await marli.waits_for(button="Incluir por planilha")
        await marli.presses("Incluir por planilha")
        await marli.waits_for(text="Nada é guardado")
        await marli.sends_document("frota.csv", GOOD)

        await marli.waits_for(text="4 linhas já estavam na frota")

        assert (["active"] * 2 + ["current"] * 2, 4) == (await states(app), len(await rows(app, Change)))


async def test_a_fleet_that_changed_since_is_shown_again_before_anything_is_kept(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await opened(marli)
        await marli.sends_document("frota.csv", GOOD)
        await marli.waits_for(text="Posso guardar?")
        await company.vehicle("IAB2C34")

        await marli.presses("Guardar tudo")

        again = await marli.waits_for(text="A frota mudou desde que mostrei")
        assert ("1 veículo novo" in again.text, ["active"]) == (True, await states(app))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("frota.pdf", b"%PDF-1.7", "Isso é um PDF"),
        ("frota.exe", b"MZ", "Isso não é uma planilha"),
        ("frota.csv", b"placa\n" + b"x" * 5_000_001, "grande demais"),
        ("frota.xlsx", b"PK\x03\x04", "O arquivo está com defeito"),
        ("frota.csv", b"oi;tudo\nbem;?", "Não achei o cabeçalho"),
        ("frota.csv", b"placa;documento\n", "A planilha está vazia"),
    ],
)
async def test_what_is_no_spreadsheet_is_refused_and_another_may_follow(
    stage: Stage, name: str, content: bytes, words: str
) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        await Fleet(app, marli).found()
        await opened(marli)
        await marli.sends_document(name, content)

        await marli.waits_for(text=words, button="Modelo .xlsx")

        await marli.sends_document("frota.csv", GOOD)
        await marli.waits_for(text="Posso guardar?")


async def test_the_template_and_the_fleet_are_given_as_files_that_are_read_again(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("lit", dt.date(2027, 6, 10), vehicle=van, number="=1+1")
        await opens_more(marli, "Incluir por planilha")
        screen = await marli.waits_for(text="Nada é guardado")
        await marli.presses("Modelo .csv", on=screen)
        plain = await marli.downloads(await marli.waits_for(where=lambda m: m.file is not None))
        await marli.presses("Modelo .xlsx", on=screen)
        empty = await marli.downloads(await marli.waits_for(where=lambda m: m.file is not None))
        await marli.presses("Minha frota como está", on=screen)
        fleet = await marli.downloads(await marli.waits_for(where=lambda m: m.file is not None))

        assert [COLUMNS, COLUMNS] == [spreadsheet.read(found).columns for found in (plain, empty)]
        assert ["Frota", "Como preencher"] == load_workbook(io.BytesIO(empty)).sheetnames
        await marli.sends_document("frota.xlsx", fleet)
        await marli.waits_for(text="Nada a mudar: tudo o que li já está na frota.")


async def test_a_question_is_answered_and_the_file_is_still_awaited(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        await Fleet(app, marli).found()
        await opened(marli)
        await marli.says("posso ser MEI?")
        await marli.waits_for(text="MEI")

        await marli.sends_document("frota.csv", GOOD)

        await marli.waits_for(text="Posso guardar?")


async def test_somebody_removed_meanwhile_keeps_nothing_and_a_driver_is_not_asked(stage: Stage) -> None:
    marli, ana, rui = [await stage.telegram.person(n, started=True) for n in ("Marli", "Ana", "Rui")]
    async with stage.running() as app:
        company = await Fleet(app, marli).found()
        await company.joins(ana, "manager")
        await company.joins(rui, "driver")
        await opened(ana)
        await ana.sends_document("frota.csv", GOOD)
        await ana.waits_for(text="Posso guardar?")
        await company.leaves(ana)

        await ana.presses("Guardar tudo")

        assert "Guardado" not in (await ana.reads()).text
        assert [] == await states(app)
        listed = await rui.asks("/frota")
        assert "📄 Incluir por planilha" not in listed.labels


async def test_a_file_that_cannot_be_downloaded_is_asked_for_again(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        await Fleet(app, marli).found()
        await opened(marli)
        await stage.telegram.fault("drop", method="getFile", count=2)
        await marli.sends_document("frota.csv", GOOD)

        await marli.waits_for(text="Não consegui baixar o arquivo agora")

        assert [] == await states(app)


async def test_nothing_is_brought_in_after_cancelling(stage: Stage) -> None:
    marli = await stage.telegram.person("Marli", started=True)
    async with stage.running() as app:
        await Fleet(app, marli).found()
        await opened(marli)
        await marli.presses("Cancelar")
        await marli.waits_for(text="Nada foi incluído")
        await marli.sends_document("frota.csv", GOOD)

        answer = await marli.reads()

        assert ("Posso guardar?" in answer.text, []) == (False, await states(app))
