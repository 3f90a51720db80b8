"""Units of work: whole or not at all, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from bot import identity
from bot.database import Database
from bot.models.delivery import Meta


def _add_one(session: Session) -> None:
    row = session.get(Meta, "counter", with_for_update=True)
    assert row is not None
    row.value = str(int(row.value) + 1)
    session.add(row)


async def test_t30_fifty_increments_at_once_give_fifty(store: Database) -> None:
    await store.run(lambda session: identity.write(session, "counter", "0"))

    await asyncio.gather(*(store.run(_add_one) for _ in range(50)))

    assert "50" == await store.run(lambda session: identity.read(session, "counter"))


async def test_t30_two_processes_worth_of_writers_on_one_file_lose_nothing(store: Database) -> None:
    other = Database(store.url)
    await store.run(lambda session: identity.write(session, "counter", "0"))

    await asyncio.gather(*((store if n % 2 else other).run(_add_one) for n in range(24)))

    other.close()
    assert "24" == await store.run(lambda session: identity.read(session, "counter"))


async def test_a_unit_that_fails_leaves_nothing_and_the_others_of_its_commit_stand(store: Database) -> None:
    def fails(session: Session) -> None:
        identity.write(session, "half", "done")
        raise ValueError("no")

    results = await asyncio.gather(
        store.run(lambda session: identity.write(session, "first", "1")),
        store.run(fails),
        store.run(lambda session: identity.write(session, "last", "1")),
        return_exceptions=True,
    )

    assert [type(None), ValueError, type(None)] == [type(r) for r in results]
    found = await store.run(lambda s: [identity.read(s, key) for key in ("first", "half", "last")])
    assert ["1", None, "1"] == found


async def test_nobody_is_answered_before_the_commit(database: Database) -> None:
    """A second connection already sees what the first was told is done."""
    other = Database(database.url)
    await database.run(lambda session: identity.write(session, "told", "yes"))

    assert "yes" == await other.run(lambda session: identity.read(session, "told"))
    other.close()


async def test_t24_a_full_disk_fails_every_unit_of_the_commit_and_is_told(database: Database) -> None:
    told: list[str] = []
    database.save_failed = lambda error: told.append(type(error).__name__)

    def fill(session: Session) -> None:
        session.connection().exec_driver_sql("PRAGMA max_page_count=1")
        for n in range(4000):
            identity.write(session, f"k{n}", "x" * 200)

    begun, gate = threading.Event(), threading.Event()
    blocked = database.submit(lambda _session: begun.set() or gate.wait(5))
    begun.wait(5)
    units = [
        database.submit(lambda session: identity.write(session, "before", "1")),
        database.submit(fill),
        database.submit(lambda session: identity.write(session, "after", "1")),
    ]
    gate.set()
    blocked.result()
    failures = [unit.exception() for unit in units]

    assert [OperationalError] * 3 == [type(f) for f in failures]
    assert ["OperationalError"] == told
    database.now(lambda s: s.connection().exec_driver_sql("PRAGMA max_page_count=1000000"))
    stored = database.now(lambda s: [identity.read(s, key) for key in ("before", "k1")])
    assert [None, None] == stored
    assert "ok" == database.now(lambda s: s.execute(text("PRAGMA integrity_check")).scalar_one())


def test_a_caller_that_gave_up_does_not_stop_the_writer(database: Database) -> None:
    gate = threading.Event()
    database.submit(lambda _session: gate.wait(5))
    given_up = database.submit(lambda session: identity.write(session, "given", "up"))
    given_up.cancel()
    gate.set()

    database.now(lambda session: identity.write(session, "later", "1"))

    assert [None, "1"] == database.now(lambda s: [identity.read(s, "given"), identity.read(s, "later")])


@pytest.mark.postgres
async def test_a_deadlock_is_tried_again(postgres_store: Database) -> None:
    for key in ("a", "b"):
        await postgres_store.run(lambda session, k=key: identity.write(session, k, "0"))  # type: ignore[misc]
    meet = threading.Barrier(2)
    waits = {"first": True, "second": True}

    def both(name: str, one: str, two: str) -> None:
        def unit(session: Session) -> None:
            session.get(Meta, one, with_for_update=True)
            if waits.pop(name, False):
                meet.wait(5)
            session.get(Meta, two, with_for_update=True)
            identity.write(session, name, "done")

        postgres_store.now(unit)

    threads = [
        threading.Thread(target=both, args=args) for args in (("first", "a", "b"), ("second", "b", "a"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    done = await postgres_store.run(lambda s: [identity.read(s, name) for name in ("first", "second")])
    assert ["done", "done"] == done


def test_a_database_file_may_be_opened_again_after_closing(tmp_path: Path) -> None:
    for _ in range(2):
        opened = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
        opened.now(lambda s: s.execute(text("CREATE TABLE IF NOT EXISTS t (n INTEGER)")))
        opened.close()


def test_a_closed_database_refuses_work_instead_of_never_answering(database: Database) -> None:
    database.close()
    with pytest.raises(RuntimeError):
        database.now(lambda _session: None)
