"""One replica under test, in a process of its own that may be killed at a chosen moment.

It is made of the product's own parts: database, inbox, processor, poller or webhook, throttle, dispatcher, runner. Only
what people are told is simple: an echo, reminders derived from a list, a broadcast.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import signal
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from pydantic import SecretStr
from sqlmodel import Session
from telegram import Bot

from bot import conversation, identity, logs, machine, outbox
from bot.aiohttp_request import AiohttpRequest
from bot.bench_mortal import Killer, MortalDatabase, MortalMessenger, MortalSource
from bot.clock import MovableClock, machine_now
from bot.database import Database
from bot.flood import FloodGuard, Verdict
from bot.incoming import Incoming
from bot.messenger import Message
from bot.models.delivery import LANE_DUE_TODAY, LANE_REMINDER, LANE_REPLY, Outbox
from bot.outbox import Planned
from bot.processor import Processor
from bot.receiver import Poller
from bot.render import Renderer
from bot.rests import Rests
from bot.services import Base, Services
from bot.settings import Settings
from bot.telegram_messenger import TelegramMessenger
from bot.throttle import OPEN, Pace
from bot.turn import Turn
from bot.web import WebServer, create_app, listen
from knowledge.answers import Answerer
from knowledge.library import Library
from scheduler import broadcasts
from scheduler.dispatch import Dispatcher
from scheduler.kinds import REPLY, Gone, Kind, last_day
from scheduler.runner import Job, Runner
from scheduler.staff_kind import STAFF

PEOPLE = "bench_people"
POISON = "veneno"
FLOODERS = 799_000  # people from this number on write without end
FLOOD_LIMIT = 15
TOO_FAST = "devagar"
SECRET = "bench"  # noqa: S105  # of a webhook on loopback
HALT = dt.timedelta(seconds=0.5)  # a minute in service
ITEM_STAGES = ("15", "1", "0")


@dataclass(frozen=True)
class Replica:
    """What a process is told. `kill`: the moment, and at which occurrence, it kills itself."""

    database_url: str
    api_url: str
    token: str
    name: str
    # Short, so that a death is soon noticed; longer than a machine ten times overloaded holds up a live process, or
    # what it gives up itself would stand as uncertain beside what the kills left.
    lease_seconds: float = 4.0
    read_seconds: float = 2.5
    poll_lease: float = 0.0  # 0: twice the lease of rows
    bulk: float = 0.0  # 0: the throttle is open
    civil_ahead: float = 0.0
    kill: tuple[str, int] | None = None
    receive: bool = True
    port: int = 0  # not 0: webhook on this port
    reminders: bool = True
    quiet: bool = True
    broadcasts: bool = False  # the product's own job that concludes them
    plain: bool = False  # the handler of the comparison with bare echoes: the text goes back, nothing is kept


def echo(turn: Turn) -> None:
    """The effect is kept (every text once, in order), and the same text goes back; some of it after outside work."""
    text = turn.incoming.text
    if text == POISON:
        raise ValueError("poison")
    if text.endswith("5"):
        text = turn.compute("upper", lambda: text)
    state = turn.state
    seen = [*state.answers.get("seen", []), text]
    conversation.save(state, now=turn.now, answers={"seen": seen})
    answer(turn, f"[eco {text}]")


def plain_echo(turn: Turn) -> None:
    """The same text goes back."""
    answer(turn, turn.incoming.text)


def sorry(turn: Turn) -> None:
    """The one plain sentence."""
    answer(turn, f"[desculpe {turn.incoming.update_id}]")


def too_fast(turn: Turn) -> None:
    """What is told once to who writes without end."""
    answer(turn, f"[{TOO_FAST} {turn.incoming.update_id}]")


class Guard(FloodGuard):
    """The guard against floods, for those who are to flood; the others write much in little time too."""

    def verdict(self, incoming: Incoming, at: float) -> Verdict:
        """As the product's."""
        return super().verdict(incoming, at) if incoming.user_id >= FLOODERS else Verdict.HANDLE


def answer(turn: Turn, text: str) -> None:
    """Plans one reply."""
    planned = Planned(
        turn.incoming.chat_id, str(turn.incoming.update_id), "-", str(len(turn.replies)), "reply", LANE_REPLY
    )
    row = outbox.add(turn.session, planned, now=turn.now, machine=turn.services.machine())
    if row is None:
        raise RuntimeError("answered before")
    outbox.add_parts(turn.session, row, [Message(turn.incoming.chat_id, text)])
    turn.replies.append(row)


def word(_services: Services, session: Session, row: Outbox, _now: dt.datetime) -> list[Message] | Gone:
    """A row says its own key, so that the server's log tells which it was."""
    if "gone" in row.payload:
        return Gone(str(row.payload["gone"]), str(row.payload["state"]))
    parts = int(row.payload.get("parts", 1))
    about = " ".join(item.subject for item in outbox.items(session, row.id or 0))
    key = f"{row.subject} {row.cycle} {row.stage}"
    return [Message(row.recipient, f"[{key} {n}/{parts}] {about}") for n in range(1, parts + 1)]


KINDS = {
    "reply": REPLY,
    "reminder": Kind(word, repeat=last_day),
    "digest": Kind(word, repeat=last_day),
    "rule_update": Kind(word),
    "broadcast": broadcasts.BROADCAST,
    "staff": STAFF,
}


