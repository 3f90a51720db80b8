"""`fretabot staff …`: the staff by Telegram user id, through the same functions as the chat: logged, at one stroke."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

import typer
from sqlmodel import Session

from bot import accounts, staff
from bot.changes import OPERATOR
from bot.cli_common import once
from bot.clock import machine_now
from bot.database import Database
from bot.models.chat import STAFF_ROLES

Json = Annotated[bool, typer.Option("--json", help="Saída para programas: um objeto por linha.")]
Person = Annotated[int, typer.Argument(metavar="ID", help="Id de usuário do Telegram.")]


class StaffCommands:
    """The commands over a database that is opened when one runs."""

    def __init__(self, database: Callable[[], Database], admin_ids: Callable[[], tuple[int, ...]]) -> None:
        self._database = database
        self._admin_ids = admin_ids

    def add(
        self,
        user_id: Person,
        role: Annotated[str, typer.Argument(metavar="PAPEL", help=", ".join(STAFF_ROLES))],
        name: Annotated[str, typer.Option(help="Como aparece na lista.")] = "",
        *,
        as_json: Json = False,
    ) -> None:
        """Dá um papel a uma pessoa: administrator, editor, communicator ou attendant."""
        if role not in STAFF_ROLES:
            raise typer.BadParameter(f"o papel deve ser um de {', '.join(STAFF_ROLES)}")

        def work(session: Session) -> None:
            staff.appoint(session, user_id=user_id, role=role, name=name, by=OPERATOR, now=machine_now())

        once(self._database, work)
        _said({"user_id": user_id, "role": role}, f"{user_id} agora é {role}", as_json=as_json)

    def remove(
        self,
        user_id: Person,
        role: Annotated[str | None, typer.Argument(metavar="PAPEL", help="Sem ele, todos.")] = None,
        *,
        as_json: Json = False,
    ) -> None:
        """Tira um papel, ou todos, de uma pessoa; os convites dela deixam de valer."""
        held = once(
            self._database,
            lambda session: staff.remove(session, user_id, by=OPERATOR, now=machine_now(), role=role),
        )
        if not held:
            raise RuntimeError(f"{user_id} não tem esse papel")
        facts = {"user_id": user_id, "removed": held}
        _said(facts, f"{user_id}: papéis retirados: {held}", as_json=as_json)

    def list_(self, *, as_json: Json = False) -> None:
        """A equipe, com os papéis de cada pessoa; também os administradores das configurações (sem desde quando)."""
        fixed = self._admin_ids()
        people = once(self._database, lambda session: staff.members(session, fixed))
        for id_ in fixed:
            name = people[id_][0]
            facts = {"user_id": id_, "role": "administrator", "name": name, "since": None, "fixed": True}
            _said(facts, f"{id_}\tadministrator\t{name}\t(FRETABOT_ADMIN_IDS)", as_json=as_json)
        for member in once(self._database, accounts.staff):
            if member.user_id in fixed and member.role == "administrator":
                continue
            facts = {
                "user_id": member.user_id,
                "role": member.role,
                "name": member.name,
                "since": member.since.isoformat(),
                "fixed": False,
            }
            _said(facts, f"{member.user_id}\t{member.role}\t{member.name}", as_json=as_json)

    def log(
        self, *, limit: Annotated[int, typer.Option(min=1, max=10_000)] = 50, as_json: Json = False
    ) -> None:
        """O registro dos atos da equipe, do mais novo ao mais antigo."""
        for row in once(self._database, lambda session: staff.log(session, limit=limit)):
            facts = {
                "at": row.at.isoformat(),
                "user_id": row.user_id,
                "action": row.action,
                "facts": row.facts,
            }
            said = ", ".join(f"{key} {value}" for key, value in row.facts.items())
            _said(facts, f"{facts['at']}\t{row.user_id}\t{row.action}\t{said}", as_json=as_json)


def _said(facts: dict[str, Any], line: str, *, as_json: bool) -> None:
    typer.echo(json.dumps(facts, ensure_ascii=False) if as_json else line)


def build(database: Callable[[], Database], admin_ids: Callable[[], tuple[int, ...]] = tuple) -> typer.Typer:
    """The sub-commands of `fretabot staff`."""
    commands = StaffCommands(database, admin_ids)
    made = typer.Typer(no_args_is_help=True, help="Equipe, por id de usuário do Telegram.")
    made.command("list")(commands.list_)
    for command in (commands.add, commands.remove, commands.log):
        made.command()(command)
    return made
