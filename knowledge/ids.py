"""Provision ids: parse, build, parent, order, and the labels people read.

An id is `norm:fragment`; fragments are LexML's in short form, without the `_cpt` step. What a provision says
stands in `knowledge.corpus`; the full LexML form in `knowledge.lexml`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache


class Kind(StrEnum):
    """The rungs of a Brazilian norm, and the groupings and annexes around them."""

    ARTICLE = "article"
    PARAGRAPH = "paragraph"
    INCISO = "inciso"
    ALINEA = "alinea"
    ITEM = "item"
    CHAPTER = "chapter"
    SECTION = "section"
    ANNEX = "annex"


GROUPINGS = (Kind.CHAPTER, Kind.SECTION)
"""The rungs that only gather articles and state nothing themselves."""

PREFIX = {
    Kind.ARTICLE: "art",
    Kind.PARAGRAPH: "par",
    Kind.INCISO: "inc",
    Kind.ALINEA: "ali",
    Kind.ITEM: "ite",
    Kind.CHAPTER: "cap",
    Kind.SECTION: "sec",
    Kind.ANNEX: "anx",
}
_KIND = {prefix: kind for kind, prefix in PREFIX.items()}
_STEP = re.compile(r"(art|par|inc|ali|ite|cap|sec|anx)([1-9]\d*)(?:-([1-9]\d*))?(u?)")
# The ladder, plus the § that hangs from an inciso (two of them in CETM art. 2).
_SHAPE = re.compile(
    r"(?:art(?:_par)?(?:_inc)?(?:_ali)?(?:_ite)?|art_inc_par(?:_inc)?(?:_ali)?|cap(?:_sec)?|anx)"
)
_NORM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, order=True)
class Step:
    """One rung with its number; `sole` is "único", `inserted` the letter of a later article (5º-A is 1)."""

    kind: Kind
    number: int
    inserted: int = 0
    sole: bool = False

    def __str__(self) -> str:
        tail = f"-{self.inserted}" if self.inserted else ""
        return f"{PREFIX[self.kind]}{self.number}{tail}{'u' if self.sole else ''}"


Steps = tuple[Step, ...]


@lru_cache(maxsize=8192)
def parse(fragment: str) -> Steps:
    """The rungs of a fragment, outermost first. Raises `ValueError` for what the grammar does not hold."""
    steps = tuple(_step(part) for part in fragment.split("_"))
    if not _SHAPE.fullmatch("_".join(PREFIX[step.kind] for step in steps)):
        raise ValueError(f"no provision has this shape: {fragment!r}")
    return steps


def _step(text: str) -> Step:
    match = _STEP.fullmatch(text)
    if match is None:
        raise ValueError(f"not a rung of a norm: {text!r}")
    prefix, number, inserted, sole = match.groups()
    step = Step(_KIND[prefix], int(number), int(inserted or 0), bool(sole))
    if sole and (step.number != 1 or inserted or step.kind not in (Kind.PARAGRAPH, Kind.ANNEX)):
        raise ValueError(f"only a paragraph or an annex can be the only one: {text!r}")
    return step


def build(steps: Steps) -> str:
    """The fragment of these rungs; the inverse of `parse`."""
    return "_".join(str(step) for step in steps)


def split(id_: str) -> tuple[str, str]:
    """Norm and fragment of a full id; the fragment is empty when the id is a norm's. Raises `ValueError`."""
    norm, colon, fragment = id_.partition(":")
    if not _NORM.fullmatch(norm) or (colon and not fragment):
        raise ValueError(f"not an id: {id_!r}")
    if fragment:
        parse(fragment)
    return norm, fragment


def join(norm: str, fragment: str) -> str:
    """The full id of a fragment of a norm."""
    return f"{norm}:{fragment}" if fragment else norm


def parent(fragment: str) -> str | None:
    """The fragment one rung up, as the id alone tells it: none for articles, chapters and annexes."""
    return fragment.rpartition("_")[0] or None


def kind(fragment: str) -> Kind:
    """The rung a fragment ends on."""
    return parse(fragment)[-1].kind


