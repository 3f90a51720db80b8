"""When reminders leave on real companies: each day of a week, over a change of the clock, over a migration."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, insert
from sqlmodel import Session

from bot import accounts, migrate, papers
from bot.changes import Actor
from bot.clock import MovableClock
from bot.database import Database, engine_for
from bot.main import make_services
from bot.services import Services
from bot.settings import Settings
from knowledge.answers import Answerer
from knowledge.library import Library
from scheduler.forecast import Forecast, forecast

OWNER, DAY = 7, dt.timedelta(days=1)


@pytest.fixture
def knows(database: Database, knowledge: tuple[Library, Answerer]) -> Callable[..., Services]:
    """Services of settings: one company whose owner is told of an alvará on chosen days before its end."""

    def made(due: dt.date, ladder: list[str], **options: Any) -> Services:
        settings = Settings(_env_file=None, **options)
        services = make_services(settings, database, clock=MovableClock(_noon(due)), knowledge=knowledge)
        database.now(lambda s: _founded(s, due, ladder))
        return services

    return made


def _noon(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(15), dt.UTC)


def _founded(session: Session, due: dt.date, ladder: list[str]) -> None:
    before = _noon(due) - 90 * DAY
    accounts.touch(session, user_id=OWNER, name="Marli", now=before)
    company = accounts.found_company(
        session, owner=OWNER, name="Aurora", authorities=["daer"], modes=[], now=before
    )
    company.ladders = {"alvara": ladder}
    actor = Actor(company.id or 0, OWNER, "made", before)
    papers.add_paper(session, actor, {"kind": "alvara", "subject": "company", "expires_on": due})


def _told(services: Services, first: dt.date, last: dt.date) -> list[Forecast]:
    return services.database.now(
        lambda s: list(forecast(services, s, first, last, now=_noon(first - DAY) - dt.timedelta(hours=15)))
    )


def test_r03_nine_in_the_morning_leaves_at_noon_in_utc_on_every_day_of_a_week(knows: Any) -> None:
    sunday = dt.date(2026, 6, 7)
    services = knows(sunday + 8 * DAY, [str(n) for n in range(1, 9)])

    sent = [one.send_at for one in _told(services, sunday, sunday + 6 * DAY)]

    assert [_noon(sunday + n * DAY) - dt.timedelta(hours=3) for n in range(7)] == sent


@pytest.mark.parametrize(
    ("options", "hours"),
    [({}, [9, 9]), ({"send_hour": "00:30", "quiet_hours": "00:00-00:00"}, [0, 1])],
)
def test_r04_over_the_night_without_a_midnight_each_day_is_told_once(
    knows: Any, options: dict[str, str], hours: list[int]
) -> None:
    """In São Paulo the clock went from 24:00 of 03/11/2018 to 01:00 of the next day."""
    saturday = dt.date(2018, 11, 3)
    services = knows(saturday + 2 * DAY, ["2", "1"], **options)

    sent = [
        one.send_at.astimezone(services.settings.zone) for one in _told(services, saturday, saturday + DAY)
    ]

    assert [saturday, saturday + DAY] == [at.date() for at in sent]
    assert hours == [at.hour for at in sent]


def test_r19_a_ladder_stored_before_a_migration_means_the_same_days_after_it(
    tmp_path: Path, knowledge: tuple[Library, Answerer]
) -> None:
    url, due, stored = (
        f"sqlite:///{tmp_path / 'old.sqlite'}",
        dt.date(2026, 8, 20),
        _noon(dt.date(2026, 3, 2)),
    )
    _as_the_first_revision_wrote(url, due, stored)
    engine = engine_for(url)
    migrate.upgrade(engine)
    engine.dispose()
    database = Database(url)
    services = make_services(
        Settings(_env_file=None), database, clock=MovableClock(stored), knowledge=knowledge
    )
    after = {"kind": "cadastur", "subject": "company", "expires_on": due}
    database.now(lambda s: papers.add_paper(s, Actor(1, OWNER, "after", stored), after))

    told = _told(services, dt.date(2026, 7, 1), due)
    database.close()

    days = {
        kind: [f.day for f in told if f.owed.thing.deadline.kind == kind] for kind in ("alvara", "cadastur")
    }
    assert {"alvara": [due - 30 * DAY, due], "cadastur": [due - 30 * DAY, due]} == days


def _as_the_first_revision_wrote(url: str, due: dt.date, stored: dt.datetime) -> None:
    engine = engine_for(url)
    migrate.upgrade(engine, migrate.revisions()[0])
    tables = MetaData()
    tables.reflect(engine)
    rows: dict[str, dict[str, Any]] = {
        "account": {"user_id": OWNER, "name": "Marli", "reachable": True, "preferences": {}},
        "company": {
            "id": 1, "name": "Aurora", "authorities": ["daer"], "modes": [],
            "ladders": {"alvara": ["30"], "cadastur": ["30"]},
        },
        "membership": {"company_id": 1, "user_id": OWNER, "role": "owner", "since": stored},
        "paper": {
            "company_id": 1, "subject": "company", "subject_name": "", "kind": "alvara", "facts": {}, "files": [],
            "state": "current", "expires_on": due,
        },
    }  # fmt: skip
    with engine.begin() as connection:
        for name, values in rows.items():
            made = {} if name == "membership" else {"created_at": stored}
            connection.execute(insert(tables.tables[name]).values(values | made))
    engine.dispose()
