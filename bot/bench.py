"""`fretabot bench …`: every benchmark, each printing its figures and how they were taken."""

from __future__ import annotations

import asyncio
import logging
import resource
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from bot import (
    bench_all,
    bench_answers,
    bench_audit,
    bench_broadcast,
    bench_chat,
    bench_delivery,
    bench_flood,
    bench_fuzz,
    bench_walkers,
    cli_bench_reminders,
    house,
    logs,
)
from bot.bench_faults import Plan, play
from bot.bench_world import database_address, machine
from bot.clock import SystemClock, machine_now
from bot.database import Database
from bot.main import load_knowledge, make_services
from bot.settings import Settings
from knowledge.library import load_library

app = typer.Typer(no_args_is_help=True, help="Medições, cada uma com seus números e como foram tirados.")
app.add_typer(bench_all.app)
app.add_typer(bench_answers.app)
app.add_typer(cli_bench_reminders.app)
app.add_typer(house.app)
app.command("audit")(bench_audit.audit)

DATABASES = {"sqlite": ("sqlite",), "postgres": ("postgres",), "all": ("sqlite", "postgres")}
WAYS = {"polling": (False,), "webhook": (True,), "all": (False, True)}
REPLICAS = {"sqlite": (1, 2), "postgres": (2, 4)}


@app.command("faults")
def faults(
    kills: Annotated[int, typer.Option(help="Mortes por execução.")] = 50,
    database: Annotated[str, typer.Option(help="sqlite, postgres ou all.")] = "all",
    replicas: Annotated[int, typer.Option(help="Réplicas; 0: 1 e 2 no SQLite, 2 e 4 no PostgreSQL.")] = 0,
    seed: Annotated[int, typer.Option(help="Semente do acaso.")] = 1,
    people: Annotated[int, typer.Option(help="Pessoas.")] = 12,
    by: Annotated[str, typer.Option(help="polling, webhook ou all (webhook: PostgreSQL).")] = "all",
) -> None:
    """A prova: mortes, quedas, atrasos, recusas, travas, saltos de data e repetições, sem perder nada."""
    if database not in DATABASES:
        raise typer.BadParameter("sqlite, postgres ou all")
    if by not in WAYS:
        raise typer.BadParameter("polling, webhook ou all")
    typer.echo(machine())
    proven = True
    for kind in DATABASES[database]:
        counts = (replicas,) if replicas else REPLICAS[kind]
        for webhook, count in ((w, c) for w in WAYS[by] for c in counts):
            if webhook and by == "all" and kind == "sqlite":
                continue  # one machine, one process: nothing to balance
            plan = Plan(kills=kills, replicas=count, seed=seed, people=people, webhook=webhook)
            with database_address(kind) as url:
                report = asyncio.run(play(plan, url))
            typer.echo("\n".join(report.lines()))
            proven = proven and report.proven
    if not proven:
        raise typer.Exit(1)


@app.command("broadcast")
def broadcast(
    people: Annotated[int, typer.Option(help="Destinatários.")] = 200,
    kills: Annotated[int, typer.Option(help="Mortes; 0: até não restar nada a enviar.")] = 0,
) -> None:
    """O comunicado do próprio produto, com o processo morto logo depois de cada pedido e iniciado de novo."""
    typer.echo(machine())
    with database_address("sqlite") as url:
        found = asyncio.run(bench_broadcast.play(url, people, most=kills or None, now=machine_now()))
    typer.echo(found.line())
    if not found.proven:
        raise typer.Exit(1)


@app.command("fuzz")
def fuzz(
    count: Annotated[int, typer.Option(help="Atualizações.")] = 100_000,
    seed: Annotated[int, typer.Option(help="Semente do acaso.")] = 1,
) -> None:
    """Atualizações deformadas e toques ao acaso: nenhuma pode terminar em erro não tratado."""
    typer.echo(machine())
    logs.configure("json", level=logging.CRITICAL)  # thousands of unreadable updates, each logged on purpose
    with tempfile.TemporaryDirectory() as folder:
        report = bench_fuzz.run(Path(folder), count, seed)
    typer.echo(
        f"played {report.played:,}, mutated {report.mutated:,}, unreadable {report.unreadable:,}, "
        f"replies {report.answered:,}, unhandled {len(report.failures)}"
    )
    if report.failures:
        typer.echo("\n".join(sorted(set(report.failures))))
        raise typer.Exit(1)


