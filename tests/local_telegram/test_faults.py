"""Faults on order, and the log that tells what truly happened."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta

import aiohttp
import pytest
from telegram import Bot
from telegram.error import Forbidden, NetworkError, RetryAfter, TimedOut

from bot.local_telegram.faults import Fault, Faults
from bot.local_telegram.methods import METHODS
from bot.local_telegram.testing import LocalTelegram, Person, running_server
from tests.local_telegram.conftest import Api


async def _outcomes(telegram: LocalTelegram) -> list[tuple[bool, bool]]:
    return [(e["delivered"], e["answered"]) for e in await telegram.log(method="sendMessage")]


async def test_t16_delivered_but_the_connection_is_cut(
    bot: Bot, telegram: LocalTelegram, marli: Person
) -> None:
    await telegram.fault("lost_answer", method="sendMessage", count=1)
    with pytest.raises(NetworkError):
        await bot.send_message(marli.id, "norma nova")
    assert ["norma nova"] == [m.text for m in await marli.messages()]
    assert [(True, False)] == await _outcomes(telegram)


async def test_t16_delivered_but_never_answered(bot: Bot, telegram: LocalTelegram, marli: Person) -> None:
    await telegram.fault("hang", method="sendMessage", count=1)
    with pytest.raises(TimedOut):
        await bot.send_message(marli.id, "norma nova", read_timeout=0.1)
    assert ["norma nova"] == [m.text for m in await marli.messages()]
    assert [(True, False)] == await _outcomes(telegram)


async def test_the_server_stops_at_once_though_a_client_still_hangs(session: aiohttp.ClientSession) -> None:
    async with running_server() as telegram:
        api, ana = Api(telegram, session), await telegram.person("Ana", started=True)
        await telegram.fault("hang", method="sendMessage")
        hanging = asyncio.create_task(api("sendMessage", chat_id=ana.id, text="a"))
        await ana.waits_for(text="a")
        begun = time.monotonic()
    assert time.monotonic() - begun < 1
    with pytest.raises(aiohttp.ClientError):
        await hanging


async def test_a_defect_of_the_server_itself_is_a_500_that_is_logged(
    api: Api, telegram: LocalTelegram, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(METHODS, "getme", lambda *_: 1 / 0)
    assert await api.refusal("getMe") == "Internal Server Error: ZeroDivisionError"
    assert [500] == [e["code"] for e in await telegram.log()]
    assert "request failed" in caplog.text


async def test_a_dropped_connection_delivers_nothing(
    bot: Bot, telegram: LocalTelegram, marli: Person
) -> None:
    await telegram.fault("drop", method="sendMessage", count=1)
    with pytest.raises(NetworkError):
        await bot.send_message(marli.id, "a")
    assert await marli.messages() == []
    assert [(False, False)] == await _outcomes(telegram)


async def test_t05_the_third_part_of_five_is_refused(
    api: Api, telegram: LocalTelegram, marli: Person
) -> None:
    await telegram.fault(
        "error", text="parte 3/5", count=1, code=400, description="Bad Request: message is too long"
    )
    answers = [await api("sendMessage", chat_id=marli.id, text=f"parte {n}/5") for n in range(1, 6)]
    assert [True, True, False, True, True] == [a["ok"] for a in answers]
    assert answers[2]["description"] == "Bad Request: message is too long"


async def test_skip_picks_the_nth_request(api: Api, telegram: LocalTelegram, marli: Person) -> None:
    await telegram.fault("error", method="sendMessage", skip=2, count=1, code=502, description="Bad Gateway")
    codes = [(await api("sendMessage", chat_id=marli.id, text="a")).get("error_code") for _ in range(4)]
    assert [None, None, 502, None] == codes


async def test_t15_a_flood_says_how_long_to_wait(
    bot: Bot, telegram: LocalTelegram, marli: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    await telegram.fault("flood", retry_after=35)
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(marli.id, "a")
    assert caught.value.retry_after == timedelta(seconds=35)
    await telegram.heal()
    await bot.send_message(marli.id, "a")


async def test_a_fault_may_hit_one_chat_only(bot: Bot, telegram: LocalTelegram, marli: Person) -> None:
    other = await telegram.person("Ana", started=True)
    await telegram.fault(
        "error", chat_id=marli.id, code=403, description="Forbidden: bot was blocked by the user"
    )
    with pytest.raises(Forbidden):
        await bot.send_message(marli.id, "a")
    await bot.send_message(other.id, "a")


async def test_a_delayed_request_is_delivered_in_the_end(
    bot: Bot, telegram: LocalTelegram, marli: Person
) -> None:
    await telegram.fault("delay", method="sendMessage", seconds=0.2, count=1)
    with pytest.raises(TimedOut):
        await bot.send_message(marli.id, "a", read_timeout=0.05)
    await marli.waits_for(text="a")
    assert (await telegram.log(method="sendMessage"))[0]["delivered"]


async def test_updates_can_be_lost_on_their_way_and_come_again(
    api: Api, telegram: LocalTelegram, marli: Person
) -> None:
    await marli.says("oi")
    await telegram.fault("lost_answer", method="getUpdates", count=1)
    with pytest.raises(aiohttp.ClientError):
        await api.updates()
    assert ["oi"] == [u["message"]["text"] for u in await api.updates()]


async def test_the_log_keeps_order_instants_and_message_numbers(
    api: Api, telegram: LocalTelegram, marli: Person
) -> None:
    sent = await api.ok("sendMessage", chat_id=marli.id, text="a")
    await api.refusal("sendMessage", chat_id=marli.id, text="")
    first, second = await telegram.log(chat_id=marli.id)
    assert (sent["message_id"], True, 200) == (first["message_id"], first["ok"], first["code"])
    assert (None, False, "Bad Request: message text is empty") == (
        second["message_id"],
        second["ok"],
        second["description"],
    )
    assert first["at"] <= first["done_at"] <= second["at"]


def test_chance_is_repeatable_and_near_what_was_asked_for() -> None:
    def hits(seed: int) -> list[bool]:
        faults = Faults(seed)
        faults.add(Fault(kind="drop", probability=0.25))
        return [faults.strike("sendmessage", 1, "", 0) is not None for _ in range(1000)]

    assert hits(7) == hits(7)
    assert 200 < sum(hits(7)) < 300


def test_a_fault_ends_at_its_instant() -> None:
    faults = Faults()
    faults.add(Fault(kind="drop", until=10))
    assert [True, False] == [faults.strike("getme", None, None, now) is not None for now in (9, 10)]
