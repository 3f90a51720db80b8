"""Polling: stored before it is confirmed, by one process at a time."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlmodel import Session, select

from bot.database import Database
from bot.models.delivery import Inbox, Lease
from bot.receiver import Poller, SourceError
from tests.bot.inbox_office import message

NOW = dt.datetime(2026, 6, 10, 15, tzinfo=dt.UTC)


@dataclass
class Machine:
    now: dt.datetime = NOW

    def __call__(self) -> dt.datetime:
        return self.now


@dataclass
class FakeServices:
    """What the poller uses of the services."""

    database: Database
    machine: Machine = field(default_factory=Machine)


@dataclass
class Script:
    """A source that plays answers in turn, then ends the poller; it sees what was stored at each request."""

    answers: list[list[dict[str, Any]] | Exception | Callable[[], None]]
    database: Database
    offsets: list[int | None] = field(default_factory=list)
    stored: list[int] = field(default_factory=list)
    poller: Poller | None = None

    async def fetch(self, offset: int | None) -> list[dict[str, Any]]:
        self.offsets.append(offset)
        self.stored.append(await self.database.run(_count))
        if not self.answers:
            assert self.poller is not None
            self.poller.stop()
            await asyncio.sleep(10)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            answer()
            return []
        return answer


def _count(session: Session) -> int:
    return len(session.exec(select(Inbox)).all())


def poller(services: FakeServices, *answers: Any, name: str = "a") -> tuple[Poller, Script]:
    script = Script(list(answers), services.database)
    made = Poller(services, script, lambda _new: None, name)  # type: ignore[arg-type]
    script.poller = made
    return made, script


@pytest.fixture
def services(store: Database) -> FakeServices:
    return FakeServices(store)


async def test_updates_are_stored_before_the_next_offset_confirms_them(services: FakeServices) -> None:
    made, script = poller(services, [message(7, "a"), message(8, "b")], [message(9, "c")])
    await made.run()

    assert ([None, 9, 10], [0, 2, 3]) == (script.offsets, script.stored)


async def test_a_restart_goes_on_after_the_newest_stored_update(services: FakeServices) -> None:
    await poller(services, [message(7, "a")])[0].run()
    made, script = poller(services)
    await made.run()

    assert [8] == script.offsets


async def test_a_random_id_after_a_quiet_week_is_neither_skipped_nor_taken_for_a_repeat(
    services: FakeServices,
) -> None:
    """Within a run and over a restart the offset is forgotten: the next id may be smaller."""

    def week() -> None:
        services.machine.now += dt.timedelta(days=7)

    made, script = poller(services, [message(900, "a")], week, [message(12, "b")], week)
    await made.run()
    again, second = poller(services, [message(5, "c")])
    await again.run()

    assert ([None, 901, None, 13, None], [None, 6]) == (script.offsets, second.offsets)
    assert 3 == await services.database.run(_count)


async def test_t21_the_second_poller_waits_for_the_lease_and_takes_over_when_it_lapses(
    services: FakeServices,
) -> None:
    first, _ = poller(services, name="first")
    second, _ = poller(services, [message(1, "a")], name="second")
    run = services.database.run

    assert [True, False] == [await run(first._take_lease), await run(second._take_lease)]
    services.machine.now += dt.timedelta(seconds=29)
    assert not await run(second._take_lease)
    services.machine.now += dt.timedelta(seconds=2)
    await second.run()
    assert 1 == await run(_count)
    assert not await run(first._take_lease)


async def test_two_replicas_that_make_the_lease_at_once_do_not_both_get_it(services: FakeServices) -> None:
    other = FakeServices(Database(services.database.url))
    pollers = [
        poller(s, name=f"p{n}")[0] for n, s in enumerate([services, other, services, other, services, other])
    ]

    got = await asyncio.gather(*(p.services.database.run(p._take_lease) for p in pollers))

    other.database.close()
    assert 1 == sum(got)


async def test_a_freed_lease_is_taken_at_once(services: FakeServices) -> None:
    first, second = poller(services, name="first")[0], poller(services, name="second")[0]
    await services.database.run(first._take_lease)
    await first.release()

    assert await services.database.run(second._take_lease)


async def test_the_lease_is_renewed_while_a_request_waits(services: FakeServices) -> None:
    made, script = poller(services, name="a")
    made.renew_seconds = 0.01
    waiting = asyncio.Event()

    async def waits(_offset: int | None) -> list[dict[str, Any]]:
        services.machine.now += dt.timedelta(seconds=20)
        await waiting.wait()
        return []

    script.fetch = waits  # type: ignore[method-assign]
    task = asyncio.ensure_future(made.run())
    while await services.database.run(_until) < NOW + dt.timedelta(seconds=50):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    made.stop()
    await task


def _until(session: Session) -> dt.datetime:
    lease = session.get(Lease, "poller")
    return lease.until if lease else NOW


async def test_a_conflict_steps_down_from_the_lease(services: FakeServices) -> None:
    made, script = poller(services, SourceError("conflict", wait=60), name="a")
    other = poller(services, name="b")[0]
    task = asyncio.ensure_future(made.run())
    while not script.offsets or not await services.database.run(other._take_lease):  # noqa: ASYNC110
        await asyncio.sleep(0)  # another process looks now and then, as here
    made.stop()
    await task

    assert 1 == len(script.offsets)


async def test_whatever_fails_polling_goes_on(services: FakeServices) -> None:
    made, _ = poller(services, SourceError("network", wait=0), [message(1, "a")], name="a")
    await made.run()

    assert 1 == await services.database.run(_count)
