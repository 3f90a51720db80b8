"""A list of passengers as people paste it → names with one document each, or what is wrong in which line.

METROPLAN asks for the full name and RG, CPF or the employee's number of each (CETM 2015, art. 4º, VI), at least two
people (art. 2º, § 4º), and of a group no more than the vehicle has seats (art. 18). Problems name lines and never
repeat what stands in them: the names are not to be kept anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from knowledge.inputs import Number, read_cpf
from knowledge.text import fold

LINES_LIMIT = 1000
LEAST = 2
NAME_LIMIT, DOCUMENT_LIMIT = 120, 20
CPF_DIGITS = 11
LOST_ZEROS = 3

Kind = Literal["cpf", "rg", "matricula"]
_KINDS: dict[str, Kind] = {
    "cpf": "cpf",
    "rg": "rg",
    "identidade": "rg",
    "ci": "rg",
    "matricula": "matricula",
    "mat": "matricula",
    "funcional": "matricula",
    "cracha": "matricula",
}
_NAMES = ("nome", "passageiro", "funcionario")
_UNLABELLED = ("documento", "doc", "numero")


@dataclass(frozen=True)
class Passenger:
    """One person of the list."""

    name: str
    kind: Kind | None
    document: str


@dataclass(frozen=True)
class Problem:
    """What is wrong in a line (0: in the list as a whole); `other` is the line it collides with, or a number."""

    line: int
    reason: str
    other: int = 0


@dataclass(frozen=True)
class Read:
    """The list, or its problems; never some of both."""

    passengers: tuple[Passenger, ...]
    problems: tuple[Problem, ...]


def rows_of(text: str) -> list[list[str]]:
    """The cells of a pasted list: by tab, semicolon, bar or comma, else the name and what follows it."""
    return [_cells(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]


def _cells(line: str) -> list[str]:
    plain = re.sub(r"^\s{0,20}\d{1,4}\s?[.)ºª-]\s", "", line[:500])
    for mark in ("\t", ";", "|", ","):
        if mark in plain:
            return [cell.strip() for cell in plain.split(mark)]
    match = re.match(
        r"([^\d:]{1,200}?)[\s:–-]*\b((?:cpf|rg|matr[ií]cula|mat)?[\s.:nº°]{0,6}\d[\d.\-/xX ]*)$", plain, re.I
    )
    return [match[1].strip(" -–:"), match[2].strip()] if match else [plain.strip()]


def read_rows(rows: Sequence[Sequence[str]], *, seats: int | None = None) -> Read:
    """Reads the cells of a list. `seats`: how many the vehicle has, where that limits the list."""
    if len(rows) > LINES_LIMIT:
        return Read((), (Problem(0, "too_long", LINES_LIMIT),))
    columns = _header(rows)
    problems: list[Problem] = []
    found: list[tuple[int, Passenger]] = []
    for number, cells in enumerate(rows, 1):
        if not any(cell.strip() for cell in cells) or _header([cells]) is not None:
            continue
        passenger, problem = _person(_named(cells, columns), number)
        if problem is not None:
            problems.append(problem)
        if passenger is not None:
            found.append((number, passenger))
    problems += _repeats(found)
    people = len(found) + sum(p.reason in {"no_name", "no_document", "cpf", "full_name"} for p in problems)
    if people < LEAST:
        problems.append(Problem(0, "too_few", LEAST))
    if seats is not None and people > seats:
        problems.append(Problem(0, "too_many", seats))
    problems.sort(key=lambda p: p.line)
    return Read((), tuple(problems)) if problems else Read(tuple(p for _, p in found), ())


def _header(rows: Sequence[Sequence[str]]) -> list[str] | None:
    """The titles of the columns, when the first filled line holds titles and no numbers."""
    first = next((row for row in rows if any(cell.strip() for cell in row)), None)
    if first is None:
        return None
    titles = [fold(cell).strip(" .:") for cell in first]
    named = any(t.startswith(_NAMES) for t in titles)
    return titles if named and not any(c.isdigit() for cell in first for c in cell) else None


def _named(cells: Sequence[str], columns: list[str] | None) -> tuple[str, str, Kind | None]:
    """The name, the document, and what it is said to be."""
    if columns is not None:
        return _by_columns(cells, columns)
    name, document, kind = "", "", None
    for cell in (c.strip() for c in cells):
        label = _KINDS.get(fold(cell).strip(" .:nº°"))
        if label is not None:
            kind = kind or label
        elif any(c.isdigit() for c in cell):
            if not document and not (cell.isdigit() and len(cell) <= 3 and not name):
                document = cell
        elif not name:
            name = cell
    return name, *_labelled(document, kind)


def _by_columns(cells: Sequence[str], columns: list[str]) -> tuple[str, str, Kind | None]:
    name, document, kind = "", "", None
    for title, cell in zip(columns, (c.strip() for c in cells), strict=False):
        if title.startswith(_NAMES):
            name = name or cell
        elif cell and not document:
            word = title.split()[0] if title else ""
            if word in _KINDS:
                document, kind = cell, _KINDS[word]
            elif word in _UNLABELLED:
                document = cell
    return name, *_labelled(document, kind)


def _labelled(document: str, kind: Kind | None) -> tuple[str, Kind | None]:
    match = re.match(r"([^\W\d_]{2,11})[\s.:nº°]{0,6}(?=\d)", document)
    label = _KINDS.get(fold(match[1])) if match else None
    return (document[match.end() :].strip(), label) if match and label else (document, kind)


def _person(said: tuple[str, str, Kind | None], line: int) -> tuple[Passenger | None, Problem | None]:
    name, document, kind = " ".join(said[0].split())[:NAME_LIMIT], said[1].strip()[:DOCUMENT_LIMIT], said[2]
    if not name:
        return None, Problem(line, "no_name")
    if not document:
        return None, Problem(line, "no_document")
    if len(name.split()) < LEAST:
        return None, Problem(line, "full_name")
    digits = re.sub(r"\D", "", document)
    if kind == "cpf" or (kind is None and len(digits) == CPF_DIGITS):
        lost = CPF_DIGITS - len(digits)  # a spreadsheet's number has no zeros in front
        read = read_cpf(digits.zfill(CPF_DIGITS) if document.isdigit() and lost <= LOST_ZEROS else document)
        if not isinstance(read, Number):
            return None, Problem(line, "cpf")
        return Passenger(name, "cpf", read.text), None
    return Passenger(name, kind, document), None


def _repeats(found: Sequence[tuple[int, Passenger]]) -> list[Problem]:
    """The same person or document twice; two people may share a name when their documents differ."""
    problems: list[Problem] = []
    seen: dict[tuple[str, str], int] = {}
    for line, passenger in found:
        key = (passenger.kind or "", re.sub(r"[^0-9a-z]", "", fold(passenger.document)))
        if key in seen:
            problems.append(Problem(line, "repeated", seen[key]))
        else:
            seen[key] = line
    return problems
