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
from scheduler.kinds import Kind

log = structlog.get_logger()

BACKOFF, LONGEST = dt.timedelta(seconds=2), dt.timedelta(minutes=5)
ATTEMPTS = {LANE_REPLY: 12}  # about half an hour
ATTEMPTS_BULK = 300  # about a day: an outage of Telegram's loses no reminder
TOKEN_PAUSE = dt.timedelta(minutes=1)
PLAIN = frozenset({"markup", "too_long", "keyboard"})
ACCOUNT_CLOSED = frozenset({"blocked", "gone"})


@dataclass(frozen=True)
class Failure:
    """One failed request: which part of which row, its chat, its kind and Telegram's error."""

    outbox_id: int
    part: int
    lane: int
    kind: Kind
    error: DeliveryError
    chat_id: int = 0
    holder: str = ""  # under which lease the request left
    halt: dt.timedelta = TOKEN_PAUSE  # how long a refused token stops all sending


def record(session: Session, failure: Failure, *, machine: dt.datetime, now: dt.datetime) -> str:
    """Writes the outcome of a failed request; returns the state the row is in afterwards."""
    row = session.get(Outbox, failure.outbox_id, with_for_update=True)
    error = failure.error
    if error.kind == "rate":
        _pause(session, failure, machine)
    if row is None or row.state != "sending" or row.lease_by != (failure.holder or row.lease_by):
        return row.state if row else "gone"
    if error.kind == "rate":
        until = machine + dt.timedelta(seconds=error.retry_after or 1)
        outbox.back(session, failure.outbox_id, at=until, counted=False, error=str(error))
    elif error.kind == "token":
        outbox.back(session, failure.outbox_id, at=machine + failure.halt, counted=False, error=str(error))
    elif error.kind == "migrated" and error.migrate_to is not None:
        outbox.moved(session, old=failure.chat_id or row.recipient, new=error.migrate_to)
        outbox.back(session, failure.outbox_id, at=machine, counted=False)
    elif error.kind == "edit_lost":
        _without_edit(session, failure, machine)
    elif error.kind in PLAIN:
        _plain(session, row, failure, machine, now)
    elif error.permanent:
        _give_up(session, row, error, now)
    elif error.left == "unknown":
        uncertain(session, row, failure.kind, machine=machine, now=now, error=str(error))
    else:
        _retry(session, row, error, machine, now)
    session.expire(row)
    return row.state


def lost(session: Session, row: Outbox, kind: Kind, *, machine: dt.datetime, now: dt.datetime) -> str:
    """The process that held the row is gone: free again if nothing had left, else uncertain."""
    if row.left_at is None:
        outbox.back(session, row.id or 0, at=machine, counted=False)
    else:
        uncertain(session, row, kind, machine=machine, now=now, error="no outcome recorded")
    session.expire(row)
    return row.state


def uncertain(
    session: Session, row: Outbox, kind: Kind, *, machine: dt.datetime, now: dt.datetime, error: str
) -> None:
    """Nobody knows whether it arrived: once more where the kind says so, else it stands as uncertain.

    Of a digest only the items worth saying twice wait on; the others are settled as uncertain.
    """
    row_id = row.id or 0
    waiting = outbox.items(session, row_id)
    again = [item for item in waiting if kind.repeats(item)]
    if row.error_class == "uncertain" or not (again or kind.repeats(row)):
        outbox.settle(session, row_id, "uncertain", now=now, error_class="uncertain", error=error)
        return
    for item in waiting:
        if again and item not in again:
            outbox.settle(session, item.id or 0, "uncertain", now=now, error_class="uncertain", error=error)
    row.error_class = "uncertain"
    session.add(row)
    session.flush()
    outbox.back(session, row_id, at=machine + BACKOFF, counted=True, error=error)


def _pause(session: Session, failure: Failure, machine: dt.datetime) -> None:
    """Telegram's pause holds for every replica: all of bulk, or the one chat when it was an answer."""
    throttle.hold(session)
    scope = throttle.chat(failure.chat_id) if failure.lane == LANE_REPLY else throttle.BULK
    throttle.pause(session, scope, until=machine + dt.timedelta(seconds=failure.error.retry_after or 1))


def _without_edit(session: Session, failure: Failure, machine: dt.datetime) -> None:
    """The screen to replace is gone: the same text as a new message."""
    part = session.get_one(OutboxPart, (failure.outbox_id, failure.part))
    message = {k: v for k, v in part.message.items() if k != "edit"}
    outbox.replace_part(session, failure.outbox_id, failure.part, [message], error=str(failure.error))
    outbox.back(session, failure.outbox_id, at=machine, counted=False, error=str(failure.error))


def _plain(session: Session, row: Outbox, failure: Failure, machine: dt.datetime, now: dt.datetime) -> None:
    """Our own markup, length or keyboard was refused: once more without any markup, in shorter parts."""
    log.error("own_message_refused", outbox_id=failure.outbox_id, kind=row.kind, error=failure.error.kind)
    part = session.get(OutboxPart, (failure.outbox_id, failure.part))
    tried = part is not None and part.error is not None and not part.error.startswith("edit_lost")
    if part is None or tried:
        outbox.settle(
            session, failure.outbox_id, "failed", now=now, error_class=failure.error.kind, error=str(failure.error)
        )  # fmt: skip
        return
    outbox.replace_part(
        session, failure.outbox_id, failure.part, plain_messages(part.message, failure.error.kind),
        error=str(failure.error),
    )  # fmt: skip
    outbox.back(session, failure.outbox_id, at=machine, counted=False, error=str(failure.error))


def plain_messages(message: dict[str, object], kind: str) -> list[dict[str, object]]:
    """The same words without markup, in parts that fit by any way of counting; files first, without caption."""
    base = {k: v for k, v in message.items() if k != "keyboard" or kind == "markup"}
    text = _escaped(split.visible(str(message.get("html", ""))))
    texts = split.split(text, limit=split.LIMIT if kind == "markup" else split.LIMIT // 2)
    if "file" in message:
        alone = {k: v for k, v in base.items() if k not in {"file", "edit"}}
        return [{**base, "html": ""}, *({**alone, "html": t} for t in texts if t)]
    first, *others = ({**base, "html": t} for t in texts)
    if not others:
        return [first]
    # The buttons stand under the last part; the first replaces the screen.
    rest = [{k: v for k, v in m.items() if k != "edit"} for m in others]
    whole = [first, *rest]
    return [{k: v for k, v in m.items() if k != "keyboard"} for m in whole[:-1]] + whole[-1:]


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _give_up(session: Session, row: Outbox, error: DeliveryError, now: dt.datetime) -> None:
    outbox.settle(session, row.id or 0, "failed", now=now, error_class=error.kind, error=str(error))
    if error.kind in ACCOUNT_CLOSED:
        accounts.close_contact(session, row.recipient, reason=error.kind, now=now)
    if error.kind in ACCOUNT_CLOSED | {"chat_closed"}:
        outbox.withdraw(session, recipient=row.recipient, reason=f"contato: {error.kind}", now=now)


def _retry(
    session: Session, row: Outbox, error: DeliveryError, machine: dt.datetime, now: dt.datetime
) -> None:
    if row.attempts >= ATTEMPTS.get(row.lane, ATTEMPTS_BULK):
        outbox.settle(session, row.id or 0, "failed", now=now, error_class=error.kind, error=str(error))
        return
    wait = min(BACKOFF * 2 ** min(row.attempts - 1, 10), LONGEST) * random.uniform(0.75, 1.25)
    outbox.back(session, row.id or 0, at=machine + wait, counted=True, error=str(error))
