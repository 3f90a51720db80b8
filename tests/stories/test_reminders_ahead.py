"""What hangs on a paper whose printed end is far away is told by the daily run too, as the plan says."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session

from scheduler.forecast import forecast
from tests.stories.conftest import Stage
from tests.stories.fleet_helpers import Fleet
from tests.stories.reminder_steps import at, each_day, reminders

JUNE, END = dt.date(2026, 6, 2), dt.date(2026, 6, 30)


async def test_a_change_of_rhythm_is_told_though_the_printed_end_is_a_year_away(stage: Stage) -> None:
    async with stage.running() as app:
        bia = await stage.telegram.person("Bia", started=True)
        stage.clock.set(at(1, 10))
        fleet = await Fleet(app, bia, name="Aurora").found()
        vehicle = await fleet.vehicle("IAB1C23", year=2011)
        await fleet.made(vehicle, dt.date(2011, 6, 20))
        await fleet.paper("lit", dt.date(2027, 6, 1), vehicle=vehicle, issued_on=dt.date(2026, 6, 1))
        services, now = app.services, stage.clock.now()

        def planned(session: Session) -> list[str]:
            found = forecast(services, session, JUNE, END, now=now)
            return [str(one.as_json(services)["stage"]) for one in found]

        expected = await services.database.run(planned)
        await each_day(stage, app, range(2, 31), hour=10)

        assert ["15", "7", "1", "change"] == expected
        assert len(expected) <= len(await reminders(bia))
        assert "semestral" in (await reminders(bia))[-1].text
