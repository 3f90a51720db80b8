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
    longest: int
    problems: tuple[str, ...]


@dataclass(frozen=True)
class Stride:
    """One answer of the walk, and the question or end it leads to."""

    question: Question
    value: str
    answers: dict[str, str]
    ahead: Question | None


def strides(checklist: Checklist) -> Iterator[Stride]:
    """Every answer at every state a person can reach, depth first, each once."""
    first = next_question(checklist, {})
    waiting: list[tuple[dict[str, str], Question]] = [({}, first)] if first else []
    while waiting:
        before, question = waiting.pop()
        taken = []
        for value in representatives(question):
            after = answer(checklist, before, question.id, value)
            taken.append(Stride(question, value, after, next_question(checklist, after)))
        yield from taken
        waiting += [(s.answers, s.ahead) for s in reversed(taken) if s.ahead]


def paths(checklist: Checklist) -> Iterator[dict[str, str]]:
    """The answers at the end of every path; one empty path where nothing is asked."""
    if next_question(checklist, {}) is None:
        yield {}
    yield from (s.answers for s in strides(checklist) if s.ahead is None)


def check(checklist: Checklist, *, limit: int = LIMIT) -> Report:
    """Every defect that only a walk shows; no problem means that all paths end well."""
    reached: set[str] = set()
    problems: dict[str, None] = {}
    count = longest = 0
    for answers in paths(checklist):
        count += 1
        longest = max(longest, len(answers))
        if count > limit:
            problems[f"mais de {limit} caminhos: junte ou divida perguntas"] = None
            break
        reached |= _reached(checklist, answers)
        problems |= dict.fromkeys(_dead_ends(checklist, answers))
    problems |= dict.fromkeys(_unreachable(checklist, reached))
    problems |= dict.fromkeys(_unused(checklist))
    problems |= dict.fromkeys(_idle_answers(checklist))
    problems |= dict.fromkeys(_groundless(checklist))
    return Report(checklist.id, count, longest, tuple(problems))


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
    for stride in strides(checklist):
        label = _labels(checklist, stride.question.id, (named(stride.question, stride.value),))
        arrows.setdefault((stride.question.id, _target(checklist, stride)), {})[label] = None
    lines = [f"  inicio --> {_node(first.id) if first else 'fim'}"]
    lines += [
        f'  {_node(a)} -- "{" | ".join(labels)}" --> {_node(b) if b != "fim" else b}'
        for (a, b), labels in arrows.items()
    ]
    return lines


def _target(checklist: Checklist, stride: Stride) -> str:
    if stride.ahead:
        return stride.ahead.id
    stop = stop_of(checklist, stride.answers)
    return stop.id if stop else "fim"


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
