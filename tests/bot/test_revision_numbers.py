"""Numbers of the base: unique and rising in the order of the commits, whoever publishes at the same moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from bot import revisions
from bot.database import Database
from tests.conftest import NOON


def publishes(session: Session) -> None:
    row = revisions.draft(
        session, norm="n1", content={}, act="", in_force_on=None, author=1, now=NOON, made=None
    )
    revisions.publish(session, row, by=1, now=NOON)


def enters(session: Session) -> None:
    revisions.enter(session, revisions.HOLIDAY, "2026-09-20", {}, by=1, now=NOON)


@pytest.mark.parametrize("second", [publishes, enters])
@pytest.mark.parametrize("first", [publishes, enters])
def test_whoever_publishes_second_waits_for_the_first_and_has_the_next_number(
    postgres_store: Database, first: Callable[[Session], None], second: Callable[[Session], None]
) -> None:
    with Session(postgres_store.engine) as one, Session(postgres_store.engine) as other:
        first(one)
        other.execute(text("SET lock_timeout = '20ms'"))
        other.commit()
        with pytest.raises(OperationalError, match="pg_advisory_xact_lock"):
            second(other)
        other.rollback()
        one.commit()
        second(other)
        other.commit()

        assert 2 == revisions.number(one)
