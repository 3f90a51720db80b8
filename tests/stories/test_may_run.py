"""On the road: may the vehicle run today, what an inspection asks for, one sign for one state."""

from __future__ import annotations

import pytest

from tests.stories.conftest import Stage
from tests.stories.fleet_helpers import Fleet
from tests.stories.reminder_steps import days


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
        assert f"{sign} IAB1C23" in run
        assert f"{sign} Laudo de Inspeção Técnica" in run or (sign == "🟢" and "🟢 Em dia" in run)
        assert f"{sign} Laudo de Inspeção Técnica" in inspection
        assert ("Pode rodar hoje" in run) == (left >= 0)
        assert ("perto do fim" in run) == (sign in "🟠🟡")


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
