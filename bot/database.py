"""One door to the database: units of work on SQLite (one writer thread, grouped commits) or PostgreSQL (a few threads).

A unit of work is a plain function of a Session. It runs whole or not at all, off the event loop, and its result is
handed back only after the commit. Why a synchronous engine: docs/decisions/002-database.md.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, TypeVar

import structlog
from sqlalchemy import Engine, Executable, create_engine, event, text
from sqlalchemy.engine import CursorResult, make_url
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from bot.writer import Unit, Writer

T = TypeVar("T")
Work = Callable[[Session], T]

log = structlog.get_logger()

POSTGRES_THREADS = 6
CONFLICTS = {"40001", "40P01"}  # serialization failure, deadlock: the same unit is simply run again
CONFLICT_ATTEMPTS = 5


def engine_for(url: str) -> Engine:
    """An engine with the project's rules: WAL, foreign keys, `BEGIN IMMEDIATE` on SQLite; UTC on PostgreSQL."""
    parsed = make_url(url)
    if parsed.drivername in {"postgresql", "postgres"}:
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, pool_size=POSTGRES_THREADS + 2, pool_pre_ping=True, hide_parameters=True)
    engine = create_engine(
        parsed,
        connect_args={"timeout": 30, "check_same_thread": False, "isolation_level": None},
        hide_parameters=True,  # errors reach the log: nothing a person wrote may stand in them
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=30000",
        "secure_delete=ON",  # what is erased must not stay readable in the file
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_immediate(connection: Any) -> None:
    # A deferred transaction that reads first and writes later fails at once when another wrote meanwhile.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class Database:
    """Runs units of work; `close()` lets the running ones finish."""

    def __init__(self, url: str, *, engine: Engine | None = None) -> None:
        self.url = url
        self.engine = engine or engine_for(url)
        self.sqlite = self.engine.dialect.name == "sqlite"
        self.save_failed: Callable[[Exception], None] = lambda _error: None  # told of every failed commit
        self.around: Callable[[], AbstractContextManager[None]] = nullcontext  # each unit of work runs inside
        self._pool: ThreadPoolExecutor | None = None
        self._writer: Writer | None = None
        self._scrub = False
        if self.sqlite:
            self._writer = Writer(self.engine, self._commit, self._told, self._scrub_if_asked)
        else:
            self._pool = ThreadPoolExecutor(POSTGRES_THREADS, thread_name_prefix="database")

    async def run(self, work: Work[T]) -> T:
        """The result of one unit of work, after its commit. Raises what the work raised, after rollback."""
        if self._writer is not None:
            loop = asyncio.get_running_loop()
            answer: asyncio.Future[T] = loop.create_future()
            self._writer.put(Unit(partial(self._inside, work), answer, loop))
            return await answer
        future = self.submit(work)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            future.cancel()
            raise

    def now(self, work: Work[T]) -> T:
        """`run` for code without an event loop (command line, start-up, tests)."""
        return self.submit(work).result()

    def submit(self, work: Work[T]) -> Future[T]:
        """Queues one unit of work."""
        if self._pool is not None:
            return self._pool.submit(self._alone, work)
        future: Future[T] = Future()
        if self._writer is not None:
            self._writer.put(Unit(partial(self._inside, work), future))
        return future

    def scrub(self) -> None:
        """After the next commit nothing erased is left in SQLite's journal either."""
        self._scrub = self.sqlite

    def close(self) -> None:
        """Finishes what is queued, then closes every connection."""
        if self._pool is not None:
            self._pool.shutdown(wait=True)
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()

    def _alone(self, work: Work[T]) -> T:
        """One unit in one transaction; a deadlock or a serialization failure (PostgreSQL) is tried again."""
        for _ in range(CONFLICT_ATTEMPTS - 1):
            try:
                return self._once(work)
            except OperationalError as error:
                if getattr(error.orig, "sqlstate", None) not in CONFLICTS:
                    raise
        return self._once(work)

    def _inside(self, work: Work[T], session: Session) -> T:
        with self.around():
            return work(session)

    def _once(self, work: Work[T]) -> T:
        with Session(self.engine, expire_on_commit=False) as session:
            session.begin()
            result = self._inside(work, session)
            self._commit(session)
            return result

    def _commit(self, session: Session) -> None:
        try:
            session.commit()
        except Exception as error:
            self._told(error)
            raise

    def _told(self, error: Exception) -> None:
        log.critical("save_failed", error=type(error).__name__)
        self.save_failed(error)

    def _scrub_if_asked(self) -> None:
        if self._scrub:
            self._truncate_journal()

    def _truncate_journal(self) -> None:
        """Copies the journal into the file and empties it; tried again after the next commit when it was busy."""
        with self.engine.connect() as connection:
            connection.rollback()  # a checkpoint cannot run inside the transaction that every connection begins
            raw = connection.connection.driver_connection
            busy = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] if raw else 1
            self._scrub = bool(busy)


def execute(
    session: Session,
    statement: Executable,
    values: Mapping[str, Any] | Sequence[Mapping[str, Any]] = {},  # read only
) -> CursorResult[Any]:
    """Runs a prepared statement on tables, past the machinery of objects; what the session holds is written first.

    Objects of the session that the statement changes are not told: `session.expire` them where they are read again.
    """
    session.flush()
    return session.connection().execute(statement, values or None)


def is_trouble(error: OperationalError) -> bool:
    """Whether the database itself fails (locked, full, gone), rather than the statement being wrong."""
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return str(state)[:2] in {"08", "40", "53", "55", "57", "58"}
    words = ("locked", "busy", "disk", "full", "i/o", "readonly", "connection", "closed")
    return error.connection_invalidated or any(w in str(error.orig).lower() for w in words)


def database_now(session: Session) -> dt.datetime:
    """The database's own instant, shared by all replicas (leases, throttle)."""
    if session.get_bind().dialect.name == "sqlite":
        raw = session.connection().exec_driver_sql("SELECT strftime('%Y-%m-%dT%H:%M:%f','now')").scalar_one()
        return dt.datetime.fromisoformat(raw).replace(tzinfo=dt.UTC)
    moment: dt.datetime = session.execute(text("SELECT clock_timestamp()")).scalar_one()
    return moment.astimezone(dt.UTC)
