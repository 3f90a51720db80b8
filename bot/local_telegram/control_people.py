"""Control API, people's part: who there is, what they do, what they see."""

from __future__ import annotations

from itertools import islice
from typing import Any

from pydantic import Field, TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from bot.local_telegram import deeds
from bot.local_telegram.backend import Backend
from bot.local_telegram.errors import ControlError
from bot.local_telegram.media import store_upload
from bot.local_telegram.params import Upload
from bot.local_telegram.persons import Person, PersonShape
from bot.local_telegram.requests import Handler, Shape, body_of, chat_of, message_of, person_of
from bot.local_telegram.view import chat_seen, person_seen, seen
from bot.local_telegram.world import Chat

MAX_WAIT = 60.0
_PEOPLE = TypeAdapter(list[PersonShape])


class Say(Shape):
    """A text message; without a chat, in the private one."""

    text: str
    chat_id: int | None = None
    reply_to: int | None = None
    topic: int | None = None


class Edit(Shape):
    """A new text for one's own message."""

    message_id: int
    text: str
    chat_id: int | None = None


class Start(Shape):
    """Start, or a deep link with its payload."""

    payload: str | None = None


class PressShape(Shape):
    """A button by its label, or by its data (also one no longer shown), pressed once or several times."""

    message_id: int
    label: str | None = None
    data: str | None = None
    chat_id: int | None = None
    times: int = Field(default=1, ge=1, le=50)


class Other(Shape):
    """Content of any other kind, as the Bot API writes it: `{"sticker": {…}}`, `{"location": {…}}`."""

    content: dict[str, Any]
    chat_id: int | None = None


async def list_people(backend: Backend, request: Request) -> Any:
    """Everybody, or the first `limit`."""
    limit = int(request.query_params.get("limit", len(backend.world.persons)))
    return [person_seen(backend, person_id) for person_id in islice(backend.world.persons, limit)]


async def add_people(backend: Backend, request: Request) -> Any:
    """New people, many at once if need be."""
    people = _PEOPLE.validate_json(await request.body())
    for shape in people:
        backend.add_person(shape.person())
    return {"added": len(people)}


async def say(backend: Backend, request: Request) -> Any:
    """The person writes."""
    person, body = person_of(backend, request), await body_of(request, Say)
    chat = _chat(backend, person, body.chat_id)
    content = deeds.text_content(body.text)
    return seen(deeds.write(backend, person, chat, content, reply_to=body.reply_to, topic=body.topic))


async def start(backend: Backend, request: Request) -> Any:
    """The person taps Start or a link."""
    body = await body_of(request, Start)
    return seen(deeds.start(backend, person_of(backend, request), body.payload))


async def edit(backend: Backend, request: Request) -> Any:
    """The person edits a message."""
    person, body = person_of(backend, request), await body_of(request, Edit)
    message = message_of(backend, body.chat_id or person.id, body.message_id)
    return seen(deeds.edit(backend, person, message, body.text))


async def press(backend: Backend, request: Request) -> Any:
    """The person presses a button."""
    person, body = person_of(backend, request), await body_of(request, PressShape)
    message = message_of(backend, body.chat_id or person.id, body.message_id)
    data = body.data
    if data is None:
        button = deeds.find_button(message, body.label or "")
        if "callback_data" not in button:
            return {"opens": button.get("url"), "copies": (button.get("copy_text") or {}).get("text")}
        data = button["callback_data"]
    version = backend.hub.version
    return {
        "version": version,
        "presses": [deeds.press(backend, person, message, data).id for _ in range(body.times)],
    }


async def other(backend: Backend, request: Request) -> Any:
    """The person sends a sticker, a place, a contact, a poll, a dice …"""
    person, body = person_of(backend, request), await body_of(request, Other)
    return seen(deeds.write(backend, person, _chat(backend, person, body.chat_id), body.content))


