"""Sending, editing, deleting and files, with python-telegram-bot as the client."""

from __future__ import annotations

from io import BytesIO

import aiohttp
import pytest
from PIL import Image
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaDocument,
    InputMediaPhoto,
    MenuButtonCommands,
    ReplyKeyboardMarkup,
)
from telegram.error import BadRequest, NetworkError

from bot.local_telegram.settings import OPEN
from bot.local_telegram.testing import LocalTelegram, Person, running_server
from tests.local_telegram.conftest import Api, Clock

KEYBOARD = InlineKeyboardMarkup([[InlineKeyboardButton("Sim", callback_data="y")]])


def picture(width: int = 40, height: int = 30) -> bytes:
    """A real PNG."""
    buffer = BytesIO()
    Image.new("RGB", (width, height), "navy").save(buffer, "PNG")
    return buffer.getvalue()


async def test_a_sent_text_comes_back_parsed_and_is_what_the_person_sees(bot: Bot, marli: Person) -> None:
    message = await bot.send_message(marli.id, "🚌 <b>Zé &lt;3 &amp; Filhos</b>", parse_mode="HTML")
    assert message.text == "🚌 Zé <3 & Filhos"
    assert message.parse_entity(message.entities[0]) == "Zé <3 & Filhos"
    assert (await marli.screen()).html == "🚌 <b>Zé &lt;3 &amp; Filhos</b>"


async def test_message_numbers_grow_and_are_shared_by_both_sides(bot: Bot, marli: Person) -> None:
    first = await bot.send_message(marli.id, "a")
    said = await marli.says("b")
    assert (said.message_id, (await bot.send_message(marli.id, "c")).message_id) == (
        first.message_id + 1,
        first.message_id + 2,
    )


async def test_a_silent_message_is_seen_as_silent(bot: Bot, marli: Person) -> None:
    await bot.send_message(marli.id, "a", disable_notification=True)
    assert (await marli.screen()).silent


async def test_an_answer_to_a_message_that_is_gone_is_refused_unless_allowed(bot: Bot, marli: Person) -> None:
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await bot.send_message(marli.id, "a", reply_to_message_id=999)
    await bot.send_message(marli.id, "a", reply_to_message_id=999, allow_sending_without_reply=True)


async def test_a_document_keeps_its_name_and_bytes_and_can_be_sent_again_by_id(
    bot: Bot, marli: Person
) -> None:
    name = 'CRLV <2ª via> "ok".pdf'
    sent = await bot.send_document(
        marli.id, b"%PDF", filename=name, caption="<i>segue</i>", parse_mode="HTML"
    )
    assert sent.document
    again = await bot.send_document(marli.id, sent.document.file_id)
    assert again.document == sent.document
    screen = await marli.screen()
    assert screen.file
    assert (name, b"%PDF") == (screen.file.name, await marli.downloads(screen))


async def test_a_photo_has_its_size_and_a_text_file_is_no_photo(bot: Bot, marli: Person) -> None:
    sent = await bot.send_photo(marli.id, picture(), caption="x")
    assert (40, 30) == (sent.photo[0].width, sent.photo[0].height)
    with pytest.raises(BadRequest, match="Image_process_failed"):
        await bot.send_photo(marli.id, b"not a picture")
    with pytest.raises(BadRequest, match="Photo_invalid_dimensions"):
        await bot.send_photo(marli.id, picture(2100, 100))


async def test_a_file_id_nobody_gave_or_of_another_kind_is_refused(bot: Bot, marli: Person) -> None:
    photo = await bot.send_photo(marli.id, picture())
    with pytest.raises(BadRequest, match="Wrong file identifier"):
        await bot.send_document(marli.id, "AgACnobody")
    with pytest.raises(BadRequest, match="Can't use file of type photo as document"):
        await bot.send_document(marli.id, photo.photo[0].file_id)
    with pytest.raises(BadRequest, match="File must be non-empty"):
        await bot.send_document(marli.id, b"")


