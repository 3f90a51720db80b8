"""Runs the bot beside a local Telegram server of its own: what `fretabot run` does without a token."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import uvicorn

from bot import demo, demo_page
from bot.clock import MovableClock
from bot.database import Database
from bot.settings import Settings

CHAT_PORT, CLOCK_PORT = 8081, 8082
PATIENCE_SECONDS = 20.0


class LocalServerDied(RuntimeError):
    """The local Telegram server did not come up."""


def free_port(wanted: int) -> int:
    """`wanted`, or another free loopback port when it is taken."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind(("127.0.0.1", port))
                return int(probe.getsockname()[1])
    raise LocalServerDied("no free port on 127.0.0.1")


@asynccontextmanager
async def local_telegram(folder: Path, clock_port: int) -> AsyncIterator[str]:
    """The local Telegram server as a process of its own; gives its address."""
    port = free_port(CHAT_PORT)
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "bot.local_telegram", "--port", str(port), "--token", demo.TOKEN]
    command += [
        "--db",
        str(folder / "local-telegram.sqlite"),
        "--control-url",
        f"http://127.0.0.1:{clock_port}/",
        "--with-stdin",
    ]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)  # noqa: S603, ASYNC220  # our own module, started once
    try:
        await _answers(f"{url}/bot{demo.TOKEN}/getMe", process)
        yield url
    finally:
        process.terminate()
        await asyncio.to_thread(process.communicate)


async def _answers(url: str, process: subprocess.Popen[bytes]) -> None:
    until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    async with aiohttp.ClientSession() as session:
        while asyncio.get_running_loop().time() < until:
            if process.poll() is not None:
                break
            with contextlib.suppress(aiohttp.ClientError):
                async with session.get(url) as response:
                    if response.status == 200:
                        return
            await asyncio.sleep(0.05)
    raise LocalServerDied("the local Telegram server did not start; is another one running?")


@asynccontextmanager
async def clock_page(
    clock: MovableClock, database: Database, settings: Settings, port: int
) -> AsyncIterator[None]:
    """Serves what the chat page asks of the demonstration, on loopback."""
    config = uvicorn.Config(
        demo_page.clock_page(clock, database, settings),
        host="127.0.0.1",
        port=port,
        log_level="warning",
        lifespan="off",
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server._serve())
    try:
        yield
    finally:
        server.should_exit = True
        await task
