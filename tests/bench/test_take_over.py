"""Two real processes poll by turns: the holder of the lease is killed, the other takes over."""

from __future__ import annotations

import asyncio

import pytest
from sqlmodel import select

from bot import outbox
from bot.bench_process import Replica
from bot.bench_world import Replicas, database_address, telegram_server
from bot.database import Database
from bot.models.chat import Conversation
from bot.models.delivery import Lease
from bot.receiver import LEASE_NAME, LEASE_SECONDS, RENEW_SECONDS

PATIENCE = 600  # of the test, for slow machines


@pytest.mark.slow
async def test_t21_when_the_poller_is_killed_the_other_takes_over_and_nothing_is_lost_or_repeated() -> None:
    """The poller's lease is of 3 s here; the one in service is bounded below."""
    replicas = Replicas()
    with database_address("sqlite") as url:
        database = Database(url)
        try:
            async with telegram_server() as telegram:
                marli = await telegram.person("Marli", started=True)
                started = {
                    name: replicas.start(
                        Replica(
                            url, telegram.url, telegram.token, name,
                            lease_seconds=PATIENCE, poll_lease=3, read_seconds=PATIENCE, reminders=False,
                        )
                    )
                    for name in ("a", "b")
                }  # fmt: skip
                for text in ("t-1", "t-2"):
                    await marli.asks(text, timeout=PATIENCE)
                while {"sent": 2} != await database.run(outbox.counts):  # noqa: ASYNC110  # both recorded
                    await asyncio.sleep(0.05)
                lease = await database.run(lambda session: session.get_one(Lease, LEASE_NAME))
                started[lease.holder].kill()
                await asyncio.to_thread(started[lease.holder].join)
                for text in ("t-3", "t-4"):
                    await marli.says(text)
                await marli.waits_for(text="eco t-4", timeout=PATIENCE)
                taken = await database.run(lambda session: session.get_one(Lease, LEASE_NAME))
                seen = await database.run(lambda session: session.exec(select(Conversation.answers)).one())
                told = [e["text"] for e in await telegram.log(method="sendMessage") if e["delivered"]]
        finally:
            replicas.stop()
            database.close()

    assert {"a", "b"} - {lease.holder} == {taken.holder}
    assert ["t-1", "t-2", "t-3", "t-4"] == seen["seen"]
    assert [f"[eco t-{n}]" for n in range(1, 5)] == told
    assert LEASE_SECONDS + RENEW_SECONDS / 2 < 40
