"""Walks every path of a checklist and says what no path reaches or no answer changes.

The walk tries one answer of each kind (`checklists.representatives`). `flow` writes the same walk as Mermaid
text, for people who know the law.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from knowledge.checklist_model import Checklist, Question
from knowledge.checklist_rules import names
from knowledge.checklists import answer, named, next_question, representatives, spoken, stand, stop_of

LIMIT = 20_000
"""Paths of one checklist; more questions than that no person follows either."""


@dataclass(frozen=True)
class Report:
    """What the walk of one checklist found."""

    id: str
    paths: int
    problems: tuple[str, ...]


def paths(checklist: Checklist) -> Iterator[dict[str, str]]:
    """The answers at the end of every path, depth first."""
    waiting: list[dict[str, str]] = [{}]
    while waiting:
        answers = waiting.pop()
        question = next_question(checklist, answers)
        if question is None:
            yield answers
            continue
        tried = [answer(checklist, answers, question.id, v) for v in representatives(question)]
        waiting += reversed(tried)


def check(checklist: Checklist) -> Report:
    """Every defect that only a walk shows; no problem means that all paths end well."""
    reached: set[str] = set()
    problems: dict[str, None] = {}
    count = 0
    for answers in paths(checklist):
        count += 1
        if count > LIMIT:
            problems[f"mais de {LIMIT} caminhos: junte ou divida perguntas"] = None
            break
        reached |= _reached(checklist, answers)
        problems |= dict.fromkeys(_dead_ends(checklist, answers))
    problems |= dict.fromkeys(_unreachable(checklist, reached))
    problems |= dict.fromkeys(_unused(checklist))
    problems |= dict.fromkeys(_idle_answers(checklist))
    problems |= dict.fromkeys(_groundless(checklist))
    return Report(checklist.id, count, tuple(problems))


def _reached(checklist: Checklist, answers: dict[str, str]) -> set[str]:
    here = stand(checklist, answers)
    stop = stop_of(checklist, answers)
    if stop:
        return {*here.given, stop.id}
    return {*here.given, *(p.id for p in checklist.parts if here.need(p.when) == "yes")}


def _dead_ends(checklist: Checklist, answers: dict[str, str]) -> Iterator[str]:
    """A path must end in a stop, or in an outcome where nothing is open and something is to be done."""
    if stop_of(checklist, answers):
        return
    here = stand(checklist, answers)
    for part in checklist.parts:
        if here.need(part.when) == "unknown":
            yield f"beco sem saída: {part.id} fica sem resposta em {answers}"
    for parts, word in ((checklist.requirements, "item"), (checklist.steps, "passo")):
        if not any(here.need(p.when) == "yes" for p in parts):
            yield f"beco sem saída: nenhum {word} em {answers}"


def _unreachable(checklist: Checklist, reached: set[str]) -> Iterator[str]:
    for id_ in [q.id for q in checklist.questions] + [p.id for p in checklist.parts]:
        if id_ not in reached:
            yield f"inalcançável: {id_}"


def _users(checklist: Checklist, question: Question) -> list[tuple[str, ...]]:
    """The answer sets under which anything depends on the question."""
    whens = [q.when for q in checklist.questions] + [p.when for p in checklist.parts]
    return [when[question.id] for when in whens if question.id in when]


def _feeding(checklist: Checklist) -> set[str]:
    feeds = (
        {f.by for f in checklist.fees}
        | {f.times for f in checklist.fees}
        | {d.start for d in checklist.deadlines}
    )
    return {f for f in feeds if f}


def _unused(checklist: Checklist) -> Iterator[str]:
    for question in checklist.questions:
        if not _users(checklist, question) and question.id not in _feeding(checklist):
            yield f"pergunta que ninguém usa: {question.id}"


def _idle_answers(checklist: Checklist) -> Iterator[str]:
    """Two answers that switch the same things are one answer; for brackets, two that touch."""
    for question in checklist.questions:
        users = _users(checklist, question)
        switched = {name: tuple(name in allowed for allowed in users) for name in names(question)}
        slugs = list(question.answers)
        pairs = [(a, b) for i, a in enumerate(slugs) for b in slugs[i + 1 :]]
        brackets = list(question.brackets)
        pairs += pairwise(brackets)
        for a, b in pairs:
            if switched[a] == switched[b]:
                yield f"resposta sem consequência: {question.id}: {a} e {b} levam ao mesmo"


def _groundless(checklist: Checklist) -> Iterator[str]:
    """Items rest on a provision, or are marked as asked beyond the norm; so do stops, fees and deadlines."""
    for requirement in checklist.requirements:
        if not requirement.provision and requirement.beyond_norm is None:
            yield f"item sem dispositivo: {requirement.id}"
    for part in (*checklist.stops, *checklist.fees):
        if not part.provision:
            yield f"sem dispositivo: {part.id}"
    grounded = [(t.id, t.provision, t.standing) for t in checklist.deadlines]
    grounded += [(n.id, n.provision, n.standing) for n in checklist.notices]
    for id_, provision, standing in grounded:
        if not provision and standing != "outside":
            yield f"sem dispositivo: {id_}"


def flow(checklist: Checklist) -> str:
    """The flow as Mermaid text: questions, stops, the outcome, and the items each answer adds."""
    lines = ["flowchart TD", f'  inicio(["{_safe(checklist.title)}"])']
    lines += [f'  {_node(q.id)}{{"{_safe(q.text)}"}}' for q in checklist.questions]
    lines += [f'  {_node(s.id)}[/"PARA: {_safe(s.text)}"/]' for s in checklist.stops]
    lines.append('  fim(["Resultado"])')
    lines += _arrows(checklist)
    for item in checklist.requirements:
        lines.append(
            f'  {_node(item.id)}["{_safe(item.title)}<br/>{", ".join(item.provision) or "fora da norma"}"]'
        )
        if not item.when:
            lines.append(f"  fim --- {_node(item.id)}")
        for question, allowed in item.when.items():
            lines.append(
                f'  {_node(question)} -. "{_labels(checklist, question, allowed)}" .-> {_node(item.id)}'
            )
    return "\n".join(lines) + "\n"


def _arrows(checklist: Checklist) -> list[str]:
    """Each step of the walk once: from a question, by its answers, to what comes next."""
    arrows: dict[tuple[str, str], dict[str, None]] = {}
    first = next_question(checklist, {})
    for answers in paths(checklist):
        given: dict[str, str] = {}
        for name, value in answers.items():
            given[name] = value
            question = checklist.question(name)
            if question is not None:
                label = _labels(checklist, name, (named(question, value),))
                arrows.setdefault((name, _target(checklist, given)), {})[label] = None
    lines = [f"  inicio --> {_node(first.id) if first else 'fim'}"]
    lines += [
        f'  {_node(a)} -- "{" | ".join(labels)}" --> {_node(b) if b != "fim" else b}'
        for (a, b), labels in arrows.items()
    ]
    return lines


def _target(checklist: Checklist, given: dict[str, str]) -> str:
    stop = stop_of(checklist, given)
    if stop:
        return stop.id
    ahead = next_question(checklist, given)
    return ahead.id if ahead else "fim"


def _labels(checklist: Checklist, question: str, allowed: tuple[str, ...]) -> str:
    found = checklist.question(question)
    if found is None:
        return ", ".join(allowed)
    spoken_names = (found.brackets[a].label if a in found.brackets else spoken(found, a) for a in allowed)
    return _safe(", ".join(spoken_names))


def _node(id_: str) -> str:
    return "n_" + id_.replace("-", "_")


def _safe(text: str) -> str:
    return text.replace('"', "'").replace("\n", " ")
