"""The outbox kind of alarms to administrators; repeated once when nobody knows whether it arrived."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session

from bot import alarms, screens
from bot.messenger import Message
from bot.models.delivery import Outbox
from bot.screens import Button
from bot.services import Services
from scheduler.kinds import Gone, Kind
from scheduler.staff_kind import LEFT


def prepare(services: Services, session: Session, row: Outbox, now: dt.datetime) -> list[Message] | Gone:
    """The alarm as it is worded now, to an administrator still; the one about the calendar has a button."""
    if row.recipient not in alarms.administrators(session, services.settings):
        return Gone(LEFT)
    key, facts = str(row.payload["key"]), row.payload.get("facts", {})
    buttons = (
        [[Button(services.renderer.label("confirm_clock"), "confirm_clock")]] if key == "clock_doubt" else []
    )
    keyboard = screens.store(
        session, buttons, key=services.new_key(), chat_id=row.recipient, user_id=row.recipient, flow="",
        version=0, now=now,
    )  # fmt: skip
    return [Message(row.recipient, alarms.text(services, key, facts), keyboard)]


ALARM = Kind(prepare, repeat=True)