def order(fragment: str) -> tuple[tuple[int, int, int, int], ...]:
    """A sort key in the ladder's order. The order of reading is the file's, which the corpus keeps."""
    ranks = (
        Kind.CHAPTER,
        Kind.SECTION,
        Kind.ARTICLE,
        Kind.INCISO,
        Kind.ALINEA,
        Kind.ITEM,
        Kind.PARAGRAPH,
        Kind.ANNEX,
    )
    return tuple((ranks.index(s.kind), s.number, s.inserted, s.sole) for s in parse(fragment))


_ROMANS = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


def roman(number: int) -> str:
    """A number as incisos, chapters and annexes print it."""
    if number < 1:
        raise ValueError(f"no Roman numeral for {number}")
    letters = ""
    for value, numeral in _ROMANS:
        count, number = divmod(number, value)
        letters += numeral * count
    return letters


def from_roman(text: str) -> int:
    """The number of a Roman numeral. Raises `ValueError` unless written in the one correct way."""
    rest, total = text.upper(), 0
    for value, numeral in _ROMANS:
        while rest.startswith(numeral):
            total, rest = total + value, rest[len(numeral) :]
    if rest or not total or roman(total) != text.upper():
        raise ValueError(f"not a Roman numeral: {text!r}")
    return total


def letter(number: int) -> str:
    """The letter of an alínea in the alphabet of 26: k is 11; after z comes aa."""
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def from_letter(text: str) -> int:
    """The number of an alínea's letter. Raises `ValueError` for anything but a–z."""
    number = 0
    for char in text.lower():
        if not "a" <= char <= "z":
            raise ValueError(f"not an alínea: {text!r}")
        number = number * 26 + ord(char) - ord("a") + 1
    return number


def ordinal(step: Step) -> str:
    """A number as articles and §§ print it: ordinal up to 9, cardinal from 10, with the inserted letter."""
    text = f"{step.number}º" if step.number < 10 else str(step.number)
    return f"{text}-{letter(step.inserted).upper()}" if step.inserted else text


def label(fragment: str) -> str:
    """The stored label: "Art. 5º, IV, b.1", "Capítulo VIII, Seção I", "Anexo Único"."""
    text = citation(fragment)
    return text[:1].upper() + text[1:]


def citation(fragment: str, *, caput: bool = False) -> str:
    """The label inside a sentence: "art. 13, § 2º"; `caput` adds that only the opening words are meant."""
    text, above = "", None
    for step in parse(fragment):
        mark = "" if above is None else "." if above is Kind.ALINEA and step.kind is Kind.ITEM else ", "
        text, above = f"{text}{mark}{_words(step)}", step.kind
    return f"{text}, caput" if caput else text


def rung_words(step: Step) -> str:
    """A single rung by its own name: "inciso VI", "alínea c", "art. 5º"."""
    names = {Kind.INCISO: "inciso ", Kind.ALINEA: "alínea ", Kind.ITEM: "item "}
    return f"{names.get(step.kind, '')}{_words(step)}"


def _words(step: Step) -> str:  # one per rung
    match step.kind:
        case Kind.ARTICLE:
            return f"art. {ordinal(step)}"
        case Kind.PARAGRAPH:
            return "parágrafo único" if step.sole else f"§ {ordinal(step)}"
        case Kind.INCISO:
            return roman(step.number)
        case Kind.ALINEA:
            return letter(step.number)
        case Kind.ITEM:
            return str(step.number)
        case Kind.CHAPTER:
            return f"Capítulo {roman(step.number)}"
        case Kind.SECTION:
            return f"Seção {roman(step.number)}"
        case _:
            return "Anexo Único" if step.sole else f"Anexo {roman(step.number)}"


def same_line(ground: str, provision: str) -> bool:
    """Whether one is the other or stands in it: "art13" and "art13_par2", not "art1" and "art13"."""
    return f"{ground}_".startswith(f"{provision}_") or f"{provision}_".startswith(f"{ground}_")


def rests(grounds: Iterable[str], provisions: Collection[str]) -> bool:
    """Whether anything grounded so rests on one of the provisions, or on what stands above or below one."""
    return any(same_line(ground, provision) for ground in grounds for provision in provisions)
