"""Everything that must hold of the data files, in one list of lines for the person who edited them.

What a load refuses comes first, since nothing can be said of a base that does not load; then what only shows when the
files are seen together: grounds, numbers of the answers, links between topics, lists and calculators.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path

from knowledge.calculator_form import Calculator
from knowledge.calculators import load_calculators
from knowledge.checklist_walk import check as walk
from knowledge.embeddings import Vectors, key
from knowledge.errors import DataFileError, DataFilesError, NoValueInForce
from knowledge.ground_checks import Grounded, unknown_grounds
from knowledge.library import Library, load_library
from knowledge.notes import load_notes
from knowledge.schema import DATA
from knowledge.topic_checks import topic_problems

FEWEST_PHRASES = 8
"""Fewer ways of asking than these find a topic badly (docs/decisions/answers.md)."""


def checked_library(on: dt.date, data: Path = DATA) -> tuple[Library | None, list[str]]:
    """The base of a folder, None when it does not load, and one line for each defect."""
    try:
        library, grounded = load_library(data), Grounded.of(data)
        calculators = load_calculators(data / "calculators.yaml")
        load_notes(data / "notes")
    except DataFilesError as error:
        return None, [str(problem) for problem in error.problems]
    except (DataFileError, NoValueInForce) as error:
        return None, [str(error)]
    known = {provision.id for provision in library.corpus.provisions()}
    return library, [
        *(str(defect) for defect in unknown_grounds(known, grounded)),
        *_defects(library, on),
        *_topic_links(library, calculators),
    ]


def _defects(library: Library, on: dt.date) -> Iterator[str]:
    yield from (f"topics: {line}" for line in topic_problems(library.topics, library, on))
    for checklist in library.checklists.checklists.values():
        yield from (f"checklists/{checklist.id}.yaml: {problem}" for problem in walk(checklist).problems)


def _topic_links(library: Library, calculators: Mapping[str, Calculator]) -> Iterator[str]:
    lists = library.checklists.checklists
    for topic in library.topics:
        if topic.checklist and topic.checklist not in lists:
            yield f"topics: {topic.id}: checklist desconhecido: {topic.checklist} (veja `fretabot checklist list`)"
        if topic.calculator and topic.calculator not in calculators:
            yield f"topics: {topic.id}: calculadora desconhecida: {topic.calculator} (veja calculators.yaml)"


def advice(library: Library, vectors: Vectors | None) -> Iterator[str]:
    """What is no defect and should be done before others use the base."""
    for topic in library.topics:
        if topic.kind != "not_covered" and len(topic.phrases) < FEWEST_PHRASES:
            yield f"topics: {topic.id}: só {len(topic.phrases)} jeitos de perguntar; o bom é {FEWEST_PHRASES} ou mais"
    if vectors is not None and (new := [t.id for t in library.topics if key(t) not in vectors.said]):
        yield f"vectors.npz: sem os assuntos novos ou mudados {', '.join(new)}; refaça com `fretabot bench vectors`"
