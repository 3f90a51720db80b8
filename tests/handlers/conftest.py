"""Fixture of the handlers' tests: handlers run one after another, and what they would send is recorded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.clock import MovableClock
from bot.database import Database
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.handlers.rehearsal import Rehearsal, rehearsal


@pytest.fixture
def stand_in(
    database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock
) -> Iterator[Rehearsal]:
    """A rehearsal on the real base."""
    with rehearsal(database, knowledge, clock) as held:
        yield held
