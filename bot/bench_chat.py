"""`fretabot bench chat` and `start`: updates a second against bare echo bots, time to the first answer, memory."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.bench_delivery import percentile
from bot.bench_process import Replica
from bot.bench_world import Replicas, telegram_server
from bot.local_telegram.people import Person
from bot.local_telegram.testing import LocalTelegram

PEOPLE = 40
PATIENCE_SECONDS = 180.0


@dataclass(frozen=True)
class Echo:
    """How a bot coped."""

    name: str
    per_second: float
    p50: float
    p95: float
    processor: float = 0.0  # seconds of processor time an update of the backlog, of all its processes

    def line(self, base: float) -> str:
        """As it is printed, against the first."""
        return (
            f"{self.name:<44} {self.per_second:8.0f} updates/s ({self.per_second / base:.2f}, "
            f"{self.processor * 1000:.2f} ms of processor each), one after the other p95 {self.p95 * 1000:.1f} ms"
        )


async def bare(name: str, kind: str, updates: int) -> Echo:
    """A bare echo bot in a process of its own."""
    async with telegram_server() as telegram:
        people = await _backlog(telegram, updates)
        process = subprocess.Popen(  # noqa: S603, ASYNC220
            [sys.executable, "-m", "bot.bench_echo", kind, telegram.url, telegram.token],
            stderr=subprocess.DEVNULL,
        )
        try:
            return await _measured(name, telegram, people, updates, [process.pid])
        finally:
            process.kill()
            process.wait()


async def ours(name: str, url: str, updates: int, *, replicas: int = 1) -> Echo:
    """The product's inbox, processor and outbox with a plain echo for a handler."""
    started = Replicas()
    try:
        async with telegram_server() as telegram:
            people = await _backlog(telegram, updates)
            made = (
                Replica(
                    url, telegram.url, telegram.token, f"c{n}", reminders=False, read_seconds=7, lease_seconds=30,
                    plain=True,
                )
                for n in range(replicas)
            )  # fmt: skip
            pids = [started.start(replica).pid or 0 for replica in made]
            return await _measured(name, telegram, people, updates, pids)
    finally:
        started.stop()


async def _backlog(telegram: LocalTelegram, updates: int) -> list[Person]:
    people = [await telegram.person(f"P{n}", id=300_001 + n, started=True) for n in range(PEOPLE)]
    for n in range(updates):
        await people[n % PEOPLE].says(f"texto {n}")
    return people


async def _measured(
    name: str, telegram: LocalTelegram, people: Sequence[Person], updates: int, pids: Sequence[int]
) -> Echo:
    """Answers a second while the backlog lasts, its first tenth left out; then one text at a time."""
    log = await _answers(telegram, updates // 10)
    early, used = len(log), sum(map(processor_seconds, pids))
    log = await _answers(telegram, updates)
    used = sum(map(processor_seconds, pids)) - used
    times = sorted(e["at"] for e in log)[updates // 10 : updates]
    per_second = (len(times) - 1) / (times[-1] - times[0])
    waits = []
    for n in range(100):
        begun = time.perf_counter()
        await people[n % PEOPLE].asks(f"uma {n}", timeout=30)
        waits.append(time.perf_counter() - begun)
    each = used / max(1, len(log) - early)
    return Echo(name, per_second, percentile(waits, 0.5), percentile(waits, 0.95), each)


async def _answers(telegram: LocalTelegram, count: int) -> list[dict[str, Any]]:
    """The log, once there are so many answers."""
    until = time.monotonic() + PATIENCE_SECONDS
    log = await telegram.log(method="sendMessage")
    while len(log) < count and time.monotonic() < until:
        await asyncio.sleep(0.25)
        log = await telegram.log(method="sendMessage")
    return log


@dataclass(frozen=True)
class Start:
    """The whole program."""

    empty: float  # seconds to the first answer on an empty database
    again: float  # the same when started again on it
    processor: float  # seconds of processor time of the latter, which do not depend on what else runs
    updates: int
    megabytes: float

    def line(self) -> str:
        """As it is printed."""
        return (
            f"from process start to the first answer {self.empty:.2f} s on an empty database, "
            f"{self.again:.2f} s started again ({self.processor:.2f} s of processor time; aim 3); "
            f"memory after {self.updates} updates {self.megabytes:.0f} MB (aim 200)"
        )


async def start(updates: int) -> Start:
    """`fretabot run` on an empty SQLite file, and again; each time a person said /start before it began."""
    async with telegram_server() as telegram:
        people = [await telegram.person(f"P{n}", id=300_001 + n, started=True) for n in range(PEOPLE)]
        with tempfile.TemporaryDirectory(prefix="bench-start-") as folder:
            empty, _, _ = await _started(telegram, people, folder, 0)
            again, processor, held = await _started(telegram, people, folder, updates)
    return Start(empty, again, processor, updates, held)


async def _started(
    telegram: LocalTelegram, people: Sequence[Person], folder: str, updates: int
) -> tuple[float, float, float]:
    """Seconds to the first answer, those of the processor, and megabytes after so many updates."""
    await people[0].says("/start")
    begun = time.perf_counter()
    async with program(telegram, folder) as process:
        await people[0].reads(timeout=60)
        first, used = time.perf_counter() - begun, processor_seconds(process.pid)
        sent = len(await telegram.log(method="sendMessage"))
        for n in range(updates):
            text = ("/ajuda", "de quanto em quanto tempo é o laudo de uma van 2008?")[n % 10 == 0]
            await people[n % PEOPLE].says(text)
        until = time.monotonic() + PATIENCE_SECONDS
        while len(await telegram.log(method="sendMessage")) < sent + updates and time.monotonic() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.5)
        return first, used, megabytes(process.pid)


@asynccontextmanager
async def program(
    telegram: LocalTelegram, folder: str | None = None
) -> AsyncIterator[subprocess.Popen[bytes]]:
    """`fretabot run` against this server, on a fresh SQLite file unless a folder is given; ended at the end."""
    with tempfile.TemporaryDirectory(prefix="bench-start-") as fresh:
        clean = {k: v for k, v in os.environ.items() if not k.startswith("FRETABOT_")}
        told = {
            "FRETABOT_TELEGRAM_TOKEN": telegram.token, "FRETABOT_TELEGRAM_API_URL": telegram.url,
            "FRETABOT_DATA_DIR": folder or fresh, "FRETABOT_LISTEN": "127.0.0.1:0",
            "PYTHONPATH": str(Path.cwd()),
        }  # fmt: skip
        process = subprocess.Popen(  # noqa: ASYNC220
            [sys.executable, "-m", "bot", "run"], env=clean | told, stderr=subprocess.DEVNULL
        )
        try:
            yield process
        finally:
            process.terminate()
            await asyncio.to_thread(process.wait, 15)


def megabytes(pid: int) -> float:
    """Resident memory, from the system's own account."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1]) / 1024
    return 0.0


def processor_seconds(pid: int) -> float:
    """Processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
