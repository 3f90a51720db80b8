"""What falls due in the chat: the list, the picture of twelve months, the calendar, the plan of the year."""

from __future__ import annotations

import datetime as dt
import io

import httpx
from icalendar import Calendar
from PIL import Image

from bot.local_telegram.people import Person
from bot.main import PAGES, App
from bot.web import create_app
from tests.stories.conftest import Stage
from tests.stories.fleet_helpers import Fleet
from tests.stories.reminder_steps import days


async def test_vencimentos_lists_by_month_and_by_vehicle(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        one, two = await company.vehicle("IAB1C23"), await company.vehicle("JBC2D34")
        await company.paper("lit", days(-3), vehicle=one)
        await company.paper("crlv", days(3), vehicle=two)
        await company.paper("tachograph", dt.date(2026, 8, 5), vehicle=one)

        by_month = await marli.asks("/vencimentos")
        order = [by_month.text.index(w) for w in ("Vencidos", "Junho de 2026", "Agosto de 2026")]
        assert sorted(order) == order
        assert "IAB1C23 · Laudo de Inspeção Técnica (LIT): venceu há 3 dias, 07/06/2026" in by_month.text
        await marli.presses("Por veículo", on=by_month)
        by_vehicle = await marli.waits_for(button="Por mês")
        assert by_vehicle.text.index("05/08/2026") < by_vehicle.text.index("13/06/2026")


async def test_vencimentos_says_until_when_all_certificates_are_valid_together(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.paper("cnd-federal", days(90))
        fgts = await company.paper("crf-fgts", days(12))
        await company.paper("cndt", days(40))

        together = await marli.asks("/vencimentos")
        assert "As 3 certidões valem juntas até 22/06/2026 (em 12 dias)" in together.text
        assert "Vence primeiro: Regularidade do FGTS (CRF)" in together.text
        assert "art. 5º, § 6º" in together.text
        await company.changes(fgts, expires_on=days(-1))
        apart = await marli.asks("/vencimentos")
        assert "Hoje as 3 certidões não valem juntas. Venceu: Regularidade do FGTS (CRF)" in apart.text


async def opens_picture_and_calendar(person: Person, button: str) -> None:
    """From the due dates to the picture, the file or the address."""
    await person.asks("/vencimentos")
    await person.presses("Imagem e calendário")
    await person.waits_for(button=button)
    await person.presses(button)


async def test_the_picture_of_twelve_months_is_a_png_for_a_phone(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.paper("lit", days(-3), vehicle=await company.vehicle())
        await opens_picture_and_calendar(marli, "Imagem de 12 meses")

        seen = await marli.waits_for(text="Doze meses de Marli Transportes")

        with Image.open(io.BytesIO(await marli.downloads(seen))) as picture:
            assert ("PNG", 1080) == (picture.format, picture.width)


async def test_r32_the_calendar_file_keeps_days_on_their_day(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        van, sold = await company.vehicle("IAB1C23"), await company.vehicle("JBC2D34")
        await company.paper("lit", dt.date(2026, 7, 31), vehicle=van)
        await company.paper("lit", dt.date(2026, 7, 30), vehicle=sold)
        await company.state(sold, "sold")
        await opens_picture_and_calendar(marli, "Arquivo para o celular")
        seen = await marli.waits_for(text="Abra o arquivo")

        content = (await marli.downloads(seen)).decode()
        assert "DTSTART;VALUE=DATE:20260731" in content
        assert "DTEND;VALUE=DATE:20260801" in content
        assert "20260730" not in content


async def get(app: App, address: str) -> tuple[int, str]:
    """The address as a calendar program asks for it."""
    served = httpx.ASGITransport(create_app(app.services, pages=PAGES))
    async with httpx.AsyncClient(transport=served, base_url="https://fretabot.example") as client:
        answer = await client.get(address)
        return answer.status_code, answer.text


async def test_the_secret_address_works_until_it_is_revoked(stage: Stage) -> None:
    stage.options["public_url"] = "https://fretabot.example"
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.paper("alvara", dt.date(2026, 7, 31))
        await opens_picture_and_calendar(marli, "Endereço para assinar")
        shown = await marli.waits_for(text="https://fretabot.example/calendario/")
        address = next(w for w in shown.text.split() if w.startswith("https://"))

        status, content = await get(app, address)
        assert 200 == status
        paper, ending = Calendar.from_ical(content).walk("VEVENT")
        assert dt.date(2026, 7, 31) == paper.decoded("dtstart")
        assert "Ele vale até 10/06/2027" in shown.text
        assert dt.date(2027, 6, 3) == ending.decoded("dtstart")
        assert "Este vale até 10/06/2027" in ending["summary"]
        await marli.presses("Desligar o endereço", on=shown)
        await marli.waits_for(text="Endereço desligado")
        assert 404 == (await get(app, address))[0]


async def test_the_plan_of_the_year_adds_parcels_and_fees(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.paper("recefitur", days(60))
        await company.paper("lit", days(30), vehicle=await company.vehicle())
        await marli.asks("/vencimentos")
        await marli.presses("Plano do ano")

        plan = await marli.waits_for(text="Plano de 12 meses")

        assert "12 UPF-RS" in plan.text
        assert "1,5 UPF-RS" in plan.text


async def test_a_change_of_rhythm_and_what_a_paper_blocks_are_seen_ahead(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        van = await company.vehicle("IAB1C23", year=2011)
        await company.made(van, dt.date(2011, 7, 10))
        await company.paper("lit", None, vehicle=van, issued_on=dt.date(2026, 6, 1))
        await company.paper("vehicle-licence", dt.date(2027, 5, 1), vehicle=van)
        await company.paper("policy", dt.date(2026, 9, 9), vehicle=van)

        listed = await marli.asks("/vencimentos")
        assert "11/07/2026 (em 31 dias), passa de anual para semestral" in listed.text
        blocked = "Limita: licença de turismo ou de fretamento. Só dá para usar até esse dia."
        assert [1, 1] == [listed.text.count(blocked), listed.text.count("09/09/2026")]
        await marli.presses("Plano do ano", on=listed)
        plan = await marli.waits_for(text="Plano de 12 meses")
        assert (
            "Inspeções do LIT em 12 meses: 1 pelo lado mais seguro, 0 se cada LIT valer até o fim"
            in plan.text
        )

        road = await marli.asks("/pode_rodar IAB1C23")
        assert "só dá para usar até 09/09/2026 (vence em 91 dias)" in road.text
        await marli.asks("/frota")
        await marli.presses("IAB1C23")
        seen = await marli.waits_for(text="passa de anual para semestral")
        assert (
            "nova inspeção até 01/12/2026. Pela outra leitura, o LIT atual vale até 01/06/2027" in seen.text
        )
        await opens_picture_and_calendar(marli, "Arquivo para o celular")
        events = Calendar.from_ical(await marli.downloads(await marli.waits_for(text="Abra o arquivo"))).walk(
            "VEVENT"
        )
        said = {event.decoded("dtstart"): str(event["description"]) for event in events}
        assert blocked in said[dt.date(2026, 9, 9)]
        assert "Passa de anual para semestral" in said[dt.date(2026, 7, 11)]
