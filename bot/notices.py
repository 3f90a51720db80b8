"""A message to somebody else because of what a person just did: an invitation used, a date to agree to.

It is an outbox row like a reply (once per update, recipient and stage), in the fast lane: people wait for it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bot import staff_notices
from bot.screens import Keyboard
from bot.turn import Turn


def tell(
    turn: Turn,
    recipient: int,
    template: str,
    keyboard: Keyboard = (),
    *,
    stage: str,
    roles: Collection[str] = (),
    **fields: Any,
) -> int | None:
    """Plans a message to another person's private chat; None when this update told it already."""
    return staff_notices.tell(
        turn.services,
        turn.session,
        recipient,
        template,
        keyboard,
        about=(str(turn.incoming.update_id), stage),
        now=turn.now,
        roles=roles,
        **fields,
    )
