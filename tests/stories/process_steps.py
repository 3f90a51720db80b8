"""The program as a process of its own: as an operator starts it, and its commands."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.local_telegram.testing import LocalTelegram

ROOT = Path(__file__).parents[2]


def environment(folder: Path, **told: str) -> dict[str, str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("FRETABOT_")}
    settings = {"FRETABOT_DATA_DIR": str(folder), "FRETABOT_LISTEN": "127.0.0.1:0", **told}
    return clean | settings | {"PYTHONPATH": str(ROOT)}


@asynccontextmanager
async def program(
    telegram: LocalTelegram, folder: Path, *, shell: bool = False, **more: str
) -> AsyncIterator[subprocess.Popen[bytes]]:
    """`fretabot run` as an operator starts it; with `shell`, from a line of a shell that waits for it."""
    command = [sys.executable, "-m", "bot", "run"]
    if shell:
        command = ["/bin/sh", "-c", f"exec {' '.join(command)}"]
    told = {"FRETABOT_TELEGRAM_TOKEN": telegram.token, "FRETABOT_TELEGRAM_API_URL": telegram.url}
    process = subprocess.Popen(  # noqa: ASYNC220, S603
        command, env=environment(folder, **told, **more), stderr=subprocess.DEVNULL, cwd=folder
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def run_program(folder: Path, *arguments: str, **told: str) -> subprocess.CompletedProcess[str]:
    """One command, to its end."""
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "bot", *arguments],
        env=environment(folder, **told), capture_output=True, text=True, check=False, cwd=folder, timeout=900,
    )  # fmt: skip
