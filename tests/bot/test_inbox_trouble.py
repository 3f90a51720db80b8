"""What an update meets when the database fails once, or when no text column would take what it says."""

from __future__ import annotations

import asyncio
import datetime as dt
import sqlite3
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from bot import identity, inbox
from bot.flood import FloodGuard, Verdict
from bot.incoming import Incoming
from bot.turn import Turn
from tests.bot.inbox_office import NOW, Office, message


class FailingCommit:
    """The commits of a SQLite writer, in order: those that are to fail do."""

    def __init__(self, office: Office, *fails: bool) -> None:
        writer = office.database._writer
        assert writer is not None
        self._real, self._fails = writer._commit, list(fails)
        writer._commit = self

    def __call__(self, session: Session) -> None:
        if self._fails and self._fails.pop(0):
            session.rollback()
            raise OperationalError("COMMIT", {}, sqlite3.OperationalError("database or disk is full"))
        self._real(session)


async def test_a_commit_that_fails_beside_an_interrupted_update_does_not_block_its_chat(
    office: Office,
) -> None:
    if not office.database.sqlite:
        return  # one transaction a unit there: nothing is grouped
    await office.receives(message(1, "trabalho longo"), message(2, "depois"))
    replica, gate, begun = office.replica(), threading.Event(), threading.Event()
    FailingCommit(office, False, True)

    def hold(_session: Session) -> None:
        begun.set()
        gate.wait()

    holding = asyncio.ensure_future(office.database.run(hold))
    await asyncio.to_thread(begun.wait)
    working = asyncio.ensure_future(replica.handle_next())
    beside = asyncio.ensure_future(office.database.run(lambda _s: None))
    await asyncio.sleep(0)
    gate.set()
    await holding
    results = await asyncio.gather(working, beside, return_exceptions=True)
    await replica.drain()

    assert [True, OperationalError] == [results[0], type(results[1])]
    assert ["trabalho longo", "depois"] == await office.done()
    assert set() == replica._busy


async def test_an_update_whose_own_commit_fails_is_taken_up_again(office: Office) -> None:
    await office.receives(message(1, "trabalho longo"))
    replica, real = office.replica(), office.database.run
    failures = [OperationalError("COMMIT", {}, sqlite3.OperationalError("database or disk is full"))]

    async def run(work: Any) -> Any:
        try:
            return await real(work)
        except Exception:
            if failures:
                raise failures.pop() from None
            raise

    office.database.run = run  # type: ignore[method-assign]
    with pytest.raises(OperationalError):
        await replica.handle_next()
    await replica.drain()

    assert ["trabalho longo"] == await office.done()


@pytest.mark.parametrize(
    "raw",
    [
        message(1, "a\ud800b"),
        message(1, "a\0b"),
        {"update_id": 1, "inline_query": {"from": {"id": "\0x"}, "id": "1"}},
        {"update_id": 1, "inline_query": {"from": {"id": "\ud800"}, "id": "1"}},
    ],
    ids=["half a pair", "NUL", "NUL in the key", "half a pair in the key"],
)
async def test_an_update_that_no_text_column_takes_as_it_is_keeps_nobody_waiting(
    office: Office, raw: dict[str, Any]
) -> None:
    await office.receives(raw, message(2, "oi", chat=2))
    await office.replica().drain()

    assert ["oi"] == await office.done(2)
    assert all(row.done_at is not None for row in await office.rows())


async def test_what_is_kept_of_a_failure_after_a_day_quotes_nobody(office: Office) -> None:
    def handle(turn: Turn) -> None:
        raise ValueError(f"bad plate {turn.text}")

    office.handle = handle  # type: ignore[method-assign]
    await office.receives(message(1, "Maria da Silva"))
    await office.replica().drain()
    await office.database.run(lambda s: inbox.purge(s, now=NOW + dt.timedelta(hours=25), keep_days=3))

    (row,) = await office.rows()
    assert ("", False) == (row.raw, "Maria" in str(row.error))
    assert str(row.error).startswith("ValueError test_inbox_trouble.py:")


async def test_an_update_nobody_can_read_is_counted(office: Office) -> None:
    await office.receives({"update_id": 1, "message": {"chat": {"id": 1}, "from": "nobody", "text": 5}})
    replica = office.replica()
    await replica.drain()

    assert 1.0 == replica.services.meter.registry.get_sample_value("fretabot_updates_failed_total")


async def test_two_units_of_a_group_that_fail_leave_nothing_of_theirs(office: Office) -> None:
    """The second failure happens while the group is run again: it must not take, or leave, the others' work."""
    gate, begun = threading.Event(), threading.Event()

    def hold(_session: Session) -> None:
        begun.set()
        gate.wait()

    def fails(key: str) -> Callable[[Session], None]:
        def unit(session: Session) -> None:
            identity.write(session, key, "half")
            session.flush()
            raise ValueError(key)

        return unit

    run = office.database.run
    holding = asyncio.ensure_future(run(hold))
    await asyncio.to_thread(begun.wait)
    units: list[Callable[[Session], None]] = [
        lambda s: identity.write(s, "a", "1"), fails("x"), lambda s: identity.write(s, "b", "1"),
        fails("y"), lambda s: identity.write(s, "c", "1"),
    ]  # fmt: skip
    results = asyncio.gather(*(run(unit) for unit in units), return_exceptions=True)
    await asyncio.sleep(0)
    gate.set()
    await holding

    nothing = type(None)
    assert [nothing, ValueError, nothing, ValueError, nothing] == [type(r) for r in await results]
    assert ["1", None, "1", None, "1"] == await run(lambda s: [identity.read(s, key) for key in "axbyc"])


async def test_t23_an_update_nested_too_deep_to_be_read_keeps_nobody_waiting(office: Office) -> None:
    deep: Any = []
    for _ in range(700):
        deep = [deep]
    strange = message(1, "estranho")
    strange["message"]["entities"] = deep
    await office.receives(strange, message(2, "depois"), message(3, "outra", chat=2))
    await office.replica().drain()

    assert (["depois"], ["outra"]) == (await office.done(), await office.done(2))


async def test_what_fails_outside_the_handler_is_set_aside_like_what_fails_in_it(office: Office) -> None:
    class Broken(FloodGuard):
        def verdict(self, incoming: Incoming, at: float) -> Verdict:
            if incoming.chat_id == 1:
                raise LookupError(incoming.text)
            return super().verdict(incoming, at)

    await office.receives(message(1, "segredo"), message(2, "outra", chat=2))
    replica = office.replica(flood=Broken())
    await replica.drain()
    kept = (await office.rows())[0]
    told = kept.error or ""

    assert (["outra"], 2) == (await office.done(2), await office.replies())
    assert (3, True, False) == (kept.attempts, "LookupError" in told, "segredo" in told)
