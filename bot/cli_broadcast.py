"""`fretabot broadcast …`: state of broadcasts, results per recipient, pause, resume, cancel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import typer
from sqlmodel import Session

from bot import audit, broadcast_corrections, broadcast_results, broadcasts, few, revisions
from bot.changes import OPERATOR
from bot.cli_common import once, printed
from bot.clock import machine_now
from bot.database import Database
from bot.models.staff import Broadcast
from bot.settings import Settings

Json = Annotated[bool, typer.Option("--json", help="Saída para programas: um objeto por linha.")]
Number = Annotated[int, typer.Argument(metavar="NÚMERO", help="Número do comunicado; veja `broadcast list`.")]
Act = Callable[[Session, Broadcast], bool]


_DOUBTS = {
    "given_up": "a correção {} foi cancelada; corrija-o de novo ou continue pela conversa, que mostra o texto",
    "draft": "a correção {} ainda não foi confirmada; confirme-a ou continue pela conversa, que mostra o texto",
    "writing": "alguém o está corrigindo; termine a correção ou continue pela conversa, que mostra o texto",
}


class BroadcastCommands:
    """The commands over a database that is opened when one runs."""

    def __init__(self, settings: Callable[[], Settings], database: Callable[[], Database]) -> None:
        self._settings = settings
        self._database = database

    def list_(self, *, as_json: Json = False) -> None:
        """Os comunicados, do mais novo ao mais antigo."""

        def work(session: Session) -> list[tuple[Broadcast, Counter[str]]]:
            rows = broadcasts.listing(session, limit=1000)
            return [(row, _counts(session, row)) for row in rows]

        for row, counts in once(self._database, work):
            if as_json:
                printed(_facts(row) | {"counts": dict(counts)})
            else:
                typer.echo(f"{row.id}\t{row.state}\t{row.subject}\t{counts['sent']}/{counts['all']}")

    def show(self, number: Number, *, as_json: Json = False) -> None:
        """Um comunicado e o que houve com cada destinatário."""
        row, results = once(
            self._database, lambda s: (_row(s, number), broadcast_results.results(s, _row(s, number)))
        )
        if as_json:
            printed(_facts(row) | {"text": row.text, "audience": row.audience, "provisions": row.provisions})
        else:
            typer.echo(f"{row.id}\t{row.state}\t{row.subject}\t{row.reason or ''}".rstrip())
        for one in results:
            aware = one.aware_at.isoformat() if one.aware_at else None
            line = {
                "company": one.company or None,
                "company_numbers": list(one.numbers) or None,
                "state": one.state,
                "reason": one.reason or None,
                "aware_at": aware,
            }
            if as_json:
                printed(line)
            else:
                typer.echo("\t".join(str(cell or "") for cell in line.values()).rstrip())

    def pause(self, number: Number, *, as_json: Json = False) -> None:
        """Segura o que ainda não saiu."""
        work = partial(broadcasts.pause, reason="operator")
        self._act(number, "broadcast_paused", work, as_json=as_json)

    def resume(self, number: Number, *, as_json: Json = False) -> None:
        """Continua um comunicado parado; o que ele cita é lido na base publicada."""
        settings = self._settings()
        corpus = once(self._database, revisions.published).load().corpus

        def work(session: Session, row: Broadcast) -> bool:
            if (doubt := broadcast_corrections.doubt(session, row)) is not None:
                raise RuntimeError(
                    f"comunicado {number}: {_DOUBTS[doubt.kind].format(doubt.by and doubt.by.id)}"
                )
            return broadcasts.resume(session, row, now=machine_now(), settings=settings, corpus=corpus)

        self._act(number, "broadcast_resumed", work, as_json=as_json)

    def cancel(self, number: Number, *, as_json: Json = False) -> None:
        """Ninguém mais recebe; quem recebeu continua com o texto."""
        work = partial(broadcasts.cancel, now=machine_now())
        self._act(number, "broadcast_cancelled", work, as_json=as_json)

    def _act(self, number: int, action: str, work: Act, *, as_json: bool) -> None:
        def unit(session: Session) -> tuple[bool, str]:
            row = _row(session, number)
            done = work(session, row)
            if done:
                audit.write(session, OPERATOR, action, now=machine_now(), broadcast=number)
            return done, row.state

        done, state = once(self._database, unit)
        if not done:
            raise RuntimeError(f"comunicado {number} está {state}: nada a fazer")
        if as_json:
            printed({"id": number, "state": state})
        else:
            typer.echo(f"comunicado {number}: {state}")


def _row(session: Session, number: int) -> Broadcast:
    row = broadcasts.get(session, number)
    if row is None:
        raise RuntimeError(f"não há comunicado {number}; veja `fretabot broadcast list`")
    return row


def _counts(session: Session, row: Broadcast) -> Counter[str]:
    """The numbers; in whole steps, rounded down, where they rest on companies' fleet or papers."""
    counts = broadcast_results.counts(session, row)
    if not broadcasts.rules(row).tells_state:
        return counts
    return Counter({name: few.steps(n) for name, n in counts.items()})


def _facts(row: Broadcast) -> dict[str, Any]:
    return {
        "id": row.id,
        "state": row.state,
        "nature": row.nature,
        "corrects": row.corrects,
        "subject": row.subject,
        "reason": row.reason,
        "created_at": row.created_at.isoformat(),
        "start_at": row.start_at.isoformat() if row.start_at else None,
        "finished_at": row.finished_at.isoformat() if row.finished_at else None,
    }


def build(settings: Callable[[], Settings], database: Callable[[], Database]) -> typer.Typer:
    """The sub-commands of `fretabot broadcast`."""
    commands = BroadcastCommands(settings, database)
    made = typer.Typer(no_args_is_help=True, help="Comunicados: situação e resultados.")
    made.command("list")(commands.list_)
    for command in (commands.show, commands.pause, commands.resume, commands.cancel):
        made.command()(command)
    return made
