"""Bare echo bots to compare with: python-telegram-bot as its manual shows it, aiogram as its manual shows it.

`python -m bot.bench_echo ptb|aiogram URL TOKEN`
"""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module
from typing import Any

from telegram import Update
from telegram.ext import Application, ContextTypes, MessageHandler, filters


async def _echo(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
    if update.message is not None:
        await update.message.reply_text(update.message.text or "")


def ptb(url: str, token: str) -> None:
    """python-telegram-bot: sequential updates, its default HTTP client."""
    application = Application.builder().token(token).base_url(f"{url}/bot").build()
    application.add_handler(MessageHandler(filters.TEXT, _echo))
    application.run_polling(poll_interval=0)


def aiogram(url: str, token: str) -> None:
    """aiogram with its defaults (a development dependency)."""
    library = import_module("aiogram")
    server = import_module("aiogram.client.telegram").TelegramAPIServer.from_base(url)
    session = import_module("aiogram.client.session.aiohttp").AiohttpSession(api=server)
    dispatcher = library.Dispatcher()

    async def echo(message: Any) -> None:
        await message.answer(message.text)

    dispatcher.message.register(echo)
    asyncio.run(dispatcher.start_polling(library.Bot(token, session=session)))


if __name__ == "__main__":
    {"ptb": ptb, "aiogram": aiogram}[sys.argv[1]](sys.argv[2], sys.argv[3])
