"""The one writer thread of a SQLite database: units of work are queued, run in groups, and answered after the commit.

A group runs without savepoints, which cost as much as the work itself. When a unit of it fails, nothing of the group is
kept: the failed unit is told, the others run again, this time each in a savepoint of its own.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

GROUP = 32  # units of work committed together at the most: bounds what one commit can delay


@dataclass(slots=True)
class Unit:
    """One unit of work and who waits for it: a thread, or a task of `loop`."""

    work: Callable[[Session], Any]
    future: Future[Any] | asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop | None = None

    def wanted(self) -> bool:
        """Whether anybody still waits; from now on the wait of a thread cannot be given up."""
        if isinstance(self.future, Future):
            return self.future.set_running_or_notify_cancel()
        return not self.future.cancelled()


@dataclass(slots=True)
class Answer:
    """What became of a unit."""

    unit: Unit
    result: Any = None
    error: Exception | None = None

    def give(self) -> None:
        """Tells who waits; in the loop's own thread when it is a task."""
        future = self.unit.future
        if future.cancelled():
            return
        if self.error is not None:
            future.set_exception(self.error)
        else:
            future.set_result(self.result)


class _Failed(Exception):
    """A unit of a group failed; all of the group's work is gone, the others' too."""

    def __init__(self, unit: Unit, error: Exception, *, fatal: bool) -> None:
        super().__init__()
        self.unit, self.error, self.fatal = unit, error, fatal


class Writer:
    """Runs units one after the other. `commit` commits a session; `told` hears of lost commits; `after` follows one."""

    def __init__(
        self,
        engine: Engine,
        commit: Callable[[Session], None],
        told: Callable[[Exception], None],
        after: Callable[[], None],
    ) -> None:
        self._engine, self._commit, self._told, self._after = engine, commit, told, after
        self._queue: queue.SimpleQueue[Unit | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._forever, name="database", daemon=True)
        self._thread.start()

    def put(self, unit: Unit) -> None:
        """Queues one unit. Raises `RuntimeError` once closed: nobody would ever answer it."""
        if self._closed:
            raise RuntimeError("the database is closed")
        self._queue.put(unit)

    def close(self) -> None:
        """Finishes what is queued."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()

    def _forever(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, last = [first], False
            while len(batch) < GROUP and not self._queue.empty():
                if (more := self._queue.get()) is None:
                    last = True
                    break
                batch.append(more)
            if wanted := [unit for unit in batch if unit.wanted()]:
                _give(self._written(wanted))
            if last:
                return

    def _written(self, batch: Sequence[Unit]) -> list[Answer]:
        """Runs a group in one commit; what each unit's caller is told."""
        answers: list[Answer] = []
        try:
            try:
                answers = self._together(batch)
            except _Failed as failed:
                if failed.fatal:
                    self._told(failed.error)
                    return [Answer(unit, error=failed.error) for unit in batch]
                rest = [unit for unit in batch if unit is not failed.unit]
                answers = [Answer(failed.unit, error=failed.error)]  # whatever becomes of the others
                answers += self._apart(rest) if rest else ()
        except Exception as error:  # noqa: BLE001  # nobody's work is stored
            told = {id(answer.unit): answer for answer in answers}
            return [told.get(id(unit), Answer(unit, error=error)) for unit in batch]
        self._after()
        return answers

    def _together(self, batch: Sequence[Unit]) -> list[Answer]:
        """All units in one transaction. Raises `_Failed`, after rollback, at the first that fails."""
        with Session(self._engine, expire_on_commit=False) as session:
            session.begin()
            raw: Any = session.connection().connection.dbapi_connection
            answers = []
            for unit in batch:
                try:
                    answers.append(Answer(unit, unit.work(session)))
                    session.flush()
                except Exception as error:
                    # SQLite gives up a transaction by itself when the disk is full: everybody's work is gone.
                    fatal = isinstance(error, OperationalError) and not raw.in_transaction
                    raise _Failed(unit, error, fatal=fatal) from error
                if len(batch) > 1:
                    session.expunge_all()
            self._commit(session)
        return answers

    def _apart(self, batch: Sequence[Unit]) -> list[Answer]:
        """Each unit in a savepoint of its own: one that fails leaves the others' work as it is."""
        answers = []
        with Session(self._engine, expire_on_commit=False) as session:
            session.begin()
            raw: Any = session.connection().connection.dbapi_connection
            for unit in batch:
                try:
                    with session.begin_nested():
                        result = unit.work(session)
                    answers.append(Answer(unit, result))
                except Exception as error:
                    if not raw.in_transaction:
                        self._told(error)
                        raise
                    answers.append(Answer(unit, error=error))
                session.expunge_all()
            self._commit(session)
        return answers


def _give(answers: Sequence[Answer]) -> None:
    """Tells everybody; the tasks of one loop with a single call into it."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Answer]] = {}
    for answer in answers:
        if answer.unit.loop is None:
            answer.give()
        else:
            by_loop.setdefault(answer.unit.loop, []).append(answer)
    for loop, held in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_all, held)


def _all(answers: Sequence[Answer]) -> None:
    for answer in answers:
        answer.give()
