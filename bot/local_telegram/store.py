"""Where a server's state outlives it: one SQLite file, or nowhere for tests and measurements.

Everything is kept in memory and written behind, several changes in one transaction; nobody queries the file
while the server runs. A crash of this server may lose its last fraction of a second, a clean stop nothing.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

TABLES = ("persons", "chats", "messages", "files", "updates", "log", "meta")
_FLUSH_AT = 200


class Store:
    """Keeps nothing: the store of a server in memory."""

    lasting = False

    def save(self, table: str, key: int | str, body: dict[str, Any]) -> None:
        """Keeps or replaces a row."""

    def delete(self, table: str, key: int | str) -> None:
        """Forgets a row."""

    def save_blob(self, key: str, content: bytes) -> None:
        """Keeps a file's bytes."""

    def load(self, table: str) -> list[dict[str, Any]]:
        """All rows in the order they were first written."""
        return []

    def blob(self, key: str) -> bytes:
        """A file's bytes."""
        raise KeyError(key)

    def clear(self) -> None:
        """Forgets everything."""

    def flush(self) -> None:
        """Writes what is still waiting."""

    def close(self) -> None:
        """Writes what is still waiting and lets go of the file."""


class SqliteStore(Store):
    """Keeps rows as JSON in a SQLite file."""

    lasting = True

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        for table in TABLES:
            self._db.execute(f"CREATE TABLE IF NOT EXISTS {table} (key PRIMARY KEY, body TEXT NOT NULL)")
        self._db.execute("CREATE TABLE IF NOT EXISTS contents (key PRIMARY KEY, body BLOB NOT NULL)")
        self._waiting: list[tuple[str, tuple[Any, ...]]] = []

    def save(self, table: str, key: int | str, body: dict[str, Any]) -> None:
        """Keeps a row with the next group."""
        self._add(_UPSERT[table], (key, json.dumps(body, ensure_ascii=False)))

    def delete(self, table: str, key: int | str) -> None:
        """Forgets a row with the next group."""
        self._add(_DELETE[table], (key,))

    def save_blob(self, key: str, content: bytes) -> None:
        """Keeps the bytes of a file with the next group."""
        self._add("INSERT OR REPLACE INTO contents VALUES (?, ?)", (key, content))

    def load(self, table: str) -> list[dict[str, Any]]:
        """All rows of a table."""
        self.flush()
        return [json.loads(body) for (body,) in self._db.execute(_SELECT[table])]

    def blob(self, key: str) -> bytes:
        """The bytes of a file. Raises `KeyError`."""
        self.flush()
        row = self._db.execute("SELECT body FROM contents WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise KeyError(key)
        return bytes(row[0])

    def clear(self) -> None:
        """Forgets everything at once."""
        self._waiting.clear()
        for statement in (*_CLEAR.values(), "DELETE FROM contents"):
            self._db.execute(statement)

    def flush(self) -> None:
        """Writes the group that waits."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        self._db.execute("BEGIN IMMEDIATE")
        for statement, values in waiting:
            self._db.execute(statement, values)
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Writes what waits and closes the file."""
        self.flush()
        self._db.close()

    def _add(self, statement: str, values: tuple[Any, ...]) -> None:
        self._waiting.append((statement, values))
        if len(self._waiting) >= _FLUSH_AT:
            self.flush()


_UPSERT = {
    t: f"INSERT INTO {t} VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body"  # noqa: S608  # our names
    for t in TABLES
}
_DELETE = {t: f"DELETE FROM {t} WHERE key = ?" for t in TABLES}  # noqa: S608
_SELECT = {t: f"SELECT body FROM {t} ORDER BY rowid" for t in TABLES}  # noqa: S608
_CLEAR = {t: f"DELETE FROM {t}" for t in TABLES}  # noqa: S608
