"""The bytes of a file a person sent, for work outside the transaction (`Turn.compute`); nothing of it is kept.

How Telegram hands files over is `bot.telegram_downloads`.
"""

from __future__ import annotations


class NotDownloaded(RuntimeError):
    """Telegram did not hand the file over."""


def no_downloads(_file_id: str) -> bytes:
    """A process without Telegram has no files."""
    raise NotDownloaded("no Telegram here")
