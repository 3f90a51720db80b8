"""The outbox kind of messages to members of staff: not sent to who has lost the role since."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Session

from bot import staff
from bot.messenger import Message
from bot.models.delivery import Outbox
from bot.services import Services
from bot.staff_notices import ROLES
from scheduler.kinds import Gone, Kind, stored_parts

LEFT = "saiu da equipe"


def prepare(services: Services, session: Session, row: Outbox, now: dt.datetime) -> list[Message] | Gone:
    """The words as they were planned, while one of the roles is held."""
    held = staff.roles_of(session, row.recipient, services.settings.admin_ids)
    return stored_parts(services, session, row, now) if held & set(row.payload[ROLES]) else Gone(LEFT)


STAFF = Kind(prepare, repeat=True)
