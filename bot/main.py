"""The composition root: settings → objects → receiving, handling, sending, ticking. Nobody imports it but the CLI."""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

import structlog
from telegram import Bot

from bot import machine, migrate
from bot.aiohttp_request import AiohttpRequest
from bot.alarms import Alarms
from bot.base_watch import BaseWatcher
from bot.clock import Clock, SystemClock, clock_from
from bot.clock_guard import ClockGuard
from bot.database import Database
from bot.flood import LIMIT, FloodGuard
from bot.outbox import LEASE
from bot.parts import JOBS, KINDS, PAGES, PRODUCERS
from bot.processor import Processor
from bot.publish import CommandPublisher
from bot.receiver import Poller
from bot.render import Renderer
from bot.rests import Rests
from bot.revisions import Published
from bot.services import Base, Services
from bot.settings import Settings
from bot.telegram_messenger import TelegramMessenger
from bot.telegram_source import TelegramSource
from bot.throttle import Pace
from bot.web import WebServer, create_app
from handlers import fallback, registry
from knowledge.answers import Answerer
from knowledge.desk import build_answerer
from knowledge.embeddings import package_model
from knowledge.library import Library, load_library
from scheduler.dispatch import Dispatcher
from scheduler.runner import Runner

T = TypeVar("T")

log = structlog.get_logger()

DESK_AFTER = 2.0  # the first /start is answered before the answer desk takes its second of processor time
STOP_SECONDS = 9.0  # what is still open then is left to the leases


@dataclass
class App:
    """One running process: any of receiving, handling and sending."""

    services: Services
    bot: Bot
    updates: AiohttpRequest
    poller: Poller | None
    processor: Processor | None
    dispatcher: Dispatcher
    runner: Runner
    web: WebServer | None = None
    publisher: CommandPublisher | None = None
    watcher: BaseWatcher | None = None

    async def run(self, stop: asyncio.Event) -> None:
        """Runs until `stop` is set, then finishes what is in flight within `STOP_SECONDS`."""
        found = (self.web, self.poller, self.processor, self.dispatcher, self.publisher, self.watcher)
        parts = [part for part in found if part is not None]
        await self.updates.initialize()
        tasks: list[asyncio.Task[object]] = [asyncio.create_task(part.run()) for part in parts]
        self.runner.start()
        waiting: asyncio.Task[object] = asyncio.create_task(stop.wait())
        done, _ = await asyncio.wait({waiting, *tasks}, return_when=asyncio.FIRST_COMPLETED)
        self.runner.stop()
        for part in parts:
            part.stop()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)
        waiting.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._release()
        for task in done - {waiting}:
            task.result()

    async def _release(self) -> None:
        """Frees the leases, so that nobody has to wait for them; what is still open becomes uncertain."""
        for part in (self.poller, self.dispatcher, self.web):
            if part is not None:
                try:
                    await part.release()
                except Exception:
                    log.exception("lease_not_freed")
        await self.updates.shutdown()


def api_bot(token: str, api_url: str) -> Bot:
    """A python-telegram-bot Bot for this token and Bot API server, over our own requests."""
    base = api_url.rstrip("/")
    return Bot(
        token,
        base_url=f"{base}/bot",
        base_file_url=f"{base}/file/bot",
        request=AiohttpRequest(),
        get_updates_request=AiohttpRequest(),
    )


def open_database(settings: Settings) -> Database:
    """The database, brought to this code's revision."""
    if settings.url.startswith("sqlite"):
        settings.data_dir.mkdir(
            mode=0o700, parents=True, exist_ok=True
        )  # what people told us is nobody else's
    database = Database(settings.url)
    migrate.upgrade(database.engine)
    return database


def make_services(
    settings: Settings,
    database: Database,
    *,
    bot_name: str = "",
    clock: Clock | None = None,
    knowledge: tuple[Library, Answerer | Future[Answerer]] | None = None,
) -> Services:
    """The services of one process; `knowledge` is loaded unless given."""
    library, answerer = knowledge or load_knowledge()
    base = Base(library, answerer)
    database.around = base.in_use
    return Services(
        settings=settings,
        clock=clock or clock_from(settings.clock),
        database=database,
        base=base,
        renderer=Renderer(),
        bot_name=bot_name,
        machine=machine.shared(database),
    )


def load_knowledge(
    published: Published | None = None, on: dt.date | None = None, *, meaning: bool = True
) -> tuple[Library, Answerer]:
    """The library as published, on a day, and its answer desk; without `meaning` it searches by words alone."""
    library = published.load(on) if published else load_library()
    return library, answer_desk(library, meaning=meaning)


def answer_desk(library: Library, *, meaning: bool = True) -> Answerer:
    """The answer desk over a library."""
    model = package_model() if meaning else None
    return build_answerer(library, model=model)


class Beside(Future[T]):
    """What is built in a thread; whoever asks for it makes the thread begin at once."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted = threading.Event()

    def result(self, timeout: float | None = None) -> T:
        """The result, waited for."""
        self.wanted.set()
        return super().result(timeout)


def build_beside(build: Callable[[], T], *, after: float = DESK_AFTER) -> Future[T]:
    """Builds in a thread while the first updates are handled: `after` so many seconds, or when first asked for."""
    future: Beside[T] = Beside()

    def work() -> None:
        future.wanted.wait(after)
        try:
            future.set_result(build())
        except Exception as error:
            log.exception("answers_not_built")
            future.set_exception(error)

    threading.Thread(target=work, name="answers", daemon=True).start()
    return future


def assemble(
    services: Services,
    bot: Bot,
    *,
    receive: bool = True,
    work: bool = True,
    pace: Pace | None = None,
    lease: dt.timedelta = LEASE,
    listener: socket.socket | None = None,
) -> App:
    """Puts one process together. `receive`: updates are fetched and handled; `work`: the clock ticks here.

    `pace` and `lease` are changed by benchmarks only; `listener` is the socket of webhook, health and pages.
    """
    updates = AiohttpRequest()
    holder = f"{socket.gethostname()[:24]}-{os.getpid()}-{secrets.token_hex(4)}"
    messenger = TelegramMessenger(bot, Rests(services.database, services.machine))
    alarm = Alarms(services, messenger)
    site = registry.build()
    dispatcher = Dispatcher(
        services, messenger, KINDS, holder, pace=pace, lease=lease, producers=PRODUCERS, alarm=alarm
    )
    processor = Processor(
        services, site.handle, fallback.sorry, messenger, dispatcher.replies_ready,
        alarm=alarm, flood=FloodGuard(LIMIT), too_fast=fallback.too_fast,
    )  # fmt: skip
    polling = receive and services.settings.receive == "polling"
    source = TelegramSource(bot, updates)
    poller = Poller(services, source, processor.came, holder, alarm=alarm) if polling else None
    real = isinstance(services.clock, SystemClock)
    runner = Runner(
        services, JOBS if work else {}, planned=dispatcher.replies_ready, believed=dispatcher.believe,
        guard=ClockGuard(services.clock.now, time.monotonic) if real else None, alarm=alarm,
    )  # fmt: skip
    services.database.save_failed = alarm.save_failed
    web = None
    if listener is not None:
        app = create_app(services, stored=processor.came, halted=dispatcher.halted, pages=PAGES)
        web = WebServer(app, listener)
    publisher = CommandPublisher(services, bot) if work else None
    handling = processor if receive else None
    watcher = BaseWatcher(services, load_knowledge, alarm)
    return App(services, bot, updates, poller, handling, dispatcher, runner, web, publisher, watcher)
