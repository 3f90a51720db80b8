"""What a local Telegram server can be told when it starts. Nobody here reads the environment."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bot.local_telegram.persons import Person

LOOPBACK = "127.0.0.1"
MAX_BODY = 60 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """How fast a bot may send (Bot API FAQ: 1/s in a chat, 30/s in all, 20/min in a group); 0: no limit."""

    chat_per_second: float = 1.0
    chat_burst: int = 8
    all_per_second: int = 30
    group_per_minute: int = 20
    upload_bytes: int = 50 * 1024 * 1024
    photo_bytes: int = 10 * 1024 * 1024
    download_bytes: int = 20 * 1024 * 1024


OPEN = Limits(chat_per_second=0, all_per_second=0, group_per_minute=0)


@dataclass(frozen=True, slots=True)
class Settings:
    """One server: one bot, its people, its limits.

    Without a `token` the first well-formed one that is used becomes the bot's; any other is refused with 401.
    `clock` gives seconds since 1970 and is the only clock of the server. `control_url` is where the chat page
    finds the demonstration clock of the bot, hidden when absent. `webhook_pause` is the first wait after a failed
    delivery, doubled up to 64 times that.
    """

    host: str = LOOPBACK
    port: int = 8081
    database: Path | None = None
    token: str | None = None
    persons: tuple[Person, ...] = ()
    limits: Limits = field(default_factory=Limits)
    clock: Callable[[], float] = time.time
    privacy: bool = True
    control_url: str | None = None
    webhook_pause: float = 1.0
    first_update_id: int = 100_000_001
    bot_username: str = "fretabot_local_bot"
    bot_name: str = "Fretabot"

    def __post_init__(self) -> None:
        if not is_loopback(self.host):
            raise ValueError(
                f"host {self.host!r}: the local Telegram server only listens on loopback (127.0.0.1, ::1)"
            )


def is_loopback(host: str) -> bool:
    """True for an address or name that only this machine can reach."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
