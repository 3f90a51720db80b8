"""A message to a member of staff because of what happened without them: a broadcast concluded, paused, refused."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlmodel import Session

from bot import outbox, screens, split
from bot.messenger import Message
from bot.models.delivery import LANE_REPLY
from bot.screens import Keyboard
from bot.services import Services


def tell(
    services: Services,
    session: Session,
    recipient: int,
    template: str,
    keyboard: Keyboard = (),
    *,
    subject: str,
    stage: str,
    now: dt.datetime,
    **fields: Any,
) -> int | None:
    """Plans the message, once per subject and stage; None when it was told before."""
    planned = outbox.Planned(
        recipient=recipient, subject=subject, cycle="-", stage=stage, kind="reply", lane=LANE_REPLY
    )
    row = outbox.add(session, planned, now=now, machine=services.machine())
    if row is None:
        return None
    buttons = screens.store(
        session,
        keyboard,
        key=services.new_key(),
        chat_id=recipient,
        user_id=recipient,
        flow="",
        version=0,
        now=now,
    )
    texts = split.split(services.renderer.html(template, **fields))
    messages = [Message(recipient, text) for text in texts[:-1]]
    outbox.add_parts(session, row, [*messages, Message(recipient, texts[-1], buttons)])
    return row
