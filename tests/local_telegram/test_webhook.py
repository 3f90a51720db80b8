"""Delivery by webhook: secret, order, stubbornness."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.local_telegram.courier import SECRET_HEADER
from bot.local_telegram.testing import LocalTelegram, running_server
from tests.local_telegram.conftest import Api, Clock


class Hook:
    """A bot's webhook that answers as it is told and keeps what came."""

    def __init__(self) -> None:
        self.url = ""
        self.answers: list[web.Response] = []
        self.came: asyncio.Queue[tuple[dict[str, Any], str | None]] = asyncio.Queue()

    async def receive(self, request: web.Request) -> web.Response:
        """Keeps the update; gives the next answer prepared, else 200."""
        self.came.put_nowait((await request.json(), request.headers.get(SECRET_HEADER)))
        return self.answers.pop(0) if self.answers else web.Response()

    async def text(self) -> str:
        """The text of the next message that comes."""
        return str((await asyncio.wait_for(self.came.get(), 10))[0]["message"]["text"])


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    hook, app = Hook(), web.Application()
    app.router.add_post("/hook", hook.receive)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    hook.url = f"http://127.0.0.1:{port}/hook"
    yield hook
    await runner.cleanup()


@pytest.fixture
async def telegram() -> AsyncIterator[LocalTelegram]:
    async with running_server(webhook_pause=0.02) as server:
        yield server


async def test_t22_an_update_comes_with_the_secret_and_is_then_done(
    telegram: LocalTelegram, api: Api, hook: Hook
) -> None:
    await api.ok("setWebhook", url=hook.url, secret_token="s3cret_-")
    await (await telegram.person("Marli")).says("oi")
    update, secret = await asyncio.wait_for(hook.came.get(), 10)
    assert ("oi", "s3cret_-") == (update["message"]["text"], secret)
    while (await api.ok("getWebhookInfo"))["pending_update_count"]:
        pass


async def test_a_failing_update_comes_again_and_blocks_only_its_own_chat(
    telegram: LocalTelegram, api: Api, hook: Hook
) -> None:
    hook.answers = [web.Response(status=500)]
    marli, ana = await telegram.person("Marli"), await telegram.person("Ana")
    await marli.says("um")
    await marli.says("dois")
    await api.ok("setWebhook", url=hook.url)
    assert await hook.text() == "um"
    await ana.says("eu")
    rest = [await hook.text() for _ in range(3)]
    assert ["um", "dois"] == [t for t in rest if t != "eu"]


async def test_what_failed_is_told_by_getwebhookinfo(telegram: LocalTelegram, api: Api, hook: Hook) -> None:
    hook.answers = [web.Response(status=403)]
    await api.ok("setWebhook", url=hook.url)
    await (await telegram.person("Marli")).says("oi")
    await hook.text()
    await hook.text()
    info = await api.ok("getWebhookInfo")
    assert info["last_error_message"] == "Wrong response from the webhook: 403 Forbidden"


async def test_an_address_nobody_listens_at_is_told_and_updates_are_kept(
    telegram: LocalTelegram, api: Api
) -> None:
    await api.ok("setWebhook", url="http://127.0.0.1:9/hook")
    await (await telegram.person("Marli")).says("oi")
    while "last_error_message" not in (info := await api.ok("getWebhookInfo")):
        pass
    assert ("Connection refused", 1) == (info["last_error_message"], info["pending_update_count"])
    await api.ok("deleteWebhook")
    assert len(await api.updates()) == 1


async def test_23_hours_of_410_remove_the_webhook(session: aiohttp.ClientSession, hook: Hook) -> None:
    clock = Clock()
    async with running_server(webhook_pause=0.02, clock=clock) as telegram:
        api = Api(telegram, session)
        hook.answers = [web.Response(status=410) for _ in range(1000)]
        await api.ok("setWebhook", url=hook.url)
        await (await telegram.person("Marli")).says("oi")
        await hook.text()
        assert (await api.ok("getWebhookInfo"))["url"] == hook.url
        clock.now += 23 * 3600
        while (await api.ok("getWebhookInfo"))["url"]:
            pass
        assert len(await api.updates()) == 1


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({"url": "http://example.com/x"}, "an HTTPS URL must be provided for webhook"),
        ({"url": "https://example.com:8444/x"}, "ports 80, 88, 443 or 8443"),
        ({"url": "nonsense"}, "invalid URL specified"),
        ({"url": "https://example.com/x", "secret_token": "ç"}, "secret token contains unallowed characters"),
        ({"url": "https://example.com/x", "secret_token": "a" * 257}, "secret token"),
        ({"url": "https://example.com/x", "max_connections": 101}, "max_connections"),
    ],
)
async def test_a_webhook_telegram_would_not_take(api: Api, params: dict[str, Any], problem: str) -> None:
    assert problem in await api.refusal("setWebhook", **params)


async def test_setting_a_webhook_ends_a_waiting_poll(telegram: LocalTelegram, api: Api, hook: Hook) -> None:
    poll = asyncio.create_task(api("getUpdates", timeout=50))
    while not await telegram.log(method="getUpdates"):
        pass
    await api.ok("setWebhook", url=hook.url)
    assert (await poll)["description"] == "Conflict: terminated by setWebhook request"
