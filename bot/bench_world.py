"""What benchmarks stand on: a local Telegram server, a database and replicas, each in processes of their own."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from pathlib import Path

from bot import migrate
from bot.bench_postgres import PostgresServer
from bot.bench_process import Replica, main
from bot.clock import machine_now
from bot.database import engine_for
from bot.demo_run import free_port
from bot.local_telegram.testing import LocalTelegram, connected

TOKEN = "1000001:local-server-of-the-benchmarks-000000000"  # noqa: S105  # worth nothing outside
PATIENCE_SECONDS = 30.0


def machine() -> str:
    """Where and when a figure was taken."""
    return (
        f"{machine_now():%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    )


@asynccontextmanager
async def telegram_server(
    *, limits: bool = False, webhook_pause: float = 1.0
) -> AsyncIterator[LocalTelegram]:
    """A local Telegram server as a process of its own, gone at the end."""
    port = free_port(0)
    command = [sys.executable, "-m", "bot.local_telegram", "--memory", "--port", str(port), "--token", TOKEN]
    command += ["--webhook-pause", str(webhook_pause)]
    process = subprocess.Popen(  # noqa: S603, ASYNC220  # our own module, started once
        command + ([] if limits else ["--open-limits"]), stdout=subprocess.DEVNULL
    )
    try:
        async with connected(f"http://127.0.0.1:{port}", token=TOKEN) as telegram:
            await _listens(telegram)
            yield telegram
            if process.poll() is not None:
                raise RuntimeError(f"the local Telegram server ended: {process.returncode}")
    finally:
        process.kill()
        process.wait()


async def _listens(telegram: LocalTelegram) -> None:
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE_SECONDS
    while loop.time() < until:
        with contextlib.suppress(OSError, Exception):
            await telegram.call("GET", "state")
            return
        await asyncio.sleep(0.05)
    raise RuntimeError("the local Telegram server did not start")


@contextmanager
def database_address(
    kind: str, server: PostgresServer | None = None, *, durable: bool = False
) -> Iterator[str]:
    """The address of a fresh migrated database: `sqlite` or `postgres` (a server of its own unless given)."""
    if kind == "sqlite":
        folder = Path(tempfile.mkdtemp(prefix="bench-"))
        url = f"sqlite:///{folder / 'bench.sqlite'}"
        engine = engine_for(url)
        migrate.upgrade(engine)
        engine.dispose()
        try:
            yield url
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    elif server is not None:
        yield server.migrated_database()
    else:
        with PostgresServer.started(durable=durable) as own:
            yield own.migrated_database()


class Replicas:
    """Starts replicas quickly: a server process has the code loaded and forks."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["bot.bench_process"])
        forkserver.ensure_running()
        self._started: list[BaseProcess] = []
        # An event that nobody holds here is gone before its process has read it, and the process dies of that.
        self._events: list[Event] = []

    def event(self) -> Event:
        """What a replica sets when it is at work."""
        self._events.append(self._context.Event())
        return self._events[-1]

    def start(self, replica: Replica, ready: Event | None = None) -> BaseProcess:
        """A running replica."""
        process = self._context.Process(target=main, args=(replica, ready or self.event()), daemon=True)
        process.start()
        self._started.append(process)
        return process

    def stop(self) -> None:
        """Ends all of them."""
        for process in self._started:
            if process.is_alive():
                process.kill()
            process.join()
        self._started.clear()


def died_by_kill(process: BaseProcess) -> bool:
    """Whether it ended by SIGKILL, as planned."""
    return process.exitcode == -signal.SIGKILL
