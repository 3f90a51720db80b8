"""Updates are handled once, in order within a chat, and a poisonous one never blocks its chat."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import Session

from bot import identity, inbox
from bot.database import Database
from bot.flood import FloodGuard
from bot.messenger import DeliveryError
from bot.turn import Turn
from tests.bot.inbox_office import NOW, Office, message, press


async def test_t23_the_same_update_three_times_on_two_replicas_is_handled_once(office: Office) -> None:
    other = Database(office.database.url)
    for database in (office.database, other, other):
        await database.run(lambda session: inbox.store(session, [message(7, "oi")], now=NOW))

    await asyncio.gather(office.replica().drain(), office.replica(other).drain())

    other.close()
    assert (["oi"], 1) == (await office.done(), await office.replies())


async def test_t11_texts_of_one_chat_are_handled_in_order_by_several_replicas(office: Office) -> None:
    texts = [f"{'trabalho ' if n % 3 else ''}{n}" for n in range(9)]
    await office.receives(*(message(n, text, chat=n % 2 + 1) for n, text in enumerate(texts, 1)))
    other = Database(office.database.url)
    replicas = [office.replica(), office.replica(), office.replica(other)]
    while any([await asyncio.gather(*(replica.handle_next() for replica in replicas))][0]):
        pass

    other.close()
    assert [texts[1::2], texts[0::2]] == [await office.done(1), await office.done(2)]


async def test_chats_are_handled_in_parallel(office: Office) -> None:
    """While one chat's work runs outside the transaction, another chat is served."""
    await office.receives(message(1, "trabalho longo"), message(2, "oi", chat=2))
    replica = office.replica()
    running = asyncio.ensure_future(replica.handle_next())
    while not office.computed:
        await asyncio.sleep(0)
        if not running.done() and await office.done(2):
            break
        await replica.handle_next()
    await running
    await replica.drain()

    assert [["trabalho longo"], ["oi"]] == [await office.done(1), await office.done(2)]


async def test_t23_an_update_nobody_can_read_is_kept_with_its_error_and_the_chat_goes_on(
    office: Office,
) -> None:
    broken = {"update_id": 1, "message": {"chat": {"id": 1}, "from": "nobody", "text": 5}}
    await office.receives(broken, message(2, "oi"))
    await office.replica().drain()

    first, second = await office.rows()
    assert first.error is not None
    assert "nobody" in first.raw
    assert (["oi"], "") == (await office.done(), second.raw)


async def test_a_poisonous_update_is_set_aside_after_three_attempts_with_one_plain_sentence(
    office: Office,
) -> None:
    told: list[str] = []

    async def alarm(key: str, _facts: object) -> None:
        told.append(key)

    await office.receives(message(1, "veneno"), message(2, "oi"))
    await office.replica(alarm=alarm).drain()

    first, _ = await office.rows()
    assert (3, True, ["update_set_aside"]) == (
        first.attempts,
        (first.error or "").startswith("ValueError inbox_office.py:"),
        told,
    )
    assert (["oi"], 2) == (await office.done(), await office.replies())
    assert await office.database.run(lambda session: identity.read(session, "half")) is None


async def test_an_apology_that_fails_too_does_not_block_the_chat(office: Office) -> None:
    def fails(_turn: Turn) -> None:
        raise KeyError("template")

    await office.receives(message(1, "veneno"), message(2, "oi"))
    await office.replica(sorry=fails).drain()

    assert (["oi"], 1) == (await office.done(), await office.replies())


async def test_work_outside_the_transaction_is_done_once_by_one_replica(office: Office) -> None:
    await office.receives(message(1, "trabalho 1"))
    other = Database(office.database.url)
    replicas = [office.replica(), office.replica(other)]
    await asyncio.gather(*(replica.handle_next() for replica in replicas))
    await asyncio.gather(*(replica.drain() for replica in replicas))

    other.close()
    assert ["trabalho 1"] == await office.done()


