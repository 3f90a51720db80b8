"""Who was chosen by fleet or papers stays unnamed for staff: the list, the sheet, a correction's results too."""

from __future__ import annotations

import datetime as dt
import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

import openpyxl
import pytest
from sqlmodel import select

from bot import broadcast_people, broadcast_results, broadcasts
from bot.broadcast_rules import Audience, Due, Facts
from bot.broadcast_sheet import SHEET
from bot.models.chat import Staff
from bot.models.delivery import LANE_RULE_UPDATE, Outbox
from bot.models.staff import Broadcast, BroadcastRecipient
from tests import carriers
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal

DUE = dt.date(2026, 6, 20)
NEXT_YEARS = Due(from_on=dt.date(2027, 6, 20), to_on=dt.date(2028, 6, 20))
WEEK = Due(from_on=dt.date(2026, 6, 16), to_on=dt.date(2026, 6, 22))
PRIVATE: Mapping[str, Audience] = {
    "papers that fall due": Audience(include=Facts(due=WEEK)),
    "provisions papers rest on": Audience(include=Facts(concerned=("daer-5295-2010:art13",))),
    "age of vehicles": Audience(include=Facts(age_from=5)),
    "left out by papers": Audience(exclude=Facts(due=NEXT_YEARS)),
}  # fmt: skip
PUBLIC = Audience(include=Facts(authorities=("daer",), modes=("turistico",)))
NAMES = ["Aurora", "Brisa", "Caravela", "Duna", "Estrela", "Farol", "Garoa", "Horizonte", "Ilha", "Jangada"]


def delivered(stand_in: Rehearsal, rules: Audience, names: Sequence[str] = NAMES) -> Broadcast:
    """A concluded broadcast that all these companies got, each with one person."""
    session = stand_in.session
    session.add(Staff(user_id=PERSON, role="communicator", since=NOON))
    for number, name in enumerate(names, 1):
        carriers.carrier(session, PERSON + number, f"Viagens {name}", f"IVX1A{number:02}", lit=DUE)
    row = broadcasts.create(session, author=PERSON, now=NOON, subject="norms", text="Um aviso.")
    broadcasts.edit(session, row, audience=rules.model_dump(mode="json"))
    people = broadcast_people.addressees(
        session, row, today=NOON.date(), calendar=stand_in.services.library.calendar
    )
    broadcast_people.store(session, row, broadcast_people.rehearse(row.text, people), now=NOON)
    for person in broadcast_results.recipients(session, row):
        session.add(sent(row, person))
    row.listed_at = row.planned_at = NOON
    row.state = "done"
    session.flush()
    return row


def sent(row: Broadcast, person: BroadcastRecipient) -> Outbox:
    """The row of one message that arrived."""
    return Outbox(
        recipient=person.user_id, subject=broadcasts.subject_of(row.id or 0), cycle="-", stage="1",
        kind=broadcasts.KIND, lane=LANE_RULE_UPDATE, state="sent", planned_at=NOON, not_before=NOON,
        next_try_at=NOON, finished_at=NOON, payload={"recipient": person.id}, text_version=str(row.id),
    )  # fmt: skip


def sheet(stand_in: Rehearsal, row: Broadcast) -> list[tuple[Any, ...]]:
    """The lines of the sheet under its head."""
    work = SHEET.load(stand_in.services, stand_in.session, {"id": row.id, "user": PERSON})
    assert work is not None
    page = openpyxl.load_workbook(io.BytesIO(work())).active
    return list(page.iter_rows(min_row=2, values_only=True))


@pytest.mark.parametrize("rules", PRIVATE.values(), ids=PRIVATE)
def test_no_company_chosen_by_fleet_or_papers_is_named(stand_in: Rehearsal, rules: Audience) -> None:
    row = delivered(stand_in, rules)

    listed = stand_in.press("broadcast.unaware", id=row.id, page=0).parts[0]
    lines = sheet(stand_in, row)

    numbers = [f"Empresa {n}" for n in range(1, len(NAMES) + 1)]
    assert numbers == re.findall(r"Empresa \d+", listed)
    assert numbers == [line[0] for line in lines]
    assert "Viagens" not in listed
    assert "Os nomes não aparecem" in listed


def test_chosen_by_public_facts_they_are_named(stand_in: Rehearsal) -> None:
    row = delivered(stand_in, PUBLIC)

    listed = stand_in.press("broadcast.unaware", id=row.id, page=0).parts[0]

    assert [f"Viagens {name}" for name in NAMES] == [line[0] for line in sheet(stand_in, row)]
    assert NAMES == re.findall(r"Viagens (\w+)", listed)


def test_the_numbers_do_not_follow_the_names_and_stay(stand_in: Rehearsal) -> None:
    row = delivered(stand_in, PRIVATE["papers that fall due"])
    people = {p.user_id: p for p in broadcast_results.recipients(stand_in.session, row)}
    before = broadcast_results.unaware(stand_in.session, row).numbers
    people[PERSON + 1].aware_at = NOON

    after = broadcast_results.unaware(stand_in.session, row).numbers

    [heard] = [r.numbers for r in broadcast_results.results(stand_in.session, row) if r.aware_at]
    assert set(before) - set(after) == set(heard)


def test_a_second_wave_goes_to_the_unnamed_who_did_not_confirm(stand_in: Rehearsal) -> None:
    row = delivered(stand_in, PRIVATE["papers that fall due"])
    first = broadcast_results.recipients(stand_in.session, row)[0]
    first.aware_at = NOON

    [again] = [
        b
        for line in stand_in.press("broadcast.results", id=row.id).keyboard
        for b in line
        if b.action == "broadcast.wave"
    ]
    stand_in.press(again.action, **again.args)

    reached = stand_in.session.exec(select(Outbox.recipient).where(Outbox.stage == "2")).all()
    assert {PERSON + n for n in range(2, len(NAMES) + 1)} == set(reached)
    assert first.user_id not in reached


def test_of_few_there_is_neither_list_nor_sheet_whether_one_confirmed_or_none(stand_in: Rehearsal) -> None:
    row = delivered(stand_in, PRIVATE["papers that fall due"], NAMES[:1])
    waiting = stand_in.press("broadcast.results", id=row.id)
    pressed = stand_in.press("broadcast.sheet", id=row.id)
    broadcast_results.recipients(stand_in.session, row)[0].aware_at = NOON

    confirmed = stand_in.press("broadcast.results", id=row.id)

    assert (waiting.parts, waiting.labels) == (confirmed.parts, confirmed.labels)
    assert pressed.file is None
    assert not [label for label in waiting.labels if "Planilha" in label or "não confirmou" in label]
    listed = stand_in.press("broadcast.unaware", id=row.id, page=0).parts[0]
    assert "menos de 10" in listed
    assert "Empresa 1" not in listed


def test_the_results_of_a_correction_name_nobody_either(stand_in: Rehearsal) -> None:
    wrong = delivered(stand_in, PRIVATE["papers that fall due"])

    stand_in.finish("broadcast_follow", broadcast=wrong.id, nature="correction", text="O certo.")

    right = broadcasts.listing(stand_in.session)[0]
    assert wrong.id == right.corrects
    assert not broadcast_results.named(right)
