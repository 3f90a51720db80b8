"""Personal data taken out of a free text before staff see it: plates, numbers of documents, telephones, addresses.

Each pattern is linear. What names somebody without a pattern is given by the caller: the asker's own and the company's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_PATTERNS = (
    (re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b"), "[e-mail]"),
    (re.compile(r"(?:https?://|www\.)\S{1,300}"), "[endereço]"),
    (re.compile(r"(?<!\w)@\w{3,32}\b"), "[usuário]"),
    (re.compile(r"\b[A-Z]{3}[\s-]?\d[A-Z0-9]\d{2}\b", re.IGNORECASE), "[placa]"),
    (re.compile(r"\b[A-Z0-9]{2}\.?[A-Z0-9]{3}\.?[A-Z0-9]{3}/[A-Z0-9]{4}-?\d{2}\b", re.IGNORECASE), "[CNPJ]"),
    (re.compile(r"\b\d{3}\.\d{3}\.\d{3}-\d{2}\b"), "[CPF]"),
    (re.compile(r"(?<!\d)(?:\+?55\s?)?\(?\d{2}\)?\s?9?\d{4}[\s-]\d{4}(?!\d)"), "[telefone]"),
    (re.compile(r"(?<!\d)\d{9,14}(?!\d)"), "[número]"),
)
_SHORTEST_NAME = 3


def masked(text: str, names: Iterable[str] = ()) -> str:
    """The text without personal data; `names`: people and companies it may not name, whole or by a word of theirs."""
    for pattern, word in _PATTERNS:
        text = pattern.sub(word, text)
    words = {part for name in names for part in (name, *name.split()) if len(part) > _SHORTEST_NAME}
    for name in sorted(words, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(name)}\b", "[nome]", text, flags=re.IGNORECASE)
    return text
