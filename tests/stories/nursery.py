"""Workers that are killed: a process that holds the base loaded and forks, for each order, a worker that may die.

An order is a line `DATABASE MOMENT COUNT MINUTE`: the worker starts at that civil minute and dies by SIGKILL at the
COUNT-th MOMENT of `bot.bench_mortal`. The answer is a line: the signal that ended it, or 0 when its work was done.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import sys
from concurrent.futures import Future

from bot import broadcasts, logs
from bot.bench_mortal import Killer, MortalDatabase, MortalMessenger
from bot.clock import MovableClock
from bot.main import api_bot, make_services
from bot.parts import JOBS, KINDS
from bot.settings import Settings
from bot.throttle import OPEN
from knowledge.library import Library, load_library
from scheduler.dispatch import Dispatcher
from scheduler.runner import Runner

LEASE = dt.timedelta(seconds=0.3)
MINUTES = 30
MINUTE = dt.timedelta(minutes=1)


async def work(library: Library, url: str, api_url: str, token: str, killer: Killer, at: dt.datetime) -> None:
    """Ticks and sends, a civil minute a round, until no broadcast is under way."""
    database, bot = MortalDatabase(url), api_bot(token, api_url)
    settings = Settings(
        _env_file=None,
        telegram_token=token,
        telegram_api_url=api_url,
        database_url=url,  # type: ignore[call-arg,arg-type]
    )
    clock = MovableClock(at)
    async with bot:
        services = make_services(
            settings, database, bot_name=bot.username, clock=clock, knowledge=(library, Future())
        )
        dispatcher = Dispatcher(
            services, MortalMessenger(bot), KINDS, f"worker-{os.getpid()}", pace=OPEN, lease=LEASE
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


def main(api_url: str, token: str, begins: str) -> None:
    """Serves orders until the input ends."""
    logs.configure("json")
    library = load_library()
    for line in sys.stdin:
        file, moment, count, minute = line.split()
        child = os.fork()
        if child == 0:
            at = dt.datetime.fromisoformat(begins) + int(minute) * MINUTE
            killer = Killer((moment, int(count)))
            asyncio.run(work(library, file, api_url, token, killer, at))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.WTERMSIG(status) if os.WIFSIGNALED(status) else -os.WEXITSTATUS(status), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
