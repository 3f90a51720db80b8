"""Numbers of a broadcast point to no company: where papers are asked about, nobody and few read alike."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from sqlmodel import Session

from bot import broadcast_people, broadcast_results, broadcasts
from bot.broadcast_people import Addressee
from bot.broadcast_rules import Audience, Due, Facts
from bot.models.staff import Broadcast
from tests import carriers
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal

DUE = dt.date(2026, 6, 20)
NOBODY, SOMEBODY = dt.date(2026, 9, 1), dt.date(2026, 6, 16)


def carrier(session: Session, number: int) -> int:
    """A company with its owner, a vehicle and a LIT that falls due."""
    made = carriers.carrier(session, PERSON + number, f"Empresa {number}", f"IVX1A{number:02}", lit=DUE)
    return made.id or 0


def about(session: Session, facts: Facts) -> Broadcast:
    """A draft for those facts."""
    row = broadcasts.create(
        session, author=PERSON, now=NOON, subject="norms", text="Olá, {nome}: {placas}.", provisions=[]
    )
    broadcasts.edit(session, row, audience=Audience(include=facts).model_dump(mode="json"))
    return row


def to_the_confirmation(stand_in: Rehearsal, first: dt.date) -> list[tuple[str, list[str]]]:
    """Every text and button on the way, for papers of a week, without the days and the number of the broadcast."""
    last = first + dt.timedelta(days=6)
    row = about(stand_in.session, Facts(due=Due(from_on=first, to_on=last)))
    shown = [stand_in.press("broadcast.audience", id=row.id), stand_in.press("broadcast.open", id=row.id)]
    asked = stand_in.press("broadcast.preview", id=row.id)
    shown += stand_in.answered
    [go] = [b for line in asked.keyboard for b in line if b.action == "broadcast.confirm"]
    shown.append(stand_in.press(go.action, **go.args))
    own = re.compile(rf"{first:%d/%m/%Y}|{last:%d/%m/%Y}|omunicado {row.id}\b")
    return [(own.sub("…", one.parts[0]), one.labels) for one in shown]


def test_nobody_and_few_read_alike_up_to_the_confirmation(stand_in: Rehearsal) -> None:
    carrier(stand_in.session, 1)
    nobody, few_people = (to_the_confirmation(stand_in, day) for day in (NOBODY, SOMEBODY))

    assert any("Pessoas que recebem: <b>menos de 10</b>" in text for text, _ in nobody)
    assert any("Enviar para menos de 10 pessoas" in " ".join(labels) for _, labels in nobody)
    assert nobody == few_people


@pytest.mark.parametrize("first", [NOBODY, SOMEBODY])
def test_what_became_of_it_reads_alike_for_nobody_and_few(stand_in: Rehearsal, first: dt.date) -> None:
    carrier(stand_in.session, 1)
    row = about(stand_in.session, Facts(due=Due(from_on=first, to_on=first + dt.timedelta(days=6))))
    people = stores(stand_in, row)

    assert {"all": 4, "sent": 4, "aware": 4} == told(stand_in, row)
    assert (first == SOMEBODY) == bool(people)


def test_six_people_of_one_company_are_few_in_the_results_too(stand_in: Rehearsal) -> None:
    held = carrier(stand_in.session, 1)
    for number in range(2, 7):
        carriers.member(stand_in.session, held, PERSON + number)
    row = about(stand_in.session, Facts())

    assert 6 == len(stores(stand_in, row))
    assert {"all": 4, "sent": 0, "aware": 0} == told(stand_in, row)


def test_nobody_in_a_region_is_said_plainly(stand_in: Rehearsal) -> None:
    row = about(stand_in.session, Facts(authorities=("metroplan",)))

    assert "Ninguém se encaixa" in stand_in.press("broadcast.preview", id=row.id).parts[0]


def stores(stand_in: Rehearsal, row: Broadcast) -> list[Addressee]:
    """The frozen list, as the worker makes it."""
    calendar = stand_in.services.library.calendar
    people = broadcast_people.addressees(stand_in.session, row, today=NOON.date(), calendar=calendar)
    broadcast_people.store(stand_in.session, row, broadcast_people.rehearse(row.text, people), now=NOON)
    return people


def told(stand_in: Rehearsal, row: Broadcast) -> dict[str, int]:
    """What every screen of results shows."""
    found = broadcast_results.told(stand_in.session, row)
    return {name: found[name] for name in ("all", "sent", "aware")}