async def test_an_album_is_several_messages_under_one_number(bot: Bot, marli: Person) -> None:
    sent = await bot.send_media_group(
        marli.id, [InputMediaPhoto(picture()), InputMediaPhoto(picture(), caption="x")]
    )
    assert len({m.media_group_id for m in sent}) == 1
    assert [m.message_id for m in sent] == [m.message_id for m in await marli.messages()]
    mixed: list[InputMediaPhoto | InputMediaDocument] = [InputMediaPhoto(picture()), InputMediaDocument(b"x")]
    with pytest.raises(BadRequest, match="can't be mixed"):
        await bot.send_media_group(marli.id, mixed)
    with pytest.raises(BadRequest, match="2-10 items"):
        await bot.send_media_group(marli.id, [InputMediaPhoto(picture())])


async def test_what_a_person_sends_can_be_downloaded_up_to_the_limit(session: aiohttp.ClientSession) -> None:
    limits = type(OPEN)(0, 1, 0, 0, upload_bytes=3000, photo_bytes=50, download_bytes=1000)
    async with running_server(limits=limits) as telegram:
        api, ana = Api(telegram, session), await telegram.person("Ana")
        for size in (1000, 1001):
            await ana.sends_document("a.pdf", b"x" * size)
        small, large = [u["message"]["document"]["file_id"] for u in await api.updates()]
        path = (await api.ok("getFile", file_id=small))["file_path"]
        async with session.get(f"{telegram.base_file_url}{telegram.token}/{path}") as response:
            assert await response.read() == b"x" * 1000
        assert await api.refusal("getFile", file_id=large) == "Bad Request: file is too big"
        async with Bot(telegram.token, base_url=telegram.base_url) as bot:
            with pytest.raises(BadRequest, match="too big for a photo"):
                await bot.send_photo(ana.id, picture())
            with pytest.raises(NetworkError, match="Request Entity Too Large"):
                await bot.send_document(ana.id, b"x" * 3001)


async def test_an_edit_replaces_text_and_keyboard(bot: Bot, marli: Person) -> None:
    message = await bot.send_message(marli.id, "antes", reply_markup=KEYBOARD)
    await bot.edit_message_text("<b>depois</b>", marli.id, message.message_id, parse_mode="HTML")
    screen = await marli.screen()
    assert ("<b>depois</b>", [], True) == (screen.html, screen.labels, screen.edited)


async def test_the_same_content_again_is_not_modified(bot: Bot, marli: Person) -> None:
    message = await bot.send_message(marli.id, "a", reply_markup=KEYBOARD)
    with pytest.raises(BadRequest, match="Message is not modified: specified new message content"):
        await bot.edit_message_text("a", marli.id, message.message_id, reply_markup=KEYBOARD)
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_reply_markup(marli.id, message.message_id, reply_markup=KEYBOARD)
    await bot.edit_message_reply_markup(marli.id, message.message_id)
    assert (await marli.screen()).labels == []


async def test_only_own_messages_that_exist_can_be_edited(bot: Bot, marli: Person) -> None:
    said = await marli.says("a")
    photo = await bot.send_photo(marli.id, picture())
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.edit_message_text("b", marli.id, 999)
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await bot.edit_message_text("b", marli.id, said.message_id)
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await bot.edit_message_text("b", marli.id, photo.message_id)


async def test_caption_and_media_can_be_edited(bot: Bot, marli: Person) -> None:
    photo = await bot.send_photo(marli.id, picture(), caption="a")
    await bot.edit_message_caption(marli.id, photo.message_id, caption="b")
    assert (await marli.screen()).text == "b"
    await bot.edit_message_media(InputMediaDocument(b"x", filename="x.txt"), marli.id, photo.message_id)
    screen = await marli.screen()
    assert screen.file
    assert screen.file.name == "x.txt"


