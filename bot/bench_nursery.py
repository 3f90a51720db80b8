"""Workers that are killed: a process that holds the base loaded and forks, for each order, a worker that may die.

An order is a line `DATABASE API_URL TOKEN AT MOMENT COUNT`: the worker starts at that civil instant and dies by
SIGKILL at the COUNT-th MOMENT of `bot.bench_mortal`. The answer is a line: the signal that ended it, or 0 when its
work was done.
Everybody waits as long as it takes: what is proven here does not depend on the speed of the machine.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass

from pydantic import SecretStr
from telegram import Bot

from bot import broadcasts, logs
from bot.aiohttp_request import AiohttpRequest
from bot.bench_mortal import Killer, MortalDatabase, MortalMessenger
from bot.clock import MovableClock
from bot.main import make_services
from bot.parts import JOBS, KINDS
from bot.rests import Rests
from bot.settings import Settings
from bot.throttle import OPEN
from knowledge.library import Library, load_library
from scheduler.dispatch import Dispatcher
from scheduler.runner import Runner

LEASE = dt.timedelta(seconds=0.05)  # nobody else works: it only holds back the next worker
PATIENCE_SECONDS = 300.0  # no request is given up: what stands as uncertain was left by a kill
MINUTES = 30
MINUTE = dt.timedelta(minutes=1)
KILLED = int(signal.SIGKILL)


@dataclass
class Nursery:
    """Starts workers that may die, one after the other."""

    process: subprocess.Popen[bytes]

    async def worker(
        self, database: str, telegram: tuple[str, str], at: dt.datetime, moment: str, count: int
    ) -> int:
        """Runs one worker against a server (address, token); the signal that ended it, 0 when it had finished."""
        order = f"{database} {' '.join(telegram)} {at.isoformat()} {moment} {count}\n"
        return await asyncio.to_thread(self._ordered, order.encode())

    def _ordered(self, order: bytes) -> int:
        assert self.process.stdin is not None  # noqa: S101  # given below
        assert self.process.stdout is not None  # noqa: S101
        self.process.stdin.write(order)
        self.process.stdin.flush()
        return int(self.process.stdout.readline())


@contextmanager
def nursery() -> Iterator[Nursery]:
    """The process that forks them: the base is loaded once."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bot.bench_nursery"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env={k: v for k, v in os.environ.items() if not k.startswith("FRETABOT_")},
    )  # fmt: skip
    with process:
        yield Nursery(process)


async def work(
    library: Library, url: str, telegram: tuple[str, str], at: dt.datetime, killer: Killer
) -> None:
    """Ticks and sends, a civil minute a round, until no broadcast is under way."""
    database, (api_url, token) = MortalDatabase(url), telegram
    bot = Bot(
        token, base_url=f"{api_url}/bot",
        request=AiohttpRequest(read_seconds=PATIENCE_SECONDS), get_updates_request=AiohttpRequest(),
    )  # fmt: skip
    settings = Settings(
        _env_file=None, telegram_token=SecretStr(token), telegram_api_url=api_url, database_url=url,
        quiet_hours="00:00-00:00",  # the lives of one broadcast pass through nights
    )  # fmt: skip
    clock = MovableClock(at)
    async with bot:
        services = make_services(
            settings, database, bot_name=bot.username, clock=clock, knowledge=(library, Future())
        )
        dispatcher = Dispatcher(
            services,
            MortalMessenger(bot, Rests(database, services.machine)),
            KINDS,
            f"worker-{os.getpid()}",
            pace=OPEN,
            lease=LEASE,
        )
        runner = Runner(services, {"broadcasts": JOBS["broadcasts"]}, planned=dispatcher.replies_ready)
        database.killer = MortalMessenger.killer = killer
        for _ in range(MINUTES):
            await dispatcher.recover()
            await runner.tick()
            await dispatcher.drain()
            if not await database.run(lambda s: broadcasts.in_states(s, "scheduled", "running")):
                break
            clock.move(MINUTE)
            await asyncio.sleep(LEASE.total_seconds() / 3)
    database.close()


def main() -> None:
    """Serves orders until the input ends."""
    logs.configure("json")
    library = load_library()
    for line in sys.stdin:
        url, api_url, token, at, moment, count = line.split()
        child = os.fork()
        if child == 0:
            try:
                killer = Killer((moment, int(count)))
                asyncio.run(work(library, url, (api_url, token), dt.datetime.fromisoformat(at), killer))
                os._exit(0)
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        print(os.WTERMSIG(status) if os.WIFSIGNALED(status) else -os.WEXITSTATUS(status), flush=True)


if __name__ == "__main__":
    main()
