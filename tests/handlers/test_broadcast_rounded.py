"""Where papers choose who gets a broadcast, two numbers side by side give no company away."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from bot import broadcast_people, broadcast_places, broadcasts, few
from bot.broadcast_rules import Audience, Due, Facts
from bot.models.staff import Broadcast
from knowledge.places import Municipality, package_places
from tests import carriers
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal

JUNE = Due(kinds=("lit",), from_on=dt.date(2026, 6, 1), to_on=dt.date(2026, 6, 30))
TO_THE_24TH, TO_THE_25TH = (JUNE.model_copy(update={"to_on": dt.date(2026, 6, day)}) for day in (24, 25))


def town(name: str) -> str:
    """The code of a municipality."""
    found = package_places().find(name)
    assert isinstance(found, Municipality)
    return found.code


@pytest.fixture
def desk(stand_in: Rehearsal) -> Rehearsal:
    """Twelve companies of Porto Alegre with a LIT of 20 June; one of Tapes, of three people, with one of the 25th."""
    for number in range(1, 13):
        made = carriers.carrier(
            stand_in.session,
            PERSON + number,
            f"E {number}",
            f"IVX1A{number:02}",
            lit=dt.date(2026, 6, 20),
        )
        made.municipality = town("Porto Alegre")
    zeta = carriers.carrier(stand_in.session, PERSON + 50, "Zeta", "IVX1A50", lit=dt.date(2026, 6, 25))
    zeta.municipality = town("Tapes")
    carriers.member(stand_in.session, zeta.id or 0, PERSON + 51, role="manager")
    carriers.member(stand_in.session, zeta.id or 0, PERSON + 52, role="accountant")
    stand_in.session.flush()
    return stand_in


def draft(desk: Rehearsal, rules: Audience) -> Broadcast:
    row = broadcasts.create(desk.session, author=PERSON, now=NOON, subject="norms", text="Um aviso.")
    broadcasts.edit(desk.session, row, audience=rules.model_dump(mode="json"))
    return row


@pytest.mark.parametrize("due", [TO_THE_24TH, TO_THE_25TH])
def test_a_day_more_shows_the_same_number_on_every_screen(desk: Rehearsal, due: Due) -> None:
    row = draft(desk, Audience(include=Facts(due=due)))

    asked = [desk.press(f"broadcast.{name}", id=row.id) for name in ("audience", "open", "preview")]

    assert all("cerca de 10" in one.parts[0] for one in asked)
    told = " ".join(re.sub(r"\d\d[:/]\d\d", "", one.parts[0]) for one in asked)
    assert [] == re.findall(r"\b(?:3|12|15)\b", told)
    assert any("Enviar para cerca de 10 pessoas" in label for label in asked[2].labels)


@pytest.mark.parametrize(
    ("refused", "include", "exclude"),
    [
        (True, Facts(due=JUNE), Facts(municipalities=(town("Tapes"),))),
        (True, Facts(due=JUNE, municipalities=(town("Tapes"),)), Facts()),
        (True, Facts(due=JUNE, municipalities=(town("Porto Alegre"),)), Facts()),
        (True, Facts(due=JUNE, regions=("RMPA",)), Facts()),
        (False, Facts(due=JUNE, modes=("turistico",)), Facts()),
        (False, Facts(due=JUNE), Facts()),
        (False, Facts(), Facts(municipalities=(town("Tapes"),))),
    ],
)
def test_places_may_not_part_few_companies_from_those_chosen_by_papers(
    desk: Rehearsal, refused: bool, include: Facts, exclude: Facts
) -> None:
    rules = Audience(include=include, exclude=exclude)

    assert refused == broadcast_places.cuts_few(desk.session, rules)


def test_an_exclusion_of_few_is_neither_stored_nor_previewed(desk: Rehearsal) -> None:
    row = draft(desk, Audience(include=Facts(due=JUNE)))
    without = Audience(include=Facts(due=JUNE), exclude=Facts(municipalities=(town("Tapes"),)))

    desk.finish(
        "audience", broadcast=row.id, side="exclude", fact="municipalities", municipalities=[town("Tapes")]
    )

    assert Audience(include=Facts(due=JUNE)) == broadcasts.rules(row)
    assert "menos de 5 empresas" in desk.press("broadcast.preview", id=draft(desk, without).id).parts[0]


def test_the_number_of_one_region_does_not_give_the_few_of_the_others(desk: Rehearsal) -> None:
    row = draft(desk, Audience())
    people = broadcast_people.addressees(
        desk.session, row, today=NOON.date(), calendar=desk.services.library.calendar
    )

    regions = dict(broadcast_people.groups(desk.session, people)["region"])

    assert {"RMPA": None, "none": 3} == regions


@pytest.mark.parametrize(
    ("shown", "count"), [("menos de 10", 0), ("menos de 10", 9), ("cerca de 10", 19), ("cerca de 20", 20)]
)
def test_rough_numbers_are_told_in_steps_of_ten(shown: str, count: int) -> None:
    assert (shown, shown) == (few.masked(count, rough=True), few.spoken(count, rough=True))
