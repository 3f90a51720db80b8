"""The command line `fretabot`. Exit 0 on success, 2 on wrong usage, 1 on failure with one clear line."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from bot import accounts, logs, migrate
from bot.clock import machine_now
from bot.database import Database
from bot.local_telegram.__main__ import main as local_telegram_main
from bot.main import StartRefused, open_database, serve, serve_demo
from bot.models.chat import STAFF_ROLES
from bot.settings import Settings
from knowledge.errors import KnowledgeError

app = typer.Typer(
    no_args_is_help=True, help="Fretabot: charter transport rules on Telegram.", add_completion=False
)
db = typer.Typer(no_args_is_help=True, help="Migrations, integrity, backup.")
staff = typer.Typer(no_args_is_help=True, help="Staff by Telegram user id.")
app.add_typer(db, name="db")
app.add_typer(staff, name="staff")

Json = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]


class Failure(Exception):
    """A command that failed; its text is the one line on standard error."""


def settings() -> Settings:
    """The settings, or one line a bad value. Raises `Failure`."""
    try:
        return Settings()
    except ValidationError as error:
        lines = (
            f"FRETABOT_{'_'.join(str(p) for p in e['loc']).upper()}: {e['msg']}" if e["loc"] else e["msg"]
            for e in error.errors()
        )
        raise Failure("; ".join(lines)) from error


def database() -> Database:
    """The database of the settings, migrated."""
    return open_database(settings())


@app.command()
def run() -> None:
    """Bot and scheduler in one process; without a token, on a local Telegram server with a demonstration."""
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
    """The local Telegram server and its chat page alone, on loopback; options: see `-- --help`."""
    if settings().telegram_token is not None:
        raise Failure("FRETABOT_TELEGRAM_TOKEN is set: the local server refuses to run beside a real token")
    raise typer.Exit(local_telegram_main(context.args))


@app.command()
def bot() -> None:
    """Only receive and answer (several replicas)."""
    _serve(receive=True, work=False)


@app.command()
def worker() -> None:
    """Only plan and send (several replicas)."""
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
    """Creates or migrates the database."""
    opened = database()
    typer.echo(f"database at revision {migrate.current(opened.engine)}")
    opened.close()


@db.command("check")
def db_check() -> None:
    """Integrity and migrations; exit 1 when something is wrong."""
    opened = Database(settings().url)
    problems = []
    if migrate.current(opened.engine) != migrate.head():
        problems.append(
            f"revision {migrate.current(opened.engine)}, expected {migrate.head()}: fretabot db upgrade"
        )
    if opened.sqlite:
        with opened.engine.connect() as connection:
            result = connection.exec_driver_sql("PRAGMA integrity_check").scalar_one()
        if result != "ok":
            problems.append(f"integrity: {result}: restore the last backup")
    problems += [f"difference: {d}" for d in migrate.drift(opened.engine)] if not problems else []
    opened.close()
    if problems:
        raise Failure("; ".join(problems))
    typer.echo("ok")


@db.command("backup")
def db_backup(file: Path) -> None:
    """A consistent copy while the bot runs (SQLite; for PostgreSQL use pg_dump)."""
    conf = settings()
    if not conf.url.startswith("sqlite"):
        raise Failure("PostgreSQL: use pg_dump, see docs/operator.md")
    source = sqlite3.connect(conf.url.removeprefix("sqlite:///"))
    target = sqlite3.connect(file)
    with target:
        source.backup(target)
    source.close()
    target.close()
    typer.echo(f"copied to {file}")


@staff.command("add")
def staff_add(user_id: int, role: str, name: str = "") -> None:
    """Gives a person a role: administrator, editor, communicator or attendant."""
    if role not in STAFF_ROLES:
        raise typer.BadParameter(f"role must be one of {', '.join(STAFF_ROLES)}")
    opened = database()
    opened.now(lambda s: accounts.appoint(s, user_id=user_id, role=role, name=name, now=machine_now()))
    opened.close()
    typer.echo(f"{user_id} is {role}")


@staff.command("remove")
def staff_remove(user_id: int, role: Annotated[str | None, typer.Argument()] = None) -> None:
    """Takes one role, or all, from a person."""
    opened = database()
    held = opened.now(lambda s: accounts.dismiss(s, user_id, role=role))
    opened.close()
    if not held:
        raise Failure(f"{user_id} holds no such role")
    typer.echo(f"{user_id}: {held} role(s) removed")


@staff.command("list")
def staff_list(as_json: Json = False) -> None:
    """Everybody on the staff."""
    opened = database()
    members = opened.now(accounts.staff)
    opened.close()
    for member in members:
        row = {
            "user_id": member.user_id,
            "role": member.role,
            "name": member.name,
            "since": member.since.isoformat(),
        }
        typer.echo(
            json.dumps(row, ensure_ascii=False)
            if as_json
            else f"{member.user_id}\t{member.role}\t{member.name}"
        )


def main() -> None:
    """Entry point of the `fretabot` script."""
    try:
        app()
    except (Failure, KnowledgeError, RuntimeError, OSError) as error:
        typer.echo(f"fretabot: {error}", err=True)
        sys.exit(1)
