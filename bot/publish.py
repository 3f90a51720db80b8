"""Publishes the command lists: for everybody at the start, for each member of staff as soon as that is possible.

Telegram takes a list of one's own only for a chat that exists: a member's is published once that person has talked to
the bot, again when the roles change, and taken back with the last role. What stands at Telegram is kept in `meta`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import structlog
from sqlmodel import Session, col, select
from telegram import Bot, BotCommand, BotCommandScopeChat, BotCommandScopeDefault
from telegram.error import BadRequest, TelegramError

from bot import staff
from bot.models.chat import Account, Conversation
from bot.models.delivery import Meta
from bot.services import Services
from bot.signals import waits
from handlers import registry

log = structlog.get_logger()

KEY = "commands:"
LOOK_SECONDS = 5.0
ALL_ROLES = frozenset({"administrator", "editor", "communicator", "attendant"})


async def publish_commands(services: Services, bot: Bot) -> None:
    """Publishes the list for everybody. A failure is logged, not fatal."""
    await _publish(services, bot, None, frozenset())


@dataclass
class CommandPublisher:
    """Brings the lists of the staff up to date while the process runs."""

    services: Services
    bot: Bot
    _stop: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        """Looks every few seconds until `stop`."""
        while not self._stop.is_set():
            await self.look()
            await waits(self._stop, LOOK_SECONDS)

    def stop(self) -> None:
        """No further look."""
        self._stop.set()

    async def look(self) -> None:
        """Publishes what differs from what was published."""
        try:
            due = await self.services.database.run(self._due)
            for user_id, roles in due.items():
                if await _publish(self.services, self.bot, user_id, roles):
                    await self.services.database.run(lambda s, u=user_id, r=roles: _store(s, u, r))  # type: ignore[misc]
        except Exception:
            log.exception("commands_not_published")

    def _due(self, session: Session) -> dict[int, frozenset[str]]:
        admins = self.services.settings.admin_ids
        wanted = {id_: frozenset(roles) for id_, (_, roles) in staff.members(session, admins).items()}
        rows = session.exec(select(Meta).where(col(Meta.key).startswith(KEY)))
        stands = {int(row.key.removeprefix(KEY)): row.value for row in rows}
        changed = {
            id_ for id_ in wanted.keys() | stands.keys() if _word(wanted.get(id_)) != stands.get(id_, "")
        }
        talked = changed & (_known(session, changed) | stands.keys())
        return {id_: wanted.get(id_, frozenset()) for id_ in talked}


def _known(session: Session, ids: set[int]) -> set[int]:
    """Who has talked to the bot in private."""
    if not ids:
        return set()
    talked = select(Conversation.user_id).where(
        col(Conversation.user_id).in_(ids), Conversation.chat_id == Conversation.user_id
    )
    return set(session.exec(talked)) | set(
        session.exec(select(Account.user_id).where(col(Account.user_id).in_(ids)))
    )


def _word(roles: frozenset[str] | None) -> str:
    return ",".join(sorted(roles or ()))


def _store(session: Session, user_id: int, roles: frozenset[str]) -> None:
    row = session.get(Meta, f"{KEY}{user_id}")
    if not roles:
        if row is not None:
            session.delete(row)
        return
    session.add(row or Meta(key=f"{KEY}{user_id}", value=_word(roles)))
    if row is not None:
        row.value = _word(roles)


async def _publish(services: Services, bot: Bot, user_id: int | None, roles: frozenset[str]) -> bool:
    """One list; True when it stands, or when Telegram says that the chat is none."""
    scope = BotCommandScopeDefault() if user_id is None else BotCommandScopeChat(user_id)
    held = ALL_ROLES if "administrator" in roles else roles
    names = registry.build().command_names(held)
    commands = [BotCommand(name, services.renderer.label(f"command_{name}")) for name in names]
    try:
        if user_id is not None and not roles:
            await bot.delete_my_commands(scope=scope)
        else:
            await bot.set_my_commands(commands, scope=scope)
    except BadRequest as error:
        log.warning("commands_refused", user=user_id is not None, error=str(error))
    except TelegramError as error:
        log.warning("commands_not_published", user=user_id is not None, error=type(error).__name__)
        return False
    return True
