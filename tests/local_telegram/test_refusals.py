"""What Telegram refuses, this server refuses, in the same words."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from bot.local_telegram.testing import LocalTelegram, Person
from tests.local_telegram.conftest import Api


def _keyboard(*rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"inline_keyboard": list(rows)}


def _button(**action: Any) -> dict[str, Any]:
    return {"text": "x", **action}


GOOD_BUTTON = _button(callback_data="k")


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        ("a" * 64, None),
        ("é" * 32, None),
        ("a" * 65, "Bad Request: BUTTON_DATA_INVALID"),
        ("é" * 33, "Bad Request: BUTTON_DATA_INVALID"),
        ("", "Bad Request: BUTTON_DATA_INVALID"),
    ],
)
async def test_t07_callback_data_is_counted_in_bytes(
    api: Api, marli: Person, data: str, answer: str | None
) -> None:
    markup = _keyboard([_button(callback_data=data)])
    result = await api("sendMessage", chat_id=marli.id, text="x", reply_markup=markup)
    assert answer == result.get("description")


@pytest.mark.parametrize(
    ("keyboard", "problem"),
    [
        (_keyboard(*[[GOOD_BUTTON] * 8] * 13), "reply markup is too long"),
        (_keyboard([GOOD_BUTTON] * 9), "reply markup is too long"),
        (_keyboard([{"text": "x"}]), "Text buttons are unallowed in the inline keyboard"),
        (_keyboard([{"text": " ", "callback_data": "k"}]), "text must be non-empty"),
        (_keyboard([_button(callback_data="k", url="https://x.org")]), "exactly one of the optional fields"),
        (_keyboard([_button(url="nada")]), "URL 'nada' is invalid: Wrong HTTP URL"),
        (_keyboard([_button(url="http://localhost/x")]), "is invalid: Wrong HTTP URL"),
        (_keyboard([_button(copy_text={"text": "a" * 257})]), "BUTTON_COPY_TEXT_INVALID"),
        ({"inline_keyboard": "x"}, "can't parse reply keyboard markup"),
        ({"nada": 1}, "can't parse reply keyboard markup"),
    ],
)
async def test_a_keyboard_telegram_would_not_take(
    api: Api, marli: Person, keyboard: dict[str, Any], problem: str
) -> None:
    assert problem in await api.refusal("sendMessage", chat_id=marli.id, text="x", reply_markup=keyboard)


async def test_a_hundred_buttons_in_rows_of_eight_are_taken(api: Api, marli: Person) -> None:
    keyboard = _keyboard(*[[GOOD_BUTTON] * 8] * 12, [GOOD_BUTTON] * 4)
    assert (
        keyboard
        == (await api.ok("sendMessage", chat_id=marli.id, text="x", reply_markup=keyboard))["reply_markup"]
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("🚌" * 2049, "Bad Request: message is too long"),
        ("", "Bad Request: message text is empty"),
        ("<b>x", "Bad Request: can't parse entities: Can't find end tag corresponding to start tag \"b\""),
    ],
)
async def test_t04_t05_a_text_telegram_would_not_take(
    api: Api, marli: Person, text: str, problem: str
) -> None:
    assert problem == await api.refusal("sendMessage", chat_id=marli.id, text=text, parse_mode="HTML")


@pytest.mark.parametrize(
    ("chat_id", "problem"),
    [
        (987, "chat not found"),
        ("@nobody", "chat not found"),
        ("", "chat_id is empty"),
        ("x", "chat_id must be an Integer"),
    ],
)
async def test_a_chat_that_is_not_there(api: Api, chat_id: object, problem: str) -> None:
    assert f"Bad Request: {problem}" == await api.refusal("sendMessage", chat_id=chat_id, text="x")


async def test_a_person_who_never_started_is_not_found(api: Api, telegram: LocalTelegram) -> None:
    stranger = await telegram.person("Jéssica")
    assert await api.refusal("sendMessage", chat_id=stranger.id, text="x") == "Bad Request: chat not found"


async def test_a_person_only_met_in_a_group_cannot_be_written_to_first(
    api: Api, telegram: LocalTelegram
) -> None:
    stranger = await telegram.person("Jéssica")
    await telegram.group("Garagem", stranger)
    refusal = await api.refusal("sendMessage", chat_id=stranger.id, text="x")
    assert refusal == "Forbidden: bot can't initiate conversation with a user"


async def test_t14_blocked_and_deactivated_people_are_told_apart(
    api: Api, telegram: LocalTelegram, marli: Person
) -> None:
    await marli.blocks_bot()
    assert (
        await api.refusal("sendMessage", chat_id=marli.id, text="x")
        == "Forbidden: bot was blocked by the user"
    )
    await marli.unblocks_bot()
    assert (await api("sendMessage", chat_id=marli.id, text="x"))["ok"]
    await marli.leaves_telegram()
    assert await api.refusal("sendMessage", chat_id=marli.id, text="x") == "Forbidden: user is deactivated"


@pytest.mark.parametrize(
    ("status", "problem"),
    [
        ("kicked", "Forbidden: bot was kicked from the group chat"),
        ("left", "Forbidden: bot is not a member of the group chat"),
        ("deleted", "Forbidden: the group chat was deleted"),
        ("restricted", "Bad Request: not enough rights to send text messages to the chat"),
    ],
)
async def test_a_group_where_the_bot_may_not_write(
    api: Api, telegram: LocalTelegram, marli: Person, status: str, problem: str
) -> None:
    group = await telegram.group("Garagem", marli)
    await telegram.call("POST", f"groups/{group.id}/bot", {"status": status})
    assert problem == await api.refusal("sendMessage", chat_id=group.id, text="x")


async def test_a_group_that_moved_tells_its_new_id(api: Api, telegram: LocalTelegram, marli: Person) -> None:
    group = await telegram.group("Garagem", marli)
    new = await telegram.migrates(group)
    answer = await api("sendMessage", chat_id=group.id, text="x")
    assert (400, {"migrate_to_chat_id": new.id}) == (answer["error_code"], answer["parameters"])
    assert (await api.ok("sendMessage", chat_id=new.id, text="x"))["chat"]["type"] == "supergroup"


@pytest.mark.parametrize(
    ("commands", "problem"),
    [
        ([{"command": "Ajuda", "description": "x"}], "BOT_COMMAND_INVALID"),
        ([{"command": "fiscalização", "description": "x"}], "BOT_COMMAND_INVALID"),
        ([{"command": "a" * 33, "description": "x"}], "BOT_COMMAND_INVALID"),
        ([{"command": "a", "description": ""}], "BOT_COMMAND_DESCRIPTION_INVALID"),
        ([{"command": "a", "description": "x" * 257}], "BOT_COMMAND_DESCRIPTION_INVALID"),
        ([{"command": f"c{i}", "description": "x"} for i in range(101)], "BOT_COMMANDS_TOO_MUCH"),
    ],
)
async def test_commands_telegram_would_not_take(
    api: Api, commands: list[dict[str, str]], problem: str
) -> None:
    assert f"Bad Request: {problem}" == await api.refusal("setMyCommands", commands=commands)


@pytest.mark.parametrize(
    ("method", "field", "most"),
    [
        ("setMyName", "name", 64),
        ("setMyDescription", "description", 512),
        ("setMyShortDescription", "short_description", 120),
    ],
)
async def test_texts_about_the_bot_have_their_lengths(api: Api, method: str, field: str, most: int) -> None:
    assert (await api(method, **{field: "x" * most}))["ok"]
    assert "too long" in await api.refusal(method, **{field: "x" * (most + 1)})


async def test_a_strange_token_is_unauthorized_and_a_malformed_one_not_found(
    telegram: LocalTelegram, session: aiohttp.ClientSession
) -> None:
    for token, code in (("1000001:another-token", 401), ("nonsense", 404)):
        async with session.get(f"{telegram.base_url}{token}/getMe") as response:
            assert code == (await response.json())["error_code"]


async def test_a_revoked_token_is_unauthorized(api: Api, telegram: LocalTelegram) -> None:
    await telegram.call("POST", "token", {"revoked": True})
    assert await api.refusal("getMe") == "Unauthorized"


async def test_an_unknown_method_is_not_found(api: Api) -> None:
    assert (await api("sendNothing"))["error_code"] == 404


async def test_bodies_nobody_can_read_are_refused_and_not_a_crash(
    telegram: LocalTelegram, session: aiohttp.ClientSession
) -> None:
    url = f"{telegram.base_url}{telegram.token}/sendMessage"
    bodies = [
        ("application/json", b"{"),
        ("application/json", b"[]"),
        ("application/json", b'{"chat_id": 1, "text": "\\ud800"}'),
        ("application/json", b'{"chat_id": 1, "text": "x", "reply_markup": {"x": "\\ud800"}}'),
        ("application/x-www-form-urlencoded", b"\xff\xfe=%ff"),
        ("application/x-www-form-urlencoded", b"chat_id=1&text=%ED%A0%80"),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=x", b"--y\r\n"),
    ]
    for kind, body in bodies:
        async with session.post(url, data=body, headers={"Content-Type": kind}) as response:
            assert (await response.json())["error_code"] == 400, body
