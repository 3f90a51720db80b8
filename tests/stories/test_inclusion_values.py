"""What a vehicle would mean, with the values that stand in the base now, and each ground with its page."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from sqlmodel import Session

from bot import revisions
from bot.local_telegram.people import Person, Seen
from bot.main import App
from knowledge.upf import UpfYear
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import opens_more
from tests.stories.fleet_helpers import Fleet
from tests.stories.norm_steps import takes

YEAR = UpfYear(
    year=2027,
    value=Decimal("31.0000"),
    taxes_from=dt.date(2027, 1, 1),
    fees_from=dt.date(2027, 2, 1),
    confidence="confirmed",
    source="Diário Oficial",
    checked_on=dt.date(2027, 1, 4),
)


async def asks_of_a_vehicle(marli: Person) -> Seen:
    """A van of 2018 with 15 places."""
    await opens_more(marli, "E se eu incluir")
    await marli.waits_for(text="ano de fabricação")
    await marli.says("2018")
    await marli.waits_for(text="Quantos lugares")
    await marli.says("15")
    return await marli.waits_for(text="Se eu incluir este veículo")


async def enters(app: App, year: UpfYear) -> None:
    """The UPF of a year entered by staff and taken into use."""

    def work(session: Session) -> None:
        content = year.model_dump(mode="json")
        now = app.services.clock.now()
        revisions.enter(session, revisions.UPF, str(year.year), content, by=1, now=now)

    await app.services.database.run(work)
    await takes(app)


async def test_a_upf_entered_by_staff_prices_the_vehicle(stage: Stage) -> None:
    stage.clock.set(dt.datetime(2027, 3, 10, 15, tzinfo=dt.UTC))
    async with stage.running() as app:
        await enters(app, YEAR)
        marli = await stage.telegram.person("Marli", started=True)
        await (await Fleet(app, marli).found()).vehicle()

        seen = await asks_of_a_vehicle(marli)

        assert "1,5 UPF-RS (R$ 46,50 com a UPF de 2027" in seen.text.replace("\xa0", " ")


async def test_every_ground_of_the_answer_leads_to_its_page(stage: Stage) -> None:
    stage.options["public_url"] = "https://fretabot.example"
    async with stage.running() as app:
        marli = await stage.telegram.person("Marli", started=True)
        await (await Fleet(app, marli).found()).vehicle()

        seen = await asks_of_a_vehicle(marli)

        assert "https://fretabot.example/n/daer-7727-2022/art13" in seen.html
