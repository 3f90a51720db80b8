"""One server's parts held together: what methods of the Bot API and the control API work on."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any

from bot.local_telegram.faults import Faults
from bot.local_telegram.hub import Hub
from bot.local_telegram.log import Log
from bot.local_telegram.persons import Person
from bot.local_telegram.profile import Profile, Webhook
from bot.local_telegram.settings import Settings
from bot.local_telegram.store import SqliteStore, Store
from bot.local_telegram.throttle import Throttle
from bot.local_telegram.updates import Updates
from bot.local_telegram.world import Chat, World


@dataclass(slots=True)
class Press:
    """A pressed button the bot may still answer."""

    id: str
    person_id: int
    chat_id: int
    message_id: int
    at: float
    answered: bool = False
    text: str = ""
    show_alert: bool = False
    url: str | None = None


class Backend:
    """The state and rules of one local Telegram server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.clock = settings.clock
        self.store = SqliteStore(settings.database) if settings.database else Store()
        self.token = settings.token
        self.revoked = False
        self.run = secrets.token_hex(4)
        self.hub = Hub()
        self.throttle = Throttle(settings.limits)
        self.faults = Faults()
        self.presses: dict[str, Press] = {}
        self._begin()
        self._load()

    def _begin(self) -> None:
        self.world = World(self.store, self.hub)
        self.log = Log(self.store)
        self.updates = Updates(self.store, self.clock, first_id=self.settings.first_update_id)
        self.profile = Profile(self.settings.bot_name)

    def save_profile(self) -> None:
        """Keeps what the bot has said about itself, and tells everybody."""
        self.store.save("meta", "profile", {"profile": self.profile.dump()})
        self.hub.publish({"type": "bot", "chat_id": 0})

    def set_webhook(self, webhook: Webhook) -> None:
        """Updates go there from now on; to nowhere, when it has no address."""
        self.profile.webhook = webhook
        self.save_profile()
        self.updates.wake()

    def _load(self) -> None:
        self.world.load()
        kept = next((b["profile"] for b in self.store.load("meta") if "profile" in b), None)
        if kept:
            self.profile = Profile.from_dump(kept)
        self.log.load()
        self.updates.load()
        for person in self.settings.persons:
            if person.id not in self.world.persons:
                self.add_person(replace(person))

    def reset(self) -> None:
        """Everything as on the first day; the log begins again, update ids go on, the bot stays as it is."""
        self.updates.stop_poll(None)
        updates, profile = self.updates, self.profile
        self.store.clear()
        self._begin()
        self.updates.jump(updates.next_id())
        self.updates.allowed, self.updates.wake = updates.allowed, updates.wake
        self.profile = profile
        self.save_profile()
        self.throttle = Throttle(self.settings.limits)
        self.faults.clear()
        self.presses.clear()
        self._load()
        self.hub.publish({"type": "reset", "chat_id": 0})

    def bot_user(self) -> dict[str, Any]:
        """The bot as `User`. Its id is the number before the colon of its token."""
        return {
            "id": self.bot_id,
            "is_bot": True,
            "first_name": self.profile.name,
            "username": self.settings.bot_username,
        }

    @property
    def bot_id(self) -> int:
        """The bot's account number."""
        return int(self.token.partition(":")[0]) if self.token else 1_000_001

    def add_person(self, person: Person) -> None:
        """A new person; one who has started has a private chat from the beginning."""
        self.world.save_person(person)
        if person.started:
            self.open_private_chat(person)

    def open_private_chat(self, person: Person) -> Chat:
        """The chat of a person with the bot; opened at the first message."""
        chat = self.world.chats.get(person.id)
        if chat is None:
            chat = Chat(person.id, "private", members=[person.id])
            self.world.save_chat(chat)
        return chat

    def chat_body(self, chat: Chat) -> dict[str, Any]:
        """The Bot API's `Chat`."""
        body: dict[str, Any] = {"id": chat.id, "type": chat.type}
        if chat.type != "private":
            return body | {"title": chat.title or ""} | ({"username": chat.username} if chat.username else {})
        user = self.world.persons[chat.id].user()
        return {
            "id": chat.id,
            **{k: user[k] for k in ("first_name", "last_name", "username") if k in user},
            "type": "private",
        }

    def now(self) -> int:
        """The instant in Telegram's whole seconds."""
        return int(self.clock())

    def close(self) -> None:
        """Ends what waits and writes what is open."""
        self.updates.stop_poll(None)
        self.hub.close()
        self.store.close()
