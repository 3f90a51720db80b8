"""`fretabot bench all`: one table of everything that costs time or room, all of it taken in one run on one machine.

Every figure comes from the bench that measures it alone; here they stand side by side, with what they are aimed at.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from bot import bench_chat, bench_delivery, bench_sweep
from bot.bench_chat import Echo
from bot.bench_delivery import percentile
from bot.bench_world import database_address, machine, telegram_server
from bot.cli_bench_reminders import START
from bot.clock import MovableClock
from bot.house_code import PACKAGES, ROOT
from bot.local_telegram.testing import LocalTelegram
from bot.main import load_knowledge, make_services, open_database
from bot.settings import Settings
from knowledge.library import load_library
from knowledge.topics import load_topics

T = TypeVar("T")
Row = tuple[str, str, str]
"""A figure, what was found, what is aimed at."""

PERSON, FIRST_OF_MANY = 300_001, 500_001
ASKING = 10  # people who share the questions: more than sixty a minute of one are not read
AT_ONCE = 20  # people who write at the same moment
RESTED_SECONDS = 5.0  # what is built beside the first answers is built by then
MANY_CHATS_SECONDS = 1800.0
MEGABYTE = 1024 * 1024

app = typer.Typer()


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    chats: int = 10_000
    updates: int = 2_000
    questions: int = 100
    things: int = 50_000
    deliveries: int = 1_000


@dataclass(frozen=True)
class Program:
    """The whole program on a fresh SQLite file, from its start to many people having written."""

    cold_start: float
    first_answer: float
    at_rest: float
    after_chats: float
    chats: int
    questions: tuple[float, ...]

    def rows(self) -> Iterator[Row]:
        """As they stand in the table."""
        slow, usual = percentile(self.questions, 0.95), percentile(self.questions, 0.5)
        yield "cold start, until Telegram is asked for updates", f"{self.cold_start:.1f} s", "–"
        yield "first answer, from the start of the process", f"{self.first_answer:.1f} s", "3 s"
        yield "memory at rest", f"{self.at_rest:.0f} MB", "200 MB"
        yield f"memory after {self.chats:,} chats", f"{self.after_chats:.0f} MB", "200 MB"
        yield (
            "question, from saying to hearing, p50; p95",
            f"{usual * 1000:.0f}; {slow * 1000:.0f} ms",
            "–; 1,000 ms",
        )


async def program(plan: Plan) -> Program:
    """Starts the program, asks it real questions, lets many different people write once each."""
    async with telegram_server() as telegram:
        people = [await telegram.person(f"P{n}", id=PERSON + n, started=True) for n in range(ASKING)]
        await people[0].says("/start")
        begun = time.perf_counter()
        async with bench_chat.program(telegram) as process:
            while not await telegram.log(method="getUpdates"):  # noqa: ASYNC110  # another process
                await asyncio.sleep(0.02)
            cold = time.perf_counter() - begun
            await people[0].reads(timeout=60)
            first = time.perf_counter() - begun
            await asyncio.sleep(RESTED_SECONDS)
            rest = bench_chat.megabytes(process.pid)
            waits = []
            for n, question in enumerate(questions(plan.questions)):
                asked = time.perf_counter()
                await people[n % len(people)].asks(question, timeout=60)
                waits.append(time.perf_counter() - asked)
            await _many_write(telegram, plan.chats)
            return Program(cold, first, rest, bench_chat.megabytes(process.pid), plan.chats, tuple(waits))


def questions(count: int) -> list[str]:
    """Real ways of asking, chosen the same way each time."""
    phrases = [phrase for topic in load_topics() for phrase in topic.phrases]
    return random.Random(1).sample(phrases, count)


async def _many_write(telegram: LocalTelegram, chats: int) -> None:
    """Each of many people writes once; returns when the last has been answered."""
    people = await telegram.crowd(chats, first_id=FIRST_OF_MANY)
    free = asyncio.Semaphore(AT_ONCE)

    async def says(person: int) -> None:
        async with free:
            await telegram.call("POST", f"persons/{person}/say", {"text": "/ajuda"})

    await asyncio.gather(*(says(person) for person in people))
    until, seen, answered = time.monotonic() + MANY_CHATS_SECONDS, 0, set[int]()
    while len(answered) < chats:
        if time.monotonic() > until:
            raise RuntimeError(f"only {len(answered)} of {chats} people were answered")
        await asyncio.sleep(0.5)
        entries = await telegram.call("GET", f"log?after={seen}&method=sendMessage")
        seen = max((entry["seq"] for entry in entries), default=seen)
        answered |= {e["chat_id"] for e in entries if e["delivered"] and (e["chat_id"] or 0) >= FIRST_OF_MANY}


def echoes(updates: int) -> list[Echo]:
    """Bare bots and ours, the same number of texts each."""
    found = [
        asyncio.run(bench_chat.bare("python-telegram-bot, bare echo", "ptb", updates)),
        asyncio.run(bench_chat.bare("aiogram, bare echo", "aiogram", updates)),
    ]
    with database_address("sqlite", durable=True) as url:
        found.append(asyncio.run(bench_chat.ours("Fretabot, SQLite", url, updates)))
    return found


def echo_rows(found: list[Echo]) -> Iterator[Row]:
    """One row a bot: updates a second against the first, and one text at a time."""
    base = found[0].per_second
    for echo in found:
        aim = "1.0 of the first" if echo is found[-1] else "–"
        yield f"updates, {echo.name}", f"{echo.per_second:.0f}/s ({echo.per_second / base:.2f})", aim
        yield f"update, {echo.name}, p50; p95", f"{echo.p50 * 1000:.1f}; {echo.p95 * 1000:.1f} ms", "–"


def sweep(things: int) -> bench_sweep.Figure:
    """One sweep of a civil day on SQLite."""
    with database_address("sqlite") as url, tempfile.TemporaryDirectory() as folder:
        settings = Settings(_env_file=None, database_url=url, data_dir=Path(folder))
        database, clock = open_database(settings), MovableClock(START)
        services = make_services(settings, database, clock=clock, knowledge=load_knowledge(meaning=False))
        try:
            return bench_sweep.measure(services, database, clock, things)
        finally:
            database.close()


def delivery(count: int) -> float:
    """Deliveries a second of one worker, the throttle open."""
    with database_address("sqlite", durable=True) as url:
        return asyncio.run(bench_delivery.highest_rate(url, 1, count))


def load() -> tuple[float, float]:
    """Processor seconds to load the base, and megabytes more afterwards."""
    before, begun = bench_chat.megabytes(os.getpid()), time.process_time()
    held = load_library()
    spent = time.process_time() - begun
    return spent, bench_chat.megabytes(os.getpid()) - before if held.topics else 0.0


@dataclass(frozen=True)
class Installed:
    """What lies on the disk: the locked packages that this machine has, and the program itself."""

    packages: int
    bytes: int
    own: int

    def row(self) -> Row:
        """As it stands in the table."""
        found = f"{self.bytes / MEGABYTE:.0f} MB in {self.packages} packages + {self.own / MEGABYTE:.0f} MB"
        return "installed files: locked packages + the program", found, "–"


def installed(lock: Path = ROOT / "requirements.lock") -> Installed:
    """Sums the files of every package of the lock; one for another system is not here and not counted."""
    sizes = []
    locked = re.findall(r"^([A-Za-z0-9._-]+)==", lock.read_text(encoding="utf-8"), re.MULTILINE)
    for name in dict.fromkeys(locked):  # one package may be locked once for each version of Python
        try:
            files = metadata.distribution(name).files or []
        except metadata.PackageNotFoundError:
            continue
        paths = (Path(str(file.locate())) for file in files)
        sizes.append(sum(path.stat().st_size for path in paths if path.is_file()))
    ours = (p for package in PACKAGES for p in (ROOT / package).rglob("*") if "__pycache__" not in p.parts)
    return Installed(len(sizes), sum(sizes), sum(p.stat().st_size for p in ours if p.is_file()))


def alone(work: Callable[..., T], *arguments: object) -> T:
    """Runs in a fresh process, whose memory and processor time are its own."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def rows(plan: Plan) -> Iterator[Row]:
    """Every figure, each as soon as it is known."""
    seconds, megabytes = zip(*(alone(load) for _ in range(3)), strict=True)
    load_words = f"{statistics.median(seconds):.2f} s of processor; {statistics.median(megabytes):.0f} MB"
    yield "load of the base", load_words, "0.5 s; 60 MB"
    yield from asyncio.run(program(plan)).rows()
    yield from echo_rows(echoes(plan.updates))
    figure = alone(sweep, plan.things)
    swept = f"{figure.seconds:.1f} s; {figure.peak_mb:.0f} MB"
    yield f"sweep of a day over {plan.things:,} dated things", swept, "30 s and 300 MB for 250,000"
    yield "delivery, one worker, throttle open", f"{delivery(plan.deliveries):.0f}/s", "25/s"
    yield installed().row()


def table(found: list[Row]) -> str:
    """The rows as one table."""
    widths = [max(len(row[column]) for row in found) for column in range(3)]
    return "\n".join(
        f"| {' | '.join(c.ljust(w) for c, w in zip(row, widths, strict=True))} |" for row in found
    )


@app.command("all")
def all_(
    chats: Annotated[int, typer.Option(help="Pessoas que escrevem uma vez cada.")] = Plan.chats,
    updates: Annotated[int, typer.Option(help="Mensagens contra os robôs de eco.")] = Plan.updates,
    asked: Annotated[int, typer.Option("--questions", help="Perguntas.")] = Plan.questions,
    things: Annotated[int, typer.Option(help="Coisas com data na varredura.")] = Plan.things,
    deliveries: Annotated[int, typer.Option(help="Entregas.")] = Plan.deliveries,
) -> None:
    """Uma tabela com tudo o que custa tempo ou espaço, na mesma execução."""
    typer.echo(machine())
    found: list[Row] = [("figure", "found", "aim"), ("---", "---", "---")]
    for row in rows(Plan(chats, updates, asked, things, deliveries)):
        typer.echo(f"{row[0]}: {row[1]}", err=True)
        found.append(row)
    typer.echo(f"{table(found)}\n\n{machine()}")
