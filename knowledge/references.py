"""The article a question names, cut out of its sentence: "o que diz o art. 13 § 4º da 7727" → "art. 13 § 4º".

Which provision that is, `Corpus.find` knows; what is shown of it, `article_answers.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from knowledge.text import digits, fold, numerals

_ROMAN = r"[ivxl]+"
_HEAD = re.compile(
    rf"\b(?:art(?:igo)?s?\.? *(?:n[.o]? *)?\d{{1,3}}(?!\d)o?|grupo (?:{_ROMAN}|[1-5])\b"
    rf"|anexo (?:{_ROMAN}|\d{{1,2}}|unico)\b|cap(?:itulo|\.)? (?:{_ROMAN}|\d{{1,2}})\b)"
)
_STEP = re.compile(
    rf"(?:§+|\bpar(?:agrafo|\.)?) *(?:\d{{1,2}}o?|unico)|\b(?:inc(?:iso|\.)?|grupo) *(?:{_ROMAN}|\d{{1,2}})\b"
    r"|\b(?:alinea|letra|item) *[\"“']?[a-z]\b"
)
_BARE = re.compile(rf"^ *, *({_ROMAN})\b(?: *, *[\"“']?([a-z])\b)?")
_FILLER = re.compile(
    r"\b(?:[a-z]|que|qual|diz|fala|trata|texto|ler|mostra|mostrar|ver|d[eoa]s?|n[oa]s?|em|resolucao|norma|lei"
    r"|portaria|multas?|manda|ai|me|explica|sobre|quero|completo|inteiro|integra|como|fica|escrito|conteudo"
    r"|estabelece|preve|significa|por|favor|saber|tem|la|esse|este|um|uma|caput|par|oq|os|as)\b"
)

_AMOUNT = re.compile(r"\b(?:valor|quanto|custa|reais|preco)\b|r\$")
"""Who asks what a fine costs wants it in reais, not the text of its group."""


_ORDINALS = (
    "primeir", "segund", "terceir", "quart", "quint", "sext", "setim", "oitav", "non", "decim",
)  # fmt: skip
_RUNG = r"\b(art(?:igo)?\.?|paragrafo|inciso|anexo|grupo|item) (?:n(?:umero|[.o])? )?"
_SPELT = re.compile(
    rf"{_RUNG}((?:{'|'.join(sorted(numerals()))})(?: (?:e )?(?:um|{'|'.join(sorted(numerals()))}))*)\b"
)
_ORDINAL = re.compile(rf"{_RUNG}({'|'.join(_ORDINALS)})[oa]\b")


def numbered(flat: str) -> str:
    """Numbers of provisions said in words as digits: "artigo vinte e dois", "parágrafo segundo"."""
    flat = _ORDINAL.sub(lambda m: f"{m[1]} {_ORDINALS.index(m[2]) + 1}", flat)
    flat = re.sub(rf"{_RUNG}uma?\b(?! (?:e|ou) )", r"\1 1", flat)
    return _SPELT.sub(lambda m: f"{m[1]} {' '.join(digits(m[2].split()))}", flat)


@dataclass(frozen=True)
class Reference:
    """The words that name a provision, and whether the question asks nothing else."""

    words: str
    alone: bool


def read_reference(question: str, norm_names: Iterable[str]) -> Reference | None:
    """The first provision a question names, or None; `norm_names` are what the norms are called."""
    flat = re.sub(r"[º°ª]", "o", question)
    flat = numbered(" ".join(fold(flat.replace("§", "\x00")).replace("\x00", "§").split()))
    head = _HEAD.search(flat)
    if head is None:
        return None
    steps = [m.group() for m in _STEP.finditer(flat) if not head.start() <= m.start() < head.end()]
    bare = _BARE.match(flat[head.end() :])
    if bare:
        steps = [f"inciso {bare.group(1)}", *([f"alinea {bare.group(2)}"] if bare.group(2) else []), *steps]
    rest = flat[: head.start()] + " " + (flat[head.end() + bare.end() :] if bare else flat[head.end() :])
    rest = _STEP.sub(" ", rest)
    for name in norm_names:
        rest = re.sub(rf"(?<!\w){re.escape(fold(name))}(?:/20\d\d)?(?!\w)", " ", rest)
    priced = _AMOUNT.search(rest) and ("multa" in rest or head.group().startswith("grupo"))
    alone = len(re.findall(r"[a-z0-9]+", _FILLER.sub(" ", rest))) <= 1 and not priced
    return Reference(" ".join([head.group(), *steps]), alone=alone)
