"""Reading any update: a value with the promised types, or `UnreadableUpdate`; never another error."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.incoming import CONTENT_KINDS, SERVICE, SPECIAL_SENDERS, FileRef, Incoming, UnreadableUpdate, read

KINDS = (
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "callback_query",
    "my_chat_member",
)
INSIDE = (
    "chat", "from", "id", "type", "text", "caption", "entities", "caption_entities", "message_id", "date", "data",
    "message", "new_chat_member", "status", "first_name", "last_name", "sender_chat", "media_group_id", "offset",
    "length", "migrate_to_chat_id", "message_thread_id", "is_topic_message", "reply_to_message", "username",
    "file_id", "file_name", "mime_type", "file_size", *CONTENT_KINDS, *sorted(SERVICE)[:5],
)  # fmt: skip
ODD_NUMBERS = st.integers(-3, 300) | st.sampled_from((2**31, 2**63 - 1, 2**63, -(2**70), *SPECIAL_SENDERS))
ODD_WORDS = st.text(max_size=12) | st.sampled_from(
    ("/start", "/prazos@fretabot 3", "private", "group", "7", "\ud800")
)
SCALARS = st.none() | st.booleans() | st.floats() | ODD_NUMBERS | ODD_WORDS
SMALL = (
    SCALARS | st.lists(SCALARS, max_size=2) | st.dictionaries(st.sampled_from(INSIDE), SCALARS, max_size=3)
)
ANYTHING = SMALL | st.lists(SMALL, max_size=2) | st.dictionaries(st.sampled_from(INSIDE), SMALL, max_size=2)
PEOPLE = st.builds(lambda number, name: {"id": number, "first_name": name}, st.integers(1, 2**52), ODD_WORDS)
CHATS = st.builds(lambda number, kind: {"id": number, "type": kind}, st.integers(-(2**52), 2**52), ODD_WORDS)
ODD_FIELDS = st.dictionaries(st.sampled_from(INSIDE), ANYTHING, max_size=3)
BODIES = st.builds(lambda chat, person, odd: {"chat": chat, "from": person, **odd}, CHATS, PEOPLE, ODD_FIELDS)
NUMBERS = st.integers(0, 2**31)
NEARLY = st.builds(
    lambda number, kind, body: {"update_id": number, kind: body}, NUMBERS, st.sampled_from(KINDS), BODIES
)
WILD = st.dictionaries(st.sampled_from(("update_id", *KINDS, "poll")), ANYTHING, max_size=3)
TYPES: dict[str, Any] = {
    "int": int, "str": str, "bool": bool, "int | None": (int, type(None)), "FileRef | None": (FileRef, type(None)),
    "tuple[dict[str, Any], ...]": tuple,
}  # fmt: skip


def faults(incoming: Incoming | FileRef) -> list[str]:
    """The fields that do not hold what their type promises, or hold what no database column takes."""
    found = []
    for field in fields(incoming):
        value = getattr(incoming, field.name)
        right = isinstance(value, TYPES[str(field.type)]) and (
            isinstance(value, bool) == (field.type == "bool")
        )
        sane = not isinstance(value, str) or not any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value)
        small = not isinstance(value, int) or abs(value) < 2**63
        found += [] if right and sane and small else [f"{field.name}: {value!r}"]
        found += faults(value) if isinstance(value, FileRef) else []
    return found


@settings(max_examples=1000, deadline=None)
@given(NEARLY)
def test_a_nearly_right_update_is_read_or_refused(raw: dict[str, Any]) -> None:
    try:
        incoming = read(raw, bot_name="fretabot")
    except UnreadableUpdate:
        return
    assert [] == faults(incoming)


@settings(max_examples=1000, deadline=None)
@given(WILD)
def test_any_json_is_read_or_refused(raw: dict[str, Any]) -> None:
    try:
        incoming = read(raw, bot_name="fretabot")
    except UnreadableUpdate:
        return
    assert [] == faults(incoming)


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1), st.integers(1, 2**52))
def test_what_a_person_typed_comes_through_whole(text: str, person: int) -> None:
    sender = {"id": person, "first_name": "Ana"}
    body = {
        "message_id": 1,
        "date": 0,
        "chat": {"id": person, "type": "private"},
        "from": sender,
        "text": text,
    }

    incoming = read({"update_id": 1, "message": body})

    assert (text, person, person) == (incoming.text, incoming.chat_id, incoming.user_id)


@pytest.mark.parametrize("odd", [{}, [], "7", 1.5, True])
@pytest.mark.parametrize("name", ["message_id", "message_thread_id"])
def test_a_number_of_another_type_is_no_number(name: str, odd: Any) -> None:
    body = {"chat": {"id": 1}, "from": {"id": 1}, "text": "oi", "is_topic_message": True, name: odd}

    incoming = read({"update_id": 1, "message": body})

    assert (None, None) == (incoming.message_id, incoming.thread)
