"""What a failed delivery means for its row: wait, give up, close the contact, or stand as uncertain."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass

import structlog
from sqlmodel import Session

from bot import accounts, outbox, split, throttle
from bot.messenger import DeliveryError
from bot.models.delivery import LANE_REPLY, Outbox, OutboxPart

log = structlog.get_logger()

MAX_ATTEMPTS = 6
BACKOFF = dt.timedelta(seconds=2)


@dataclass(frozen=True)
class Failure:
    """One failed request: which part of which row, and Telegram's error. `repeat`: the kind's policy when uncertain."""

    outbox_id: int
    part: int
    lane: int
    repeat: bool
    error: DeliveryError


def record(session: Session, failure: Failure, *, machine: dt.datetime, now: dt.datetime) -> None:
    """Writes the outcome of a failed request."""
    row = session.get(Outbox, failure.outbox_id)
    if row is None:
        return
    error = failure.error
    if error.kind == "rate":
        _pause(session, row, failure, machine)
    elif error.kind == "token":
        outbox.back(
            session, failure.outbox_id, at=machine + dt.timedelta(minutes=1), counted=False, error=str(error)
        )
    elif error.kind == "migrated" and error.migrate_to is not None:
        _migrate(session, row, error.migrate_to, machine)
    elif error.kind == "edit_lost":
        _resend(session, failure, machine, edit=None)
    elif error.kind in {"markup", "too_long"}:
        _plain(session, row, failure, machine)
    elif error.permanent:
        _give_up(session, row, error, now)
    elif error.left == "unknown":
        _uncertain(session, row, failure, machine)
    else:
        _retry(session, row, error, machine)


def _pause(session: Session, row: Outbox, failure: Failure, machine: dt.datetime) -> None:
    until = machine + dt.timedelta(seconds=failure.error.retry_after or 1)
    throttle.pause(session, f"chat:{row.recipient}" if failure.lane == LANE_REPLY else "bulk", until=until)
    outbox.back(session, failure.outbox_id, at=until, counted=False, error=str(failure.error))


def _migrate(session: Session, row: Outbox, chat_id: int, machine: dt.datetime) -> None:
    for part in outbox.parts(session, row.id or 0):
        part.message = {**part.message, "chat_id": chat_id}
        session.add(part)
    outbox.back(session, row.id or 0, at=machine, counted=False)


def _resend(session: Session, failure: Failure, machine: dt.datetime, **changes: object) -> None:
    part = session.get(OutboxPart, (failure.outbox_id, failure.part))
    if part is not None:
        part.message = {k: v for k, v in {**part.message, **changes}.items() if v is not None}
        session.add(part)
    outbox.back(session, failure.outbox_id, at=machine, counted=False, error=str(failure.error))


def _plain(session: Session, row: Outbox, failure: Failure, machine: dt.datetime) -> None:
    """Our own markup was refused: an alarm, and once more without any."""
    log.error("own_markup_refused", outbox_id=failure.outbox_id, error=failure.error.kind)
    part = session.get(OutboxPart, (failure.outbox_id, failure.part))
    if part is None or row.error_class == "markup":
        outbox.settle(
            session,
            failure.outbox_id,
            "failed",
            now=machine,
            error_class=failure.error.kind,
            error=str(failure.error),
        )
        return
    row.error_class = "markup"
    session.add(row)
    text = split.visible(part.message["html"])[: split.LIMIT - 100]
    _resend(session, failure, machine, html=_escaped(text))


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _give_up(session: Session, row: Outbox, error: DeliveryError, now: dt.datetime) -> None:
    outbox.settle(session, row.id or 0, "failed", now=now, error_class=error.kind, error=str(error))
    if error.kind in {"blocked", "gone"}:
        accounts.close_contact(session, row.recipient, reason=error.kind, now=now)
        outbox.withdraw(session, recipient=row.recipient, reason=f"contato: {error.kind}", now=now)


def _uncertain(session: Session, row: Outbox, failure: Failure, machine: dt.datetime) -> None:
    if failure.repeat and row.error_class != "uncertain":
        row.error_class = "uncertain"
        session.add(row)
        outbox.back(session, failure.outbox_id, at=machine + BACKOFF, counted=True, error=str(failure.error))
        return
    outbox.settle(
        session,
        failure.outbox_id,
        "uncertain",
        now=machine,
        error_class="uncertain",
        error=str(failure.error),
    )


def _retry(session: Session, row: Outbox, error: DeliveryError, machine: dt.datetime) -> None:
    if row.attempts >= MAX_ATTEMPTS:
        outbox.settle(session, row.id or 0, "failed", now=machine, error_class=error.kind, error=str(error))
        return
    wait = BACKOFF * 2**row.attempts * random.uniform(0.75, 1.25)
    outbox.back(session, row.id or 0, at=machine + wait, counted=True, error=str(error))
