"""/prazos: a deadline is counted from the day a person names."""

from __future__ import annotations

import datetime as dt

from bot.local_telegram.people import Person
from tests.stories.conftest import Stage
from tests.stories.fleet_acts import enters_day


async def counts_from(person: Person, kind: str, day: str) -> None:
    """A deadline of this kind, counted from that day."""
    await person.asks("/prazos")
    await person.presses(kind)
    await person.waits_for(text="Conta a partir de quando")
    await enters_day(person, day)


async def test_prazos_counts_a_defence_from_the_day_of_the_letter(stage: Stage) -> None:
    stage.clock.set(dt.datetime(2026, 4, 7, 15, tzinfo=dt.UTC))
    async with stage.running():
        marli = await stage.telegram.person("Marli", started=True)
        await counts_from(marli, "Defesa", "06/04/2026")

        found = await marli.waits_for(text="aja até sexta, 17/04/2026")

        assert "21/04/2026" in found.text
        assert "art. 45, § 4º" in found.text


async def test_prazos_promises_no_notice_before_a_day_that_is_past(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli", started=True)
        for day, promised in (("10/06/2026", True), ("06/04/2026", False)):
            await counts_from(marli, "AIT", day)

            found = await marli.waits_for(text="Recebimento do AIT")

            assert promised == ("1 dia antes e no dia" in found.text)
            assert "a norma prevê revisão anual (art. 59)" in found.text


async def test_prazos_counts_from_the_roadside_day_while_the_letter_has_not_come(stage: Stage) -> None:
    async with stage.running():
        marli = await stage.telegram.person("Marli", started=True)
        await marli.asks("/prazos")
        await marli.presses("Defesa")

        asked = await marli.waits_for(text="Conta a partir de quando")

        assert "conto da entrega do TNT na estrada" in asked.text

        await marli.presses("Ainda não chegou", on=asked)
        await marli.waits_for(text="(entrega do TNT na estrada)")
        await enters_day(marli, "09/06/2026")
        found = await marli.waits_for(text="24/06/2026")
        assert "Entrega do TNT na estrada: 09/06/2026" in found.text
        assert "que a norma não liga a essa data" in found.text
        assert "A norma deixa este ponto em aberto" in found.text
