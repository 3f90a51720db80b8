"""Runs one process from start to stop: checks, database, bot, listener; with a token, or as the demonstration."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial

import structlog
from pydantic import SecretStr

from bot import clock_guard, demo, demo_run, identity, revisions, webhook
from bot.clock import Clock, civil_day, clock_from, zone_is_sane
from bot.database import Database
from bot.main import answer_desk, api_bot, assemble, build_beside, make_services, open_database
from bot.publish import publish_commands
from bot.settings import Settings
from bot.web import listen

log = structlog.get_logger()

CUT_SECONDS = 9.5  # a process told to stop is gone within ten seconds


class StartRefused(RuntimeError):
    """The start would be unsafe; the message says what to mend."""


async def serve(settings: Settings, *, receive: bool = True, work: bool = True) -> None:
    """Runs one process until SIGTERM or SIGINT. Raises `StartRefused` when the start would be unsafe."""
    if not zone_is_sane(settings.zone):
        raise StartRefused(
            f"os dados de fuso horário desta máquina estão errados para {settings.timezone}: atualize o tzdata"
        )
    if settings.telegram_token is None:
        raise StartRefused("FRETABOT_TELEGRAM_TOKEN não está definido")
    database = open_database(settings)
    try:
        await _serve(
            settings, database, clock_from(settings.clock), _stop_signal(), receive=receive, work=work
        )
    finally:
        database.close()


async def serve_demo(settings: Settings, announce: Callable[[str], None]) -> None:
    """Runs bot, scheduler and a local Telegram server with invented companies; `announce` gets the address."""
    stop = _stop_signal()
    database = open_database(settings)
    clock_port = demo_run.free_port(demo_run.CLOCK_PORT)
    clock = demo.demo_clock(database, settings.clock)
    await database.run(lambda session: demo.seed(session, now=clock.now(), settings=settings))
    try:
        async with (
            demo_run.clock_page(clock, database, settings, clock_port),
            demo_run.local_telegram(settings.data_dir, clock_port) as url,
        ):
            changed = {
                "telegram_token": SecretStr(demo.TOKEN),
                "telegram_api_url": url,
                "database_url": settings.url,
            }
            announce(url)
            await _serve(settings.model_copy(update=changed), database, clock, stop)
    finally:
        database.close()


async def _serve(
    settings: Settings,
    database: Database,
    clock: Clock,
    stop: asyncio.Event,
    *,
    receive: bool = True,
    work: bool = True,
) -> None:
    token = settings.telegram_token.get_secret_value() if settings.telegram_token else ""
    bot = api_bot(token, settings.telegram_api_url)
    listener = _listener(settings, receive=receive)
    published = await database.run(revisions.published)
    library = await asyncio.to_thread(published.load, civil_day(clock.now(), settings.zone))
    knowledge = library, build_beside(partial(answer_desk, library))
    async with bot:
        address = "local" if token == demo.TOKEN else settings.telegram_api_url
        await database.run(lambda s: identity.check(s, bot_id=bot.id, api_url=address))
        services = make_services(settings, database, bot_name=bot.username, clock=clock, knowledge=knowledge)
        await database.run(partial(clock_guard.doubt_long_absence, services))
        await publish_commands(services, bot)
        app = assemble(services, bot, receive=receive, work=work, listener=listener)
        if receive and settings.receive == "webhook":
            await webhook.register(services, bot)
        log.info("started", bot=bot.username, receive=receive, work=work)
        await app.run(stop)
        log.info("stopped")


def _listener(settings: Settings, *, receive: bool) -> socket.socket | None:
    """The socket of `LISTEN`. Without it there is no webhook; otherwise only pages and figures are missing."""
    try:
        return listen(settings.listen)
    except OSError as error:
        if receive and settings.receive == "webhook":
            raise StartRefused(f"FRETABOT_LISTEN={settings.listen}: {error.strerror}") from error
        log.warning("not_listening", address=settings.listen, error=error.strerror)
        return None


def _stop_signal() -> asyncio.Event:
    """Set by SIGTERM and SIGINT; from then on the process has `CUT_SECONDS` left, whatever it waits for."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def told() -> None:
        stop.set()
        last = threading.Timer(CUT_SECONDS, _cut)
        last.daemon = True
        last.start()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told)
    return stop


def _cut() -> None:
    """The end, as by SIGKILL: a locked database or a start that hangs. What is open is left to the leases."""
    log.warning("stop_cut_short")
    sys.stdout.flush()
    os._exit(1)
