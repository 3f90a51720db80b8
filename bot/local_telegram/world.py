"""What exists: people, chats, messages, files. No rule of the Bot API is applied here."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from bot.local_telegram.hub import Hub
from bot.local_telegram.persons import Person
from bot.local_telegram.store import Store

Body = dict[str, Any]


@dataclass(slots=True)
class Chat:
    """A private chat (same id as its person), a group, a supergroup or a channel."""

    id: int
    type: str
    title: str | None = None
    username: str | None = None
    members: list[int] = field(default_factory=list)
    admins: list[int] = field(default_factory=list)
    bot: str = "member"
    migrated_to: int | None = None
    deleted: bool = False
    last_message_id: int = 0
    reply_keyboard: dict[str, Any] | None = None


@dataclass(slots=True)
class Message:
    """One message as the Bot API shows it (`body`), and what the server knows besides."""

    chat_id: int
    message_id: int
    body: Body
    by_bot: bool
    version: int = 0
    deleted: bool = False
    emptied: bool = False
    silent: bool = False

    def shown(self) -> Body:
        """The body a bot gets with a press: an emptied one tells nothing but its place."""
        if self.emptied or self.deleted:
            return {"chat": self.body["chat"], "message_id": self.message_id, "date": 0}
        return self.body


@dataclass(slots=True)
class File:
    """An uploaded file; `file_id` is valid for this bot only."""

    file_id: str
    unique_id: str
    kind: str
    name: str
    mime: str
    content: bytes
    width: int = 0
    height: int = 0


class World:
    """All of it in memory, written through to the store."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self.persons: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self._groups: list[int] = []
        self.messages: dict[int, dict[int, Message]] = {}
        self.files: dict[str, File] = {}
        self.last_message_id = 0

    def load(self) -> None:
        """What the store has kept from an earlier run."""
        self.persons = {b["id"]: Person(**b) for b in self.store.load("persons")}
        self.chats = {b["id"]: Chat(**b) for b in self.store.load("chats")}
        self._groups = [c.id for c in self.chats.values() if c.type != "private"]
        kept = sorted((Message(**b) for b in self.store.load("messages")), key=lambda m: m.message_id)
        for message in kept:
            message.version = 0
            self.messages.setdefault(message.chat_id, {})[message.message_id] = message
        private = [m.message_id for m in kept if not self._own_sequence(m.chat_id)]
        self.last_message_id = max(private, default=0)
        for body in self.store.load("files"):
            self.files[body["file_id"]] = File(**body | {"content": self.store.blob(body["file_id"])})

    def save_person(self, person: Person) -> None:
        """Keeps a new or changed person."""
        self.persons[person.id] = person
        self.store.save("persons", person.id, asdict(person))
        self.hub.publish({"type": "person", "chat_id": person.id})

    def groups(self) -> list[Chat]:
        """Groups, supergroups and channels."""
        return [self.chats[chat_id] for chat_id in self._groups]

    def save_chat(self, chat: Chat) -> None:
        """Keeps a new or changed chat."""
        self.chats[chat.id] = chat
        if chat.type != "private" and chat.id not in self._groups:
            self._groups.append(chat.id)
        self.store.save("chats", chat.id, asdict(chat))
        self.hub.publish({"type": "chat", "chat_id": chat.id})

    def add_message(self, chat: Chat, body: Body, *, by_bot: bool, silent: bool = False) -> Message:
        """A new message; gives it the next id of its chat (one row of numbers for all private chats)."""
        message_id = self._next_message_id(chat)
        message = Message(chat.id, message_id, {"message_id": message_id} | body, by_bot, silent=silent)
        self.messages.setdefault(chat.id, {})[message_id] = message
        self.touch(message, "message")
        return message

    def touch(self, message: Message, change: str) -> None:
        """Keeps a message that is new or has changed, and tells everybody."""
        event = {"type": change, "chat_id": message.chat_id, "message_id": message.message_id}
        message.version = self.hub.publish(event)
        if self.store.lasting:
            self.store.save("messages", f"{message.chat_id}:{message.message_id}", _row(message))

    def find_message(self, chat_id: int, message_id: int) -> Message | None:
        """The message, unless it was deleted."""
        message = self.messages.get(chat_id, {}).get(message_id)
        return None if message is None or message.deleted else message

    def chat_messages(self, chat_id: int) -> Iterator[Message]:
        """The messages of a chat that have not been deleted, oldest first."""
        return (m for m in self.messages.get(chat_id, {}).values() if not m.deleted)

    def add_file(
        self, kind: str, name: str, mime: str, content: bytes, *, size: tuple[int, int] = (0, 0)
    ) -> File:
        """A new file with an id of its own."""
        file = File(secrets.token_urlsafe(32), secrets.token_urlsafe(10), kind, name, mime, content, *size)
        self.files[file.file_id] = file
        if self.store.lasting:
            self.store.save("files", file.file_id, _row(file) | {"content": None})
            self.store.save_blob(file.file_id, content)
        return file

    def _next_message_id(self, chat: Chat) -> int:
        if self._own_sequence(chat.id):
            chat.last_message_id += 1
            return chat.last_message_id
        self.last_message_id += 1
        return self.last_message_id

    def _own_sequence(self, chat_id: int) -> bool:
        chat = self.chats.get(chat_id)
        return chat is not None and chat.type in {"supergroup", "channel"}


def _row(value: Message | File) -> Body:
    """Its fields as they are; `asdict` would copy everything below them."""
    return {name: getattr(value, name) for name in value.__slots__}