async def upload(backend: Backend, request: Request) -> Any:
    """The person sends a file: bytes as the body, kind, name, caption, album in the query."""
    person, query = person_of(backend, request), request.query_params
    kind = query.get("kind", "document")
    if kind not in {"document", "photo", "voice"}:
        raise ControlError(f"kind {kind!r}: document, photo or voice")
    content = await request.body()
    file = store_upload(backend, Upload(query.get("name", "file"), query.get("mime", ""), content), kind=kind)
    chat = _chat(backend, person, int(query["chat_id"]) if "chat_id" in query else None)
    body = deeds.file_content(file, query.get("caption"))
    return seen(
        deeds.write(
            backend, person, chat, body | ({"media_group_id": query["album"]} if "album" in query else {})
        )
    )


async def block(backend: Backend, request: Request) -> Any:
    """The person blocks the bot."""
    deeds.block(backend, person_of(backend, request))
    return {}


async def unblock(backend: Backend, request: Request) -> Any:
    """The person lets the bot write again."""
    deeds.unblock(backend, person_of(backend, request))
    return {}


async def deactivate(backend: Backend, request: Request) -> Any:
    """The person's account ends."""
    deeds.deactivate(backend, person_of(backend, request))
    return {}


async def messages(backend: Backend, request: Request) -> Any:
    """A chat's messages changed after `after`; with `wait`, as soon as there are any."""
    chat_id, query = int(request.path_params["chat_id"]), request.query_params
    after, wait = int(query.get("after", 0)), min(float(query.get("wait", 0)), MAX_WAIT)
    last = int(query["last"]) if "last" in query else None
    before = int(query.get("before", 0))
    until = backend.hub.deadline(wait)
    while True:
        version = backend.hub.version
        found = chat_seen(backend, chat_id, after=after, before=before, last=last)
        if found or not await backend.hub.wait_until(version, until):
            return {"version": version, "messages": found}


async def press_answer(backend: Backend, request: Request) -> Any:
    """What the bot answered to a press; with `wait`, as soon as it has."""
    found = backend.presses.get(request.path_params["press_id"])
    if found is None:
        raise ControlError("no such press")
    until = backend.hub.deadline(min(float(request.query_params.get("wait", 0)), MAX_WAIT))
    while not found.answered and await backend.hub.wait_until(backend.hub.version, until):
        pass
    return {"answered": found.answered, "text": found.text, "alert": found.show_alert, "url": found.url}


async def download(backend: Backend, request: Request) -> Any:
    """A file's bytes, always as a download unless it is a picture of a known harmless type."""
    file = backend.world.files.get(request.path_params["file_id"])
    if file is None:
        return Response(status_code=404)
    shown = file.kind == "photo"
    kind = "image" if shown else "attachment"
    headers = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox; default-src 'none'"}
    if not shown:
        headers["Content-Disposition"] = _attachment(file.name)
    return Response(
        file.content,
        media_type=_picture_type(file.content) if kind == "image" else "application/octet-stream",
        headers=headers,
    )


def _attachment(name: str) -> str:
    escaped = "".join(f"%{b:02X}" if not chr(b).isalnum() or b > 127 else chr(b) for b in name.encode())
    return f"attachment; filename*=UTF-8''{escaped}"


def _picture_type(content: bytes) -> str:
    return (
        "image/png"
        if content.startswith(b"\x89PNG")
        else "image/webp"
        if content[8:12] == b"WEBP"
        else "image/jpeg"
    )


def _chat(backend: Backend, person: Person, chat_id: int | None) -> Chat:
    if chat_id is None or chat_id == person.id:
        return deeds.private_chat(backend, person)
    return chat_of(backend, chat_id)


ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/persons", list_people),
    ("POST", "/persons", add_people),
    ("POST", "/persons/{person_id:int}/say", say),
    ("POST", "/persons/{person_id:int}/start", start),
    ("POST", "/persons/{person_id:int}/edit", edit),
    ("POST", "/persons/{person_id:int}/press", press),
    ("POST", "/persons/{person_id:int}/send", other),
    ("POST", "/persons/{person_id:int}/upload", upload),
    ("POST", "/persons/{person_id:int}/block", block),
    ("POST", "/persons/{person_id:int}/unblock", unblock),
    ("POST", "/persons/{person_id:int}/deactivate", deactivate),
    ("GET", "/chats/{chat_id}/messages", messages),
    ("GET", "/presses/{press_id}", press_answer),
    ("GET", "/files/{file_id}", download),
]
