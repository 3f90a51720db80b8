"""Seeing ahead in the chat: due dates, the picture, the calendar, the year's plan, the road, deadlines from a date."""

from __future__ import annotations

import datetime as dt
import io

import httpx
import pytest
from icalendar import Calendar
from PIL import Image

from bot.main import PAGES, App
from bot.web import create_app
from tests.stories.conftest import Stage
from tests.stories.fleet_helpers import Fleet

TODAY = dt.date(2026, 6, 10)


def days(count: int) -> dt.date:
    return TODAY + dt.timedelta(days=count)


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


async def test_the_picture_of_twelve_months_is_a_png_for_a_phone(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.paper("lit", days(-3), vehicle=await company.vehicle())
        await marli.asks("/vencimentos")
        await marli.presses("Imagem e calendário")
        await marli.waits_for(button="Imagem de 12 meses")
        await marli.presses("Imagem de 12 meses")

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
        await marli.asks("/vencimentos")
        await marli.presses("Imagem e calendário")
        await marli.waits_for(button="Arquivo para o celular")
        await marli.presses("Arquivo para o celular")
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


async def test_prazos_counts_a_defence_from_the_day_of_the_letter(stage: Stage) -> None:
    stage.clock.set(dt.datetime(2026, 4, 7, 15, tzinfo=dt.UTC))
    async with stage.running():
        marli = await stage.telegram.person("Marli", started=True)
        await marli.asks("/prazos")
        await marli.presses("Defesa")
        await marli.waits_for(text="Conta a partir de quando")
        await marli.says("06/04/2026")
        await marli.waits_for(button="Sim, está certo")
        await marli.presses("Sim, está certo")

        found = await marli.waits_for(text="aja até sexta, 17/04")

        assert "21/04/2026" in found.text
        assert "art. 45, § 4º" in found.text


async def test_pode_rodar_is_red_with_reason_price_and_provision(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("recefitur", days(300))
        await company.paper("lit", days(-2), vehicle=van)
        await company.paper("vehicle-licence", days(100), vehicle=van)

        red = await marli.asks("/pode_rodar IAB-1C23")

        assert "Não rode hoje, 10/06/2026" in red.text
        assert "Laudo de Inspeção Técnica (LIT): venceu há 2 dias, 08/06/2026" in red.text
        assert "40 UPF-RS (R$ 1.133,06 com a UPF de 2026" in red.text.replace("\xa0", " ")
        assert "art. 14, III" in red.text


async def test_pode_rodar_tells_what_falls_with_the_registration(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.paper("recefitur", days(-1))
        for plate in ("IAB1C23", "JBC2D34"):
            await company.paper("vehicle-licence", days(100), vehicle=await company.vehicle(plate))

        red = await marli.asks("/pode_rodar IAB1C23")

        assert "caem 2 licenças da empresa" in red.text


async def test_pode_rodar_is_green_only_when_everything_asked_is_in_force(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        for kind in ("recefitur", "cadastur"):
            await company.paper(kind, days(300))
        for kind in ("lit", "vehicle-licence", "policy"):
            await company.paper(kind, days(100), vehicle=van)

        assert "Pode rodar hoje, 10/06/2026" in (await marli.asks("/pode_rodar")).text


@pytest.mark.parametrize(("left", "sign"), [(-1, "🔴"), (0, "🟠"), (5, "🟡"), (20, "🟡"), (60, "🟢")])
async def test_one_state_has_one_sign_on_every_screen(stage: Stage, left: int, sign: str) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        for kind in ("recefitur", "cadastur"):
            await company.paper(kind, days(300))
        for kind in ("vehicle-licence", "policy"):
            await company.paper(kind, days(100), vehicle=van)
        await company.paper("lit", days(left), vehicle=van)
        shown = [await marli.asks(c) for c in ("/frota", "/vencimentos", "/pode_rodar", "/fiscalizacao")]
        fleet, due, run, inspection = (seen.text for seen in shown)

        assert f"{sign} IAB1C23" in fleet
        assert f"{sign} IAB1C23" in due or f"{sign} Laudo" in due or f"{sign} LIT" in due
        assert f"{sign} IAB1C23" in run or (left == 20 and "🟢 IAB1C23" in run)
        assert f"{sign} Laudo de Inspeção Técnica" in run or (sign == "🟢" and "🟢 Em dia" in run)
        assert f"{sign} Laudo de Inspeção Técnica" in inspection


async def test_the_screens_of_the_road_begin_with_the_verdict_and_the_worst_reason(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("policy", days(0), vehicle=van)
        today = (await marli.asks("/pode_rodar")).text.splitlines()
        await company.paper("lit", days(-2), vehicle=van)
        run = (await marli.asks("/pode_rodar")).text.splitlines()
        inspection = (await marli.asks("/fiscalizacao")).text.splitlines()

        assert [
            "🟠 IAB1C23 – Turístico (excursão)",
            "Nada vencido do que está cadastrado, mas confira.",
        ] == today[:2]
        assert today[3].startswith("🟠 Apólice de seguro"), today[:5]
        assert ["🔴 IAB1C23 – Turístico (excursão)", "Não rode hoje, 10/06/2026."] == run[:2]
        assert run[3].startswith("🔴 Laudo de Inspeção Técnica"), run[:5]
        assert inspection[2].startswith("🔴 Laudo de Inspeção Técnica"), inspection[:5]


async def test_pode_rodar_tells_first_what_ended_and_warns_of_the_norm(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("vehicle-licence", days(-2), vehicle=van)

        red = await marli.asks("/pode_rodar")

        assert red.text.index("🔴 Licença de turismo") < red.text.index("⚪ CADASTUR")
        assert "aqui vale a de turismo" in red.text
        assert "a norma prevê revisão anual (art. 59)" in red.text


async def test_metroplan_s_screens_of_the_road_say_the_norm_may_be_replaced(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        modes = {"authorities": ["metroplan"], "modes": ["continuo-funcionarios-pj"]}
        await (await Fleet(app, marli).found(**modes)).vehicle()

        for command in ("/pode_rodar", "/fiscalizacao"):
            assert "a CETM 126/2021 pode tê-la substituído" in (await marli.asks(command)).text


async def test_fiscalizacao_says_what_is_seized_at_once_and_when_the_age_is_reached(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        await (await Fleet(app, marli).found()).vehicle()

        shown = await marli.asks("/fiscalizacao")

        assert "já são de apreensão" in shown.text
        assert "art. 50, I; art. 50, II; art. 50, IV; art. 50, VII" in shown.text
        assert "Idade máxima do veículo: chega à idade máxima em" in shown.text


async def test_prazos_promises_no_notice_before_a_day_that_is_past(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli", started=True)
        for day, promised in (("10/06/2026", True), ("06/04/2026", False)):
            await marli.asks("/prazos")
            await marli.presses("AIT")
            await marli.waits_for(text="Conta a partir de quando")
            await marli.says(day)
            await marli.waits_for(button="Sim, está certo")
            await marli.presses("Sim, está certo")

            found = await marli.waits_for(text="Recebimento do AIT")

            assert promised == ("1 dia antes e no dia" in found.text)
            assert "a norma prevê revisão anual (art. 59)" in found.text


async def test_prazos_offers_the_roadside_day_while_the_letter_has_not_come(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli", started=True)
        await marli.asks("/prazos")
        await marli.presses("Defesa")

        asked = await marli.waits_for(text="Conta a partir de quando")

        assert "use o dia da entrega do TNT na estrada" in asked.text


async def test_fiscalizacao_gives_the_papers_in_the_order_of_article_14(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        van = await company.vehicle()
        await company.paper("recefitur", days(300), number="123")
        await company.paper(
            "lit", days(100), vehicle=van, files=[{"kind": "document", "file_id": "lit-file"}]
        )

        shown = await marli.asks("/fiscalizacao")

        incisos = [f"(art. 14, {n})" for n in ("I", "II", "III", "IV", "V", "VII", "VIII", "X")]
        order = [shown.text.index(i) for i in incisos]
        assert sorted(order) == order
        assert "nº 123" in shown.text
        assert "retido por até 3 horas" in shown.text
        assert any("📎" in label for label in shown.labels)


async def test_a_stranger_sees_nothing_of_a_vehicle(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        bruno = await stage.telegram.person("Bruno", started=True)
        company = await Fleet(app, marli).found()
        await company.paper("lit", days(3), vehicle=await company.vehicle("IAB1C23"))
        await Fleet(app, bruno, "Bruno Turismo").found()

        answer = await bruno.asks("/pode_rodar IAB1C23")

        assert "Laudo" not in answer.text
        assert "Não achei a placa" not in (await marli.asks("/pode_rodar IAB1C23")).text


async def test_lembretes_changes_hour_and_days(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        await Fleet(app, marli).found()
        first = await marli.asks("/lembretes")
        assert "às 09:00" in first.text
        await marli.presses("Mudar a hora", on=first)
        await marli.waits_for(text="A que horas")
        await marli.presses("18:00")
        changed = await marli.waits_for(text="às 18:00")
        await marli.presses("Mudar os dias", on=changed)
        await marli.waits_for(text="De qual documento")
        await marli.presses("Todos os documentos")
        await marli.waits_for(text="Quantos dias antes")
        await marli.says("45, 20 e 5")

        assert (
            "Todos os documentos: 45, 20, 5, no dia"
            in (await marli.waits_for(text="Dias de aviso mudados")).text
        )


async def test_the_hour_of_reminders_is_read_as_typed_and_quiet_hours_are_told(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        await Fleet(app, marli).found()
        await marli.presses("Mudar a hora", on=await marli.asks("/lembretes"))
        await marli.waits_for(text="A que horas")
        for typed in ("23:00", "7 da manhã"):
            refused = await marli.asks(typed)
            assert "Das 20:00 às 08:00 eu não aviso" in refused.text
            assert "18:00" in refused.labels
        assert "Não entendi a hora" in (await marli.asks("cedinho")).text

        assert "às 10:30" in (await marli.asks("10 e meia da manhã")).text


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


async def test_the_secret_address_works_until_it_is_revoked(stage: Stage) -> None:
    stage.options["public_url"] = "https://fretabot.example"
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.paper("alvara", dt.date(2026, 7, 31))
        await marli.asks("/vencimentos")
        await marli.presses("Imagem e calendário")
        await marli.waits_for(button="Endereço para assinar")
        await marli.presses("Endereço para assinar")
        shown = await marli.waits_for(text="https://fretabot.example/calendario/")
        address = next(w for w in shown.text.split() if w.startswith("https://"))

        status, content = await get(app, address)
        assert 200 == status
        [event] = Calendar.from_ical(content).walk("VEVENT")
        assert dt.date(2026, 7, 31) == event.decoded("dtstart")
        await marli.presses("Desligar o endereço", on=shown)
        await marli.waits_for(text="Endereço desligado")
        assert 404 == (await get(app, address))[0]