async def test_a_deleted_message_is_gone_and_one_older_than_48_hours_stays(
    session: aiohttp.ClientSession,
) -> None:
    clock = Clock()
    async with running_server(clock=clock) as telegram:
        api, ana = Api(telegram, session), await telegram.person("Ana", started=True)
        old, new = [
            (await api.ok("sendMessage", chat_id=ana.id, text=t))["message_id"] for t in ("old", "new")
        ]
        assert await api.ok("deleteMessage", chat_id=ana.id, message_id=new)
        refusal = await api.refusal("deleteMessage", chat_id=ana.id, message_id=new)
        assert refusal == "Bad Request: message to delete not found"
        clock.now += 48 * 3600 + 1
        refusal = await api.refusal("deleteMessage", chat_id=ana.id, message_id=old)
        assert refusal == "Bad Request: message can't be deleted for everyone"
        assert ["old"] == [m.text for m in await ana.messages()]


async def test_a_press_can_be_answered_for_150_seconds_with_200_characters(
    session: aiohttp.ClientSession,
) -> None:
    clock = Clock()
    async with running_server(clock=clock) as telegram:
        api, ana = Api(telegram, session), await telegram.person("Ana", started=True)
        await api.ok("sendMessage", chat_id=ana.id, text="x", reply_markup=KEYBOARD.to_dict())
        press = await ana.presses("Sim")
        too_long = await api.refusal("answerCallbackQuery", callback_query_id=press.id, text="é" * 201)
        assert too_long == "Bad Request: MESSAGE_TOO_LONG"
        await api.ok("answerCallbackQuery", callback_query_id=press.id, text="<b>é</b>")
        assert await press.answer() == "<b>é</b>"
        clock.now += 151
        late = await api.refusal("answerCallbackQuery", callback_query_id=press.id)
        assert late == "Bad Request: query is too old and response timeout expired or query ID is invalid"
        assert await api.updates() == []


async def test_commands_are_shown_by_the_narrowest_scope(
    bot: Bot, telegram: LocalTelegram, marli: Person
) -> None:
    async def offered() -> list[str]:
        people = await telegram.call("GET", "persons")
        return [c["command"] for p in people if p["id"] == marli.id for c in p["commands"]]

    await bot.set_my_commands([BotCommand("ajuda", "x")])
    await bot.set_my_commands([BotCommand("frota", "x")], scope=BotCommandScopeAllPrivateChats())
    assert await offered() == ["frota"]
    await bot.set_my_commands([BotCommand("painel", "x")], scope=BotCommandScopeChat(marli.id))
    assert await offered() == ["painel"]
    assert [c.command for c in await bot.get_my_commands()] == ["ajuda"]
    await bot.delete_my_commands(scope=BotCommandScopeChat(marli.id))
    await bot.delete_my_commands(scope=BotCommandScopeAllPrivateChats())
    assert await offered() == ["ajuda"]


async def test_the_rest_of_what_a_bot_says_about_itself(bot: Bot, marli: Person) -> None:
    await bot.set_my_name("Frota em dia")
    await bot.set_my_description("d")
    await bot.set_my_short_description("s")
    await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
    assert (await bot.get_me()).first_name == "Frota em dia"
    assert (await bot.get_my_description()).description == "d"
    assert (await bot.get_my_short_description()).short_description == "s"
    assert await bot.get_chat_menu_button() == MenuButtonCommands()
    assert (await bot.get_chat(marli.id)).first_name == "Marli"
    assert await bot.send_chat_action(marli.id, "typing")


async def test_a_reply_keyboard_is_shown_until_it_is_taken_away(
    bot: Bot, telegram: LocalTelegram, marli: Person
) -> None:
    await bot.send_message(marli.id, "x", reply_markup=ReplyKeyboardMarkup([["Sim", "Não"]]))
    chat = (await telegram.call("GET", "persons"))[0]["chats"][0]
    assert [["Sim", "Não"]] == [[k["text"] for k in row] for row in chat["reply_keyboard"]["keyboard"]]


async def test_the_bot_leaves_a_group_but_no_private_chat(
    bot: Bot, telegram: LocalTelegram, marli: Person
) -> None:
    group = await telegram.group("Garagem", marli)
    assert await bot.leave_chat(group.id)
    with pytest.raises(BadRequest, match="private chats"):
        await bot.leave_chat(marli.id)
