"""Buttons: what each does is a row, the callback data only `<key>.<index>` (at most 20 of Telegram's 64 bytes)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete
from sqlmodel import Session, col

from bot.models.chat import Screen


@dataclass(frozen=True)
class Button:
    """A button that acts (`action` with `args`) or opens an address (`url`)."""

    label: str
    action: str = ""
    args: dict[str, Any] = field(default_factory=dict)
    url: str = ""


Keyboard = Sequence[Sequence[Button]]


@dataclass(frozen=True)
class Press:
    """A pressed button, resolved: what to do, and for which form version the screen was made."""

    action: str
    args: dict[str, Any]
    flow: str
    version: int


def store(  # a row of the table, by name
    session: Session,
    keyboard: Keyboard,
    *,
    key: str,
    chat_id: int,
    user_id: int,
    flow: str,
    version: int,
    now: dt.datetime,
) -> tuple[tuple[dict[str, str], ...], ...]:
    """Stores what the buttons do and returns the keyboard to send."""
    actions: list[Any] = []
    rows: list[tuple[dict[str, str], ...]] = []
    for row in keyboard:
        cells: list[dict[str, str]] = []
        for button in row:
            if button.url:
                cells.append({"text": button.label, "url": button.url})
                continue
            cells.append({"text": button.label, "data": f"{key}.{len(actions)}"})
            actions.append([button.action, button.args])
        if cells:
            rows.append(tuple(cells))
    if actions:
        session.add(
            Screen(
                key=key,
                chat_id=chat_id,
                user_id=user_id,
                flow=flow,
                version=version,
                actions=actions,
                created_at=now,
            )
        )
    return tuple(rows)


def resolve(session: Session, data: str, *, chat_id: int, user_id: int) -> Press | None:
    """What a press means, None when the key is unknown, not this chat's, or another person's."""
    key, _, index = data.partition(".")
    screen = session.get(Screen, key)
    if screen is None or screen.chat_id != chat_id or (screen.user_id and screen.user_id != user_id):
        return None
    if not index.isdecimal() or int(index) >= len(screen.actions):
        return None
    action, args = screen.actions[int(index)]
    return Press(action, args, screen.flow, screen.version)


def purge(session: Session, *, before: dt.datetime) -> None:
    """Forgets screens older than `before`; their buttons then say that the screen changed."""
    session.execute(delete(Screen).where(col(Screen.created_at) < before))
