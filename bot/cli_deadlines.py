"""`fretabot deadlines …`: what falls due for facts given on the command line, without a database.

Besides the options of the vehicle, every kind of `obligations.yaml` brings options of its own: `--KIND-FACT
DATE` (`--lit-start 2026-06-09`), `--KIND-CHOICE VALUE` (`--invoice-every week`), `--KIND-at INSTANT`. Only
`knowledge` is needed.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Annotated, Any, cast, get_args
from zoneinfo import ZoneInfo

import typer

from bot.cli_common import printed
from knowledge.age import Manufacture
from knowledge.calendar import PORTO_ALEGRE
from knowledge.date_input import DateRead, read_date
from knowledge.deadline_model import Deadline, Facts, Mode, Paper, as_json
from knowledge.deadlines import deadlines
from knowledge.errors import KnowledgeError
from knowledge.obligations import Obligation, Obligations, package_obligations
from knowledge.words import due_words, short_date

SAO_PAULO = ZoneInfo("America/Sao_Paulo")
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}
EXAMPLE = "fretabot deadlines --vehicle-year 2011 --lit-start 2026-06-09 --recefitur-start 2026-03-15 --json"

VehicleYear = Annotated[int | None, typer.Option(help="Ano de fabricação.", min=1950, max=2100)]
VehicleMade = Annotated[str | None, typer.Option(help="Data de fabricação.", metavar="DATA")]
New = Annotated[bool, typer.Option("--new", help="Veículo novo de fábrica.")]
ModeOption = Annotated[str | None, typer.Option("--mode", help="Serviço: turistico, eventual, …")]
AuthorityOption = Annotated[str | None, typer.Option("--authority", help="daer ou metroplan.")]
City = Annotated[str, typer.Option(help="Cidade da repartição, para feriados municipais.")]
On = Annotated[str | None, typer.Option("--on", help="Dia de hoje para a conta.", metavar="DATA")]
Json = Annotated[bool, typer.Option("--json", help="Saída para programas: um valor JSON.")]
Kinds = Annotated[bool, typer.Option("--kinds", help="Mostra os tipos e as opções de cada um.")]


def mount(app: typer.Typer) -> None:
    """Adds the command to the program's."""
    epilog = f"Cada tipo tem opções próprias (veja --kinds). Exemplo: {EXAMPLE}"
    app.command("deadlines", context_settings=CONTEXT, epilog=epilog)(run)


def run(  # noqa: PLR0913  # one parameter an option
    context: typer.Context,
    *,
    vehicle_year: VehicleYear = None,
    vehicle_made: VehicleMade = None,
    new: New = False,
    mode: ModeOption = None,
    authority: AuthorityOption = None,
    city: City = PORTO_ALEGRE,
    on: On = None,
    as_json_: Json = False,
    kinds: Kinds = False,
) -> None:
    """O que vence, e quando, para os fatos dados; sem banco de dados."""
    rows = package_obligations()
    if kinds:
        for line in described(rows):
            typer.echo(line)
        return
    today = _today() if on is None else _day(on, "--on", _today())
    made = Manufacture.in_year(vehicle_year) if vehicle_year else None
    if vehicle_made is not None:
        made = Manufacture.on(_day(vehicle_made, "--vehicle-made", today))
    facts = Facts(
        today,
        papers_from(context.args, rows, today, city=city),
        made=made,
        new=new,
        mode=cast("Mode | None", _one_of(mode, get_args(Mode), "--mode")),
        authority=cast(Any, _one_of(authority, ("daer", "metroplan"), "--authority")),
    )
    _print(facts, rows, as_json_=as_json_)


def _print(facts: Facts, rows: Obligations, *, as_json_: bool) -> None:
    try:
        found = deadlines(facts, rows=rows)
    except KnowledgeError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    if as_json_:
        printed([as_json(d) for d in found])
        return
    for deadline in found:
        typer.echo(shown(deadline, rows, facts.today))


