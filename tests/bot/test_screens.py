"""A button acts for the person it was drawn for, in its chat, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlmodel import Session

from bot import screens
from bot.database import Database
from bot.screens import Button, Press
from tests.conftest import NOON

CHAT, OWNER = -100, 7


@pytest.fixture
def session(database: Database) -> Iterator[Session]:
    """A screen with one button, of one person in a group."""
    with Session(database.engine) as opened:
        keyboard = [[Button("Apagar", "paper.delete", {"paper": 3})]]
        screens.store(
            opened, keyboard, key="k3yk3yk3yk3y", chat_id=CHAT, user_id=OWNER, flow="", version=0, now=NOON
        )
        opened.flush()
        yield opened


def test_the_person_it_was_drawn_for_presses(session: Session) -> None:
    press = screens.resolve(session, "k3yk3yk3yk3y.0", chat_id=CHAT, user_id=OWNER)

    assert Press("paper.delete", {"paper": 3}, "", 0) == press


@pytest.mark.parametrize(
    ("data", "chat", "user"),
    [
        ("k3yk3yk3yk3y.0", CHAT, 8),
        ("k3yk3yk3yk3y.0", -200, OWNER),
        ("k3yk3yk3yk3y.1", CHAT, OWNER),
        ("k3yk3yk3yk3y.-1", CHAT, OWNER),
        ("k3yk3yk3yk3y.x", CHAT, OWNER),
        ("k3yk3yk3yk3z.0", CHAT, OWNER),
        ("", CHAT, OWNER),
    ],
    ids=["another person", "another chat", "beyond", "negative", "no number", "guessed", "empty"],
)
def test_whatever_else_is_pressed_means_nothing(session: Session, data: str, chat: int, user: int) -> None:
    assert screens.resolve(session, data, chat_id=chat, user_id=user) is None
