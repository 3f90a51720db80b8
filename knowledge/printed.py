"""The printed label at the head of a line: article, §, inciso, alínea, item, chapter, section, annex.

Only what one line shows. Which provision it becomes depends on its neighbours and stands in
`knowledge.importer`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from knowledge.ids import Kind, from_letter, from_roman

_ORDINAL = r"(?:\.?\s?[º°ª]|o\b)?"
_DASH = r"[-–—](?=\s|$)"
_END = rf"\s*[.:]?\s*(?:{_DASH})?\s*"
_ARTICLE = re.compile(rf"(?:Art\.|ART\.|Artigo|ARTIGO)\s*(\d{{1,4}})(?!\d){_ORDINAL}(?:-([A-Z])\b)?{_END}")
_PARAGRAPH = re.compile(rf"(?:§|•)\s*(\d{{1,3}})(?!\d){_ORDINAL}{_END}")
_SOLE = re.compile(rf"(?:§\s*[uú]nico|Par[aá]grafo\s+[uú]nico){_END}", re.IGNORECASE)
_INCISO = re.compile(rf"([IVXLC]+)\s*(?:[.)]|{_DASH})\s*")
_SUB_ALINEA = re.compile(r"([IVXLC]+)\.([a-z])\.\s*")
_ALINEA = re.compile(rf"(\d+\.\s*)?([a-z]{{1,2}})(?:\s?\)|\s{_DASH})\s*")
_ITEM = re.compile(r"([a-z])\.(\d{1,3})\s?\)\s*")
_COUNTER = re.compile(r"(\d{1,3})\s*(?:[.)](?=\s)|[-–—](?=\s))\s*")
_CHAPTER = re.compile(r"(CAP[IÍ]TULO|Cap[ií]tulo)\s+([IVXLC]+|[UÚ]NICO)\s*(?:[-–—:.]\s*|$|(?=[A-ZÀ-Ú]))")
_SECTION = re.compile(
    r"(SE[CÇ][AÃ]O|Se[cç][aã]o)\s+([IVXLC]+|[ÚúUu][nN][iI][cC][aA])\s*(?:[-–—:.]\s*|$|(?=[A-ZÀ-Ú]))"
)
_ANNEX = re.compile(r"ANEXO(?:\s+([IVXLC]+|[UÚ]NICO))?(?=$|[\s.:–—-])\s*(?:[-–—:.](?=\s)\s*)?")
_OTHER_GROUPING = re.compile(
    r"(?:LIVRO|T[IÍ]TULO|SUBSE[CÇ][AÃ]O)\s+(?:[IVXLC]+|[UÚ]NIC[OA])\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Mark:
    """A printed label: its rung, its number, the label's own characters and the words after it.

    `kind` is None for a bare counter ("3."), whose rung only the neighbours tell. `outer` is the number the
    label repeats from the rung above: the inciso of "XXIII.a." or the alínea of "b.1)".
    """

    kind: Kind | None
    number: int
    printed: str
    rest: str
    inserted: int = 0
    sole: bool = False
    outer: int = 0


def is_other_grouping(line: str) -> bool:
    """Whether a line heads a book, title or subsection, which have no id here."""
    return _OTHER_GROUPING.match(line) is not None


def mark(line: str) -> Mark | None:
    """The label a line begins with, or None."""
    if match := _ARTICLE.match(line):
        inserted = from_letter(match[2]) if match[2] else 0
        return _mark(Kind.ARTICLE, int(match[1]), match, inserted=inserted)
    if match := _SOLE.match(line):
        return _mark(Kind.PARAGRAPH, 1, match, sole=True)
    if match := _PARAGRAPH.match(line):
        return _mark(Kind.PARAGRAPH, int(match[1]), match)
    if match := _ANNEX.match(line):
        sole = match[1] is None or match[1].endswith("NICO")
        return _mark(Kind.ANNEX, 1 if sole else from_roman(match[1]), match, sole=sole)
    for kind, pattern in ((Kind.CHAPTER, _CHAPTER), (Kind.SECTION, _SECTION)):
        if match := pattern.match(line):
            return _mark(kind, 1 if match[2].upper()[1:3] == "NI" else from_roman(match[2]), match)
    return _rung(line)


def _rung(line: str) -> Mark | None:
    if (match := _SUB_ALINEA.match(line)) and (outer := _roman(match[1])):
        return _mark(Kind.ALINEA, from_letter(match[2]), match, outer=outer)
    if (match := _INCISO.match(line)) and (number := _roman(match[1])):
        return _mark(Kind.INCISO, number, match)
    if match := _ITEM.match(line):
        return _mark(Kind.ITEM, int(match[2]), match, outer=from_letter(match[1]))
    if match := _ALINEA.match(line):
        return _mark(Kind.ALINEA, from_letter(match[2]), match)
    if match := _COUNTER.match(line):
        return _mark(None, int(match[1]), match)
    return None


def _roman(text: str) -> int:
    try:
        return from_roman(text)
    except ValueError:
        return 0


def _mark(
    kind: Kind | None,
    number: int,
    match: re.Match[str],
    *,
    inserted: int = 0,
    sole: bool = False,
    outer: int = 0,
) -> Mark:
    rest = match.string[match.end() :]
    return Mark(kind, number, match[0].strip(), rest, inserted=inserted, sole=sole, outer=outer)
