"""Small things the loops share: an alarm that may be silent, and a wait that a signal ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

Alarm = Callable[[str, Mapping[str, object]], Awaitable[None]]


async def silent(_key: str, _facts: Mapping[str, object]) -> None:
    """No alarm: for tests and tools."""


async def waits(event: asyncio.Event, seconds: float) -> bool:
    """Waits for the event, at most so long; whether it came."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True
