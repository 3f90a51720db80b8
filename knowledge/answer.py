"""The shape of an answer, and how its text is made: amounts in reais, quotes, lengths.

Which answer is given is decided in `answers.py`. Limits: one screen of a phone is 700 characters, a list
of documents 1,500; a quote has at most 400 characters and is the norm's own words.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from knowledge import words as written
from knowledge.topics import LONG, SHORT, Topic
from knowledge.upf import UpfSeries

Kind = Literal["answer", "choose", "not_covered"]
SIDES = {"daer": "DAER", "metroplan": "METROPLAN"}
"""The regulators by name, in the order they are told."""
QUOTE = 400
_AMOUNT = re.compile(r"\{upf:(\d+(?:[.,]\d+)?)\}")
_END = re.compile(r"(?<!\b[Aa]rt)(?<!\barts)(?<!\binc)(?<!\bRes)(?<!\bn)[.!?;](?=\s)|(?=\n)")
_NUMBER = re.compile(r"\d+(?:[.,/]\d+)*")


@dataclass(frozen=True)
class Citation:
    """A provision with the words of it that matter here."""

    id: str
    label: str
    quote: str


@dataclass(frozen=True)
class Option:
    """One regime's side of an answer."""

    authority: str
    answer: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True)
class Answer:
    """What the person gets; `near` are the titles offered when the answer may not be the one meant, `parts` the
    questions of a message that asks several.
    """

    question: str
    kind: Kind
    answer: str
    citations: tuple[Citation, ...] = ()
    options: tuple[Option, ...] = ()
    warnings: tuple[str, ...] = ()
    topic: str | None = None
    confidence: float = 0.0
    more: str = ""
    checklist: str | None = None
    calculator: str | None = None
    near: tuple[str, ...] = field(default_factory=tuple)
    computed: tuple[str, ...] = field(default_factory=tuple)
    parts: tuple[str, ...] = ()


def priced(text: str, upf: UpfSeries, on: dt.date) -> str:
    """`{upf:40}` written out as UPF and reais; the year of the UPF is said once."""
    said = False

    def fill(found: re.Match[str]) -> str:
        nonlocal said
        amount = Decimal(found.group(1).replace(",", "."))
        price = upf.price(amount, on)
        if said and len(price.reais) == 1:
            return f"{written.upf_amount(amount)} ({written.money(price.reais[0].amount)})"
        said = True
        return written.priced(price)

    return _AMOUNT.sub(fill, text).strip()


def limit_of(topic: Topic) -> int:
    """How long an answer of this topic may be."""
    return LONG if topic.kind == "documents" else SHORT


def fitted(text: str, limit: int) -> str:
    """`text` cut at the end of a line or sentence so as not to pass `limit`."""
    if len(text) <= limit:
        return text
    head = text[: limit + 1]
    ends = [m.end() for m in _END.finditer(head) if m.end() <= limit]
    return head[: ends[-1]].rstrip(" ;\n") if ends else head[: limit - 1].rsplit(" ", 1)[0] + "…"


def quoted(text: str, wanted: str, terms: Callable[[str], list[str]]) -> str:
    """At most 400 characters of a provision, its own words: the start, or the lines that share most with
    `wanted`.
    """
    if len(text) <= QUOTE:
        return text
    aim = frozenset(terms(wanted)) | frozenset(_NUMBER.findall(wanted))
    parts = windows(text, terms)
    start = max(parts, key=lambda part: (len(aim & part[1]), -part[0]))[0]
    window = text[start : start + QUOTE]
    return (window if start + QUOTE >= len(text) else window.rsplit(" ", 1)[0]).strip()


@lru_cache(maxsize=1024)
def windows(text: str, terms: Callable[[str], list[str]]) -> tuple[tuple[int, frozenset[str]], ...]:
    """Where a quote of a long text may begin, with what it would then say."""
    return tuple(
        (at, frozenset(terms(part)) | frozenset(_NUMBER.findall(part)))
        for at in _starts(text)
        for part in (text[at : at + QUOTE],)
    )


def _starts(text: str) -> list[int]:
    """Where a quote may begin: the text, its lines, its sentences."""
    return [
        0,
        *(m.end() for m in re.finditer(r"\n+|(?<=[.;:])\s+(?=[A-ZÀ-Ý•(])", text) if m.end() < len(text)),
    ]
