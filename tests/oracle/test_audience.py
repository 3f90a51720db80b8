"""The audience equals that of a query written from the requirement, on a population of 10,000 companies."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import broadcast_audience as audience
from bot import migrate
from bot.broadcast_rules import Audience, Due, Facts
from bot.database import Database
from knowledge.calendar import package_calendar
from tests.conftest import NOON
from tests.oracle.audience_query import Asked, people
from tests.oracle.population import populate

TODAY = dt.date(2026, 6, 10)
ROLES = ("owner", "manager", "accountant")
JUNE = (dt.date(2026, 6, 1), dt.date(2026, 6, 30))


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """The population, made once."""
    folder: Path = tmp_path_factory.mktemp("population")
    database = Database(f"sqlite:///{folder / 'population.sqlite'}")
    migrate.upgrade(database.engine)
    database.now(lambda session: populate(session, now=NOON, today=TODAY))
    yield database
    database.close()


CASES = {
    "everybody": (Asked(), Facts(), Facts()),
    "regulator": (Asked(regulators=("metroplan",)), Facts(authorities=("metroplan",)), Facts()),
    "regulator and mode": (
        Asked(regulators=("daer",), modes=("turistico", "saude")),
        Facts(authorities=("daer",), modes=("turistico", "saude")),
        Facts(),
    ),
    "towns": (
        Asked(towns=("4304606", "4305108")),
        Facts(municipalities=("4304606", "4305108")),
        Facts(),
    ),
    "class and age of one vehicle": (
        Asked(classes=("M3",), age=(15, 20)),
        Facts(classes=("M3",), age_from=15, age_to=20),
        Facts(),
    ),
    "plate endings": (Asked(endings=("1", "2")), Facts(plate_endings=("1", "2")), Facts()),
    "a paper due in June": (
        Asked(due=("lit", *JUNE)),
        Facts(due=Due(kinds=("lit",), from_on=JUNE[0], to_on=JUNE[1])),
        Facts(),
    ),
    "a paper due of a vehicle of that age": (
        Asked(due=("lit", *JUNE), age=(10, 30), classes=("M2",)),
        Facts(
            due=Due(kinds=("lit",), from_on=JUNE[0], to_on=JUNE[1]), age_from=10, age_to=30, classes=("M2",)
        ),
        Facts(),
    ),
    "a paper of the company": (
        Asked(due=("recefitur", *JUNE), regulators=("daer",)),
        Facts(due=Due(kinds=("recefitur",), from_on=JUNE[0], to_on=JUNE[1]), authorities=("daer",)),
        Facts(),
    ),
    "except a regulator and a town": (
        Asked(not_regulators=("metroplan",), not_towns=("4314902",)),
        Facts(),
        Facts(authorities=("metroplan",), municipalities=("4314902",)),
    ),
    "except endings and a class": (
        Asked(not_endings=("7", "8", "9"), not_classes=("M2",)),
        Facts(),
        Facts(plate_endings=("7", "8", "9"), classes=("M2",)),
    ),
    "a region": (Asked(regions=("RMPA",)), Facts(regions=("RMPA",)), Facts()),
    "a region and a town of another": (
        Asked(regions=("RMSG", "AUSUL"), not_towns=("4314407",)),
        Facts(regions=("RMSG", "AUSUL")),
        Facts(municipalities=("4314407",)),
    ),
    "everyone concerned by a provision about the carrier": (
        Asked(concerned=("daer", "")),
        Facts(concerned=("daer-7727-2022:art8",)),
        Facts(),
    ),
    "everyone concerned by a provision about vehicles": (
        Asked(concerned=("daer", "lit")),
        Facts(concerned=("daer-7727-2022:art13_par2",)),
        Facts(),
    ),
    "everyone concerned by METROPLAN's list of passengers, in a region": (
        Asked(concerned=("metroplan", ""), regions=("RMPA",)),
        Facts(concerned=("cetm-2015:art4_inc6_ali1",), regions=("RMPA",)),
        Facts(),
    ),
    "METROPLAN's except those concerned by DAER's register": (
        Asked(regulators=("metroplan",), not_concerned=("daer", "")),
        Facts(authorities=("metroplan",)),
        Facts(concerned=("daer-7727-2022:art8",)),
    ),
    "except a region and modes": (
        Asked(not_regions=("RMPA",), not_modes=("saude", "turistico")),
        Facts(),
        Facts(regions=("RMPA",), modes=("saude", "turistico")),
    ),
    "except an age": (
        Asked(classes=("M3",), not_age=(16, 40)),
        Facts(classes=("M3",)),
        Facts(age_from=16, age_to=40),
    ),
    "except vehicles with a paper due in June": (
        Asked(endings=("1", "2", "3"), not_due=("lit", *JUNE)),
        Facts(plate_endings=("1", "2", "3")),
        Facts(due=Due(kinds=("lit",), from_on=JUNE[0], to_on=JUNE[1])),
    ),
    "except carriers with a paper due in June": (
        Asked(regulators=("daer",), not_due=("recefitur", *JUNE)),
        Facts(authorities=("daer",)),
        Facts(due=Due(kinds=("recefitur",), from_on=JUNE[0], to_on=JUNE[1])),
    ),
    "old vehicles except some endings": (
        Asked(age=(12, 25), not_endings=("0", "3"), regulators=("daer",)),
        Facts(age_from=12, age_to=25, authorities=("daer",)),
        Facts(plate_endings=("0", "3")),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_audience_is_that_of_the_independent_query(town: Database, name: str) -> None:
    asked, include, exclude = CASES[name]
    rules = Audience(include=include, exclude=exclude, roles=ROLES)
    expected = town.now(lambda s: people(s, asked, roles=ROLES, today=TODAY, subject="inspection"))

    found = town.now(
        lambda s: audience.recipients(
            s, rules, subject="inspection", today=TODAY, calendar=package_calendar()
        )
    )

    assert expected
    assert expected == {r.user_id for r in found}
    assert len(expected) == len(found)


def test_a_notice_about_the_service_reaches_those_who_turned_a_subject_off(town: Database) -> None:
    rules = Audience(roles=ROLES)
    expected = town.now(lambda s: people(s, Asked(), roles=ROLES, today=TODAY, subject="service"))
    chosen = town.now(lambda s: people(s, Asked(), roles=ROLES, today=TODAY, subject="inspection"))

    found = town.now(
        lambda s: audience.recipients(s, rules, subject="service", today=TODAY, calendar=package_calendar())
    )

    assert expected == {r.user_id for r in found}
    assert chosen < expected
