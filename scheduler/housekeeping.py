"""What is forgotten in time (updates, screens, drafts, sweeps, answers), and what is watched: rows that stand still."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import func, select
from sqlmodel import Session, col

from bot import (
    alarms,
    calendar_links,
    conversation,
    delivery_state,
    inbox,
    invitations,
    privacy,
    screens,
    throttle,
)
from bot import machine as clock_of_machine
from bot.models.delivery import LANE_REPLY, LANE_RULE_UPDATE, Inbox, Outbox
from bot.services import Services

SCREENS = dt.timedelta(days=60)
SWEEPS = dt.timedelta(days=2)
EVERY_MINUTES = 10
NIGHT_UTC = 6
# How long a due row may stand still before somebody is told; a broadcast to thousands takes its time.
STUCK = {LANE_REPLY: dt.timedelta(minutes=3), LANE_RULE_UPDATE: dt.timedelta(hours=6)}
STUCK_OTHERWISE = dt.timedelta(minutes=30)
STUCK_UPDATE = dt.timedelta(minutes=3)
MANY_ATTEMPTS = 5


def tidy(services: Services, session: Session, now: dt.datetime) -> None:
    """The job: forgets every ten minutes what has had its time."""
    if services.machine().minute % EVERY_MINUTES == 0:
        forget(services, session, now)
        if services.machine().hour == NIGHT_UTC:  # it reads every text: not the whole day long
            texts(services, session, now)


def texts(services: Services, session: Session, now: dt.datetime) -> None:
    """Empties the texts of reminders that nobody will read again."""
    delivery_state.blank_texts(session, before=now - dt.timedelta(days=services.settings.retention_logs_days))


def forget(services: Services, session: Session, now: dt.datetime) -> None:
    """Deletes what is older than its retention. Rows of reminders and broadcasts stay: they prove what was sent."""
    machine, settings = services.machine(), services.settings
    inbox.purge(session, now=machine, keep_days=settings.retention_inbox_days)
    services.database.scrub()  # what updates set aside said must not stay readable in the journal
    throttle.purge(session, now=machine)
    screens.purge(session, before=now - SCREENS)
    conversation.forget(session, before=now - conversation.MEMORY)
    conversation.expire(session, before=now - dt.timedelta(days=settings.retention_drafts_days))
    invitations.purge(session, before=now - dt.timedelta(days=settings.retention_logs_days))
    calendar_links.purge(session, before=now - dt.timedelta(days=settings.calendar_link_days))
    privacy.forget_closed(session, before=now - dt.timedelta(days=settings.retention_drafts_days))
    delivery_state.forget_sweeps(session, before=now - SWEEPS)
    delivery_state.purge(session, before=now - dt.timedelta(days=settings.retention_logs_days))


def watch(services: Services, session: Session, _now: dt.datetime) -> None:
    """The job: tells administrators when something stands still or keeps failing."""
    machine = services.machine()
    if services.database.sqlite:
        clock_of_machine.seen(session, machine)
    for lane in sorted({*STUCK, 1, 2}):
        limit = machine - STUCK.get(lane, STUCK_OTHERWISE)
        if count := _standing(session, lane, limit):
            alarms.raise_alarm(session, services, "stuck", {"fila": lane, "mensagens": count})
    late = select(func.count()).where(
        col(Inbox.done_at).is_(None), col(Inbox.received_at) < machine - STUCK_UPDATE
    )
    if count := int(session.execute(late).scalar_one()):
        alarms.raise_alarm(session, services, "stuck", {"recebidas": count})
    failing = select(func.count()).where(
        col(Outbox.state) == "planned", col(Outbox.attempts) >= MANY_ATTEMPTS
    )
    if count := int(session.execute(failing).scalar_one()):
        alarms.raise_alarm(session, services, "failing", {"mensagens": count})
    alarms.contacts_lost(session, services)
    if unknown := delivery_state.unknown_kinds(session):
        alarms.raise_alarm(session, services, "unknown_kind", {"mensagens": unknown})


def _standing(session: Session, lane: int, limit: dt.datetime) -> int:
    """Rows that could have left long ago by the machine's clock, which no demonstration moves."""
    statement = select(func.count()).where(
        col(Outbox.state) == "planned",
        col(Outbox.digest_id).is_(None),
        col(Outbox.lane) == lane,
        col(Outbox.next_try_at) < limit,
        col(Outbox.not_before) < limit,
    )
    return int(session.execute(statement).scalar_one())
