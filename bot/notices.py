"""A message to somebody else because of what a person just did: an invitation used, a date to agree to.

It is an outbox row like a reply (once per update, recipient and stage), in the fast lane: people wait for it.
"""

from __future__ import annotations

from typing import Any

from bot import outbox, screens, split
from bot.messenger import Message
from bot.models.delivery import LANE_REPLY
from bot.screens import Keyboard
from bot.turn import Turn


def tell(
    turn: Turn, recipient: int, template: str, keyboard: Keyboard = (), *, stage: str, **fields: Any
) -> int | None:
    """Plans a message to another person's private chat; None when this update told it already."""
    key = outbox.Planned(
        recipient=recipient,
        subject=str(turn.incoming.update_id),
        cycle="-",
        stage=stage,
        kind="reply",
        lane=LANE_REPLY,
    )
    row = outbox.add(turn.session, key, now=turn.now, machine=turn.services.machine())
    if row is None:
        return None
    buttons = screens.store(
        turn.session,
        keyboard,
        key=turn.services.new_key(),
        chat_id=recipient,
        user_id=recipient,
        flow="",
        version=0,
        now=turn.now,
    )
    texts = split.split(turn.services.renderer.html(template, **fields))
    messages = [Message(recipient, text) for text in texts[:-1]]
    outbox.add_parts(turn.session, row, [*messages, Message(recipient, texts[-1], buttons)])
    return row