def sweep(services: Services, session: Session, now: dt.datetime) -> bool:
    """Derives what is owed to each person on the list and inserts what has no row, as the product's sweep does."""
    people: list[int] = json.loads(identity.read(session, PEOPLE) or "[]")
    machine = services.machine()

    def plan(**values: Any) -> int | None:
        return outbox.add(session, Planned(cycle="2026-06-10", **values), now=now, machine=machine)

    for person in people:
        for stage, lane in (("7", LANE_REMINDER), ("0", LANE_DUE_TODAY)):
            plan(recipient=person, subject="lit", stage=stage, kind="reminder", lane=lane)
        digest = plan(recipient=person, subject="digest", stage="day", kind="digest", lane=LANE_REMINDER)
        if digest is not None:
            for n, stage in enumerate(ITEM_STAGES):
                plan(
                    recipient=person, subject=f"item-{n}", stage=stage, kind="reminder", lane=LANE_REMINDER,
                    digest_id=digest,
                )  # fmt: skip
    return False


def main(replica: Replica, ready: Event) -> None:
    """Runs until SIGTERM or its own killer; `ready` is set when it is at work."""
    if replica.quiet:
        logs.configure("json", level=50)
    asyncio.run(serve(replica, ready))


async def serve(replica: Replica, ready: Event) -> None:
    """One replica."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    killer = Killer(replica.kill)
    database = MortalDatabase(replica.database_url)
    bot = Bot(
        replica.token,
        base_url=f"{replica.api_url}/bot",
        request=AiohttpRequest(read_seconds=replica.read_seconds),
        get_updates_request=AiohttpRequest(),
    )
    updates = AiohttpRequest()
    await updates.initialize()
    async with bot:
        services = services_of(replica, database)
        parts = _parts(replica, services, bot, updates)
        database.killer = MortalMessenger.killer = MortalSource.killer = killer
        ready.set()
        await _until_stopped(parts, stop)
    await updates.shutdown()
    database.close()


def services_of(replica: Replica, database: Database) -> Services:
    """The services of a replica: everything but the library of norms."""
    settings = Settings(
        _env_file=None,
        telegram_token=SecretStr(replica.token),
        telegram_api_url=replica.api_url,
        data_dir=Path(tempfile.gettempdir()),
        receive="webhook" if replica.port else "polling",
        webhook_secret=SecretStr(SECRET) if replica.port else None,
        public_url="https://bench.invalid" if replica.port else "",
    )
    clock = MovableClock(machine_now() + dt.timedelta(seconds=replica.civil_ahead), speed=1.0)
    # The library of norms takes a second to load and has no part in this: one without norms, with no terms changed.
    norms = SimpleNamespace(corpus=frozenset(), terms=SimpleNamespace(in_use=nullcontext))
    library, answerer = cast(Library, norms), cast(Answerer, None)
    base = Base(library, answerer)
    return Services(
        settings, clock, database, base, Renderer(), bot_name="bench", machine=machine.shared(database)
    )


def _parts(replica: Replica, services: Services, bot: Bot, updates: AiohttpRequest) -> list[Any]:
    maker = MortalMessenger if replica.kill else TelegramMessenger
    messenger = maker(bot, Rests(services.database, services.machine))
    lease = dt.timedelta(seconds=replica.lease_seconds)
    pace = Pace(bulk=replica.bulk, total=max(30.0, replica.bulk * 1.5)) if replica.bulk else OPEN
    dispatcher = Dispatcher(services, messenger, KINDS, replica.name, pace=pace, lease=lease, halt=HALT)
    jobs: dict[str, Job] = {"bench": sweep} if replica.reminders else {}
    if replica.broadcasts:
        jobs["broadcasts"] = broadcasts.work
    runner = Runner(services, jobs, planned=dispatcher.replies_ready, seconds=0.5)
    parts: list[Any] = [dispatcher, _Ticking(runner)]
    if not replica.receive:
        return parts
    processor = Processor(
        services, plain_echo if replica.plain else echo, sorry, messenger, dispatcher.replies_ready,
        flood=Guard(FLOOD_LIMIT), too_fast=too_fast,
    )  # fmt: skip
    if replica.port:
        app = create_app(services, stored=processor.came)
        return [*parts, processor, WebServer(app, listen(f"127.0.0.1:{replica.port}"))]
    source, poll_lease = MortalSource(bot, updates), replica.poll_lease or replica.lease_seconds * 2
    poller = Poller(
        services, source, processor.came, replica.name,
        lease_seconds=poll_lease, renew_seconds=poll_lease / 4,
    )  # fmt: skip
    return [*parts, processor, poller]


@dataclass
class _Ticking:
    """The runner as a part that runs and stops like the others."""

    runner: Runner

    async def run(self) -> None:
        self.runner.start()

    def stop(self) -> None:
        self.runner.stop()


async def _until_stopped(parts: list[Any], stop: asyncio.Event) -> None:
    tasks = [asyncio.ensure_future(part.run()) for part in parts]
    await stop.wait()
    for part in parts:
        part.stop()
    await asyncio.wait(tasks, timeout=9)
    for part in parts:
        if hasattr(part, "release"):
            await part.release()
