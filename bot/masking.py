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
    (re.compile(r"\b[A-Z]{3}[\s.-]?\d[A-Z0-9]\d{2}\b", re.IGNORECASE), "[placa]"),
    (re.compile(r"\b[A-Z0-9]{2}\.?[A-Z0-9]{3}\.?[A-Z0-9]{3}/[A-Z0-9]{4}-?\d{2}\b", re.IGNORECASE), "[CNPJ]"),
    (re.compile(r"(?<![\d.])\d{3}[.\s]\d{3}[.\s]\d{3}[-\s./]{1,3}\d{2}(?!\d)"), "[CPF]"),
    (re.compile(r"(?<![\d.])\d{1,2}\.\d{3}\.\d{3}-[\dX]\b", re.IGNORECASE), "[RG]"),
    (re.compile(r"(?<![\d.])\d{2}\.?\d{3}-\d{3}(?!\d)"), "[CEP]"),
    (
        re.compile(r"(?<!\d)(?:\+?55\s?)?(?:\(\d{2}\)\s?|\d{2}[\s.-])9?\s?\d{4}[\s.-]\d{4}(?![\d/])"),
        "[telefone]",
    ),
    (
        re.compile(
            r"(?<![\d./])9\d{4}[\s.-]\d{4}(?![\d/])|(?<![\d./])(?!20\d\d-20)[2-5]\d{3}-\d{4}(?![\d/])"
        ),
        "[telefone]",
    ),
    (
        re.compile(
            r"\b(?:(?:rua|avenida|av\.?|travessa|alameda)\s[^\d\n,.;?!]{2,60},?\s(?:n[º°.o]?\s?)?"
            r"|(?:r\.|estrada|praça|rodovia)\s[^\d\n,.;?!]{2,60}(?:,\s?(?:n[º°.o]?\s?)?|\sn[º°.]\s?))\d{1,5}\b",
            re.IGNORECASE,
        ),
        "[endereço]",
    ),
    (
        re.compile(
            r"\b(auto|ait|autuação|notificação)(\s(?:de\sinfração\s)?(?:n[º°.o]{0,2}\s?)?)[A-Z]{0,3}-?\d[\d./-]{4,20}",
            re.IGNORECASE,
        ),
        r"\1\2[número]",
    ),
    (re.compile(r"\b[A-Z]{1,2}\d{8,10}\b", re.IGNORECASE), "[número]"),
    (re.compile(r"(?<!\d)\d{9,14}(?!\d)"), "[número]"),
)
_SHORTEST_NAME = 3
_SMALL = {"das", "dos", "del", "van", "von", "e", "de", "da", "do"}


def masked(text: str, names: Iterable[str] = ()) -> str:
    """The text without personal data; `names`: people and companies it may not name, whole or by a word of theirs."""
    for pattern, word in _PATTERNS:
        text = pattern.sub(word, text)
    words = {
        part
        for name in names
        for part in (name, *name.split())
        if len(part) >= _SHORTEST_NAME and part.lower() not in _SMALL
    }
    for name in sorted(words, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(name)}\b", "[nome]", text, flags=re.IGNORECASE)
    return text