def shown(deadline: Deadline, rows: Obligations, today: dt.date) -> str:
    """One deadline as a line for a person."""
    if deadline.due_at is not None:
        when, far = f"{deadline.due_at:%d/%m/%Y %H:%M}", ""
    else:
        day = deadline.due_on or today
        when, far = short_date(day), f" ({due_words(day, today)})"
    return f"{when}{far}  {rows[deadline.kind].title} [{deadline.standing}] {deadline.note}".rstrip()


def described(rows: Obligations) -> list[str]:
    """Every kind with its options, for `--kinds`."""
    lines = []
    for row in rows:
        options = [f"--{row.kind}-{_dashed(name)} DATA" for name in row.facts]
        options += [
            f"--{row.kind}-{_dashed(name)} {'|'.join(values)}" for name, values in row.choices.items()
        ]
        if row.holder == "trip" and "start" not in row.facts:
            options.append(f"--{row.kind}-at INSTANTE")
        lines.append(f"{row.kind:28} {row.title}: {' '.join(options) or '(sai dos outros fatos)'}")
    return lines


def papers_from(args: Sequence[str], rows: Obligations, today: dt.date, *, city: str) -> tuple[Paper, ...]:
    """The papers of `--KIND-FACT VALUE` options; an option given again begins another paper of its kind."""
    found: list[tuple[str, dict[str, str]]] = []
    pairs = _pairs(args)
    for option, value in pairs:
        kind, name = _kind_and_name(option, rows)
        held = next((h for k, h in reversed(found) if k == kind), None)
        if held is None or name in held:
            held = {}
            found.append((kind, held))
        held[name] = value
    return tuple(_paper(rows[kind], held, today, city) for kind, held in found)


def _pairs(args: Sequence[str]) -> list[tuple[str, str]]:
    flat: list[str] = []
    for arg in args:
        flat += arg.split("=", 1) if arg.startswith("--") else [arg]
    for option in flat[::2]:
        if not option.startswith("--"):
            raise typer.BadParameter(f"opção esperada, veio {option!r}")
    if len(flat) % 2:
        raise typer.BadParameter(f"{flat[-1]} precisa de um valor")
    return list(zip(flat[::2], flat[1::2], strict=True))


def _kind_and_name(option: str, rows: Obligations) -> tuple[str, str]:
    bare = option.removeprefix("--")
    for row in sorted(rows, key=lambda r: -len(r.kind)):
        name = bare.removeprefix(f"{row.kind}-").replace("-", "_")
        if bare.startswith(f"{row.kind}-") and name in {*row.facts, *row.choices, "at"}:
            return row.kind, name
    raise typer.BadParameter(f"opção desconhecida: {option}; veja --kinds")


def _paper(row: Obligation, held: dict[str, str], today: dt.date, city: str) -> Paper:
    dates = {
        n: _day(v, f"--{row.kind}-{_dashed(n)}", today, past=row.happened(n))
        for n, v in held.items()
        if n in row.facts
    }
    choices = {
        n: str(_one_of(v, row.choices[n], f"--{row.kind}-{n}")) for n, v in held.items() if n in row.choices
    }
    at = _instant(held["at"], f"--{row.kind}-at") if "at" in held else None
    return Paper(row.kind, dates, choices, at=at, city=city)


def _day(text: str, option: str, today: dt.date, *, past: bool = False) -> dt.date:
    found = read_date(text, today, past=past)
    if isinstance(found, DateRead):
        return found.day
    raise typer.BadParameter(f"data inválida: {text!r}; use AAAA-MM-DD ou dd/mm/aaaa", param_hint=option)


def _instant(text: str, option: str) -> dt.datetime:
    """An instant; without an offset it is local time."""
    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError as error:
        raise typer.BadParameter(
            f"instante inválido: {text!r}; use AAAA-MM-DDTHH:MM", param_hint=option
        ) from error
    return found if found.tzinfo else found.replace(tzinfo=SAO_PAULO)


def _one_of(value: str | None, allowed: Sequence[str], option: str) -> str | None:
    if value is None or value in allowed:
        return value
    raise typer.BadParameter(f"{value!r} não é um de: {', '.join(allowed)}", param_hint=option)


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _today() -> dt.date:
    return dt.datetime.now(SAO_PAULO).date()  # noqa: TID251  # the edge of a command of its own
