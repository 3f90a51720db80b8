"""Everything that must hold of the data files, in one list of lines for the person who edited them.

What a load refuses comes first, since nothing can be said of a base that does not load; then what only shows when the
files are seen together: grounds, numbers of the answers, rules of the kinds, links between topics, lists and
calculators.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from knowledge.calculators import package_calculators
from knowledge.checklist_walk import check as walk
from knowledge.deadlines import CROSS_RULES, PAPER_RULES, SUBJECT_RULES
from knowledge.embeddings import Vectors, key
from knowledge.errors import DataFileError, DataFilesError, NoValueInForce
from knowledge.ground_checks import unknown_grounds
from knowledge.library import Library, load_library
from knowledge.schema import DATA
from knowledge.topic_checks import topic_problems

FEWEST_PHRASES = 8
"""Fewer ways of asking than these find a topic badly (docs/decisions/answers.md)."""


def checked_library(on: dt.date, data: Path = DATA) -> tuple[Library | None, list[str]]:
    """The base of a folder, None when it does not load, and one line for each defect."""
    try:
        library = load_library(data)
    except DataFilesError as error:
        return None, [str(problem) for problem in error.problems]
    except (DataFileError, NoValueInForce) as error:
        return None, [str(error)]
    return library, list(_defects(library, on))


def _defects(library: Library, on: dt.date) -> Iterator[str]:
    known = {provision.id for provision in library.corpus.provisions()}
    with library.terms.in_use():
        yield from (str(defect) for defect in unknown_grounds(known))
    yield from (f"topics: {line}" for line in topic_problems(library.topics, library.corpus, library.upf, on))
    yield from _topic_links(library)
    yield from _rules(library)
    for checklist in library.checklists.checklists.values():
        yield from (f"checklists/{checklist.id}.yaml: {problem}" for problem in walk(checklist).problems)


def _topic_links(library: Library) -> Iterator[str]:
    lists, calculators = library.checklists.checklists, package_calculators()
    for topic in library.topics:
        if topic.checklist and topic.checklist not in lists:
            yield f"topics: {topic.id}: checklist desconhecido: {topic.checklist} (veja `fretabot checklist list`)"
        if topic.calculator and topic.calculator not in calculators:
            yield f"topics: {topic.id}: calculadora desconhecida: {topic.calculator} (veja calculators.yaml)"


def _rules(library: Library) -> Iterator[str]:
    rules = {*PAPER_RULES, *CROSS_RULES, *SUBJECT_RULES}
    for row in library.terms.rows:
        if row.rule not in rules:
            yield f"obligations.yaml: {row.kind}: conta desconhecida: rule: {row.rule} (as mais comuns: term, printed)"
        if row.rule == "term" and row.term is None:
            yield f"obligations.yaml: {row.kind}: rule: term precisa de `term`, o prazo (term: {{years: 1}})"
        if row.rule == "term" and "start" not in row.facts:
            yield f"obligations.yaml: {row.kind}: rule: term precisa do fato `start`, de onde o prazo começa"


def advice(library: Library, vectors: Vectors | None) -> Iterator[str]:
    """What is no defect and should be done before others use the base."""
    for topic in library.topics:
        if topic.kind != "not_covered" and len(topic.phrases) < FEWEST_PHRASES:
            yield f"topics: {topic.id}: só {len(topic.phrases)} jeitos de perguntar; o bom é {FEWEST_PHRASES} ou mais"
    if vectors is not None and (new := [t.id for t in library.topics if key(t) not in vectors.said]):
        yield f"vectors.npz: sem os assuntos novos ou mudados {', '.join(new)}; refaça com `fretabot bench vectors`"
