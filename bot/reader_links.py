"""Addresses of the reader pages: `/n/<norm>/<article>#<rest>` under `PUBLIC_URL`."""

from __future__ import annotations


def page(public_url: str, provision: str) -> str:
    """The page where a provision stands, at its place; "" when no public address is set."""
    if not public_url:
        return ""
    norm, _, fragment = provision.partition(":")
    top, _, rest = fragment.partition("_")
    steps = [public_url.rstrip("/"), "n", norm, *([top] if top else [])]
    return "/".join(steps) + (f"#{rest}" if rest else "")
