"""A person in a test: writes, presses by label, looks at the screen, waits for what should come."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlencode

PATIENCE = 10.0


class Call(Protocol):
    """A request of the control API."""

    def __call__(
        self, verb: str, path: str, body: Any = None, *, data: bytes | None = None
    ) -> Awaitable[Any]: ...


@dataclass(frozen=True, slots=True)
class Button:
    """A button of an inline keyboard."""

    text: str
    data: str | None
    url: str | None


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A file in a message."""

    id: str
    kind: str
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A message as the person saw it at that moment."""

    chat_id: int
    message_id: int
    version: int
    text: str
    html: str
    rows: tuple[tuple[Button, ...], ...]
    file: SeenFile | None
    by_bot: bool
    edited: bool
    silent: bool
    raw: dict[str, Any]

    @property
    def buttons(self) -> list[Button]:
        """All buttons, row by row."""
        return [button for row in self.rows for button in row]

    @property
    def labels(self) -> list[str]:
        """What stands on the buttons."""
        return [button.text for button in self.buttons]

    def button(self, label: str) -> Button | None:
        """The button with that label, else one that contains it."""
        exact = [b for b in self.buttons if b.text == label]
        return next(iter(exact or [b for b in self.buttons if label in b.text]), None)


class Press:
    """A pressed button, to ask what the bot answered."""

    def __init__(self, press_id: str, call: Call) -> None:
        self.id = press_id
        self._call = call

    async def answer(self, *, timeout: float = PATIENCE) -> str:  # noqa: ASYNC109  # the server waits
        """The notice the bot showed (often empty). Raises `AssertionError` when none came."""
        found = await self._call("GET", f"presses/{self.id}?wait={timeout}")
        if not found["answered"]:
            raise AssertionError(f"the bot did not answer the press within {timeout} s")
        return str(found["text"])


class Person:
    """Somebody with a phone. Chat: the private one, unless `chat_id` is given."""

    def __init__(self, person_id: int, name: str, call: Call) -> None:
        self.id = person_id
        self.name = name
        self._call = call
        self._mark = 0
        self._read = 0

    async def says(
        self, text: str, *, chat_id: int | None = None, reply_to: Seen | None = None, topic: int | None = None
    ) -> Seen:
        """Writes a message, in a forum in that topic."""
        answered = reply_to.message_id if reply_to else None
        body = {"text": text, "chat_id": chat_id, "reply_to": answered, "topic": topic}
        return self._acted(await self._post("say", body))

    async def asks(self, text: str, *, timeout: float = PATIENCE) -> Seen:  # noqa: ASYNC109
        """Writes a message and gives the first thing the bot says after it."""
        await self.says(text)
        return await self.reads(timeout=timeout)

    async def starts(self, payload: str | None = None) -> Seen:
        """Taps Start, or a deep link."""
        return self._acted(await self._post("start", {"payload": payload}))

    async def edits(self, message: Seen, text: str) -> Seen:
        """Edits an own message."""
        body = {"message_id": message.message_id, "text": text, "chat_id": message.chat_id}
        return self._acted(await self._post("edit", body))

    async def presses(self, label: str, *, on: Seen | None = None, times: int = 1) -> Press:
        """Presses the button with that label on the newest message that has one, or on a message seen before.

        With `on`, the button is the one seen then: it is pressed even if the message has changed since.
        """
        message = on or await self._newest_with(label)
        button = message.button(label)
        if button is None or button.data is None:
            raise AssertionError(
                f"{self.name} sees no button {label!r} to press; there are: {message.labels}"
            )
        body = {
            "message_id": message.message_id,
            "data": button.data,
            "chat_id": message.chat_id,
            "times": times,
        }
        result = await self._post("press", body)
        self._mark = self._read = result["version"]
        return Press(result["presses"][0], self._call)

    async def sends_document(self, name: str, content: bytes, *, caption: str = "", album: str = "") -> Seen:
        """Sends a file."""
        return await self._uploads("document", name, content, caption, album)

    async def sends_photo(self, content: bytes, *, caption: str = "", album: str = "") -> Seen:
        """Sends a picture (real bytes of one)."""
        return await self._uploads("photo", "photo.jpg", content, caption, album)

    async def sends_voice(self, content: bytes = b"OggS") -> Seen:
        """Sends a voice note."""
        return await self._uploads("voice", "voice.ogg", content, "", "")

    async def sends(self, content: dict[str, Any], *, chat_id: int | None = None) -> Seen:
        """Sends anything else, as the Bot API writes it; see `SAMPLES`."""
        return self._acted(await self._post("send", {"content": content, "chat_id": chat_id}))

    async def blocks_bot(self) -> None:
        """Blocks the bot."""
        await self._post("block", None)

    async def unblocks_bot(self) -> None:
        """Lets the bot write again."""
        await self._post("unblock", None)

    async def leaves_telegram(self) -> None:
        """The account is deleted."""
        await self._post("deactivate", None)

    async def messages(self, *, chat_id: int | None = None) -> list[Seen]:
        """The whole chat, own messages too."""
        return (await self._look(chat_id or self.id, after=0, wait=0))[1]

    async def screen(self) -> Seen:
        """The bot's newest message."""
        found = [m for m in await self.messages() if m.by_bot]
        if not found:
            raise AssertionError(f"the bot has said nothing to {self.name}")
        return found[-1]

    async def reads(self, *, timeout: float = PATIENCE) -> Seen:  # noqa: ASYNC109
        """The next thing the bot says or edits: each only once, beginning after the person's last deed."""
        message = await self._wait(self._read, lambda _: True, "anything", timeout)
        self._read = message.version
        return message

    async def waits_for(
        self,
        *,
        text: str = "",
        button: str = "",
        where: Callable[[Seen], bool] = lambda _: True,
        timeout: float = PATIENCE,  # noqa: ASYNC109
    ) -> Seen:
        """A message of the bot, sent or edited since the person's last deed, with that text and button."""

        def wanted(message: Seen) -> bool:
            return (
                text in message.text and (not button or message.button(button) is not None) and where(message)
            )

        return await self._wait(self._mark, wanted, f"text {text!r}, button {button!r}", timeout)

    async def downloads(self, message: Seen) -> bytes:
        """The bytes of a message's file."""
        if message.file is None:
            raise AssertionError("there is no file in this message")
        content: bytes = await self._call("GET", f"files/{message.file.id}")
        return content

    async def _wait(self, after: int, wanted: Callable[[Seen], bool], what: str, patience: float) -> Seen:
        until = time.monotonic() + patience
        version = after
        while (left := until - time.monotonic()) > 0:
            version, found = await self._look(self.id, after=max(version, 1), wait=left)
            match = next((m for m in sorted(found, key=lambda m: m.version) if m.by_bot and wanted(m)), None)
            if match:
                return match
        shown = "\n".join(
            f"  {'bot' if m.by_bot else self.name}: {m.text!r} {m.labels}" for m in await self.messages()
        )
        raise AssertionError(f"{self.name} waited {patience} s for {what}; the chat:\n{shown or '  (empty)'}")

    async def _newest_with(self, label: str) -> Seen:
        messages = await self.messages()
        found = next((m for m in reversed(messages) if m.by_bot and m.button(label)), None)
        if found is None:
            raise AssertionError(
                f"{self.name} sees no button {label!r}; there are: {[m.labels for m in messages]}"
            )
        return found

    async def _look(self, chat_id: int, *, after: int, wait: float) -> tuple[int, list[Seen]]:
        answer = await self._call("GET", f"chats/{chat_id}/messages?after={after}&wait={wait}")
        return answer["version"], [_seen(m) for m in answer["messages"]]

    async def _uploads(self, kind: str, name: str, content: bytes, caption: str, album: str) -> Seen:
        query = {"kind": kind, "name": name, "caption": caption} | ({"album": album} if album else {})
        path = f"persons/{self.id}/upload?{urlencode(query)}"
        return self._acted(await self._call("POST", path, data=content))

    async def _post(self, deed: str, body: Any) -> Any:
        return await self._call("POST", f"persons/{self.id}/{deed}", body)

    def _acted(self, raw: dict[str, Any]) -> Seen:
        message = _seen(raw)
        self._mark = self._read = message.version
        return message


