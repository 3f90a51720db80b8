"""Random walkers through random checklists, with a restart between any two steps: nothing given is ever lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot import migrate
from bot.bench_walkers import Killing, Lost, Walker, in_process
from bot.clock import MovableClock
from bot.database import Database
from bot.main import make_services
from bot.services import Services
from bot.settings import Settings
from knowledge.answers import Answerer
from knowledge.library import Library
from tests.handlers.rehearsal import PERSON

WALKERS, STEPS = 20, 25


@pytest.fixture
def url(tmp_path: Path) -> str:
    address = f"sqlite:///{tmp_path / 'walk.sqlite'}"
    database = Database(address)
    migrate.upgrade(database.engine)
    database.close()
    return address


@pytest.fixture
def services(database: Database, knowledge: tuple[Library, Answerer], clock: MovableClock) -> Services:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    return make_services(settings, database, bot_name="fretabot", clock=clock, knowledge=knowledge)


@pytest.mark.parametrize("seed", range(WALKERS))
def test_r31_a_restart_between_any_two_steps_loses_nothing(url: str, services: Services, seed: int) -> None:
    chance = random.Random(seed)
    known = services.library.checklists.checklists
    checklist = known[chance.choice(sorted(c for c in known if known[c].questions))]

    Walker(url, services, PERSON, chance, in_process).walk(
        checklist, STEPS
    )  # raises `Lost` at the first difference


def test_a_walker_notices_a_lost_answer(url: str, services: Services) -> None:
    def forgetful(own: Services, address: str) -> None:
        """Handles, then loses what was answered."""
        in_process(own, address)
        database = Database(address)
        database.now(lambda session: session.connection().exec_driver_sql("UPDATE draft SET answers = '{}'"))
        database.close()

    walker = Walker(url, services, PERSON, random.Random(1), forgetful)

    with pytest.raises(Lost):
        walker.walk(services.library.checklists.checklists["daer-cadastro-inicial"], STEPS)


def test_a_killed_step_is_done_once_by_the_next_process(url: str, services: Services) -> None:
    killing = Killing(random.Random(3))
    walker = Walker(url, services, PERSON, random.Random(2), killing)

    walker.walk(services.library.checklists.checklists["daer-cadastro-inicial"], 4)

    assert killing.kills > 0
