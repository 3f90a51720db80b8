"""What was asked is remembered for half an hour of civil time, then wiped."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from sqlmodel import Session

from bot import conversation
from bot.conversation import KEPT, Remembered
from bot.database import Database
from bot.models.chat import Conversation
from tests.conftest import NOON

MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def row(database: Database) -> Iterator[Conversation]:
    with Session(database.engine) as session:
        yield conversation.load(session, chat_id=1, user_id=1, now=NOON)


def test_nothing_asked_nothing_remembered(row: Conversation) -> None:
    assert Remembered() == conversation.recall(row, now=NOON)


@pytest.mark.parametrize(
    ("minutes", "found"),
    [(0, Remembered("a van", "daer")), (29, Remembered("a van", "daer")), (30, Remembered())],
)
def test_a_question_is_remembered_for_half_an_hour(
    row: Conversation, minutes: int, found: Remembered
) -> None:
    conversation.remember(row, question="a van", side="daer", now=NOON)

    assert found == conversation.recall(row, now=NOON + minutes * MINUTE)


def test_remembering_does_not_age_the_screen_of_an_open_form(row: Conversation) -> None:
    before = row.version

    conversation.remember(row, question="a van", side="", now=NOON)

    assert before == row.version


def test_a_long_question_is_kept_in_part(row: Conversation) -> None:
    conversation.remember(row, question="x" * 4000, side="", now=NOON)

    assert KEPT == len(row.asked)


@pytest.mark.parametrize(("minutes", "kept"), [(29, "a van"), (31, "")])
def test_what_is_past_is_wiped_from_the_database(database: Database, minutes: int, kept: str) -> None:
    with Session(database.engine) as session:
        held = conversation.load(session, chat_id=1, user_id=1, now=NOON)
        conversation.remember(held, question="a van", side="daer", now=NOON)
        session.commit()

        conversation.forget(session, before=NOON + (minutes - 30) * MINUTE)

        session.refresh(held)
        assert kept == held.asked
