"""Takes out of error texts what must not be kept: the bot's token, and what a database quotes of a row."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\b(bot)?\d{3,}(?::|%3A)[A-Za-z0-9_-]{10,}", re.IGNORECASE)
# PostgreSQL quotes the row or the key; it ends where the driver's or Python's own words go on.
_DETAIL = re.compile(
    r"DETAIL:.*?(?=\n\nThe above|\n\nDuring|\n\[SQL|\n\(Background|\nCONTEXT:|\nTraceback|\Z)", re.DOTALL
)


def scrub(text: str) -> str:
    """The text without token and without the values of a row."""
    if "DETAIL:" in text:
        text = _DETAIL.sub("DETAIL: …", text)
    return _TOKEN.sub("<token>", text) if ":" in text or "%3" in text else text
