"""Alarms to administrators: what is stuck or refused is told, at most once an hour for each kind of trouble."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

import structlog
from sqlmodel import Session, col, func, select

from bot import few, identity, outbox
from bot.messenger import DeliveryError, Message, Messenger
from bot.models.chat import Account, Staff
from bot.models.delivery import LANE_REPLY
from bot.services import Services
from bot.settings import Settings

log = structlog.get_logger()

QUIET = dt.timedelta(hours=1)  # between two alarms of one kind
LOST, LOST_QUIET = "contacts_lost", dt.timedelta(days=1)
KEYS = frozenset(
    {
        "delivery_markup", "delivery_too_long", "delivery_keyboard", "delivery_token", "wording_failed",
        "delivery_producer", "update_set_aside", "polling_token", "job_failed", "stuck", "clock_doubt", "save_failed",
        "failing", "unknown_kind", "base_refused", "unreachable",
    }
)  # fmt: skip


def administrators(session: Session, settings: Settings) -> list[int]:
    """Who is told: the administrators of the settings and of the staff list."""
    appointed = session.exec(select(Staff.user_id).where(col(Staff.role) == "administrator"))
    return sorted({*settings.admin_ids, *appointed})


def raise_alarm(session: Session, services: Services, key: str, facts: Mapping[str, object]) -> bool:
    """Plans the alarm for every administrator; False when one of this kind was given within the hour."""
    machine, now = services.machine(), services.clock.now()
    given = identity.read(session, f"alarm:{key}")
    if given is not None and machine - dt.datetime.fromisoformat(given) < QUIET:
        return False
    identity.write(session, f"alarm:{key}", machine.isoformat())
    for user_id in administrators(session, services.settings):
        planned = outbox.Planned(
            recipient=user_id, subject=f"alarm:{key}", cycle=f"{machine:%Y-%m-%dT%H:%M:%S}", stage="-",
            kind="alarm", lane=LANE_REPLY, payload={"key": key, "facts": {k: str(v) for k, v in facts.items()}},
        )  # fmt: skip
        outbox.add(session, planned, now=now, machine=machine)
    return True


def contacts_lost(session: Session, services: Services) -> None:
    """Tells once, and of later ones once a day, how many contacts can no longer be reached; never who."""
    now = services.clock.now()
    given = identity.read(session, LOST)
    since = dt.datetime.fromisoformat(given) if given else None
    if since is not None and now - since < LOST_QUIET:
        return
    lost = select(func.count()).where(col(Account.reachable).is_(False))
    if since is not None:
        lost = lost.where(col(Account.unreachable_since) > since)
    count = session.exec(lost).one()
    if count and raise_alarm(session, services, "unreachable", {"contatos": few.masked(count)}):
        identity.write(session, LOST, now.isoformat())


@dataclass
class Alarms:
    """Raises alarms for the parts of one process. When the database itself fails, tells the first-start
    administrators directly."""

    services: Services
    messenger: Messenger
    _told: dict[str, dt.datetime] = field(default_factory=dict)
    _background: set[asyncio.Task[None]] = field(default_factory=set)

    async def __call__(self, key: str, facts: Mapping[str, object]) -> None:
        """Never raises."""
        log.error("alarm", alarm=key, **facts)
        if not self._due(key):
            return
        try:
            await self.services.database.run(lambda s: raise_alarm(s, self.services, key, facts))
        except Exception as error:  # noqa: BLE001  # an alarm must not make another trouble
            log.error("alarm_not_stored", error=type(error).__name__)
            await self._directly(key, facts)

    def __post_init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def save_failed(self, error: Exception) -> None:
        """A commit failed, told by the database's own thread."""
        self.services.meter.save_failed()
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._begin, type(error).__name__)

    def _begin(self, error: str) -> None:
        if self._due("save_failed"):
            task = asyncio.ensure_future(self._directly("save_failed", {"error": error}))
            self._background.add(task)
            task.add_done_callback(self._background.discard)

    def _due(self, key: str) -> bool:
        machine = self.services.machine()
        if key in self._told and machine - self._told[key] < QUIET:
            return False
        self._told[key] = machine
        return True

    async def _directly(self, key: str, facts: Mapping[str, object]) -> None:
        html = text(self.services, key, facts)
        for user_id in self.services.settings.admin_ids:
            try:
                await self.messenger.send(Message(user_id, html))
            except DeliveryError as error:
                log.error("alarm_not_delivered", error=error.kind)


def text(services: Services, key: str, facts: Mapping[str, object]) -> str:
    """The alarm in words."""
    return services.renderer.html("alarm/alarm", key=key if key in KEYS else "other", facts=dict(facts))
