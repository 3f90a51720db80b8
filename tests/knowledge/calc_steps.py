"""What the tests of calculators stand on: one day, the package's data on it, and how a result is looked at."""

from __future__ import annotations

import datetime as dt

from knowledge.calculation import Authority, Book, Calculation
from knowledge.calculators import run
from knowledge.corpus import load_corpus

TODAY = dt.date(2026, 6, 1)
BOOK = Book.package(TODAY)
CORPUS = load_corpus()
D = "daer-7727-2022:"


def value(found: Calculation, line: int = 0) -> object:
    return found.lines[line].ruling.value


def ran(id_: str, authority: Authority | None = None, **answers: str) -> list[Calculation]:
    found = run(id_, answers, BOOK, authority=authority)
    assert isinstance(found, list), found
    return found
