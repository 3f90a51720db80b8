"""A python-telegram-bot application on the local server cannot tell it from Telegram."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from bot.local_telegram.testing import LocalTelegram, running_server

Context = ContextTypes.DEFAULT_TYPE


async def _start(update: Update, context: Context) -> None:
    assert update.message
    keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("Contar", callback_data="1")]])
    await update.message.reply_html(f"<b>Olá</b> {' '.join(context.args or [])}", reply_markup=keyboard)


async def _count(update: Update, context: Context) -> None:
    query = update.callback_query
    assert query
    assert query.data
    await query.answer(f"contei {query.data}")
    keyboard = InlineKeyboardMarkup(
        [[InlineKeyboardButton("Contar", callback_data=str(int(query.data) + 1))]]
    )
    await query.edit_message_text(f"Já são {query.data}", reply_markup=keyboard)


async def _echo(update: Update, context: Context) -> None:
    assert update.message
    await update.message.reply_text(update.message.text or "sem texto")


@pytest.fixture
async def telegram() -> AsyncIterator[LocalTelegram]:
    async with running_server() as server:
        builder = Application.builder().token(server.token)
        app = builder.base_url(server.base_url).base_file_url(server.base_file_url).build()
        app.add_handler(CommandHandler("start", _start))
        app.add_handler(CallbackQueryHandler(_count))
        app.add_handler(MessageHandler(filters.ALL, _echo))
        async with app:
            assert app.updater
            await app.updater.start_polling(poll_interval=0, timeout=5)
            await app.start()
            yield server
            await app.updater.stop()
            await app.stop()


async def test_a_person_writes_and_reads_the_echo(telegram: LocalTelegram) -> None:
    marli = await telegram.person("Marli")
    assert (await marli.asks("de quanto em quanto tempo?")).text == "de quanto em quanto tempo?"


async def test_a_deep_link_reaches_the_bot_with_its_payload(telegram: LocalTelegram) -> None:
    marli = await telegram.person("Marli")
    await marli.starts("daer-7727-2022__art48_inc5_ali3")
    message = await marli.reads()
    assert message.html == "<b>Olá</b> daer-7727-2022__art48_inc5_ali3"


async def test_a_press_is_answered_and_edits_the_screen(telegram: LocalTelegram) -> None:
    marli = await telegram.person("Marli")
    await marli.asks("/start")
    press = await marli.presses("Contar")
    assert await press.answer() == "contei 1"
    await marli.waits_for(text="Já são 1")
    await marli.presses("Contar")
    assert (await marli.waits_for(text="Já são")).text == "Já são 2"


async def test_a_button_seen_earlier_can_still_be_pressed(telegram: LocalTelegram) -> None:
    marli = await telegram.person("Marli")
    first = await marli.asks("/start")
    await marli.presses("Contar")
    await marli.waits_for(text="Já são 1")
    press = await marli.presses("Contar", on=first)
    assert await press.answer() == "contei 1"


async def test_waiting_in_vain_shows_the_chat(telegram: LocalTelegram) -> None:
    marli = await telegram.person("Marli")
    await marli.asks("oi")
    with pytest.raises(AssertionError, match=r"Marli waited .* for text 'tchau'(?s:.*)bot: 'oi'"):
        await marli.waits_for(text="tchau", timeout=0.05)
