"""`fretabot ask`: one answer, or one a line for a file of questions. Shapes: the answer of the contract.

Needs no database; the answer itself comes from `knowledge.answers`.
"""

from __future__ import annotations

import datetime as dt
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import typer

from knowledge.answer import Answer, Citation
from knowledge.answers import Answerer
from knowledge.desk import package_answerer

AUTHORITIES = ("daer", "metroplan", "other")
app = typer.Typer()


class BadLineError(ValueError):
    """A line of a batch that is no question; the message says why."""


def as_json(answer: Answer, *, id_: str | None, ms: float) -> dict[str, Any]:
    """An answer with the keys of the contract."""
    shape: dict[str, Any] = {
        "id": id_,
        "question": answer.question,
        "kind": answer.kind,
        "answer": answer.answer,
        "citations": _citations(answer.citations),
        "warnings": list(answer.warnings),
        "topic": answer.topic,
        "confidence": answer.confidence,
        "ms": round(ms, 2),
    }
    if answer.kind == "choose":
        shape["options"] = [
            {"authority": o.authority, "answer": o.answer, "citations": _citations(o.citations)}
            for o in answer.options
        ]
    return shape


def _citations(citations: tuple[Citation, ...]) -> list[dict[str, str]]:
    return [{"id": c.id, "label": c.label, "quote": c.quote} for c in citations]


def as_text(answer: Answer) -> str:
    """An answer for a terminal: text, citations with their words, warnings."""
    parts = [answer.answer, *(f"⚠ {w}" for w in answer.warnings)]
    parts += [f"[{c.label}] {c.quote}" for c in answer.citations]
    return "\n".join(parts)


@app.command("ask")
def ask(  # noqa: PLR0917  # one parameter an option
    question: Annotated[str | None, typer.Argument(help="A pergunta.")] = None,
    authority: Annotated[str | None, typer.Option(help="Órgão: daer, metroplan ou other.")] = None,
    on: Annotated[str | None, typer.Option(help="Data da resposta (AAAA-MM-DD); sem ela, hoje.")] = None,
    context: Annotated[str, typer.Option(help="A pergunta feita logo antes.")] = "",
    batch: Annotated[Path | None, typer.Option(help="Arquivo com uma pergunta por linha (JSON).")] = None,
    words_only: Annotated[bool, typer.Option(help="Sem o modelo de significado.")] = False,
    json_: Annotated[bool, typer.Option("--json", help="Saída em JSON.")] = False,
) -> None:
    """Responde uma pergunta com os dispositivos que a sustentam."""
    if (question is None) == (batch is None):
        raise typer.BadParameter("dê uma pergunta ou --batch ARQUIVO")
    day = read_day(on)
    if authority is not None and authority not in AUTHORITIES:
        raise typer.BadParameter(f"órgão desconhecido: {authority!r}; use {', '.join(AUTHORITIES)}")
    desk = package_answerer(meaning=not words_only)
    if batch is not None:
        _answer_file(batch, desk, day, authority)
        return
    begun = time.perf_counter()
    answer = desk.ask(question or "", on=day, authority=authority, context=context)
    ms = (time.perf_counter() - begun) * 1000
    typer.echo(json.dumps(as_json(answer, id_=None, ms=ms), ensure_ascii=False) if json_ else as_text(answer))


def read_day(text: str | None) -> dt.date:
    """The date asked for; today in Porto Alegre when none is."""
    if text is None:
        return dt.datetime.now(ZoneInfo("America/Sao_Paulo")).date()  # noqa: TID251  # the edge of a command
    try:
        return dt.date.fromisoformat(text)
    except ValueError as error:
        raise typer.BadParameter(f"data inválida: {text!r}; use AAAA-MM-DD") from error


def _answer_file(path: Path, desk: Answerer, on: dt.date, authority: str | None) -> None:
    """One line out for one line in; a bad line is an error line in its place and the exit code is 1."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        typer.echo(f"não foi possível ler {path}: {error}", err=True)
        raise typer.Exit(1) from error
    failed = False
    for result in answered(lines, desk, on=on, authority=authority):
        failed = failed or "error" in result
        sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
    if failed:
        raise typer.Exit(1)


def answered(
    lines: list[str], desk: Answerer, *, on: dt.date, authority: str | None = None
) -> Iterator[dict[str, Any]]:
    """The answers of a batch in order; blank lines are passed over."""
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            line = read_line(text)
        except BadLineError as error:
            yield {"id": None, "line": number, "error": str(error)}
            continue
        begun = time.perf_counter()
        day = dt.date.fromisoformat(line["on"]) if line.get("on") else on
        answer = desk.ask(
            line["question"],
            on=day,
            authority=line.get("authority") or authority,
            context=line.get("context") or "",
        )
        yield as_json(answer, id_=line.get("id"), ms=(time.perf_counter() - begun) * 1000)


def read_line(text: str) -> dict[str, Any]:
    """One question of a batch. Raises `BadLineError` with the reason."""
    try:
        line = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadLineError(f"não é JSON: {error.msg}") from error
    if not isinstance(line, dict) or not isinstance(line.get("question"), str):
        raise BadLineError("falta `question`, um texto")
    if line.get("authority") not in (None, "", *AUTHORITIES):
        raise BadLineError(f"órgão desconhecido: {line['authority']!r}")
    try:
        dt.date.fromisoformat(line.get("on") or "2000-01-01")
    except (TypeError, ValueError) as error:
        raise BadLineError(f"data inválida: {line['on']!r}") from error
    return line
