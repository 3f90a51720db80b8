"""The message of a broadcast as it arrives: its text with the frame, and what a recipient can press below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from bot import broadcast_text, reader_links, split
from bot.broadcast_rules import SERVICE
from bot.models.staff import Broadcast
from bot.screens import Button
from bot.services import Services

TEMPLATE = "broadcast/message"
LINKS = 2  # cited provisions with a button of their own


def fields(
    services: Services, row: Broadcast, text: Markup, *, withheld: Sequence[str] = (), first: bool = False
) -> dict[str, Any]:
    """What the template says for one person's text.

    `withheld`: fields whose value may not be told any more. `first`: the person got nothing before that it replaces.
    """
    return {
        "withheld": any(broadcast_text.uses(row.text, name) for name in withheld),
        "subject": services.renderer.label(f"subject_{row.subject}"),
        "nature": "news" if first else row.nature,
        "text": text,
        "labels": reader_links.linked(
            services.library.corpus, services.settings.public_url, row.provisions, most=reader_links.SHOWN
        ),
    }


def worded(
    services: Services,
    row: Broadcast,
    values: dict[str, str],
    *,
    withheld: Sequence[str] = (),
    first: bool = False,
) -> list[str]:
    """The text as it arrives, in parts. Raises `broadcast_text.Missing`."""
    text = broadcast_text.fill(row.text, values)
    told = fields(services, row, text, withheld=withheld, first=first)
    return split.split(services.renderer.html(TEMPLATE, **told))


def buttons(
    services: Services, row: Broadcast, recipient_id: int, *, first: bool = False
) -> list[list[Button]]:
    """What a recipient can do: confirm, ask why, open what is cited, want no more of the subject."""
    label, corpus = services.renderer.label, services.library.corpus
    rows = [
        [Button(label("broadcast_aware"), "broadcast.aware", {"id": recipient_id})],
        *(
            [Button(_see(services, provision), "norm.show", {"id": provision})]
            for provision in row.provisions
            if provision in corpus
        ),
    ][: 1 + LINKS]
    last = [Button(label("broadcast_why"), "broadcast.why", {"id": recipient_id})]
    if (first or row.nature == "news") and row.subject != SERVICE:
        last.append(Button(label("broadcast_off"), "broadcast.off", {"subject": row.subject, "off": True}))
    return [*rows, last]


def _see(services: Services, provision: str) -> str:
    name = reader_links.label(services.library.corpus, provision)
    return services.renderer.label("see_text", label=name.split(", ", 1)[-1])[:60]


def attachment(row: Broadcast) -> dict[str, Any] | None:
    """The file that follows the text."""
    return {key: row.attachment[key] for key in ("kind", "file_id")} if row.attachment else None
