"""`fretabot reminders plan`: what the database will send, to whom, when."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

import typer

from bot import revisions
from bot.cli_common import printed
from bot.clock import civil_day, clock_from
from bot.main import load_knowledge, make_services, open_database
from bot.settings import Settings
from knowledge.date_input import DateRead, read_date
from scheduler.forecast import forecast

app = typer.Typer(no_args_is_help=True, help="Avisos de vencimento.")

From = Annotated[str, typer.Option("--from", help="Primeiro dia.", metavar="DATA")]
To = Annotated[str, typer.Option("--to", help="Último dia.", metavar="DATA")]
Json = Annotated[bool, typer.Option("--json", help="Um objeto JSON por linha.")]


@app.callback()
def _group() -> None:
    """Avisos de vencimento."""


@app.command("plan")
def plan(first: From, last: To, *, as_json: Json = False) -> None:
    """O que será enviado, a quem e quando, se nada mudar."""
    settings = Settings()
    database = open_database(settings)
    try:
        now = clock_from(settings.clock).now()
        today = civil_day(now, settings.zone)
        published = database.now(revisions.published)
        knowledge = load_knowledge(published, today, meaning=False)
        services = make_services(settings, database, knowledge=knowledge)
        start, end = _day(first, "--from", today), _day(last, "--to", today)
        if end < start:
            raise typer.BadParameter(f"{end} é antes de {start}", param_hint="--to")
        rows = database.now(
            lambda s: [f.as_json(services) for f in forecast(services, s, start, end, now=now)]
        )
    finally:
        database.close()
    for row in rows:
        if as_json:
            printed(row)
        else:
            typer.echo(
                f"{row['send_at'][:16]}  {row['recipient']}  {row['company']}  {row['text']}  "
                f"[{row['stage']}, {row['state']}]"
            )


def _day(text: str, option: str, today: dt.date) -> dt.date:
    found = read_date(text, today)
    if isinstance(found, DateRead):
        return found.day
    raise typer.BadParameter(f"data inválida: {text!r}; use AAAA-MM-DD ou dd/mm/aaaa", param_hint=option)