@app.command("delivery")
def delivery(
    recipients: Annotated[int, typer.Option(help="Destinatários do comunicado.")] = 5000,
    database: Annotated[str, typer.Option(help="sqlite, postgres ou all.")] = "all",
    due: Annotated[int, typer.Option(help="Maior número de linhas vencidas.")] = 250_000,
) -> None:
    """Ritmo de um comunicado, respostas no meio dele, a maior vazão e o custo por entrega."""
    logs.configure("json", level=logging.CRITICAL)
    typer.echo(machine())
    sizes = [size for size in (1_000, 10_000, 250_000) if size < due] + [due]
    for kind in DATABASES[database]:
        typer.echo(kind)
        with database_address(kind, durable=True) as url:
            typer.echo(f"  {asyncio.run(bench_delivery.pace(url, recipients)).line()}")
        with database_address(kind, durable=True) as url:
            typer.echo(f"  {asyncio.run(bench_flood.flood(url)).line()}")
        for workers in (1, 2):
            with database_address(kind, durable=True) as url:
                rate = asyncio.run(bench_delivery.highest_rate(url, workers, min(recipients, 3000)))
            typer.echo(f"  throttle open, {workers} worker(s): {rate:.0f} deliveries/s")
        with database_address(kind, durable=True) as url:
            for deliveries in (500, 2000):
                work = asyncio.run(bench_delivery.work_per_delivery(url, deliveries))
                typer.echo(
                    f"  {work.deliveries} deliveries: {work.statements:.2f} statements and "
                    f"{work.bytes:.0f} bytes each"
                )
            for cost in asyncio.run(bench_delivery.claim_costs(url, sizes)):
                typer.echo(f"  {cost.due:>7} rows due: {cost.milliseconds:.2f} ms a claim of 8")


@app.command("chat")
def chat(
    updates: Annotated[int, typer.Option(help="Mensagens por medição.")] = 2000,
    rounds: Annotated[int, typer.Option(help="Vezes, a mediana conta.")] = 3,
    postgres: Annotated[bool, typer.Option(help="Mede também réplicas no PostgreSQL.")] = True,
) -> None:
    """Mensagens por segundo contra robôs de eco simples, na mesma execução."""
    typer.echo(machine())
    found = [_median([asyncio.run(bench_chat.bare("python-telegram-bot, bare echo", "ptb", updates))
                      for _ in range(rounds)])]  # fmt: skip
    found.append(
        _median(
            [asyncio.run(bench_chat.bare("aiogram, bare echo", "aiogram", updates)) for _ in range(rounds)]
        )
    )
    found.append(_median([_ours("sqlite", updates, 1) for _ in range(rounds)]))
    for replicas in (1, 2, 4) if postgres else ():
        found.append(_median([_ours("postgres", updates, replicas) for _ in range(rounds)]))
    for echo in found:
        typer.echo(f"  {echo.line(found[0].per_second)}")


def _ours(kind: str, updates: int, replicas: int) -> bench_chat.Echo:
    name = f"Fretabot, inbox and outbox, {kind}, {replicas} replica(s)"
    with database_address(kind, durable=True) as url:
        return asyncio.run(bench_chat.ours(name, url, updates, replicas=replicas))


def _median(found: list[bench_chat.Echo]) -> bench_chat.Echo:
    return sorted(found, key=lambda echo: echo.per_second)[len(found) // 2]


@app.command("start")
def start(
    updates: Annotated[int, typer.Option(help="Mensagens antes de medir a memória.")] = 1000,
) -> None:
    """Segundos até a primeira resposta e memória depois de mil mensagens, com o programa inteiro."""
    typer.echo(machine())
    typer.echo(f"  {asyncio.run(bench_chat.start(updates)).line()}")


@app.command("walkers")
def walkers(
    count: Annotated[int, typer.Option("--walkers", help="Quantas pessoas andam pelas listas.")] = 200,
    steps: Annotated[int, typer.Option(help="Passos de cada uma.")] = 20,
    seed: Annotated[int, typer.Option(help="Semente do acaso.")] = 1,
) -> None:
    """Pessoas ao acaso nas listas; cada passo em um processo que pode ser morto. Nada do que foi dado se perde."""
    typer.echo(machine())
    knowledge = load_knowledge(meaning=False)
    with database_address("sqlite") as url:
        database = Database(url)
        database.close()
        settings = Settings(_env_file=None)
        services = make_services(
            settings, database, bot_name="bench", clock=SystemClock(), knowledge=knowledge
        )
        try:
            typer.echo(bench_walkers.play(services, url, walkers=count, steps=steps, seed=seed))
        except bench_walkers.Lost as lost:
            typer.echo(str(lost), err=True)
            raise typer.Exit(1) from None


@app.command("load")
def load() -> None:
    """Carga da base inteira: segundos de processador e memória a mais (metas: 0,5 s e 60 MB)."""
    typer.echo(machine())
    before, begun = resource.getrusage(resource.RUSAGE_SELF), time.process_time()
    load_library()
    after = resource.getrusage(resource.RUSAGE_SELF)
    grown = (after.ru_maxrss - before.ru_maxrss) / 1024
    typer.echo(f"library: {time.process_time() - begun:.2f} s of processor, {grown:.0f} MB more at the peak")
