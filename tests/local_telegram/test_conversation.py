"""A python-telegram-bot application on the local server cannot tell it from Telegram."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.local_telegram.testing import LocalTelegram, running_server
from tests.local_telegram.echo import echo_bot


@pytest.fixture
async def telegram() -> AsyncIterator[LocalTelegram]:
    async with running_server() as server, echo_bot(server):
        yield server


async def test_a_person_writes_and_reads_the_echo(telegram: LocalTelegram) -> None:
    marli = await telegram.person("Marli")
    assert (await marli.asks("de quanto em quanto tempo?")).text == "de quanto em quanto tempo?"


async def test_a_deep_link_reaches_the_bot_with_its_payload(telegram: LocalTelegram) -> None:
    marli = await telegram.person("Marli")
    await marli.starts("daer-7727-2022__art48_inc5_ali3")
    message = await marli.reads()
    assert message.html == "<b>Olá</b> daer-7727-2022__art48_inc5_ali3"


async def test_a_press_is_answered_and_edits_the_screen(telegram: LocalTelegram) -> None:
    marli = await telegram.person("Marli")
    await marli.asks("/start")
    press = await marli.presses("Contar")
    assert await press.answer() == "contei 1"
    await marli.waits_for(text="Já são 1")
    await marli.presses("Contar")
    assert (await marli.waits_for(text="Já são")).text == "Já são 2"


async def test_a_button_seen_earlier_can_still_be_pressed(telegram: LocalTelegram) -> None:
    marli = await telegram.person("Marli")
    first = await marli.asks("/start")
    await marli.presses("Contar")
    await marli.waits_for(text="Já são 1")
    press = await marli.presses("Contar", on=first)
    assert await press.answer() == "contei 1"


async def test_waiting_in_vain_shows_the_chat(telegram: LocalTelegram) -> None:
    marli = await telegram.person("Marli")
    await marli.asks("oi")
    with pytest.raises(AssertionError, match=r"Marli waited .* for text 'tchau'(?s:.*)bot: 'oi'"):
        await marli.waits_for(text="tchau", timeout=0.05)
