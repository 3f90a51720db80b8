"""`fretabot import` and `fretabot export`: a company's vehicles and papers from and to a spreadsheet."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlmodel import Session

from bot import fleet_import, fleet_words, spreadsheet_files
from bot.changes import OPERATOR, Actor
from bot.cli_common import once, printed
from bot.clock import civil_day, machine_now
from bot.database import Database
from bot.fleet_import import Reading
from bot.fleet_plan_model import Plan
from bot.models.fleet import Company
from bot.render import Renderer
from bot.settings import Settings
from bot.spreadsheet_columns import COLUMNS, MOST_BYTES, Unreadable

Json = Annotated[bool, typer.Option("--json", help="Saída para programas.")]
CompanyId = Annotated[int, typer.Option("--company", metavar="ID", help="Número da empresa.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Só mostra o que mudaria.")]
File = Annotated[
    Path, typer.Argument(metavar="ARQUIVO", help="Planilha .csv ou .xlsx.", exists=True, dir_okay=False)
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="ARQUIVO", help=".csv ou .xlsx; sem isso, .csv na saída padrão."),
]


class FleetCommands:
    """The two commands over a database that is opened when one runs."""

    def __init__(self, settings: Callable[[], Settings], database: Callable[[], Database]) -> None:
        self._settings, self._database = settings, database
        self._renderer = Renderer()

    def import_(
        self, file: File, company: CompanyId, *, dry_run: DryRun = False, as_json: Json = False
    ) -> None:
        """Inclui veículos e documentos de uma planilha, tudo ou nada; a mesma planilha de novo não muda nada."""
        now = machine_now()
        today = civil_day(now, self._settings().zone)
        read = self._read(file, today)

        def work(session: Session) -> Plan:
            found = fleet_import.locked(session, company)
            if found is None:
                raise RuntimeError(f"não há empresa {company} aberta")
            made = fleet_import.planned(session, found, read, fleet_import.rights_of("owner"))
            if not (dry_run or made.problems or made.empty):
                actor = Actor(company, OPERATOR, f"cli-{secrets.token_hex(8)}", now)
                fleet_import.store(session, actor, made, today=today)
            return made

        made = once(self._database, work)
        saved = not (dry_run or made.problems or made.empty)
        self._tell(file, read, made, saved=saved, as_json=as_json)
        if made.problems:
            raise RuntimeError(f"{len(made.problems)} erros em {file.name}: nada foi guardado")

    def export(self, company: CompanyId, *, out: Out = None, as_json: Json = False) -> None:
        """Escreve os veículos e documentos de uma empresa como planilha, que `import` lê de volta."""
        if out is not None and out.suffix.lower() not in {".csv", ".xlsx"}:
            raise typer.BadParameter("o arquivo deve terminar em .csv ou .xlsx", param_hint="--out")

        def work(session: Session) -> tuple[list[list[str]], int]:
            found = session.get(Company, company)
            if found is None or found.closed_at is not None:
                raise RuntimeError(f"não há empresa {company} aberta")
            return spreadsheet_files.table(session, found)

        rows, left_out = once(self._database, work)
        if as_json:
            for row in rows:
                printed(dict(zip(COLUMNS, row, strict=True)))
        if out is not None:
            out.write_bytes(self._bytes(rows, out.suffix.lower()))
        elif not as_json:
            typer.echo(spreadsheet_files.as_csv(rows).decode("utf-8-sig").replace("\r\n", "\n"), nl=False)
        if left_out:
            typer.echo(f"{left_out} documentos só se incluem no chat e ficaram de fora", err=True)

    def _bytes(self, rows: list[list[str]], suffix: str) -> bytes:
        if suffix == ".csv":
            return spreadsheet_files.as_csv(rows)
        return spreadsheet_files.as_xlsx(rows, title=self._renderer.label("sheet_fleet"))

    def _read(self, file: Path, today: dt.date) -> Reading:
        try:
            if file.stat().st_size > MOST_BYTES:
                raise Unreadable("too_large", {"limit": str(MOST_BYTES // 1_000_000)})
            return fleet_import.reading(file.read_bytes(), today)
        except Unreadable as error:
            raise RuntimeError(f"{file.name}: {fleet_words.refusal(self._renderer, error)}") from error

    def _tell(self, file: Path, read: Reading, made: Plan, *, saved: bool, as_json: bool) -> None:
        if as_json:
            printed(self._facts(file, read, made, saved=saved))
            return
        for lines, sentence in fleet_words.by_sentence(self._renderer, made.problems):
            typer.echo(f"linha {lines}: {sentence}")
        for column in read.sheet.unknown:
            typer.echo(f"coluna desconhecida, não lida: {column}")
        if made.older:
            typer.echo(f"já há data mais nova que a destas linhas: {fleet_words.ranges(made.older)}")
        typer.echo(
            " ".join(
                f"{name}={count}" for name, count in {**made.counts, "unchanged": made.unchanged}.items()
            )
        )
        typer.echo("guardado" if saved else "nada foi guardado")

    def _facts(self, file: Path, read: Reading, made: Plan, *, saved: bool) -> dict[str, Any]:
        return {
            "file": file.name,
            "lines": len(read.sheet.rows),
            "saved": saved,
            **made.counts,
            "unchanged": made.unchanged,
            "older_lines": made.older,
            "unknown_columns": list(read.sheet.unknown),
            "errors": [
                {
                    "line": p.line,
                    "column": p.column or None,
                    "reason": p.reason,
                    "text": fleet_words.said(self._renderer, p),
                }
                for p in made.problems
            ],
        }


def mount(app: typer.Typer, settings: Callable[[], Settings], database: Callable[[], Database]) -> None:
    """Adds the two commands."""
    commands = FleetCommands(settings, database)
    app.command("import")(commands.import_)
    app.command("export")(commands.export)
