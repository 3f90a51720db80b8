"""The text of a broadcast for one person: the fields staff may write, filled in, and what is missing said.

Staff write {nome}, {empresa}, {placas}, {vencimentos}, {diferenca}. A field without a value for somebody is an error
found before anything is sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from bot.fleet import shown
from knowledge.obligations import package_obligations
from knowledge.words import listed

DIFFERENCE = "diferenca"
"""What a revision of the base moves for one person; worded just before sending."""
FIELDS = ("nome", "empresa", "placas", "vencimentos", DIFFERENCE)
TEXT_LIMIT = 3500
"""Visible characters of a text as written: with its frame and filled fields it stays one message."""
_FIELD = re.compile(r"\{([^{}\n]{0,40})\}")
_HIDDEN = "•"
WITHHELD = "withheld"
"""The key in a person's reasons of fields that had a value when the first text came, and may not be told any more."""


@dataclass(frozen=True)
class Missing(Exception):
    """Somebody has no value for fields that the text uses."""

    fields: tuple[str, ...]


def unknown_fields(html: str) -> list[str]:
    """Fields in a text that nobody knows."""
    return [name for name in dict.fromkeys(_FIELD.findall(html)) if name.strip() not in FIELDS]


def values(name: str, why: Mapping[str, Any]) -> dict[str, str]:
    """What the fields say for one person, from the reasons kept for that person."""
    held: Sequence[Mapping[str, Any]] = why.get("companies", ())
    plates = [shown(plate) for one in held for plate in one["plates"]]
    due = [_due(*item[:3]) for one in held for item in one["due"]]
    return {
        "nome": name,
        "empresa": listed([one["company"] for one in held]),
        "placas": listed(plates),
        "vencimentos": listed(due),
        DIFFERENCE: str(why.get("difference", "")),
    }


def _due(kind: str, plate: str, day: str) -> str:
    kinds = package_obligations()
    title = kinds[kind].title if kind in kinds else kind
    whose = f" ({shown(plate)})" if plate else ""
    return f"{title}{whose}: {day[8:]}/{day[5:7]}/{day[:4]}"


def withheld(stored: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Fields whose value the person may not be told any more: who left the company, or has a lesser role in it."""
    before, after = values("", stored), values("", now)
    told = {*stored.get(WITHHELD, ()), *(name for name in FIELDS if before[name])}
    return sorted(name for name in told if not after[name])


def uses(html: str, field: str) -> bool:
    """Whether a text has a field."""
    return field in {name.strip() for name in _FIELD.findall(html)}


def fill(html: str, known: Mapping[str, str]) -> Markup:
    """The text for one person. Raises `Missing`."""
    used = [name.strip() for name in _FIELD.findall(html)]
    missing = tuple(dict.fromkeys(name for name in used if not known.get(name)))
    if missing:
        raise Missing(missing)
    filled = _FIELD.sub(lambda match: str(escape(known[match[1].strip()])), html)
    return Markup(filled)  # noqa: S704  # the text is HTML made from entities; the values are escaped


def masked(known: Mapping[str, str]) -> dict[str, str]:
    """The same values as staff may see them: first letters only, every digit hidden, lengths kept."""
    return {name: _masked(value) for name, value in known.items()}


def _masked(text: str) -> str:
    return " ".join(_masked_word(word) for word in text.split(" "))


def _masked_word(word: str) -> str:
    return "".join(
        letter if n == 0 and letter.isalpha() else _HIDDEN if letter.isalnum() else letter
        for n, letter in enumerate(word)
    )
