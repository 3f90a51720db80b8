"""Addresses of the reader pages as messages cite them: `/n/<norm>/<article>#<rest>` under `PUBLIC_URL`."""

from __future__ import annotations

from bot.reader.view import href


def page(public_url: str, provision: str) -> str:
    """The page where a provision or norm stands, at its place; "" when no public address is set."""
    return public_url.rstrip("/") + href(provision) if public_url else ""
