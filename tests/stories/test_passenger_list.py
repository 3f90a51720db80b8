"""METROPLAN's list of passengers: read, refused by line or printed, and forgotten everywhere."""

from __future__ import annotations

import datetime as dt
import io
from pathlib import Path

from openpyxl import Workbook

from bot.local_telegram.people import Person
from bot.models.chat import PrintJob
from scheduler.housekeeping import forget
from tests.stories.checklist_steps import answers, begins, opens_sheet, pages, pdf, types
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import found, rows

PEOPLE = "Jacinta Quaresma Bulhões; 111.444.777-35\nAdamastor Pitanga Filho; RG 1029384756\n"
NAMES = (
    "Jacinta",
    "Quaresma",
    "Bulhões",
    "Adamastor",
    "Pitanga",
    "11144477735",
    "111.444.777-35",
    "1029384756",
)

COMPANY = {"Quem contrata": "Empresa (ou leiloeiro)", "pelo menos dois": "Sim", "já em andamento": "Junto"}
GROUP = {
    "Quem contrata": "Grupo de funcionários",
    "pelo menos dois": "Sim",
    "cabem nos assentos": "Sim",
    "O representante": "Sim",
    "já em andamento": "Junto",
}


async def awaits_list(person: Person, *, group: bool = False) -> None:
    """From the command to the screen that waits for the list."""
    await begins(person, "Lista de passageiros (METROPLAN)")
    await answers(person, GROUP if group else COMPANY)
    await person.waits_for(button="Mais")
    await opens_sheet(person, "Lista de passageiros")
    await types(person, {
        "Quem contrata": "[Grupo de funcionários]" if group else "[Empresa (pessoa jurídica)]",
        "nome da empresa": "Aurora",
        "CNPJ": "11.222.333/0001-81",
        **({"placa": "IAB1C23", "Quantos lugares": "2"} if group else {"onde os funcionários": "Calçados Sul"}),
    })  # fmt: skip
    await person.waits_for(text="Cole a lista")


def remains(folder: Path) -> set[str]:
    """Which of the names and documents stand anywhere in the database's files."""
    held = b"".join(f.read_bytes() for f in folder.rglob("*") if f.is_file())
    return {name for name in NAMES if name.encode() in held}


async def test_a_pasted_list_becomes_a_sheet_and_no_name_stays_in_the_database(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await awaits_list(marli)
        await marli.says(PEOPLE)
        sheet = await pdf(marli, "lista-de-passageiros.pdf")

        text = await pages(marli, sheet)
        for part in (
            "Jacinta Quaresma Bulhões",
            "111.444.777-35",
            "1029384756",
            "Calçados Sul",
            "art. 4º, VI, a",
        ):
            assert part in text
        await marli.asks("/ajuda")
        assert set() == remains(stage.folder)


async def test_names_that_could_not_be_delivered_are_gone_after_a_day(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await awaits_list(marli)
        await stage.telegram.fault(
            "error", method="sendDocument", code=400, description="Bad Request: wrong file"
        )
        await marli.says(PEOPLE)
        await marli.asks("/ajuda")
        assert remains(stage.folder)

        stage.clock.move(dt.timedelta(hours=25))
        await app.runner.tick()
        await app.services.database.run(lambda s: forget(app.services, s, stage.clock.now()))

        assert [] == await rows(app, PrintJob)
        assert set() == remains(stage.folder)


async def test_a_faulty_list_is_refused_by_line_and_nothing_of_it_is_kept(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await awaits_list(marli, group=True)
        await marli.says(
            PEOPLE.replace("-35", "-36") + "Zenóbia\nAna Maria Luz\nRui Mar Sol; RG 1029384756\n"
        )

        refused = await marli.waits_for(text="Nada foi guardado")
        for problem in (
            "Linha 1: o CPF não confere.",
            "Linha 3: falta RG, CPF ou matrícula.",
            "Linha 5: documento repetido, igual ao da linha 2.",
            "mais pessoas do que os 2 lugares",
        ):
            assert problem in refused.text
        assert [] == await rows(app, PrintJob)
        await marli.asks("/ajuda")
        assert set() == remains(stage.folder)


async def test_a_spreadsheet_is_read_and_a_picture_is_refused(stage: Stage) -> None:
    book = Workbook()
    for row in (
        ["Nome", "CPF", "Matrícula"],
        ["Jacinta Bulhões", 11144477735, None],
        ["Rui Sol", None, "55-A"],
    ):
        book.worksheets[0].append(row)
    content = io.BytesIO()
    book.save(content)
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await awaits_list(marli)
        await marli.sends_document("lista da <firma>.pdf", b"%PDF-1.4 ")
        await marli.waits_for(text="Mande .csv ou .xlsx")
        await marli.sends_document("Lista de Passageiros.XLSX", content.getvalue())
        sheet = await pdf(marli, "lista-de-passageiros.pdf")

        text = await pages(marli, sheet)
        assert "111.444.777-35" in text
        assert "55-A" in text


async def test_a_list_that_telegram_cut_is_refused_with_its_rest(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await awaits_list(marli)
        await marli.says(PEOPLE * 45)
        await marli.waits_for(text="o Telegram corta o fim")
        await marli.says(PEOPLE)
        await marli.asks("/ajuda")

        assert [] == await rows(app, PrintJob)
        assert not [m for m in await marli.messages() if m.file]


async def test_one_name_is_no_list(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await awaits_list(marli)
        await marli.says("Ana Maria Luz; 123")

        assert "art. 2º, § 4º" in (await marli.waits_for(text="pelo menos 2 pessoas")).text
