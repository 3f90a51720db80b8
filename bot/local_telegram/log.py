"""What really happened: every Bot API request with its outcome, append-only; what proofs read."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from bot.local_telegram.store import Store


@dataclass(slots=True)
class Entry:
    """One request. `delivered`: its effect happened; `answered`: the client was told so."""

    seq: int
    at: float
    method: str
    chat_id: int | None = None
    text: str | None = None
    done_at: float | None = None
    code: int | None = None
    description: str | None = None
    message_id: int | None = None
    message_ids: list[int] = field(default_factory=list)
    delivered: bool = False
    answered: bool = False
    fault: str | None = None

    @property
    def ok(self) -> bool:
        """Telegram said yes, heard or not."""
        return self.code == 200

    def body(self) -> dict[str, Any]:
        """As the control API gives it."""
        return asdict(self) | {"ok": self.ok}


class Log:
    """All entries in the order of arrival."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.entries: list[Entry] = []

    def load(self) -> None:
        """What an earlier run wrote."""
        self.entries = [Entry(**body) for body in self._store.load("log")]

    def open(self, at: float, method: str) -> Entry:
        """A request has arrived."""
        entry = Entry(len(self.entries) + 1, at, method)
        self.entries.append(entry)
        return entry

    def close(self, entry: Entry) -> None:
        """Its outcome is known."""
        if self._store.lasting:
            self._store.save("log", entry.seq, {name: getattr(entry, name) for name in entry.__slots__})

    def find(
        self, *, method: str | None = None, chat_id: int | None = None, after: int = 0, limit: int = 100_000
    ) -> list[dict[str, Any]]:
        """Entries after a sequence number, filtered."""
        wanted = method.lower() if method else None
        found = (
            e
            for e in self.entries[after:]
            if (wanted is None or e.method.lower() == wanted) and (chat_id is None or e.chat_id == chat_id)
        )
        return [entry.body() for entry, _ in zip(found, range(limit), strict=False)]
