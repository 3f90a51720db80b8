"""`fretabot bench …`: every benchmark, each printing its figures and how they were taken."""

from __future__ import annotations

import asyncio
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from bot import bench_answers, bench_fuzz, cli_bench_reminders
from bot.bench_faults import Plan, play
from bot.bench_world import database_address
from bot.clock import machine_now

app = typer.Typer(no_args_is_help=True, help="Medições, cada uma com seus números e como foram tirados.")
app.add_typer(bench_answers.app)
app.add_typer(cli_bench_reminders.app)

DATABASES = {"sqlite": ("sqlite",), "postgres": ("postgres",), "all": ("sqlite", "postgres")}
REPLICAS = {"sqlite": (1, 2), "postgres": (2, 4)}


def machine() -> str:
    """Where and when a figure was taken."""
    return (
        f"{machine_now():%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    )


@app.command("faults")
def faults(
    kills: Annotated[int, typer.Option(help="Mortes por execução.")] = 50,
    database: Annotated[str, typer.Option(help="sqlite, postgres ou all.")] = "all",
    replicas: Annotated[int, typer.Option(help="Réplicas; 0: 1 e 2 no SQLite, 2 e 4 no PostgreSQL.")] = 0,
    seed: Annotated[int, typer.Option(help="Semente do acaso.")] = 1,
    people: Annotated[int, typer.Option(help="Pessoas.")] = 12,
) -> None:
    """A prova: mortes, quedas, atrasos, recusas, travas, saltos de data e repetições, sem perder nada."""
    if database not in DATABASES:
        raise typer.BadParameter("sqlite, postgres ou all")
    typer.echo(machine())
    proven = True
    for kind in DATABASES[database]:
        for count in (replicas,) if replicas else REPLICAS[kind]:
            with database_address(kind) as url:
                report = asyncio.run(play(Plan(kills=kills, replicas=count, seed=seed, people=people), url))
            typer.echo("\n".join(report.lines()))
            proven = proven and report.proven
    if not proven:
        raise typer.Exit(1)


@app.command("fuzz")
def fuzz(
    count: Annotated[int, typer.Option(help="Atualizações.")] = 100_000,
    seed: Annotated[int, typer.Option(help="Semente do acaso.")] = 1,
) -> None:
    """Atualizações deformadas e toques ao acaso: nenhuma pode terminar em erro não tratado."""
    typer.echo(machine())
    with tempfile.TemporaryDirectory() as folder:
        report = bench_fuzz.run(Path(folder), count, seed)
    typer.echo(f"played {report.played}, replies {report.answered}, unhandled {len(report.failures)}")
    if report.failures:
        typer.echo("\n".join(sorted(set(report.failures))))
        raise typer.Exit(1)


@app.command("audit")
def audit() -> None:
    """Vulnerabilidades conhecidas dos pacotes travados; falha também quando um pacote não pôde ser conferido."""
    typer.echo(machine())
    lock = Path(__file__).parents[1] / "requirements.lock"
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        "--strict",
        "--require-hashes",
        "--disable-pip",
        "-r",
        str(lock),
    ]
    raise typer.Exit(subprocess.run(command, check=False).returncode)  # noqa: S603  # our own lock
