"""What the parts of one checklist file must keep to among each other.

Shapes are in `checklist_model`; what only shows by walking every path is in `checklist_walk`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import pairwise

from knowledge.checklist_model import UNSURE, Checklist, Question, When
from knowledge.errors import DataFileError
from knowledge.fleet_ages import ANSWERS as AGES
from knowledge.obligations import Obligations, package_obligations

FLEET_SIZE = "fleet-size"
FLEET_AGE = "fleet-age"
"""The fact that is no paper: how many active vehicles the company has."""


def names(question: Question) -> tuple[str, ...]:
    """The answers and brackets of a question that `when` may name."""
    unsure = (UNSURE,) if question.unsure else ()
    return (*question.answers, *question.brackets, *unsure)


def defects(checklist: Checklist, file: str, contacts: Collection[str]) -> list[DataFileError]:
    """Every rule the file breaks, worded for the person who edits it."""
    found = [
        *_identity(checklist, file),
        *_questions(checklist, file),
        *_conditions(checklist, file),
        *_feeds(checklist, file),
        *_versions(checklist, file),
        *_documents(checklist, file),
        *_facts(checklist, file),
    ]
    found += [
        DataFileError(file, "contacts", f"contato desconhecido: {c}", "use um id de contacts.yaml")
        for c in checklist.contacts
        if c not in contacts
    ]
    return found


def unknown_provisions(checklist: Checklist, file: str, known: Collection[str]) -> list[DataFileError]:
    """Ids that no norm of the base holds."""
    cited = {("basis", i) for i in checklist.basis} | {("reviewed", i) for i in checklist.reviewed}
    cited |= {(q.id, i) for q in checklist.questions for i in q.provision}
    cited |= {(p.id, i) for p in checklist.parts for i in p.provision}
    return [
        DataFileError(file, key, f"dispositivo desconhecido: {id_}", "confira o id na norma")
        for key, id_ in sorted(cited)
        if id_ not in known
    ]


def _identity(checklist: Checklist, file: str) -> Iterator[DataFileError]:
    if f"{checklist.id}.yaml" != file:
        yield DataFileError(file, "id", f"{checklist.id!r} difere do nome do arquivo", "use o mesmo nome")
    ids = [q.id for q in checklist.questions] + [p.id for p in checklist.parts]
    for id_, times in Counter(ids).items():
        if times > 1:
            yield DataFileError(file, id_, f"id usado {times} vezes", "dê um id próprio a cada parte")


def _questions(checklist: Checklist, file: str) -> Iterator[DataFileError]:
    for q in checklist.questions:
        if (q.type == "choice") != bool(q.answers):
            yield DataFileError(file, q.id, "só a pergunta do tipo choice tem answers", "dê as respostas")
        if q.type == "choice" and (len(q.answers) < 2 or q.unsure):
            yield DataFileError(file, q.id, "escolha com menos de 2 respostas ou com unsure", "use answers")
        if q.brackets and q.type != "number":
            yield DataFileError(file, q.id, "brackets só valem para number", "tire brackets")
        if not q.provision:
            yield DataFileError(file, q.id, "pergunta sem dispositivo", "diga por que se pergunta")
        yield from _gaps(q, file)


def _facts(checklist: Checklist, file: str) -> Iterator[DataFileError]:
    kinds = package_obligations()
    for q in checklist.questions:
        if q.fact is None:
            continue
        if not _fits(q, kinds):
            yield DataFileError(
                file,
                q.id,
                f"fact desconhecido: {q.fact}",
                f"use fleet-size (número), um kind (data) ou fleet-age (escolha entre {', '.join(AGES)})",
            )


def _fits(question: Question, kinds: Obligations) -> bool:
    if question.type == "date":
        return question.fact in kinds
    if question.type == "number":
        return question.fact == FLEET_SIZE
    return question.fact == FLEET_AGE and set(question.answers) <= set(AGES)


def _gaps(question: Question, file: str) -> Iterator[DataFileError]:
    """Brackets must follow each other without hole or overlap, in whole numbers."""
    brackets = list(question.brackets.values())
    for before, after in pairwise(brackets):
        if before.high is None or after.low is None or after.low != before.high + 1:
            yield DataFileError(
                file,
                question.id,
                f"faixas {before.label!r} e {after.label!r} não encostam",
                "acerte from e to",
            )


def _conditions(checklist: Checklist, file: str) -> Iterator[DataFileError]:
    known: dict[str, tuple[str, ...]] = {}
    for q in checklist.questions:
        yield from _condition(q.id, q.when, known, file)
        known[q.id] = names(q)
    for part in checklist.parts:
        yield from _condition(part.id, part.when, known, file)
    for stop in checklist.stops:
        if not stop.when:
            yield DataFileError(file, stop.id, "parada sem condição", "diga em when quando para")


def _condition(
    owner: str, when: When, known: dict[str, tuple[str, ...]], file: str
) -> Iterator[DataFileError]:
    for question, answers in when.items():
        if question not in known:
            yield DataFileError(
                file,
                owner,
                f"when cita {question!r}, que não é uma pergunta anterior",
                "confira nome e ordem",
            )
            continue
        for answer in answers:
            if answer not in known[question]:
                yield DataFileError(
                    file,
                    owner,
                    f"when cita {answer!r}, que não é resposta de {question!r}",
                    f"use uma de {', '.join(known[question])}",
                )


def _feeds(checklist: Checklist, file: str) -> Iterator[DataFileError]:
    types = {q.id: q.type for q in checklist.questions}
    feeds = [(f.id, f.by, "number") for f in checklist.fees] + [
        (f.id, f.times, "number") for f in checklist.fees
    ]
    feeds += [(d.id, d.start, "date") for d in checklist.deadlines]
    for owner, question, type_ in feeds:
        if question and types.get(question) != type_:
            yield DataFileError(file, owner, f"{question!r} não é pergunta do tipo {type_}", "confira o nome")
    for term in checklist.deadlines:
        if (term.start is None) != (term.days is None):
            yield DataFileError(file, term.id, "start e days andam juntos", "dê os dois ou nenhum")


def _documents(checklist: Checklist, file: str) -> Iterator[DataFileError]:
    kinds = package_obligations()
    for item in checklist.requirements:
        if item.document is not None and item.document not in kinds:
            yield DataFileError(
                file, item.id, f"documento desconhecido: {item.document}", "use um kind de obligations.yaml"
            )


def _versions(checklist: Checklist, file: str) -> Iterator[DataFileError]:
    declared = [c.version for c in checklist.changes]
    if declared != list(range(2, checklist.version + 1)):
        yield DataFileError(
            file,
            "changes",
            f"versão {checklist.version} com mudanças {declared}",
            "declare cada versão desde a 2",
        )
    asked = {q.id for q in checklist.questions}
    for change in checklist.changes:
        for question in change.ask_again:
            if question not in asked and change.version == checklist.version:
                yield DataFileError(file, "changes", f"pergunta desconhecida: {question}", "confira o nome")
