"""Personal data taken out of a free text before staff see it: plates, numbers of documents, telephones, addresses.

Each pattern is linear. The caller gives the names of the asker and the company; other people: `bot.person_names`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot import person_names

_GAP = r"[\s.\-–/]{0,3}"
_PATTERNS = (
    (
        re.compile(
            r"\b[\w.+-]{1,64}\s?(?:@|\(at\)|\[at\]|\sarroba\s)\s?[\w-]{1,63}(?:(?:\.|\sponto\s)[\w-]{1,63}){1,4}\b",
            re.IGNORECASE,
        ),
        "[e-mail]",
    ),
    (re.compile(r"(?:https?://|www\.)\S{1,300}"), "[endereço]"),
    (re.compile(r"(?<!\w)@\w{3,32}\b"), "[usuário]"),
    (re.compile(r"\b[A-Z0-9]{2}\.?[A-Z0-9]{3}\.?[A-Z0-9]{3}/[A-Z0-9]{4}-?\d{2}\b", re.IGNORECASE), "[CNPJ]"),
    (re.compile(r"\b(?=(?:[A-Z]*\d){4})[A-Z0-9]{12}\d{2}\b(?<!\d{14})", re.IGNORECASE), "[CNPJ]"),
    (re.compile(r"(?<![\d.])\d{2}[.\s]\d{3}[.\s]\d{3}\s?[/\s-]\s?\d{4}\s?[-\s.]?\s?\d{2}(?!\d)"), "[CNPJ]"),
    (re.compile(r"(?<![\d.])\d{3}[.\s]?\d{3}[.\s]?\d{3}[-\s./]{1,3}\d{2}(?!\d)"), "[CPF]"),
    (re.compile(r"(?<![\d.])\d{1,2}\.\d{3}\.\d{3}-[\dX]\b", re.IGNORECASE), "[RG]"),
    (re.compile(r"(?<![\d.])\d{2}\.?\d{3}-\d{3}(?!\d)"), "[CEP]"),
    (
        re.compile(
            r"(?<!\d)(?:\+?55\s?)?(?:\(\d{2}\)\s?|\d{2}[\s.-])(?:9[\s.-]?)?\d{4}[\s.-]\d{4}(?![\d/])"
            r"|(?<!\d)\(\d{2}\)\s?9?\d{8}(?!\d)"
        ),
        "[telefone]",
    ),
    (
        re.compile(
            r"(?<![\d./])9\s?\d{4}[\s.-]\d{4}(?![\d/])|(?<![\d./])(?!20\d\d-20)[2-5]\d{3}-\d{4}(?![\d/])"
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
            r"\b(autos?|ait|autuaç(?:ão|ões)|notificaç(?:ão|ões)|infraç(?:ão|ões)|multas?|processos?|protocolos?|recursos?"
            r"|boletos?|guias?|cnh|renavam|contratos?|apólices?)"
            r"((?:\sde\s(?:infração|trânsito|multa|seguro))?(?:\sd[ao]\s(?:daer|detran|metroplan|prf|antt))?"
            r"[\s:#-]{1,2}(?:(?:n[º°.o]{1,2}|n(?=\s?\d)|n[uú]m(?:ero|\.)?)[\s:]{0,2})?)"
            r"(?!(?:19|20)\d\d\b(?!/))[A-Z]{0,3}-?\d[\d./-]{2,20}\d\b(?!\s?(?:upf|reais|real|%|km|dias?|meses|anos?|horas?|mil\b))",
            re.IGNORECASE,
        ),
        r"\1\2[número]",
    ),
    (re.compile(r"\b[A-Z]{1,2}\d{8,10}\b", re.IGNORECASE), "[número]"),
    (re.compile(r"(?<!\d)\d{9,14}(?!\d)"), "[número]"),
)
_PLATES = (
    re.compile(rf"\b[A-Z]{{3}}{_GAP}\d{_GAP}[A-Z0-9]{_GAP}\d{_GAP}\d\b", re.IGNORECASE),
    re.compile(rf"\b[A-Z](?:[\s.-][A-Z]){{2}}{_GAP}\d{_GAP}[A-Z0-9]{_GAP}\d{_GAP}\d\b"),
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_OF_THE_STATE = re.compile(r"[IJ]", re.IGNORECASE)
"""Plates of Rio Grande do Sul begin so."""
_NO_PLATE = frozenset(
    {
        *("abr", "ago", "dez", "fev", "jan", "jul", "jun", "mai", "mar", "nov", "out", "set", "ano", "dia"),
        *("ait", "art", "cnh", "ctb", "doe", "dou", "iso", "lei", "lit", "nbr", "num", "res", "upf"),
        *(
            "aos",
            "com",
            "das",
            "dos",
            "foi",
            "ida",
            "jus",
            "mil",
            "nas",
            "nos",
            "par",
            "por",
            "pra",
            "pro",
            "que",
        ),
        *("rua", "sem", "ser", "seu", "sua", "tem", "ter", "uma", "via", "vou"),
    }
)
"""Words of three letters that stand before numbers."""
_SHORTEST_NAME = 3
_SMALL = {"das", "dos", "del", "van", "von", "e", "de", "da", "do"}


def masked(text: str, names: Iterable[str] = ()) -> str:
    """The text without personal data; `names`: people and companies it may not name, whole or by a word of theirs."""
    for pattern, word in _PATTERNS:
        text = pattern.sub(word, text)
    for plate in _PLATES:
        text = plate.sub(_plate, text)
    words = {
        part
        for name in names
        for part in (name, *name.split())
        if len(part) >= _SHORTEST_NAME and part.lower() not in _SMALL
    }
    for name in sorted(words, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(name)}\b", person_names.HIDDEN, text, flags=re.IGNORECASE)
    return re.sub(r"\[nome\](?:\s(?:d[aeo]s?\s)?\[nome\])+", person_names.HIDDEN, person_names.masked(text))


def _plate(match: re.Match[str]) -> str:
    """A plate hidden; "res 7727", "ano 2026", "com 2 a 15 anos" stay."""
    text = match[0]
    signs = "".join(sign for sign in text if sign.isalnum())
    letters, number = signs[:3], signs[3:]
    spaced = any(sign.isspace() for sign in text)
    year = _YEAR.fullmatch(number) is not None
    if letters.lower() in _NO_PLATE and (spaced or year):
        return text
    loose = re.search(r"\s[a-z]\s", text) or (year and spaced and letters.islower())
    return text if loose and not _OF_THE_STATE.match(text) else "[placa]"
