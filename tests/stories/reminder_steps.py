"""What the stories of reminders share: times of Porto Alegre, the minute's work, what was told by itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from bot.local_telegram.people import Person, Seen
from bot.main import App
from tests.stories.conftest import Stage
from tests.stories.fleet_helpers import Fleet, outbox_rows

UTC = dt.UTC
TODAY = dt.date(2026, 6, 10)


def days(count: int) -> dt.date:
    """The day so many days from today."""
    return TODAY + dt.timedelta(days=count)


def at(day: int, hour: int, minute: int = 0, *, month: int = 6) -> dt.datetime:
    """A time of Porto Alegre in 2026."""
    return dt.datetime(2026, month, day, hour, minute, tzinfo=UTC) + dt.timedelta(hours=3)


async def ticks(app: App) -> None:
    """The minute's sweep, and whatever it made due is sent."""
    await app.runner.tick()
    await app.dispatcher.drain()
    while [r for r in await outbox_rows(app, kind="digest") if r.state == "sending"]:
        await app.dispatcher.drain()  # the loop of its own was quicker: wait for it


async def reminders(person: Person) -> list[Seen]:
    """What the bot told by itself."""
    return [m for m in await person.messages() if m.by_bot and m.text.startswith("Aviso")]


async def each_day(stage: Stage, app: App, days: Iterable[int], *, hour: int, month: int = 6) -> None:
    """The minute's work at this hour of each of these days."""
    for day in days:
        stage.clock.set(at(day, hour, month=month))
        await ticks(app)


async def shared(app: App, first: Person, second: Person, role: str) -> Fleet:
    """A company of the first person, in which the second has a role too."""
    company = await Fleet(app, first).found()
    await company.joins(second, role)
    return company


async def asks_to_wait(person: Person, told: str) -> Seen:
    """Presses "Lembrar em" on the reminder that says this; gives the days that are offered."""
    await person.presses("Lembrar em", on=await person.waits_for(text=told))
    return await person.waits_for(text="Quando lembro de novo")


async def puts_off(person: Person, told: str, choice: str, agreed: str) -> None:
    """Wants to be reminded again at one of the days offered, and is told which day that is."""
    await asks_to_wait(person, told)
    await person.presses(choice)
    await person.waits_for(text=f"Combinado: lembro em {agreed}")
