"""Whatever a person sends at a question is answered once: every content type, hostile names, hostile texts."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local_telegram.people import SAMPLES, Person
from bot.main import App
from tests.stories.checklist_steps import PIXEL, START, answers, begins, finishes, opens_first_item
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import found
from tests.stories.fleet_helpers import Fleet
from tests.stories.reminder_steps import TODAY, ticks
from tests.stories.staff_steps import known, with_admins

FILE: dict[str, Any] = {"file_id": "f", "file_unique_id": "f"}
OTHERS: dict[str, dict[str, Any]] = {
    "spaces": {"text": "   \n  "},
    "video": {"video": {**FILE, "width": 4, "height": 3, "duration": 2}},
    "audio": {"audio": {**FILE, "duration": 2}},
    "video_note": {"video_note": {**FILE, "length": 2, "duration": 2}},
    "animation": {"animation": {**FILE, "width": 4, "height": 3, "duration": 2}},
    "venue": {"venue": {"location": {"latitude": -30.0, "longitude": -51.0}, "title": "A", "address": "B"}},
    "story": {"story": {"id": 1, "chat": {"id": 1, "type": "private"}}},
    "game": {"game": {"title": "A", "description": "B", "photo": []}},
    "never heard of": {"hologram_of_2031": {"depth": [1, None, {"a": "<b>"}]}},
}


async def at_the_plate(app: App, person: Person) -> None:
    """The form of a vehicle, at its first question."""
    await found(app, person)
    await person.asks("/frota")
    await person.presses("Incluir veículo")
    await person.waits_for(text="Qual é a placa")


async def said_by_bot(person: Person) -> int:
    """How many messages the bot has sent to this person."""
    return len([m for m in await person.messages() if m.by_bot])


async def sends_album(person: Person, *, caption: str = "") -> None:
    """Three pictures of one album; a caption stands under the first."""
    await person.sends_photo(PIXEL, album="a1", caption=caption)
    for _ in range(2):
        await person.sends_photo(PIXEL, album="a1")


async def test_t12_every_content_type_at_the_plate_is_told_once_what_is_expected(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await at_the_plate(app, marli)
        before = await said_by_bot(marli)

        for content in (SAMPLES | OTHERS).values():
            await marli.sends(content)
            await marli.waits_for(text="eu preciso da resposta escrita")
        await marli.sends_voice()
        await marli.waits_for(text="eu preciso da resposta escrita")
        await marli.sends_document("CRLV.pdf", b"%PDF-1.4 ")
        await marli.waits_for(text="eu preciso da resposta escrita")
        await marli.sends_photo(PIXEL)
        await marli.waits_for(text="eu preciso da resposta escrita")

        assert before + len(SAMPLES) + len(OTHERS) + 3 == await said_by_bot(marli)
        await marli.sends_photo(PIXEL, caption="IAB1C23")
        await marli.waits_for(text="ano de fabricação da IAB1C23")


async def test_t12_an_album_is_told_once_what_is_expected(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await at_the_plate(app, marli)
        before = await said_by_bot(marli)

        await sends_album(marli)
        await marli.says("IAB1C23")
        await marli.waits_for(text="ano de fabricação da IAB1C23")

        assert before + 2 == await said_by_bot(marli)


async def test_t12_the_rest_of_an_album_whose_caption_was_the_plate_is_no_answer_to_the_next_question(
    stage: Stage,
) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await at_the_plate(app, marli)
        before = await said_by_bot(marli)

        await sends_album(marli, caption="IAB1C23")
        await marli.says("2015")
        await marli.waits_for(text="Quantos lugares")

        assert before + 2 == await said_by_bot(marli)


async def test_t12_an_album_whose_caption_is_no_plate_is_told_so_once(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await at_the_plate(app, marli)
        before = await said_by_bot(marli)

        await sends_album(marli, caption="a van")
        await marli.says("IAB1C23")
        await marli.waits_for(text="ano de fabricação da IAB1C23")

        assert before + 2 == await said_by_bot(marli)


@pytest.mark.parametrize("text", ["[" * 4096, "(" * 2000 + "*" * 2000, "<" * 4096, "\u0301" * 4096])
async def test_t06_a_hostile_text_is_answered_and_a_second_chat_is_served_meanwhile(
    stage: Stage, text: str
) -> None:
    async with stage.running() as app:
        marli, jessica = [await stage.telegram.person(name) for name in ("Marli", "Jéssica")]
        await at_the_plate(app, marli)
        await marli.says(text)

        await jessica.asks("/start")
        await marli.waits_for(text="placa")


ZE, AURORA, CRLV = "Zé <3 & Filhos", "Transportes <b>Aurora</b>", "CRLV <2ª via>.pdf"


async def test_t01_names_of_people_companies_and_files_are_shown_as_they_are(stage: Stage) -> None:
    """In the start, a reminder, a checklist, the staff's list and an error report; no request is refused."""
    (ze,) = await known(stage, ZE)
    with_admins(stage, ze)
    async with stage.running() as app:
        await ze.says("/start")
        await ze.waits_for(text=ZE)
        company = await Fleet(app, ze, AURORA).found()
        await company.paper("alvara", TODAY)
        await ticks(app)
        assert AURORA in (await ze.waits_for(text="vence hoje")).text
        await ze.says("/empresa")
        await ze.waits_for(text=AURORA)
        await finishes(ze)
        await opens_first_item(ze)
        await ze.sends_document(CRLV, b"%PDF-1.4 ")
        await ze.waits_for(text="1 arquivo anexado")
        await ze.presses("Ver arquivo")
        await ze.waits_for(text=CRLV, button="Tirar os anexos")
        await ze.says("/equipe")
        await ze.waits_for(text=ZE)
        assert app.processor is not None
        await app.processor.alarm("update_set_aside", {"error": f"{ZE} {AURORA} {CRLV}"})
        report = await ze.waits_for(text="falhou três vezes")

        assert f"{ZE} {AURORA} {CRLV}" in report.text
        log = await stage.telegram.log()
        assert [] == [entry for entry in log if entry["code"] not in {200, None}]
        said = [m.text for m in await ze.messages() if m.by_bot]
        assert 1 == sum("falhou três vezes" in text for text in said)
        assert 1 == sum("vence hoje" in text and text.startswith("Aviso") for text in said)


