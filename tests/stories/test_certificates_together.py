"""/vencimentos says until when the certificates of a request at DAER are valid together."""

from __future__ import annotations

from tests.stories.conftest import Stage
from tests.stories.fleet_helpers import Fleet
from tests.stories.reminder_steps import days

JUNTAS = "certidões valem juntas"


async def test_the_municipal_licence_is_not_among_the_certificates(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.paper("cnd-federal", days(90))
        await company.paper("cndt", days(40))
        await company.paper("alvara", days(5))

        assert "As 2 certidões valem juntas até 20/07/2026" in (await marli.asks("/vencimentos")).text


async def test_a_company_without_daer_is_told_no_window_of_daer(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found(authorities=["metroplan"], modes=["continuo-funcionarios-pj"])
        await company.paper("cnd-federal", days(90))
        await company.paper("cndt", days(40))

        shown = await marli.asks("/vencimentos")
        assert "Certidão federal" in shown.text
        assert JUNTAS not in shown.text


async def test_certificates_that_end_after_the_listed_months_count_too(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.paper("cnd-federal", days(500))
        await company.paper("cndt", days(480))

        shown = await marli.asks("/vencimentos")
        assert "Nada com data nos próximos 13 meses" in shown.text
        assert "As 2 certidões valem juntas até 03/10/2027" in shown.text
