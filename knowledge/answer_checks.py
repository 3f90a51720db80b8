"""Checks on answers: every number stands in a cited provision, a dated value, the question, or a
computation shown.

Used by the tests and by `fretabot bench answers`.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from knowledge.answer import Answer
from knowledge.corpus import Corpus
from knowledge.text import digits, words

NUMBER = re.compile(r"(?<![\w])\d+(?:[.,/]\d+)*")
_REAIS = re.compile(r"R\$ ?[\d.]+,\d\d(?: com a UPF de \d{4})?|UPF de \d{4}(?:: R\$ [\d.,]+)?")
ARTICLE = re.compile(
    r"(?:arts?\. ?|artigos? |§+ ?|Res\. DAER |Resolução CETM |CETM )[\d.ºª/]+(?:(?:, | e | a )\d+[ºª]?)*"
)


def numbers_of(text: str) -> set[str]:
    """The numbers of a text in one spelling: 2.500 and 2500, 08 and 8, quinze and 15 are the same."""
    found = {plain(n) for n in NUMBER.findall(text)}
    found |= {plain(t) for t in digits(words(text)) if t[0].isdecimal()}
    return found


def plain(number: str) -> str:
    """A number in the one spelling that numbers are compared in."""
    if "/" in number:
        return "/".join(plain(p) for p in number.split("/"))
    try:
        value = Decimal(number.replace(".", "").replace(",", "."))
    except InvalidOperation:
        return number
    return f"{value.normalize():f}"


def loose_numbers(answer: Answer, corpus: Corpus) -> list[str]:
    """Numbers an answer states without ground; empty when all is well."""
    ground = numbers_of(answer.question)
    for citation in answer.citations:
        ground |= numbers_of(corpus.provision(citation.id).reading)
        ground |= numbers_of(citation.label)
    if not answer.citations:
        return []
    text = ARTICLE.sub(" ", _REAIS.sub(" ", answer.answer))
    computed = {n for step in answer.computed for n in numbers_of(step)}
    return sorted(n for n in numbers_of(text) - ground - computed if n not in SMALL)


SMALL = frozenset({"1"})
"""A list may begin with 1; it states nothing."""
