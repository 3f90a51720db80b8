"""Who has not confirmed: companies, not people; one person's word is the company's."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from sqlmodel import Session, select

from bot import broadcast_results, broadcasts
from bot.models.delivery import LANE_RULE_UPDATE, Outbox
from bot.models.staff import Broadcast, BroadcastRecipient
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal

PLACES: Mapping[int, tuple[str, ...]] = {
    1: ("Aurora",), 2: ("Aurora",), 3: ("Estrela",), 4: ("Lua", "Estrela"), 5: ("Lua",),
}  # fmt: skip
"""Of each person the companies, by name."""


def hears(session: Session, row: Broadcast, number: int, *, aware: bool) -> None:
    """One recipient who got it."""
    companies = [{"company": name, "company_id": ord(name[0])} for name in PLACES[number]]
    user = PERSON + number
    held = BroadcastRecipient(
        broadcast_id=row.id or 0,
        user_id=user,
        company=" / ".join(PLACES[number]),
        why={"companies": companies},
    )
    held.aware_at = NOON if aware else None
    sent = Outbox(
        recipient=user, subject=broadcasts.subject_of(row.id or 0), cycle="-", stage="1", kind=broadcasts.KIND,
        lane=LANE_RULE_UPDATE, state="sent", planned_at=NOON, not_before=NOON, next_try_at=NOON, finished_at=NOON,
    )  # fmt: skip
    session.add_all([held, sent])
    session.flush()


@pytest.mark.parametrize(
    ("companies", "people", "aware"),
    [
        (["Aurora", "Estrela", "Lua"], [1, 2, 3, 4, 5], []),
        (["Estrela", "Lua"], [3, 4, 5], [1]),
        (["Aurora"], [1, 2], [4]),
        (["Aurora", "Lua"], [1, 2, 4, 5], [3]),
        ([], [], [2, 4]),
    ],
)
def test_a_company_has_confirmed_when_one_of_its_people_has(
    stand_in: Rehearsal, companies: list[str], people: list[int], aware: list[int]
) -> None:
    row = broadcasts.create(stand_in.session, author=PERSON, now=NOON, subject="norms", text="Um aviso.")
    for number in PLACES:
        hears(stand_in.session, row, number, aware=number in aware)

    found = broadcast_results.unaware(stand_in.session, row)

    assert (companies, people) == (found.companies, [p.user_id - PERSON for p in found.people])


def test_the_list_names_companies_each_on_a_line_and_a_wave_goes_to_their_people(stand_in: Rehearsal) -> None:
    session = stand_in.session
    row = broadcasts.create(session, author=PERSON, now=NOON, subject="norms", text="Um aviso.", state="done")
    row.listed_at = row.planned_at = NOON
    for number in PLACES:
        hears(session, row, number, aware=number == 1)

    shown = stand_in.press("broadcast.unaware", id=row.id).parts[0].splitlines()
    stand_in.press("broadcast.wave", id=row.id, state="sent")

    assert ["Empresas que receberam e não confirmaram", "", "1. Estrela", "2. Lua"] == [
        shown[0].removeprefix("<b>").removesuffix("</b>"), *shown[1:],
    ]  # fmt: skip
    again = select(Outbox.recipient).where(Outbox.stage == "2").order_by(Outbox.recipient)
    assert [PERSON + 3, PERSON + 4, PERSON + 5] == list(session.exec(again))
