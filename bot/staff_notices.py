"""A message to somebody because of what happened without them: a broadcast concluded, a draft to approve, an answer.

One to members of staff names the roles it is for: just before it is sent it is read again whether its recipient holds
one of them still.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import Any

from sqlmodel import Session

from bot import outbox, screens, split
from bot.messenger import Message
from bot.models.delivery import LANE_REPLY
from bot.screens import Keyboard
from bot.services import Services

KIND, ROLES = "staff", "roles"


def tell(
    services: Services,
    session: Session,
    recipient: int,
    template: str,
    keyboard: Keyboard = (),
    *,
    about: tuple[str, str],
    now: dt.datetime,
    roles: Collection[str] = (),
    **fields: Any,
) -> int | None:
    """Plans the message; None when it was told before.

    `about`: subject and stage, once for both. `roles`: it is for staff alone.
    """
    subject, stage = about
    planned = outbox.Planned(
        recipient=recipient, subject=subject, cycle="-", stage=stage, kind=KIND if roles else "reply",
        lane=LANE_REPLY, payload={ROLES: sorted(roles)} if roles else {},
    )  # fmt: skip
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