async def test_t12_what_telegram_itself_writes_into_a_chat_is_no_answer(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await at_the_plate(app, marli)
        before = await said_by_bot(marli)

        await marli.sends({"message_auto_delete_timer_changed": {"message_auto_delete_time": 86400}})
        await marli.says("IAB1C23")
        await marli.waits_for(text="ano de fabricação")

        assert before + 1 == await said_by_bot(marli)


async def test_t12_an_album_at_a_question_of_a_list_is_told_once(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await begins(marli)
        await answers(marli, START)
        await marli.waits_for(text="Quantos veículos")
        before = await said_by_bot(marli)

        await sends_album(marli)
        await marli.says("3")
        await marli.waits_for(text="fretamento turístico")

        assert before + 2 == await said_by_bot(marli)


async def test_t12_every_picture_of_an_album_is_attached_to_the_paper_that_awaits_files(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli")
        await finishes(marli)
        await opens_first_item(marli)

        await sends_album(marli)

        await marli.waits_for(text="3 arquivos anexados")


async def test_a_spreadsheet_sent_out_of_the_blue_is_shown_its_way(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli")
        await found(app, marli)
        await marli.sends_document("Frota.XLSX", b"PK")

        told = await marli.waits_for(text="Recebi a planilha")
        await marli.presses("Incluir por planilha", on=told)

        await marli.waits_for(text="Nada é guardado antes do seu sim")
