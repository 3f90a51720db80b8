"""`python -m bot.local_telegram`: the server alone, on loopback."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from bot.local_telegram.persons import DEMONSTRATION, read_persons
from bot.local_telegram.server import run
from bot.local_telegram.settings import LOOPBACK, OPEN, Limits, Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Starts the server; 2 for a setting that makes no sense."""
    given = _parser().parse_args(arguments)
    try:
        settings = Settings(
            host=given.host,
            port=given.port,
            database=None if given.memory else given.db,
            token=given.token,
            persons=read_persons(given.persons),
            limits=OPEN if given.open_limits else Limits(),
            control_url=given.control_url,
            webhook_pause=given.webhook_pause,
        )
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if given.with_stdin:
        threading.Thread(target=_stop_with_stdin, daemon=True).start()
    run(settings, ready=lambda address: print(address, flush=True))
    return 0


def _stop_with_stdin() -> None:
    """Stops this process when nobody holds its standard input any more: its starter is gone, even if killed."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot.local_telegram", description=__doc__)
    parser.add_argument("--host", default=LOOPBACK, help="loopback address to listen on")
    parser.add_argument("--port", type=int, default=8081)
    parser.add_argument(
        "--db", type=Path, default=Path("local-telegram.sqlite"), help="SQLite file of the state"
    )
    parser.add_argument("--memory", action="store_true", help="keep nothing after the end")
    parser.add_argument("--persons", type=Path, default=DEMONSTRATION, help="YAML or JSON file of people")
    parser.add_argument("--token", help="the one token that counts; without it, the first that is used")
    parser.add_argument("--open-limits", action="store_true", help="no 429 for speed")
    parser.add_argument(
        "--webhook-pause", type=float, default=1.0, help="seconds after the first failed delivery"
    )
    parser.add_argument("--control-url", help="loopback address of the bot's demonstration clock")
    parser.add_argument("--with-stdin", action="store_true", help="end when the standard input ends")
    return parser


if __name__ == "__main__":
    sys.exit(main())
