"""Tells Telegram where to bring updates; said again only when address or secret have changed."""

from __future__ import annotations

import asyncio
import hashlib

import structlog
from telegram import Bot
from telegram.error import RetryAfter

from bot import identity
from bot.receiver import ALLOWED
from bot.services import Services
from bot.web import WEBHOOK_PATH

log = structlog.get_logger()

CONNECTIONS = 40
MARK = "webhook"
ATTEMPTS = 5


async def register(services: Services, bot: Bot) -> None:
    """Sets the webhook. Several replicas start at once: a second call within a second is told to wait."""
    settings = services.settings
    secret = settings.webhook_secret.get_secret_value() if settings.webhook_secret else ""
    url = settings.public_url.rstrip("/") + WEBHOOK_PATH
    mark = hashlib.sha256(f"{url} {secret}".encode()).hexdigest()
    known = await services.database.run(lambda session: identity.read(session, MARK))
    if known == mark and (await bot.get_webhook_info()).url == url:
        return
    for _ in range(ATTEMPTS):
        try:
            await bot.set_webhook(
                url, secret_token=secret, allowed_updates=ALLOWED, max_connections=CONNECTIONS
            )
        except RetryAfter:
            await asyncio.sleep(1.1)
            continue
        await services.database.run(lambda session: identity.write(session, MARK, mark))
        log.info("webhook_set")
        return
    raise RuntimeError("Telegram did not accept the webhook: see FRETABOT_PUBLIC_URL")
