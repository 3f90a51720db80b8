"""What several tests of the product's core share: a session on a store, a company, an office of replicas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from bot import accounts
from bot.clock import MovableClock
from bot.database import Database
from bot.main import make_services
from bot.models.fleet import Company
from bot.settings import Settings
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.bot.inbox_office import NOW, Office


@pytest.fixture
def session(store: Database) -> Iterator[Session]:
    """One transaction, once on SQLite and once on PostgreSQL."""
    with Session(store.engine, expire_on_commit=False) as opened, opened.begin():
        yield opened


@pytest.fixture
def aurora(session: Session) -> Company:
    """A company with the DAER and trips of tourism; no vehicle yet."""
    return accounts.found_company(
        session, owner=7, name="Aurora", authorities=["daer"], modes=["turistico"], now=NOW
    )


@pytest.fixture
def office(
    store: Database, clock: MovableClock, knowledge: tuple[Library, Answerer], tmp_path: Path
) -> Office:
    """Replicas over one database, once on SQLite and once on PostgreSQL."""
    settings = Settings(_env_file=None, data_dir=tmp_path)  # type: ignore[call-arg]

    def make(database: Database) -> Any:
        made = make_services(settings, database, bot_name="bot", clock=clock, knowledge=knowledge)
        return replace(made, machine=lambda: NOW)

    return Office(store, make)
