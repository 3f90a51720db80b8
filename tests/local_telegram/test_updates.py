"""What people do reaches the bot: order, confirmation, one consumer, kinds, special senders."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
import pytest
from telegram import Bot, Update

from bot.local_telegram.people import SAMPLES
from bot.local_telegram.testing import LocalTelegram, Person, running_server
from tests.local_telegram.conftest import Api, Clock
from tests.local_telegram.test_methods import KEYBOARD, picture


def _texts(updates: list[dict[str, Any]]) -> list[str]:
    return [u["message"]["text"] for u in updates]


async def test_updates_stay_until_a_higher_offset_confirms_them(api: Api, marli: Person) -> None:
    for text in "abc":
        await marli.says(text)
    first = await api.updates(limit=2)
    assert ["a", "b"] == _texts(first) == _texts(await api.updates(limit=2))
    assert ["c"] == _texts(await api.updates(offset=first[-1]["update_id"] + 1))
    assert ["c"] == _texts(await api.updates())


async def test_a_negative_offset_forgets_all_but_the_last(api: Api, marli: Person) -> None:
    for text in "abc":
        await marli.says(text)
    assert ["c"] == _texts(await api.updates(offset=-1)) == _texts(await api.updates())


async def test_a_waiting_poll_ends_as_soon_as_somebody_writes(api: Api, marli: Person) -> None:
    poll = asyncio.create_task(api.updates(timeout=50))
    await marli.says("oi")
    assert ["oi"] == _texts(await poll)


async def test_t21_a_second_poller_ends_the_first_with_a_conflict(
    api: Api, telegram: LocalTelegram, marli: Person
) -> None:
    first = asyncio.create_task(api("getUpdates", timeout=50))
    while not any(e["method"] == "getUpdates" for e in await telegram.log()):
        pass
    second = asyncio.create_task(api("getUpdates", timeout=50))
    ended = await first
    assert (409, True) == (
        ended["error_code"],
        ended["description"].startswith("Conflict: terminated by other getUpdates"),
    )
    await marli.says("oi")
    assert (await second)["ok"]


async def test_polling_is_refused_while_a_webhook_is_set(api: Api) -> None:
    await api.ok("setWebhook", url="https://example.com/hook")
    assert (await api.refusal("getUpdates")).startswith(
        "Conflict: can't use getUpdates method while webhook is active"
    )
    await api.ok("deleteWebhook")
    assert await api.updates() == []


async def test_only_the_kinds_asked_for_arrive(api: Api, marli: Person) -> None:
    await api.updates(allowed_updates=["message"])
    await marli.says("oi")
    await marli.blocks_bot()
    assert [{"update_id", "message"}] == [set(u) for u in await api.updates()]


async def test_messages_live_24_hours_and_presses_150_seconds(session: aiohttp.ClientSession) -> None:
    clock = Clock()
    async with running_server(clock=clock) as telegram:
        api, ana = Api(telegram, session), await telegram.person("Ana")
        await ana.says("oi")
        await api.ok("sendMessage", chat_id=ana.id, text="x", reply_markup=KEYBOARD.to_dict())
        await ana.presses("Sim")
        clock.now += 151
        assert ["oi"] == _texts(await api.updates())
        clock.now += 24 * 3600
        assert await api.updates() == []


async def test_t23_a_confirmed_update_can_come_again_under_its_number(
    api: Api, telegram: LocalTelegram, marli: Person
) -> None:
    await marli.says("oi")
    update = (await api.updates())[0]
    await api.updates(offset=update["update_id"] + 1)
    await telegram.call("POST", f"updates/{update['update_id']}/replay")
    assert [update] == await api.updates()


async def test_numbers_may_jump(api: Api, telegram: LocalTelegram, marli: Person) -> None:
    jump = await telegram.call("POST", "updates/jump", {})
    await marli.says("oi")
    assert jump["next_id"] == (await api.updates())[0]["update_id"]


async def test_t09_a_double_press_is_two_updates_with_numbers_of_their_own(api: Api, marli: Person) -> None:
    await api.ok("sendMessage", chat_id=marli.id, text="x", reply_markup=KEYBOARD.to_dict())
    await marli.presses("Sim", times=2)
    first, second = (u["callback_query"] for u in await api.updates())
    assert first["id"] != second["id"]
    assert (first["data"], first["message"]) == (second["data"], second["message"])


async def test_t08_a_button_of_an_old_message_comes_without_its_content(
    api: Api, telegram: LocalTelegram, marli: Person
) -> None:
    await api.ok("sendMessage", chat_id=marli.id, text="x", reply_markup=KEYBOARD.to_dict())
    screen = await marli.screen()
    await telegram.call("POST", f"chats/{marli.id}/empty", {"message_id": screen.message_id})
    await marli.presses("Sim")
    message = (await api.updates())[0]["callback_query"]["message"]
    assert {"chat", "message_id", "date"} == set(message)
    assert message["date"] == 0


async def test_blocking_and_coming_back_are_told_and_start_unblocks(api: Api, marli: Person) -> None:
    await marli.blocks_bot()
    await marli.starts()
    updates = await api.updates()
    assert ["kicked", "member"] == [
        u["my_chat_member"]["new_chat_member"]["status"] for u in updates if "my_chat_member" in u
    ]
    assert updates[-1]["message"]["text"] == "/start"


async def test_who_has_blocked_the_bot_cannot_write(marli: Person) -> None:
    await marli.blocks_bot()
    with pytest.raises(AssertionError, match="has blocked the bot"):
        await marli.says("oi")


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        ("a" * 64, f"/start {'a' * 64}"),
        ("a" * 65, "/start"),
        ("a%3Db", "/start"),
        ("", "/start"),
        (None, "/start"),
    ],
)
async def test_t13_clients_drop_a_payload_they_do_not_like(
    api: Api, marli: Person, payload: str, text: str
) -> None:
    await marli.starts(payload)
    assert [text] == _texts(await api.updates())


async def test_an_edited_message_comes_as_edited(api: Api, marli: Person) -> None:
    said = await marli.says("antes")
    await marli.edits(said, "depois")
    assert ("depois", said.message_id) == (
        (edited := (await api.updates())[1]["edited_message"])["text"],
        edited["message_id"],
    )


@pytest.mark.parametrize("kind", SAMPLES)
async def test_t12_other_kinds_are_read_by_the_client_library(
    bot: Bot, api: Api, marli: Person, kind: str
) -> None:
    await marli.sends(SAMPLES[kind])
    update = Update.de_json((await api.updates())[0], bot)
    assert update.message
    assert getattr(update.message, kind) is not None


async def test_t12_files_and_albums_are_read_by_the_client_library(bot: Bot, api: Api, marli: Person) -> None:
    await marli.sends_document("CRLV <2ª via>.pdf", b"%PDF", caption="IAB1C23")
    await marli.sends_voice()
    for _ in range(3):
        await marli.sends_photo(picture(), album="7")
    document, voice, *album = [Update.de_json(u, bot).message for u in await api.updates()]
    assert document
    assert document.document
    assert ("CRLV <2ª via>.pdf", "IAB1C23") == (document.document.file_name, document.caption)
    assert voice
    assert voice.voice
    assert ["7"] * 3 == [m.media_group_id for m in album if m and m.photo]


async def test_in_groups_privacy_lets_through_only_what_is_meant_for_the_bot(
    api: Api, telegram: LocalTelegram, marli: Person
) -> None:
    group = await telegram.group("Garagem", marli)
    sent = await api.ok("sendMessage", chat_id=group.id, text="oi")
    for text in ("conversa", "/ajuda", "oi @fretabot_local_bot"):
        await marli.says(text, chat_id=group.id)
    seen = next(m for m in await marli.messages(chat_id=group.id) if m.message_id == sent["message_id"])
    await marli.says("respondo", chat_id=group.id, reply_to=seen)
    assert ["/ajuda", "oi @fretabot_local_bot", "respondo"] == _texts(await api.updates())


async def test_being_added_and_removed_is_told_and_so_is_who_comes(
    bot: Bot, api: Api, telegram: LocalTelegram, marli: Person
) -> None:
    body = {"title": "Garagem", "type": "supergroup", "members": [marli.id], "announce": True}
    group = await telegram.call("POST", "groups", body)
    newcomer = {"id": 77, "is_bot": False, "first_name": "Rui"}
    await marli.sends({"new_chat_members": [newcomer]}, chat_id=group["id"])
    await telegram.call("POST", f"groups/{group['id']}/bot", {"status": "kicked"})
    added, came, removed = [Update.de_json(u, bot) for u in await api.updates()]
    assert added.my_chat_member
    assert removed.my_chat_member
    assert ("left", "member", "kicked") == (
        added.my_chat_member.old_chat_member.status,
        added.my_chat_member.new_chat_member.status,
        removed.my_chat_member.new_chat_member.status,
    )
    assert came.message
    assert [77] == [u.id for u in came.message.new_chat_members]


async def test_an_answer_stays_in_its_topic(api: Api, telegram: LocalTelegram, marli: Person) -> None:
    forum = await telegram.group("Fórum", marli, type="supergroup")
    await marli.says("/ajuda", chat_id=forum.id, topic=5)
    assert (await api.updates())[0]["message"]["message_thread_id"] == 5
    await api.ok("sendMessage", chat_id=forum.id, text="x", message_thread_id=5)
    assert [5, 5] == [m.raw["topic"] for m in await marli.messages(chat_id=forum.id)]


async def test_a_group_that_moves_says_so_in_both_chats(
    api: Api, telegram: LocalTelegram, marli: Person
) -> None:
    group = await telegram.group("Garagem", marli)
    new = await telegram.migrates(group)
    old_note, new_note = (u["message"] for u in await api.updates())
    assert (group.id, new.id) == (old_note["chat"]["id"], old_note["migrate_to_chat_id"])
    assert (new.id, group.id) == (new_note["chat"]["id"], new_note["migrate_from_chat_id"])


async def test_anonymous_admins_and_channels_are_no_people(
    bot: Bot, api: Api, telegram: LocalTelegram, marli: Person
) -> None:
    group = await telegram.group("Garagem", marli)
    channel = await telegram.group("Avisos", type="channel", bot="administrator")
    await telegram.call("POST", f"groups/{group.id}/anonymous", {"text": "/start"})
    await telegram.call("POST", f"groups/{channel.id}/post", {"text": "aviso"})
    admin, post = [Update.de_json(u, bot) for u in await api.updates()]
    assert admin.effective_user
    assert admin.effective_user.id == 1087968824
    assert post.effective_user is None
    assert post.channel_post


async def test_an_update_of_any_shape_can_be_made_to_arrive(api: Api, telegram: LocalTelegram) -> None:
    made = await telegram.call("POST", "updates", {"kind": "message", "content": {"text": 7}})
    assert [{"update_id": made["update_id"], "message": {"text": 7}}] == await api.updates()


async def test_every_update_is_plain_json(api: Api, marli: Person) -> None:
    await marli.says("🚌 <b>")
    assert "🚌 <b>" in json.dumps(await api.updates(), ensure_ascii=False)
