"""Publishes the command lists, for everybody and for each member of staff."""

from __future__ import annotations

import structlog
from telegram import Bot, BotCommand, BotCommandScopeChat, BotCommandScopeDefault
from telegram.error import TelegramError

from bot import accounts
from bot.services import Services
from handlers import registry

log = structlog.get_logger()


async def publish_commands(services: Services, bot: Bot) -> None:
    """Publishes the command lists, for everybody and for each member of staff. A failure is logged, not fatal."""
    site = registry.build()
    scopes: dict[int | None, frozenset[str]] = {None: frozenset()}
    for member in await services.database.run(accounts.staff):
        scopes[member.user_id] = scopes.get(member.user_id, frozenset()) | {member.role}
    for admin in services.settings.admin_ids:
        scopes[admin] = frozenset({"administrator", "editor", "communicator", "attendant"})
    for user_id, roles in scopes.items():
        commands = [BotCommand(n, services.renderer.label(f"command_{n}")) for n in site.command_names(roles)]
        scope = BotCommandScopeDefault() if user_id is None else BotCommandScopeChat(user_id)
        try:
            await bot.set_my_commands(commands, scope=scope)
        except TelegramError as error:
            log.warning("commands_not_published", user=user_id is not None, error=type(error).__name__)
