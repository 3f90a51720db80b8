"""What the stories of reminders share: times of Porto Alegre, the minute's work, what was told by itself."""

from __future__ import annotations

import datetime as dt

from bot.local_telegram.people import Person, Seen
from bot.main import App
from tests.stories.fleet_helpers import outbox_rows

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
