"""Pauses for files and presses: known by every replica, remembered over a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from telegram.error import RetryAfter

from bot.clock import machine_now
from bot.database import Database
from bot.messenger import DeliveryError
from bot.rests import Rests
from bot.telegram_messenger import TelegramMessenger
from tests.scheduler.conftest import StandingMachine


class Refusing:
    """A Bot that is told to wait, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def get_file(self, file_id: str) -> None:
        self.asked.append(file_id)
        raise RetryAfter(35)

    async def answer_callback_query(self, press_id: str, text: str | None = None) -> None:
        self.asked.append(press_id)
        raise RetryAfter(35)


@pytest.fixture(autouse=True)
def _new_kind_of_retry_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


async def _asks(bot: Refusing, rests: Rests) -> float:
    messenger = TelegramMessenger(bot, rests)  # type: ignore[arg-type]
    await messenger.answer_press("p")
    with pytest.raises(DeliveryError) as raised:
        await messenger.download("f", limit=9)
    return raised.value.retry_after or 0


async def test_after_a_429_no_replica_asks_for_files_or_presses_before_its_time(store: Database) -> None:
    bot, machine = Refusing(), StandingMachine()
    own = Rests(store, machine)
    waits = [await _asks(bot, own), await _asks(bot, own), await _asks(bot, Rests(store, machine))]

    assert ([35, 35, 35], ["p", "f"]) == (waits, bot.asked)
    machine.move(seconds=36)
    await _asks(bot, Rests(store, machine))
    assert ["p", "f"] * 2 == bot.asked


async def test_a_database_that_fails_holds_no_answer_back(tmp_path: Path) -> None:
    database, bot = Database(f"sqlite:///{tmp_path}/missing/file.sqlite"), Refusing()
    rests = Rests(database, machine_now)
    for _ in range(2):
        await _asks(bot, rests)
    database.close()

    assert ["p", "f"] == bot.asked
