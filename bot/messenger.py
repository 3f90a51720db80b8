"""The Messenger interface: what leaves for a person, and how sending can fail.

DeliveryError carries the facts the delivery engine decides on (`docs/decisions/003-delivery.md`):
`permanent` (never again), `retry_after` (Telegram's pause), `left` (did the request reach Telegram?).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Left = Literal["yes", "no", "unknown"]


@dataclass(frozen=True)
class Message:
    """One request to Telegram: a text, an edit of an earlier text, or a file. Texts are Telegram HTML."""

    chat_id: int
    html: str = ""
    keyboard: tuple[tuple[dict[str, str], ...], ...] = ()
    edit: int | None = None
    thread: int | None = None
    reply_to: int | None = None
    silent: bool = False
    file: dict[str, Any] | None = (
        None  # {"kind": photo|document, "file_id"}, {"kind", "name", "content": bytes} or "producer" and "params"
    )

    @property
    def produced(self) -> bool:
        """Whether its file is made just before sending (`bot.producers`)."""
        return self.file is not None and "producer" in self.file

    def stored(self) -> dict[str, Any]:
        """The message as JSON for its outbox part."""
        raw: dict[str, Any] = {"chat_id": self.chat_id, "html": self.html}
        if self.keyboard:
            raw["keyboard"] = [list(row) for row in self.keyboard]
        for name in ("edit", "thread", "reply_to", "file"):
            if (value := getattr(self, name)) is not None:
                raw[name] = value
        if self.silent:
            raw["silent"] = True
        return raw

    @classmethod
    def restored(cls, raw: dict[str, Any]) -> Message:
        """The message from its outbox part."""
        rows = tuple(tuple(row) for row in raw.get("keyboard", ()))
        return cls(**{**raw, "keyboard": rows})


@dataclass
class DeliveryError(Exception):
    """Telegram did not take a message, or did not say whether it did."""

    kind: str  # blocked|gone|chat_closed|markup|too_long|button|edit_lost|rate|server|network|token|conflict|other
    description: str = ""
    permanent: bool = False
    retry_after: float | None = None
    left: Left = "yes"
    migrate_to: int | None = None

    def __str__(self) -> str:
        return f"{self.kind}: {self.description}"


class Messenger(Protocol):
    """Sends one message. Returns Telegram's message id; raises `DeliveryError`."""

    async def send(self, message: Message) -> int:
        """Sends; returns the message id, 0 when there is none. Raises `DeliveryError`."""
        ...

    async def answer_press(self, press_id: str, *, text: str = "") -> None:
        """Stops the spinner of a pressed button; best effort, never raises."""
        ...

    async def download(self, file_id: str, *, limit: int) -> bytes:
        """The bytes of a file a person sent. Raises `DeliveryError`, of kind `too_large` above `limit` bytes."""
        ...


@dataclass
class RecordingMessenger:
    """A Messenger for tests: keeps what would be sent; `failures` are raised first, in order."""

    sent: list[Message] = field(default_factory=list)
    failures: list[DeliveryError] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    download_failures: list[DeliveryError] = field(default_factory=list)

    async def send(self, message: Message) -> int:
        """Records, or raises the next planned failure."""
        if self.failures:
            raise self.failures.pop(0)
        self.sent.append(message)
        return len(self.sent)

    async def answer_press(self, press_id: str, *, text: str = "") -> None:
        """Records that the press was answered."""
        self.answered.append(press_id)

    async def download(self, file_id: str, *, limit: int) -> bytes:
        """The bytes put here before. Raises `DeliveryError` for others, or as planned."""
        if self.download_failures:
            raise self.download_failures.pop(0)
        if file_id not in self.files:
            raise DeliveryError("refused", "invalid file_id", permanent=True)
        if len(self.files[file_id]) > limit:
            raise DeliveryError("too_large", permanent=True)
        return self.files[file_id]


def seconds(pause: int | float | dt.timedelta) -> float:
    """Telegram's pause, which the library gives as a number or as a timedelta."""
    return pause.total_seconds() if isinstance(pause, dt.timedelta) else float(pause)
