"""Whatever a client sends, it is answered in Telegram's way; nothing makes the server stumble."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.local_telegram.backend import Backend
from bot.local_telegram.deeds import text_content, write
from bot.local_telegram.errors import ApiError
from bot.local_telegram.methods import METHODS
from bot.local_telegram.params import Params, Upload
from bot.local_telegram.persons import Person
from bot.local_telegram.settings import OPEN, Settings

FIELDS = (
    "chat_id", "text", "parse_mode", "entities", "caption", "reply_markup", "message_id", "message_ids", "media",
    "document", "photo", "commands", "scope", "language_code", "action", "offset", "limit", "callback_query_id",
    "reply_parameters", "url", "secret_token", "max_connections", "allowed_updates", "menu_button", "file_id", "name",
    "message_thread_id", "caption_entities", "show_alert",
)  # fmt: skip
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.sampled_from(["", "7", "8", "<b>x</b>", "HTML", "[", "attach://f", "é" * 70])
)
KEYS = st.sampled_from(
    [
        "inline_keyboard",
        "text",
        "callback_data",
        "url",
        "copy_text",
        "type",
        "media",
        "caption",
        "offset",
        "length",
        "chat_id",
        "command",
        "description",
        "message_id",
        "keyboard",
    ]
)


def _deeper(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)


VALUES = st.recursive(SCALARS, _deeper, max_leaves=8)


def _backend() -> Backend:
    backend = Backend(Settings(limits=OPEN))
    person = Person(7, "Ana", started=True)
    backend.add_person(person)
    write(backend, person, backend.world.chats[7], text_content("oi"))
    METHODS["sendmessage"](backend, Params({"chat_id": 7, "text": "x"}))
    return backend


async def _outcome(name: str, params: Params) -> str:
    try:
        result = METHODS[name](_backend(), params)
        if inspect.isawaitable(result):
            await result
    except ApiError as error:
        return "refused" if 400 <= error.code < 500 else error.description
    return "taken"


@settings(max_examples=500, deadline=None)
@given(
    st.sampled_from(sorted(METHODS)),
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6),
    st.booleans(),
)
def test_any_parameters_are_taken_or_refused(name: str, values: dict[str, Any], to_somebody: bool) -> None:
    values = values | ({"chat_id": 7, "message_id": 2} if to_somebody else {})
    uploads = {"f": Upload("a.txt", "", b"x"), "document": Upload("b", "", b"y")}
    outcome = asyncio.run(_outcome(name, Params(values, uploads)))
    assert outcome in {"taken", "refused"}