SAMPLES: dict[str, dict[str, Any]] = {
    "sticker": {
        "sticker": {
            "file_id": "s", "file_unique_id": "s", "type": "regular", "width": 512, "height": 512,
            "is_animated": False, "is_video": False, "emoji": "🚌",
        }
    },
    "location": {"location": {"latitude": -30.03, "longitude": -51.22}},
    "contact": {"contact": {"phone_number": "+5551999990000", "first_name": "Ana"}},
    "poll": {
        "poll": {
            "id": "1", "question": "Vai?",
            "options": [{"text": "Sim", "voter_count": 0, "persistent_id": "0"}],
            "total_voter_count": 0, "is_closed": False, "is_anonymous": True, "type": "regular",
            "allows_multiple_answers": False, "allows_revoting": False, "members_only": False,
        }
    },
    "dice": {"dice": {"emoji": "🎲", "value": 4}},
}  # fmt: skip


def _seen(raw: dict[str, Any]) -> Seen:
    rows = tuple(
        tuple(Button(b["text"], b.get("callback_data"), b.get("url")) for b in row) for row in raw["buttons"]
    )
    file = raw["file"] and SeenFile(
        raw["file"]["id"], raw["file"]["kind"], raw["file"]["name"], raw["file"]["size"]
    )
    same = {
        k: raw[k] for k in ("chat_id", "message_id", "version", "text", "html", "by_bot", "edited", "silent")
    }
    return Seen(rows=rows, file=file, raw=raw, **same)
