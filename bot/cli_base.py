"""`fretabot base check`: every data file read and checked together, for those who edit them. Needs no database."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli_ask import read_day
from bot.roles import load_roles
from knowledge.base_checks import advice, checked_library
from knowledge.embeddings import read_vectors
from knowledge.errors import DataFileError, DataFilesError
from knowledge.library import Library
from scheduler.rules import load_rules

app = typer.Typer(no_args_is_help=True, help="Os arquivos da base, conferidos em conjunto.")


@app.callback()
def _group() -> None:
    """Os arquivos da base, conferidos em conjunto."""


@app.command("check")
def check(
    on: Annotated[str | None, typer.Option(help="Dia da conferência (AAAA-MM-DD); sem ele, hoje.")] = None,
) -> None:
    """Lê e confere normas, assuntos, listas, prazos e valores; uma linha por defeito, com arquivo e conserto."""
    library, defects = checked_library(read_day(on))
    defects += service_defects()
    for line in defects:
        typer.echo(line, err=True)
    if library is not None:
        for line in advice(library, read_vectors()):
            typer.echo(f"aviso: {line}")
    if library is None or defects:
        typer.echo(f"{len(defects)} defeito(s)", err=True)
        raise typer.Exit(1)
    typer.echo(counts(library))


def service_defects() -> list[str]:
    """What is wrong with the files of the service that rest on the base: who hears, and how reminders are made."""
    defects = []
    for read in (load_rules, load_roles):
        try:
            read()
        except DataFilesError as error:
            defects += [str(problem) for problem in error.problems]
        except DataFileError as error:
            defects.append(str(error))
    return defects


def counts(library: Library) -> str:
    """How much of everything the base holds, as one line."""
    provisions = sum(1 for _ in library.corpus.provisions())
    return (
        f"base em ordem: {len(library.corpus.norms)} normas, {provisions} dispositivos, "
        f"{len(library.topics)} assuntos, {len(library.checklists.checklists)} listas, "
        f"{len(library.terms.rows.by_kind)} tipos com prazo"
    )
