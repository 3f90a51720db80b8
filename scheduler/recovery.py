"""Rows left behind: a lease that ran out, or what a process still holds at its end."""

from __future__ import annotations

import structlog
from sqlmodel import Session

from bot import outbox
from bot.services import Services
from scheduler import outcome
from scheduler.kinds import Kind, Kinds, stored_parts

log = structlog.get_logger()

UNKNOWN = Kind(stored_parts, repeat=False)


def recover(
    services: Services, kinds: Kinds, session: Session, *, holder: str | None = None
) -> list[tuple[str, int]]:
    """Settles rows whose lease ran out (`holder`: those it still holds); the state and lane of each afterwards."""
    machine, now = services.machine(), services.clock.now()
    rows = outbox.expired(session, machine=machine, holder=holder)
    found = []
    for row in rows:
        kind = kinds.get(row.kind, UNKNOWN)
        state = outcome.lost(session, row, kind, machine=machine, now=now)
        found.append((state, row.lane))
        log.warning("lease_ran_out", outbox_id=row.id, state=state)
    return found
