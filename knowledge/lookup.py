"""A person's way of naming a provision, read into ids: "artigo 13", "48 daer", "grupo V item i"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from knowledge import ids
from knowledge.ids import Kind, Step

_TOKEN = re.compile(r"[§,]|\d+(?:-[a-z])?|[a-z]+(?=\.\d)|\.\d+|[a-z]+")
_WORDS = {
    "art": Kind.ARTICLE, "artigo": Kind.ARTICLE, "arts": Kind.ARTICLE, "artigos": Kind.ARTICLE,
    "§": Kind.PARAGRAPH, "par": Kind.PARAGRAPH, "paragrafo": Kind.PARAGRAPH, "parag": Kind.PARAGRAPH,
    "inc": Kind.INCISO, "inciso": Kind.INCISO, "grupo": Kind.INCISO,
    "alinea": Kind.ALINEA, "al": Kind.ALINEA, "letra": Kind.ALINEA, "ali": Kind.ALINEA,
    "anexo": Kind.ANNEX, "anx": Kind.ANNEX,
    "capitulo": Kind.CHAPTER, "cap": Kind.CHAPTER,
    "secao": Kind.SECTION, "sec": Kind.SECTION,
}  # fmt: skip
_FILLERS = {
    "o",
    "a",
    "do",
    "da",
    "de",
    "no",
    "na",
    "e",
    "caput",
    "res",
    "resolucao",
    "lei",
    "portaria",
    "decreto",
    "norma",
}
_FINES_ARTICLE = 48  # "Grupo I … V" are the incisos of DAER art. 48


@dataclass
class Request:
    """What was asked for: a norm, if named, and the fragments it may mean, best first."""

    norm: str | None = None
    rungs: dict[Kind, Step] = field(default_factory=dict)

    @property
    def fragments(self) -> list[str]:
        """The ids' fragments these rungs can form."""
        order = [Kind.ARTICLE, Kind.PARAGRAPH, Kind.INCISO, Kind.ALINEA, Kind.ITEM]
        hung = [Kind.ARTICLE, Kind.INCISO, Kind.PARAGRAPH, Kind.ALINEA]
        shapes = [order, hung, [Kind.CHAPTER, Kind.SECTION], [Kind.ANNEX]]
        built = []
        for rungs in (self.rungs, self._as_letter()):
            for shape in shapes:
                steps = tuple(rungs[kind] for kind in shape if kind in rungs)
                if steps and steps[0].kind is shape[0] and len(steps) == len(rungs):
                    built.append(ids.build(steps))
        return list(dict.fromkeys(built))

    def _as_letter(self) -> dict[Kind, Step]:
        """A lone "c" read as a numeral may be a letter: "art. 36, § 1º, c"."""
        inciso = self.rungs.get(Kind.INCISO)
        if inciso is None or Kind.ALINEA in self.rungs or len(numeral := ids.roman(inciso.number)) > 1:
            return {}
        rungs = dict(self.rungs)
        del rungs[Kind.INCISO]
        rungs[Kind.ALINEA] = Step(Kind.ALINEA, ids.from_letter(numeral))
        return rungs


def fold(text: str) -> str:
    """Lower case, without accents or ordinal signs."""
    flat = unicodedata.normalize("NFD", re.sub(r"(?<=\d)\s?[º°ª]|(?<=\d)o\b", "", text.lower()))
    return "".join(char for char in flat if not unicodedata.combining(char))


def read_request(text: str, norms: Mapping[str, str]) -> Request:
    """A person's words as a request; `norms` maps the names of norms, folded, to their ids."""
    text = fold(text.strip()).replace("__", ":")
    request = Request()
    exact = re.fullmatch(r"(?:([a-z0-9-]+):)?((?:art|cap|anx)\d[a-z0-9_-]*)", text)
    if exact and exact[2]:
        request.norm = norms.get(exact[1] or "")
        request.rungs = _rungs_of(exact[2])
        return request
    for name in sorted(norms, key=len, reverse=True):
        pattern = rf"(?<![\w.]){re.escape(fold(name))}(?:/20\d\d)?(?![\w.])"
        if re.search(pattern, text):
            request.norm = norms[name]
            text = re.sub(pattern, " ", text)
            break
    _fill(request, _TOKEN.findall(text))
    return request


def _rungs_of(fragment: str) -> dict[Kind, Step]:
    try:
        return {step.kind: step for step in ids.parse(fragment)}
    except ValueError:
        return {}


def _fill(request: Request, words: list[str]) -> None:
    due: Kind | None = None
    item = False
    for at, word in enumerate(words):
        if word == "," or (word in _FILLERS and due is None and not _names_alinea(words, at, request)):
            continue
        if word == "item":
            due, item = None, True
        elif word in _WORDS:
            due, item = _WORDS[word], False
            if word == "grupo":
                request.rungs.setdefault(Kind.ARTICLE, Step(Kind.ARTICLE, _FINES_ARTICLE))
        elif step := _step(word, due or _expected(word, request, item=item)):
            request.rungs.setdefault(step.kind, step)
            due, item = None, False


def _names_alinea(words: list[str], at: int, request: Request) -> bool:
    """Whether an "a", "e" or "o" is the letter of an alínea ("art. 5º, V, a") and no small word."""
    last = at + 1 == len(words)
    listed = at > 0 and words[at - 1] == "," and (last or words[at + 1] not in _WORDS)
    below = Kind.INCISO in request.rungs or Kind.PARAGRAPH in request.rungs
    return len(words[at]) == 1 and below and (last or listed)


def _expected(word: str, request: Request, *, item: bool) -> Kind | None:
    """The rung a bare word stands for, by what has been read so far."""
    if word.startswith("."):
        return Kind.ITEM
    if word[0].isdecimal():
        return Kind.ITEM if item else Kind.ARTICLE
    if word == "unico":
        return Kind.PARAGRAPH
    if Kind.INCISO in request.rungs and len(word) == 1:
        return Kind.ALINEA
    if re.fullmatch(r"[ivxlc]+", word) and Kind.INCISO not in request.rungs:
        return Kind.INCISO
    return Kind.ALINEA if len(word) == 1 and Kind.ARTICLE in request.rungs else None


def _step(word: str, kind: Kind | None) -> Step | None:
    if kind is None:
        return None
    if word.startswith("unic"):
        return Step(kind, 1, sole=True) if kind in (Kind.PARAGRAPH, Kind.ANNEX) else None
    number, _, inserted = word.lstrip(".").partition("-")
    try:
        if number.isdecimal():
            value = int(number)
        else:
            value = ids.from_letter(number) if kind in (Kind.ALINEA, Kind.ITEM) else ids.from_roman(number)
        return Step(kind, value, ids.from_letter(inserted) if inserted else 0) if value else None
    except ValueError:
        return None
