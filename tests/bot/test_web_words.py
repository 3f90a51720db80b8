"""Every answer of the listener carries its headers and, when it refuses, says so in plain Portuguese."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot import calendar_pages, web
from bot.clock import MovableClock
from bot.database import Database
from bot.main import make_services
from bot.reader import pages
from bot.settings import Settings
from bot.web_words import HEADERS, WORDS
from knowledge.answers import Answerer
from knowledge.library import Library


@pytest.fixture
def listener(
    knowledge: tuple[Library, Answerer], database: Database, clock: MovableClock, tmp_path: Path
) -> httpx.AsyncClient:
    def broken(_request: Request) -> Response:
        raise RuntimeError("a fault with a plate in it: IVX1A23")

    settings = Settings(_env_file=None, data_dir=tmp_path)
    services = make_services(settings, database, bot_name="fretabot", clock=clock, knowledge=knowledge)
    own = lambda _services: [Route("/p/broken", broken), Route("/p/x", lambda _r: PlainTextResponse("x"))]  # noqa: E731
    app = web.create_app(services, pages=(pages.routes, calendar_pages.pages, own))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=("127.0.0.1", 5))
    return httpx.AsyncClient(transport=transport, base_url="http://bot")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/p/x", 200),
        ("GET", "/n", 200),
        ("GET", "/n/", 308),
        ("GET", "/nada", 404),
        ("GET", "/n/nada", 404),
        ("POST", "/n", 405),
        ("GET", "/metrics", 200),
        ("GET", "/calendario/forjado.ics", 404),
        ("GET", "/p/broken", 500),
    ],
)
async def test_every_answer_carries_the_headers(
    listener: httpx.AsyncClient, method: str, path: str, status: int
) -> None:
    answer = await listener.request(method, path)

    assert (status, []) == (answer.status_code, [name for name in HEADERS if name not in answer.headers])


@pytest.mark.parametrize(
    ("method", "path", "words"),
    [
        ("GET", "/nada", WORDS[404]),
        ("POST", "/n", WORDS[405]),
        ("GET", "/p/broken", WORDS[500]),
        ("GET", "/calendario/forjado.ics", calendar_pages.NO_CALENDAR),
    ],
)
async def test_a_refusal_is_said_in_plain_portuguese(
    listener: httpx.AsyncClient, method: str, path: str, words: str
) -> None:
    assert words == (await listener.request(method, path)).text
