"""The listener: webhook, health and figures."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr, ValidationError
from sqlmodel import Session, select
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from bot import clock_guard, web
from bot.clock import MovableClock
from bot.database import Database
from bot.delivery_state import REMINDERS
from bot.local_telegram.testing import TOKEN
from bot.main import make_services
from bot.models.delivery import Inbox, Sweep
from bot.services import Services
from bot.settings import Settings
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.bot.inbox_office import message

SECRET = "segredo-do-webhook_1"
HEADERS = {"X-Telegram-Bot-Api-Secret-Token": SECRET, "Content-Type": "application/json"}


@dataclass
class Site:
    """The listener without a socket."""

    services: Services
    stored: list[int] = field(default_factory=list)
    halted: bool = False

    async def asks(self, method: str, path: str, *, client: str = "127.0.0.1", **more: Any) -> httpx.Response:
        app = web.create_app(
            self.services,
            stored=lambda: self.stored.append(1),
            halted=lambda: self.halted,
            pages=(lambda _services: [Route("/p/x", lambda _request: PlainTextResponse("norma"))],),
        )
        transport = httpx.ASGITransport(app, client=(client, 5))
        async with httpx.AsyncClient(transport=transport, base_url="http://bot") as http:
            return await http.request(method, path, **more)

    async def gets(self, update: Any, headers: dict[str, Any] = HEADERS) -> int:
        content = update if isinstance(update, bytes) else json.dumps(update).encode()
        return (await self.asks("POST", "/telegram", content=content, headers=headers)).status_code

    def texts(self) -> list[str]:
        rows = self.services.database.now(lambda s: list(s.exec(select(Inbox))))
        return [json.loads(row.raw).get("message", {}).get("text", "") for row in rows]


@pytest.fixture
def site(store: Database, clock: MovableClock, knowledge: tuple[Library, Answerer], tmp_path: Path) -> Site:
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        telegram_token=SecretStr(TOKEN), telegram_api_url="http://127.0.0.1:1", data_dir=tmp_path,
        receive="webhook", webhook_secret=SecretStr(SECRET),
    )  # fmt: skip
    return Site(make_services(settings, store, clock=clock, knowledge=knowledge))


async def test_t22_no_secret_a_wrong_one_the_right_one(site: Site) -> None:
    json_only = {"Content-Type": "application/json"}
    wrong = {**json_only, "X-Telegram-Bot-Api-Secret-Token": SECRET + "x"}
    update = message(1, "oi")

    assert [403, 403, 200] == [await site.gets(update, h) for h in (json_only, wrong, HEADERS)]
    assert (["oi"], [1]) == (site.texts(), site.stored)


async def test_t22_a_secret_with_odd_characters_is_refused_quietly(site: Site) -> None:
    assert 403 == await site.gets(
        message(1, "oi"), {**HEADERS, "X-Telegram-Bot-Api-Secret-Token": "ç".encode()}
    )


@pytest.mark.parametrize("secret", [None, SecretStr("two words"), SecretStr("x" * 257)])
def test_t22_webhook_mode_without_a_secret_is_refused_with_the_settings_name(
    secret: SecretStr | None,
) -> None:
    with pytest.raises(ValidationError, match="FRETABOT_WEBHOOK_SECRET"):
        Settings(
            _env_file=None,  # type: ignore[call-arg]
            telegram_token=SecretStr(TOKEN), receive="webhook", webhook_secret=secret,
            public_url="https://bot.example",
        )  # fmt: skip


async def test_t23_the_same_update_three_times_is_stored_once(site: Site) -> None:
    assert [200] * 3 == [await site.gets(message(1, "oi")) for _ in range(3)]
    assert ["oi"] == site.texts()


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"update_id": "x"}', b"[" * 100_000, b'{"update_id": 1e400}']
)
async def test_what_nobody_can_parse_is_answered_200_and_not_repeated(site: Site, body: bytes) -> None:
    assert (200, []) == (await site.gets(body), site.texts())


async def test_size_and_type_are_limited(site: Site) -> None:
    plain = {**HEADERS, "Content-Type": "text/plain"}

    assert [413, 415] == [
        await site.gets(b" " * (web.MOST_BYTES + 1)),
        await site.gets(message(1, "a"), plain),
    ]
    assert [] == site.texts()


async def test_an_update_that_could_not_be_stored_is_brought_again(site: Site) -> None:
    async def full(_work: Callable[[Session], Any]) -> Any:
        raise OSError("disk full")

    site.services.database.run = full  # type: ignore[method-assign]
    assert 503 == await site.gets(message(1, "oi"))


async def test_only_polling_has_no_webhook(site: Site) -> None:
    polling = site.services.settings.model_copy(update={"receive": "polling"})
    site.services = replace(site.services, settings=polling)
    assert 404 == await site.gets(message(1, "oi"))


def _sweep(site: Site, minutes: float, *, name: str = REMINDERS, done: bool = True) -> None:
    at = site.services.clock.now() - dt.timedelta(minutes=minutes)
    run = Sweep(name=name, period=str(minutes), started_at=at, done_at=at if done else None)
    site.services.database.now(lambda s: s.add(run))


async def test_ready_only_with_a_fresh_sweep(site: Site) -> None:
    never = await site.asks("GET", "/healthz")
    _sweep(site, 10)
    old = await site.asks("GET", "/healthz")
    _sweep(site, 1)
    fresh = await site.asks("GET", "/healthz")

    assert [503, 503, 200] == [r.status_code for r in (never, old, fresh)]
    assert 60 == fresh.json()["sweep_age_seconds"]


async def test_other_jobs_a_run_broken_off_and_one_of_days_ahead_are_no_sweep(site: Site) -> None:
    _sweep(site, 0, name="tidy")
    _sweep(site, 1, done=False)
    unplanned = await site.asks("GET", "/healthz")
    _sweep(site, -20 * 60)
    ahead = await site.asks("GET", "/healthz")

    assert [(503, None), (503, -72000)] == [
        (r.status_code, r.json()["sweep_age_seconds"]) for r in (unplanned, ahead)
    ]


async def test_not_ready_with_a_refused_token_a_doubted_date_or_no_database(site: Site) -> None:
    _sweep(site, 1)
    site.halted = True
    token = await site.asks("GET", "/healthz")
    site.halted = False
    now = site.services.clock.now()
    site.services.database.now(lambda s: clock_guard.doubt(s, site.services, now=now))
    doubt = await site.asks("GET", "/healthz")
    site.services.database.now(clock_guard.confirm)

    async def gone(_work: Callable[[Session], Any]) -> Any:
        raise OSError

    fine = await site.asks("GET", "/healthz")
    site.services.database.run = gone  # type: ignore[method-assign]
    assert [503, 503, 200, 503] == [
        r.status_code for r in (token, doubt, fine, await site.asks("GET", "/healthz"))
    ]


async def test_figures_are_for_this_machine_only(site: Site) -> None:
    site.services.meter.outcome("sent", "reminder")
    here = await site.asks("GET", "/metrics")
    stranger = await site.asks("GET", "/metrics", client="203.0.113.9")
    proxied = await site.asks("GET", "/metrics", headers={"X-Forwarded-For": "203.0.113.9"})

    assert [200, 404, 404] == [r.status_code for r in (here, stranger, proxied)]
    assert 'fretabot_deliveries_total{lane="reminder",outcome="sent"} 1.0' in here.text
    assert 'fretabot_queue_age_seconds{lane="reply"} 0.0' in here.text


async def test_further_pages_hang_on_the_same_listener(site: Site) -> None:
    assert "norma" == (await site.asks("GET", "/p/x")).text
