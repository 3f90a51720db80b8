"""The local server for tests: started on a free port, with people who write, press and look.

    async with running_server() as telegram:
        marli = await telegram.person("Marli")
        # start the bot with telegram.token, telegram.base_url (or telegram.url as its API address)
        answer = await marli.asks("/start")
        await marli.presses("Menu")
        screen = await marli.waits_for(text="Escolha", button="Frota")

Limits are open unless given. Nothing sleeps: every wait ends when the server has what is waited for.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from bot.local_telegram.connection import listen
from bot.local_telegram.people import Person
from bot.local_telegram.persons import Person as Seed
from bot.local_telegram.server import Server
from bot.local_telegram.settings import OPEN, Limits, Settings

TOKEN = "1000001:local-server-of-the-tests-00000000000"  # noqa: S105  # worth nothing outside

__all__ = ["TOKEN", "Group", "LocalTelegram", "Person", "running_server"]

IDLE_SECONDS = 2.0
"""Idle connections are left before the server leaves them after five: a request on one just closed has no answer."""


@asynccontextmanager
async def running_server(  # each is a setting with a default
    *,
    persons: tuple[Seed, ...] = (),
    limits: Limits = OPEN,
    token: str = TOKEN,
    database: Path | None = None,
    port: int = 0,
    clock: Callable[[], float] = time.time,
    **more: Any,
) -> AsyncIterator[LocalTelegram]:
    """A server of its own in a thread of its own, gone at the end of the block."""
    settings = Settings(persons=persons, limits=limits, token=token, database=database, clock=clock, **more)
    listener = listen(settings.host, port)
    server = _StartedServer(settings)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), name="local-telegram")
    thread.start()
    if not await asyncio.to_thread(server.ready.wait, 10):
        raise AssertionError("the local Telegram server did not start")
    try:
        async with connected(f"http://{settings.host}:{listener.getsockname()[1]}", token=token) as telegram:
            yield telegram
    finally:
        server.stop()
        await asyncio.to_thread(thread.join)
        listener.close()


@asynccontextmanager
async def connected(url: str, *, token: str = TOKEN) -> AsyncIterator[LocalTelegram]:
    """The same for a server that runs already, in whatever process."""
    connector = aiohttp.TCPConnector(keepalive_timeout=IDLE_SECONDS)
    async with aiohttp.ClientSession(f"{url}/_control/", connector=connector) as session:
        yield LocalTelegram(url, token, session)


class _StartedServer(Server):
    """Says when it listens, and stops as soon as it is told to instead of looking ten times a second."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._loop, self._told = asyncio.get_running_loop(), asyncio.Event()
        self.ready.set()

    async def main_loop(self) -> None:
        await self._told.wait()

    def stop(self) -> None:
        self.should_exit = True
        self._loop.call_soon_threadsafe(self._told.set)


@dataclass(frozen=True, slots=True)
class Group:
    """A group as the control API made it."""

    id: int
    type: str
    title: str


class LocalTelegram:
    """A running server seen from a test: people, groups, faults, the log."""

    def __init__(self, url: str, token: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.token = token
        self._session = session
        self._ids = itertools.count(200_001)

    @property
    def base_url(self) -> str:
        """For python-telegram-bot's `base_url`."""
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        """For python-telegram-bot's `base_file_url`."""
        return f"{self.url}/file/bot"

    async def person(self, first_name: str, *, id: int | None = None, **more: Any) -> Person:
        """A new person who has not met the bot (`started=True`: has)."""
        number = id if id is not None else next(self._ids)
        await self.call("POST", "persons", [{"id": number, "first_name": first_name, **more}])
        return Person(number, first_name, self.call)

    async def known_person(self, person_id: int) -> Person:
        """Somebody the server already has, from its persons file."""
        people = {p["id"]: p["first_name"] for p in await self.call("GET", "persons")}
        return Person(person_id, people[person_id], self.call)

    async def crowd(self, size: int, *, first_id: int = 500_001) -> list[int]:
        """Many people who have all started the bot; returns their ids."""
        ids = list(range(first_id, first_id + size))
        people = [{"id": i, "first_name": f"Pessoa {i}", "started": True} for i in ids]
        await self.call("POST", "persons", people)
        return ids

    async def group(self, title: str, *members: Person, type: str = "group", bot: str = "member") -> Group:
        """A new group with these people and the bot."""
        body = {"title": title, "type": type, "members": [m.id for m in members], "bot": bot}
        made = await self.call("POST", "groups", body)
        return Group(made["id"], made["type"], made["title"])

    async def migrates(self, group: Group) -> Group:
        """The group becomes a supergroup; returns the new one."""
        made = await self.call("POST", f"groups/{group.id}/migrate")
        return Group(made["id"], made["type"], made["title"])

    async def fault(self, kind: str, **details: Any) -> int:
        """Sets a fault (`faults.Fault`); returns its id."""
        return int((await self.call("POST", "faults", {"kind": kind, **details}))["id"])

    async def heal(self) -> None:
        """No more faults."""
        await self.call("DELETE", "faults")

    async def log(self, *, method: str | None = None, chat_id: int | None = None) -> list[dict[str, Any]]:
        """Every request so far, as `log.Entry` says."""
        wanted = {"method": method, "chat_id": chat_id}
        query = "&".join(f"{k}={v}" for k, v in wanted.items() if v is not None)
        found: list[dict[str, Any]] = await self.call("GET", f"log?{query}")
        return found

    async def call(self, verb: str, path: str, body: Any = None, *, data: bytes | None = None) -> Any:
        """Any request of the control API. Raises `AssertionError` with its reason when it is refused."""
        content: dict[str, Any] = (
            {"data": io.BytesIO(data)} if data is not None else {"json": body} if body is not None else {}
        )
        async with self._session.request(verb, path, **content) as response:
            if response.content_type != "application/json":
                return await response.read()
            answer = await response.json()
        if response.status >= 400:
            raise AssertionError(f"{verb} {path}: {answer['error']}")
        return answer
