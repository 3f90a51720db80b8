"""“E se eu incluir um veículo?”: what it would change, asked beforehand; and on the review of a new vehicle."""

from __future__ import annotations

from sqlmodel import select

from bot.models.fleet import Vehicle
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import opens_more
from tests.stories.fleet_helpers import Fleet


async def test_what_an_old_bus_would_mean_is_shown_and_nothing_stored(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        company = await Fleet(app, marli).found()
        await company.vehicle("IAB1C23", year=2003)
        await company.vehicle("JBC2D34", year=2018)
        await opens_more(marli, "E se eu incluir")
        await marli.waits_for(text="ano de fabricação")
        await marli.says("2003")
        await marli.waits_for(text="Quantos lugares")
        await marli.says("44")

        seen = await marli.waits_for(text="Se eu incluir este veículo")

        assert "de 2 veículos para 3 veículos" in seen.text
        assert "Hoje: RECEFITUR com 2 veículos" in seen.text
        assert "inspeção trimestral" in seen.text
        assert "não cabe" in seen.text
        assert "art. 12, parágrafo único" in seen.text
        stored = await app.services.database.run(lambda s: len(list(s.exec(select(Vehicle)))))
        assert 2 == stored


async def test_the_review_of_a_new_vehicle_says_what_it_means(stage: Stage) -> None:
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        await Fleet(app, marli).found()
        await marli.asks("/frota")
        await marli.presses("Incluir veículo")
        await marli.waits_for(text="Qual é a placa")
        await marli.says("IAB1C23")
        await marli.waits_for(text="ano de fabricação")
        await marli.says("2010")
        await marli.waits_for(text="Quantos lugares")
        await marli.says("15")
        for question in ("categoria", "urbano ou rodoviário", "De quem é o veículo", "RENAVAM"):
            await marli.waits_for(text=question)
            await marli.presses("Pular")

        review = await marli.waits_for(text="O que este veículo significa")

        assert "inspeção semestral" in review.text
