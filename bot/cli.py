"""The command line `fretabot`. Exit 0 on success, 2 on wrong usage, 1 on failure with one clear line."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from sqlalchemy.exc import OperationalError

from bot import (
    backup,
    cli_ask,
    cli_base,
    cli_bench,
    cli_broadcast,
    cli_checklist,
    cli_deadlines,
    cli_fleet,
    cli_norms,
    cli_reminders,
    cli_staff,
    doctor,
    logs,
    migrate,
    revisions,
)
from bot.cli_common import once
from bot.database import Database
from bot.late import Late
from bot.main import open_database
from bot.revisions import Published
from bot.serve import StartRefused, serve, serve_demo
from bot.settings import Settings, problems
from knowledge.errors import KnowledgeError
from knowledge.library import Entered

app = typer.Typer(
    no_args_is_help=True, help="Fretabot: regras de fretamento no Telegram.", add_completion=False
)
db = typer.Typer(no_args_is_help=True, help="Migrações, integridade, cópia de segurança.")
app.add_typer(cli_ask.app)
app.add_typer(cli_base.app, name="base")
app.add_typer(cli_reminders.app, name="reminders")
app.add_typer(cli_checklist.app, name="checklist")
cli_deadlines.mount(app)
cli_bench.mount(app)
app.command("doctor")(doctor.command)
app.add_typer(db, name="db")

local_server = Late("bot.local_telegram.__main__")  # a bot with a token never needs it
DATABASE_AWAY = "confira FRETABOT_DATABASE_URL, o espaço em disco e se o banco está no ar"
Json = Annotated[bool, typer.Option("--json", help="Saída em JSON.")]


class Failure(Exception):
    """A command that failed; its text is the one line on standard error."""


def settings() -> Settings:
    """The settings, or one line a bad value. Raises `Failure`."""
    try:
        return Settings()
    except ValidationError as error:
        raise Failure("; ".join(": ".join(filter(None, one)) for one in problems(error))) from error


def database() -> Database:
    """The database of the settings, migrated."""
    return open_database(settings())


@app.command()
def run() -> None:
    """Bot e agendador em um processo; sem token, em um servidor local do Telegram com uma demonstração."""
    conf = settings()
    if not conf.demo:
        _serve(receive=True, work=True)
        return
    logs.configure(conf.log_format)
    asyncio.run(serve_demo(conf, _announce))


def _announce(url: str) -> None:
    typer.echo(f"\n  Fretabot (demonstração): abra {url} no navegador\n")


@app.command("local-telegram", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def local_telegram(context: typer.Context) -> None:
    """Só o servidor local do Telegram e sua página de conversa; opções: `-- --help`."""
    if settings().telegram_token is not None:
        raise Failure(
            "FRETABOT_TELEGRAM_TOKEN está definido: o servidor local não roda ao lado de um token real"
        )
    raise typer.Exit(local_server.main(context.args))


@app.command()
def bot() -> None:
    """Só recebe e responde (várias réplicas)."""
    _serve(receive=True, work=False)


@app.command()
def worker() -> None:
    """Só planeja e envia (várias réplicas)."""
    _serve(receive=False, work=True)


def _serve(*, receive: bool, work: bool) -> None:
    conf = settings()
    logs.configure(conf.log_format)
    try:
        asyncio.run(serve(conf, receive=receive, work=work))
    except StartRefused as error:
        raise Failure(str(error)) from error


@db.command("upgrade")
def db_upgrade() -> None:
    """Cria ou migra o banco de dados."""
    opened = database()
    typer.echo(f"banco na revisão {migrate.current(opened.engine)}")
    opened.close()


@db.command("check")
def db_check() -> None:
    """Integridade e migrações; sai com 1 se algo está errado."""
    opened = Database(settings().url)
    problems = []
    if migrate.current(opened.engine) != migrate.head():
        problems.append(
            f"revisão {migrate.current(opened.engine)}, esperada {migrate.head()}: fretabot db upgrade"
        )
    if opened.sqlite:
        with opened.engine.connect() as connection:
            result = connection.exec_driver_sql("PRAGMA integrity_check").scalar_one()
        if result != "ok":
            problems.append(f"integridade: {result}: restaure a última cópia")
    problems += [f"diferença: {d}" for d in migrate.drift(opened.engine)] if not problems else []
    opened.close()
    if problems:
        raise Failure("; ".join(problems))
    typer.echo("ok")


@db.command("backup")
def db_backup(file: Path) -> None:
    """Cópia consistente com o bot em uso (no PostgreSQL, pelo pg_dump). Como restaurar: docs/operator.md."""
    backup.backup(settings().url, file)
    typer.echo(f"copiado para {file}")


app.add_typer(cli_staff.build(database, lambda: settings().admin_ids), name="staff")
app.add_typer(cli_broadcast.build(settings, database), name="broadcast")
cli_fleet.mount(app, settings, database)


def published() -> Published:
    """What is published in the database; nothing when there is no database yet."""
    url = settings().url
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).exists():
        return Published(0, {}, Entered())
    return once(database, revisions.published)


app.add_typer(cli_norms.build(lambda: published().norms, lambda: published().entered), name="norms")


def main() -> None:
    """Entry point of the `fretabot` script."""
    try:
        app()
    except (Failure, KnowledgeError, RuntimeError, OSError) as error:
        typer.echo(f"fretabot: {error}", err=True)
        sys.exit(1)
    except OperationalError as error:  # refused, away or full; its text has several lines
        typer.echo(f"fretabot: banco de dados: {str(error.orig).splitlines()[0]}: {DATABASE_AWAY}", err=True)
        sys.exit(1)
