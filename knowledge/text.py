"""Portuguese words made comparable: folding, abbreviations, numerals in words, stems, concepts.

Nothing here knows the law; the words people use stand in `data/synonyms.yaml`. Searching is in `lexical.py`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Literal

import Stemmer

from knowledge.schema import DATA, Strict, load

_WORD = re.compile(r"\d+(?:[.,/-]\d+)+|\d+[a-z]\d+|[a-z]+|\d+")
_LONG_RUN = re.compile(r"([a-z])\1{2,}")
_UNITS = {
    "dois": 2, "duas": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7, "oito": 8, "nove": 9,
    "dez": 10, "onze": 11, "doze": 12, "treze": 13, "quatorze": 14, "catorze": 14, "quinze": 15,
    "dezesseis": 16, "dezessete": 17, "dezoito": 18, "dezenove": 19,
}  # fmt: skip
_TENS = {
    "vinte": 20, "trinta": 30, "quarenta": 40, "cinquenta": 50, "sessenta": 60, "setenta": 70, "oitenta": 80,
    "noventa": 90,
}  # fmt: skip
_HUNDREDS = {
    "cem": 100, "cento": 100, "duzentos": 200, "trezentos": 300, "quatrocentos": 400, "quinhentos": 500,
    "seiscentos": 600, "setecentos": 700, "oitocentos": 800, "novecentos": 900,
}  # fmt: skip


_NUMERALS = frozenset((*_UNITS, *_TENS, *_HUNDREDS))


def numerals() -> frozenset[str]:
    """The words that numbers are said with, but for one."""
    return _NUMERALS


class Synonyms(Strict):
    """Shape of `data/synonyms.yaml`; its header explains the fields."""

    abbreviations: dict[str, str]
    stopwords: list[str]
    concepts: dict[str, list[str]]
    intents: dict[str, list[str]]
    modes: dict[str, list[str]]
    authorities: dict[str, list[str]]
    hints: dict[str, list[str]]
    told: dict[Literal["overload"], str]


@cache
def synonyms() -> Synonyms:
    """The words people use, read once."""
    return load(DATA / "synonyms.yaml", Synonyms)


class _Plain(dict[int, int | None]):
    """What each character of decomposed text becomes: accents go, the rest stays; learnt as they come."""

    def __missing__(self, code: int) -> int | None:
        kept = None if unicodedata.combining(chr(code)) else code
        self[code] = kept
        return kept


_PLAIN = _Plain()


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """`text` in lower case without accents; ordinal signs and § keep their meaning as letters."""
    text = text.replace("º", "o").replace("°", "o").replace("ª", "a").replace("§", " par ")
    return unicodedata.normalize("NFKD", text.lower()).translate(_PLAIN)


def folded_in_place(text: str) -> str:
    """The text in lower case without accents, each letter where it stood."""
    return "".join(fold(c)[:1] or " " for c in text)


def words(text: str) -> list[str]:
    """Folded words and numbers of `text`, abbreviations written out, letters repeated for stress dropped."""
    short = _abbreviations()
    found: list[str] = []
    for word in _WORD.findall(_LONG_RUN.sub(r"\1", fold(text))):
        found.extend(short.get(word, (word,)))
    return found


def written_out(text: str) -> str:
    """`text` with its abbreviations and slang in the words they stand for, the rest as it was."""
    full = _full_words()
    return re.sub(r"\w+", lambda m: full.get(fold(m.group()), m.group()), text)


def saying(expressions: Iterable[str]) -> re.Pattern[str]:
    """Finds any of the expressions of a data file in folded text; one with `*` at its end is a beginning of words."""
    parts = (re.escape(fold(e.removesuffix("*"))) + (r"\w*" if e.endswith("*") else "") for e in expressions)
    return re.compile(rf"\b(?:{'|'.join(sorted(parts, key=len, reverse=True))})\b")


@cache
def _full_words() -> Mapping[str, str]:
    return {fold(short): full for short, full in synonyms().abbreviations.items()}


@cache
def _abbreviations() -> Mapping[str, tuple[str, ...]]:
    return {fold(k): tuple(_WORD.findall(fold(v))) for k, v in synonyms().abbreviations.items()}


@cache
def stopwords() -> frozenset[str]:
    """Words that say nothing about the matter."""
    return frozenset(fold(w) for w in synonyms().stopwords)


def digits(tokens: Iterable[str]) -> list[str]:
    """Numerals in words as digits: "vinte e cinco anos" → "25 anos". One ("um", "uma") stays a word."""
    source, found, at = list(tokens), [], 0
    if _NUMERALS.isdisjoint(source):
        return source
    while at < len(source):
        value, used = _number(source, at)
        found.append(str(value) if used else source[at])
        at += used or 1
    return found


def _number(tokens: list[str], at: int) -> tuple[int, int]:
    """The number that begins at `at` and how many words it takes; (0, 0) where none begins."""
    value, used, ceiling = 0, 0, 1000
    while at + used < len(tokens):
        step = 1 if used and tokens[at + used] == "e" else 0
        word = tokens[at + used + step] if at + used + step < len(tokens) else ""
        part = _part(word, after=value)
        if not part or part >= ceiling:
            break
        value, used, ceiling = value + part, used + step + 1, 100 if part >= 100 else 10 if part >= 20 else 1
    if used and at + used < len(tokens) and tokens[at + used] == "mil":
        return value * 1000, used + 1
    return value, used


def _part(word: str, *, after: int) -> int:
    if after and word in ("um", "uma"):
        return 1
    return _HUNDREDS.get(word) or _TENS.get(word) or _UNITS.get(word) or 0


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The word without its ending; numbers and words of up to three letters stay."""
    return word if len(word) <= 3 or word[0].isdecimal() else str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("portuguese")


def terms(tokens: list[str]) -> list[str]:
    """What is indexed and searched: stems of the words that matter, and the concepts they name."""
    kept = [stem(t) for t in tokens if t not in stopwords()]
    return kept + concepts(tokens)


def concepts(tokens: list[str]) -> list[str]:
    """Names of the concepts of `synonyms.yaml` that the words express."""
    return [f"#{name}" for name in expressed("concepts", tokens)]


def expressed(table: str, tokens: list[str]) -> list[str]:
    """Names of a table of `synonyms.yaml` whose expressions the words hold; the longest expression wins a
    place.
    """
    stems = [stem(t) for t in tokens]
    held, firsts = _expressions(table), _first_words(table)
    found: list[str] = []
    for at in (at for at, word in enumerate(stems) if word in firsts):
        for size in (4, 3, 2, 1):
            names = held.get(tuple(stems[at : at + size])) if at + size <= len(stems) else None
            if names:
                found.extend(n for n in names if n not in found)
                break
    return found


@cache
def _first_words(table: str) -> frozenset[str]:
    return frozenset(expression[0] for expression in _expressions(table) if expression)


@cache
def _expressions(table: str) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    held: dict[tuple[str, ...], tuple[str, ...]] = {}
    for name, expressions in getattr(synonyms(), table).items():
        for expression in expressions:
            key = tuple(stem(w) for w in words(expression))
            held[key] = (*held.get(key, ()), name)
    return held
