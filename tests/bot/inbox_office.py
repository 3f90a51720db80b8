"""Replicas that handle the updates of one database, and updates as Telegram sends them."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import select

from bot import identity, inbox
from bot.database import Database
from bot.messenger import Message, RecordingMessenger
from bot.models.delivery import Inbox, Outbox
from bot.processor import Processor
from bot.turn import Turn

NOW = dt.datetime(2026, 6, 10, 15, tzinfo=dt.UTC)


def message(update_id: int, text: str, *, chat: int = 1) -> dict[str, Any]:
    sender = {"id": chat, "is_bot": False, "first_name": "Ana"}
    body = {"message_id": update_id, "date": 0, "chat": {"id": chat, "type": "private"}, "from": sender}
    return {"update_id": update_id, "message": {**body, "text": text}}


def press(update_id: int, *, chat: int = 1) -> dict[str, Any]:
    sender = {"id": chat, "is_bot": False, "first_name": "Ana"}
    screen = {"message_id": 5, "date": 0, "chat": {"id": chat, "type": "private"}, "text": "tela"}
    query = {"id": f"p{update_id}", "from": sender, "message": screen, "data": "x.0", "chat_instance": "1"}
    return {"update_id": update_id, "callback_query": query}


@dataclass
class Office:
    """Replicas that handle updates of one database; what they do is written into the database."""

    database: Database
    make: Callable[[Database], Any]
    messenger: RecordingMessenger = field(default_factory=RecordingMessenger)
    computed: list[str] = field(default_factory=list)

    def handle(self, turn: Turn) -> None:
        text = turn.text or turn.incoming.kind
        if text == "veneno":
            identity.write(turn.session, "half", "done")
            raise ValueError("poison")
        if text.startswith("trabalho"):
            text = turn.compute("work", lambda: self.computed.append(text) or text)  # type: ignore[func-returns-value]
        if text.startswith("arquivo "):
            file = turn.fetch(text.removeprefix("arquivo "), limit=4)
            text = file.problem or file.content.decode()
        done = json.loads(identity.read(turn.session, f"done {turn.incoming.chat_id}") or "[]")
        identity.write(turn.session, f"done {turn.incoming.chat_id}", json.dumps([*done, text]))
        turn._plan([Message(turn.incoming.chat_id, text)])

    def sorry(self, turn: Turn) -> None:
        turn._plan([Message(turn.incoming.chat_id, "desculpe")])

    def replica(self, database: Database | None = None, **more: Any) -> Processor:
        services = self.make(database or self.database)
        return Processor(services, self.handle, more.pop("sorry", self.sorry), self.messenger, **more)

    async def receives(self, *updates: dict[str, Any]) -> None:
        await self.database.run(lambda session: inbox.store(session, updates, now=NOW))

    async def done(self, chat: int = 1) -> list[str]:
        raw = await self.database.run(lambda session: identity.read(session, f"done {chat}"))
        return json.loads(raw or "[]")

    async def rows(self) -> list[Inbox]:
        return await self.database.run(lambda s: list(s.exec(select(Inbox).order_by(Inbox.seq))))  # type: ignore[arg-type]

    async def replies(self) -> int:
        return await self.database.run(lambda s: len(s.exec(select(Outbox)).all()))
