"""`fretabot checklist …`: list, show, run, check and map, for people at a terminal and for programs.

Only `knowledge` is needed: no database, no settings.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

import typer

from bot.cli_common import printed
from bot.clock import civil_day, machine_now
from knowledge.checklist_figures import package_figures
from knowledge.checklist_json import beyond, definition, result
from knowledge.checklist_model import Checklist
from knowledge.checklist_outcome import Outcome, outcome
from knowledge.checklist_walk import check as walk
from knowledge.checklist_walk import flow
from knowledge.checklists import AnswerError, Library, answer, load_checklists, next_question
from knowledge.corpus import load_corpus
from knowledge.errors import KnowledgeError
from knowledge.schema import DATA

app = typer.Typer(no_args_is_help=True, help="Listas de documentos de cada pedido.")

Json = Annotated[bool, typer.Option("--json", help="Saída para programas.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="Nome da lista, como em `checklist list`.")]
SIGNS = {"yes": "[x]", "no": "[ ]", "unknown": "[?]"}


def _library(folder: Path = DATA) -> Library:
    try:
        return load_checklists(folder, provisions={p.id for p in load_corpus().provisions()})
    except KnowledgeError as error:
        raise _failed(str(error)) from error


def _failed(line: str) -> typer.Exit:
    typer.echo(line, err=True)
    return typer.Exit(1)


def _one(library: Library, id_: str) -> Checklist:
    if id_ not in library.checklists:
        raise typer.BadParameter(f"lista desconhecida: {id_}; veja `checklist list`", param_hint="ID")
    return library.checklists[id_]


@app.command("list")
def list_(*, as_json: Json = False) -> None:
    """As listas que existem."""
    for checklist in _library().checklists.values():
        if as_json:
            keys = {"id": checklist.id, "title": checklist.title, "authority": checklist.authority}
            printed({**keys, "kind": checklist.kind, "rule_version": checklist.rule_version})
        else:
            typer.echo(f"{checklist.id:32} {checklist.title}")


@app.command()
def show(id_: Id, *, as_json: Json = False) -> None:
    """Perguntas e itens de uma lista."""
    checklist = _one(_library(), id_)
    if as_json:
        printed(definition(checklist))
        return
    typer.echo(
        f"{checklist.title} (regra {checklist.rule_version}, revista em {checklist.reviewed_on:%d/%m/%Y})"
    )
    for question in checklist.questions:
        typer.echo(f"? {question.id}: {question.text} [{', '.join(question.answers) or question.type}]")
    for item in checklist.requirements:
        typer.echo(f"- {item.id}: {item.title} ({', '.join(item.provision) or 'fora da norma'})")


@app.command()
def run(
    id_: Id,
    more: Annotated[list[str] | None, typer.Argument(metavar="[PERGUNTA=RESPOSTA]...")] = None,
    *,
    answers: Annotated[list[str] | None, typer.Option("--answers", help="PERGUNTA=RESPOSTA, várias.")] = None,
    on: Annotated[str | None, typer.Option("--on", help="Dia do pedido, AAAA-MM-DD; sem ele, hoje.")] = None,
    as_json: Json = False,
) -> None:
    """O resultado para as respostas dadas."""
    checklist = _one(_library(), id_)
    try:
        day = dt.date.fromisoformat(on) if on else _today()
    except ValueError:
        raise typer.BadParameter(f"{on!r} não é uma data AAAA-MM-DD", param_hint="--on") from None
    found = outcome(
        checklist, _given(checklist, [*(answers or []), *(more or [])]), today=day, figures=package_figures()
    )
    if as_json:
        printed(result(found))
    else:
        _tell(found)


def _today() -> dt.date:
    return civil_day(machine_now(), ZoneInfo("America/Sao_Paulo"))


def _given(checklist: Checklist, pairs: list[str]) -> dict[str, str]:
    """The answers in the order of the questions, whatever order they were typed in."""
    wanted: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or checklist.question(name) is None:
            known = ", ".join(q.id for q in checklist.questions)
            raise typer.BadParameter(
                f"{pair!r}: use PERGUNTA=RESPOSTA com uma de: {known}", param_hint="--answers"
            )
        wanted[name] = value
    given: dict[str, str] = {}
    for question in checklist.questions:
        if question.id in wanted:
            try:
                given = answer(checklist, given, question.id, wanted[question.id])
            except AnswerError as error:
                raise typer.BadParameter(str(error), param_hint="--answers") from error
    return given


def _tell(found: Outcome) -> None:
    typer.echo(f"{found.checklist.title} — em {found.on:%d/%m/%Y}, regra {found.rule_version}")
    if not found.complete and (ahead := next_question(found.checklist, found.answers)):
        typer.echo(f"Próxima pergunta: {ahead.id}: {ahead.text} [{', '.join(ahead.answers) or ahead.type}]")
    for item in found.items:
        sources = ", ".join(item.requirement.provision) or "fora da norma"
        typer.echo(
            f"{SIGNS[item.need]} {item.requirement.title} ({item.requirement.how}) — {sources}. {item.why}"
        )
    for cost in found.costs:
        typer.echo(f"$ {cost.fee.title}: {cost.words} {cost.note}".rstrip())
    for due in found.deadlines:
        day = f" Dia {due.due_on:%d/%m/%Y}." if due.due_on else ""
        day += f" Aja até {due.act_by:%d/%m/%Y}." if due.act_by and due.act_by != due.due_on else ""
        typer.echo(f"> {due.term.title}: {due.term.text}{day} {due.note}".rstrip())
    for line in (*found.warnings, *beyond(found)):
        typer.echo(f"! {line}")


@app.command()
def check(
    *,
    as_json: Json = False,
    data: Annotated[Path, typer.Option("--data", help="Pasta com checklists/ e contacts.yaml.")] = DATA,
) -> None:
    """Anda por todos os caminhos de todas as listas; falha com o que estiver errado."""
    reports = [walk(checklist) for checklist in _library(data).checklists.values()]
    for report in reports:
        if as_json:
            printed({"id": report.id, "paths": report.paths, "problems": list(report.problems)})
        else:
            typer.echo(f"{report.id:32} {report.paths} caminhos")
        for problem in () if as_json else report.problems:
            typer.echo(f"  {problem}")
    total, bad = sum(r.paths for r in reports), sum(len(r.problems) for r in reports)
    if not as_json:
        typer.echo(f"{len(reports)} listas, {total} caminhos, {bad} problemas")
    if bad:
        raise _failed(f"checklist check: {bad} problema(s)")


@app.command("map")
def map_(id_: Id) -> None:
    """O fluxo em texto Mermaid, para quem conhece a norma revisar."""
    typer.echo(flow(_one(_library(), id_)), nl=False)