async def test_every_press_is_answered_once(office: Office) -> None:
    await office.receives(press(1), press(2), press(2))
    replica = office.replica()
    await replica.drain()
    await asyncio.gather(*replica._background)

    assert ["p1", "p2"] == office.messenger.answered


async def test_handled_updates_are_forgotten_after_their_days(office: Office) -> None:
    await office.receives(message(1, "oi"))
    await office.replica().drain()
    later = NOW + dt.timedelta(days=4)

    assert 1 == await office.database.run(lambda s: inbox.purge(s, now=later, keep_days=3))


async def test_what_was_set_aside_is_blanked_after_a_day(office: Office) -> None:
    await office.receives(message(1, "veneno"))
    await office.replica().drain()
    await office.database.run(lambda s: inbox.purge(s, now=NOW + dt.timedelta(hours=25), keep_days=3))

    (row,) = await office.rows()
    assert ("", True) == (row.raw, bool(row.error))


@pytest.mark.parametrize(
    "raw",
    [
        {"update_id": 1, "message": []},
        {"update_id": 2, "callback_query": {"message": [1]}},
        {"update_id": 3, "message": {"chat": 5}},
        {"update_id": 4},
    ],
)
async def test_an_update_of_any_shape_is_stored_and_done_with(office: Office, raw: dict[str, Any]) -> None:
    await office.receives(raw)
    await office.replica().drain()

    assert [True] == [row.done_at is not None for row in await office.rows()]


async def test_a_database_that_fails_is_not_the_updates_fault(office: Office) -> None:
    """The unit is rolled back and the update waits; no attempt is counted."""
    await office.receives(message(1, "oi"))
    replica = office.replica()
    original, failures = replica.services.database.run, [True]

    async def locked(work: Callable[[Session], Any]) -> Any:
        if failures:
            failures.pop()
            raise OSError("database is locked")
        return await original(work)

    replica.services.database.run = locked  # type: ignore[method-assign]
    with pytest.raises(OSError, match="locked"):
        await replica.handle_next()
    await replica.drain()

    assert (["oi"], [0]) == (await office.done(), [row.attempts for row in await office.rows()])


async def test_a_file_is_downloaded_outside_the_transaction_and_the_update_handled_with_it(
    office: Office,
) -> None:
    office.messenger.files["abc"] = b"oi"
    await office.receives(message(1, "arquivo abc"))

    await office.replica().drain()

    assert (["oi"], 1) == (await office.done(), await office.replies())


@pytest.mark.parametrize(("file_id", "problem"), [("nada", "gone"), ("grande", "too_large")])
async def test_a_file_that_cannot_be_had_is_a_problem_to_tell_of(
    office: Office, file_id: str, problem: str
) -> None:
    office.messenger.files["grande"] = b"12345"
    await office.receives(message(1, f"arquivo {file_id}"))

    await office.replica().drain()

    assert [problem] == await office.done()


async def test_a_download_is_tried_twice_before_the_network_is_blamed(office: Office) -> None:
    office.messenger.files["abc"] = b"oi"
    office.messenger.download_failures = [DeliveryError("network", left="unknown")]
    await office.receives(message(1, "arquivo abc"))
    await office.replica().drain()
    office.messenger.download_failures = [DeliveryError("network", left="unknown")] * 2
    await office.receives(message(2, "arquivo abc"))
    await office.replica().drain()

    assert ["oi", "network"] == await office.done()


async def test_a_flood_is_answered_once_and_its_rest_passed_over(office: Office) -> None:
    await office.receives(*(message(n, f"{n}") for n in range(1, 8)), message(8, "oi", chat=2))
    replica = office.replica(flood=FloodGuard(limit=3), too_fast=office.sorry)

    await replica.drain()

    assert (["1", "2", "3"], ["oi"], 5) == (
        await office.done(1), await office.done(2), await office.replies()
    )  # fmt: skip
    assert 4 == sum(bool(row.error and row.raw) for row in await office.rows())
