"""`fretabot bench year` and `fretabot bench sweep`: what reminders are measured by."""

from __future__ import annotations

import datetime as dt
import os
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bot import bench_sweep
from bot.bench_world import database_address
from bot.bench_year import Simulation
from bot.bench_year_judge import Report
from bot.bench_year_oracle import FOLDER, Oracle
from bot.clock import MovableClock
from bot.main import load_knowledge, make_services, open_database
from bot.settings import Settings

app = typer.Typer()

START = dt.datetime(2026, 6, 10, 15, 0, tzinfo=dt.UTC)
"""Three years from here hold the leap day of 2028."""
SIZES = "10000,50000,250000"


@dataclass(frozen=True)
class Part:
    """A run of some of the companies, in a process of its own."""

    companies: int
    days: int
    seed: int
    oracle: Path
    start: dt.datetime = START


@app.command("year")
def year(
    companies: Annotated[int, typer.Option(help="Empresas inventadas.")] = 1000,
    days: Annotated[int, typer.Option(help="Dias civis.")] = 1096,
    seed: Annotated[int, typer.Option(help="Semente do acaso.")] = 1,
    parts: Annotated[
        int, typer.Option(help="Partes, cada uma com sua semente e seu banco, em processos.")
    ] = 1,
    oracle: Annotated[Path, typer.Option(help="A pasta do oráculo, num checkout.")] = FOLDER,
    start: Annotated[dt.datetime, typer.Option(help="O primeiro dia.", formats=["%Y-%m-%d"])] = START,
) -> None:
    """Anos de empresas inventadas contra um oráculo que não conhece o código: perdidos, repetidos, dia e texto."""
    first = dt.datetime.combine(start.date(), START.timetz())
    shares = [Part(companies // parts, days, seed + n, oracle, first) for n in range(parts)]
    report = Report()
    with ProcessPoolExecutor(max_workers=min(parts, os.cpu_count() or 1)) as pool:
        for one in pool.map(_played, shares) if parts > 1 else map(_played, shares):
            report.add(one)
    typer.echo(
        f"{companies} empresas em {parts} partes, {days} dias, sementes desde {seed}, SQLite, sem rede"
    )
    typer.echo("\n".join(report.lines()))
    for counted in (report.kinds, report.stages):
        typer.echo(", ".join(f"{name} {count}" for name, count in counted.most_common()))
    if not report.proven:
        raise typer.Exit(1)


def _played(part: Part) -> Report:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database_url=f"sqlite:///{folder}/year.sqlite", data_dir=Path(folder))
        database = open_database(settings)
        clock = MovableClock(part.start)
        services = make_services(settings, database, clock=clock, knowledge=load_knowledge(meaning=False))
        simulation = Simulation(
            services,
            clock,
            Oracle(part.oracle),
            companies=part.companies,
            days=part.days,
            seed=part.seed,
            progress=lambda line: typer.echo(f"{part.seed}: {line}"),
        )
        report = simulation.run()
        database.close()
    return report


@app.command("sweep")
def sweep(
    sizes: Annotated[str, typer.Option(help="Coisas com data, separadas por vírgula.")] = SIZES,
    database: Annotated[str, typer.Option(help="sqlite, postgres ou all.")] = "all",
) -> None:
    """Uma varredura do dia: segundos, memória, mensagens planejadas, para cada tamanho e banco."""
    knowledge = load_knowledge(meaning=False)
    for kind in ("sqlite", "postgres") if database == "all" else (database,):
        for size in (int(part) for part in sizes.split(",")):
            with database_address(kind) as url, tempfile.TemporaryDirectory() as folder:
                settings = Settings(database_url=url, data_dir=Path(folder))
                opened = open_database(settings)
                clock = MovableClock(START)
                services = make_services(settings, opened, clock=clock, knowledge=knowledge)
                typer.echo(bench_sweep.measure(services, opened, clock, size).line())
                opened.close()
