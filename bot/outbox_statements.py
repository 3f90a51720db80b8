"""The statements of the outbox that run for every message, prepared once: building them cost more than running them."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Select, and_, bindparam, exists, func, insert, literal_column, or_, select, update
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.orm import aliased
from sqlalchemy.sql.dml import ReturningInsert
from sqlmodel import col

from bot.models.delivery import LANE_REPLY, Outbox, OutboxPart

WAITING = ("planned", "sending")
WORDLESS = ("unknown_kind", "wording")  # error classes of rows whose words wait for another version
PATIENT_ATTEMPTS = 3  # so often an answer is tried before later ones in its chat pass it

_ROWS, _PARTS = Outbox.__table__, OutboxPart.__table__  # type: ignore[attr-defined]
NEW_PARTS = insert(_PARTS)
PARTS_OF = (
    select(_PARTS.c.outbox_id, _PARTS.c.part, _PARTS.c.message, _PARTS.c.message_id)
    .where(_PARTS.c.outbox_id.in_(bindparam("ids", expanding=True)))
    .order_by(_PARTS.c.outbox_id, _PARTS.c.part)
)
SETTLE = update(_ROWS).where(
    or_(
        _ROWS.c.id == bindparam("row_id"),
        # Not `in_`: a list inside cannot be run for many rows at once.
        and_(_ROWS.c.digest_id == bindparam("row_id"), or_(*(_ROWS.c.state == state for state in WAITING))),
    )
)
PART_SENT = update(_PARTS).where(
    _PARTS.c.outbox_id == bindparam("row_id"), _PARTS.c.part == bindparam("number")
)


@cache
def insert_once(dialect: str, names: tuple[str, ...]) -> ReturningInsert[Any]:
    """A row with these columns, once per key; gives its id, or nothing when the key is there already."""
    maker = pg_insert if dialect == "postgresql" else sqlite_insert
    return (
        maker(_ROWS)
        .values({name: bindparam(name) for name in names})
        .on_conflict_do_nothing(index_elements=["recipient", "subject", "cycle", "stage"])
        .returning(_ROWS.c.id)
    )


@cache
def due(lane: int) -> Select[Any]:
    """Due rows of a lane in the order they leave: one walk along `ix_outbox_claim`, ended by `room`."""
    statement = select(Outbox).where(
        col(Outbox.state) == literal_column("'planned'"),  # a bound value would not match the partial index
        col(Outbox.digest_id).is_(None),
        col(Outbox.lane) == lane,
        col(Outbox.next_try_at) <= bindparam("machine"),
    )
    if lane != LANE_REPLY:  # an answer waits for no civil time: another replica's calendar may be ahead
        statement = statement.where(col(Outbox.not_before) <= bindparam("now"))
    else:
        # One answer at a time in a chat, in order; one that keeps failing, or that this program cannot word, does
        # not hold up the others.
        earlier = aliased(Outbox)
        open_one = or_(
            col(earlier.state) == "sending",
            and_(
                col(earlier.state) == "planned",
                col(earlier.attempts) < PATIENT_ATTEMPTS,
                func.coalesce(col(earlier.error_class), "").not_in(WORDLESS),
            ),
        )
        statement = statement.where(
            ~exists().where(
                col(earlier.recipient) == col(Outbox.recipient),
                col(earlier.lane) == LANE_REPLY,
                open_one,
                col(earlier.id) < col(Outbox.id),
            )
        )
    statement = statement.order_by(col(Outbox.not_before), col(Outbox.next_try_at), col(Outbox.id))
    return statement.limit(bindparam("room")).with_for_update(skip_locked=True)
