"""A small python-telegram-bot application for the tests of the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from telegram import BotCommand, InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from bot.local_telegram.testing import LocalTelegram

Context = ContextTypes.DEFAULT_TYPE

FORMATS = """<b>negrito</b> <i>itálico <u>sublinhado</u></i> <s>riscado</s> <code>placa IAB1C23</code>
<blockquote>citação da norma</blockquote>
<pre><code class="language-python">print(1)</code></pre>
<a href="https://example.com/norma">ligação</a> <tg-spoiler>segredo</tg-spoiler> /ajuda 🚌
<a href="javascript:alert(1)">perigo</a> &lt;img src=x onerror=alert(1)&gt;"""


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


async def _formats(update: Update, context: Context) -> None:
    assert update.message
    await update.message.reply_html(FORMATS)


async def _document(update: Update, context: Context) -> None:
    assert update.message
    assert update.message.document
    file = await update.message.document.get_file()
    content = bytes(await file.download_as_bytearray())
    await update.message.reply_document(content, filename=update.message.document.file_name)


async def _echo(update: Update, context: Context) -> None:
    assert update.message
    await update.message.reply_text(update.message.text or "sem texto")


@asynccontextmanager
async def echo_bot(server: LocalTelegram) -> AsyncIterator[Application]:  # type: ignore[type-arg]
    """Runs the bot on that server by polling."""
    builder = Application.builder().token(server.token)
    app = builder.base_url(server.base_url).base_file_url(server.base_file_url).build()
    app.add_handler(CommandHandler("start", _start))
    app.add_handler(CommandHandler("formatos", _formats))
    app.add_handler(CallbackQueryHandler(_count))
    app.add_handler(MessageHandler(filters.Document.ALL, _document))
    app.add_handler(MessageHandler(filters.UpdateType.MESSAGE, _echo))
    async with app:
        assert app.updater
        await app.bot.set_my_commands(
            [BotCommand("start", "começar"), BotCommand("formatos", "ver formatos")]
        )
        await app.updater.start_polling(poll_interval=0, timeout=5)
        await app.start()
        yield app
        await app.updater.stop()
        await app.stop()
