"""A correction reaches who got the wrong text, also who has left the company since: without the company's data."""

from __future__ import annotations

import pytest
from sqlmodel import Session, select

from bot import broadcast_people, broadcast_results, broadcasts
from bot.broadcast_rules import Audience, Facts
from bot.messenger import Message
from bot.models.delivery import Outbox
from bot.models.fleet import Company, Membership, Vehicle
from bot.models.staff import Broadcast
from scheduler.broadcasts import prepare, work
from scheduler.kinds import Gone
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal
from tests.handlers.test_broadcast_previews import carrier

SECRETS = ("Aurora", "IVX", "A21")


@pytest.fixture
def wrong(stand_in: Rehearsal) -> Broadcast:
    """A broadcast that reached the owners of two companies, with the fields of each."""
    for number, name in enumerate(("Aurora", "Estrela"), 1):
        carrier(stand_in.session, number, f"Pessoa {number}", name)
    for vehicle in stand_in.session.exec(select(Vehicle)):
        vehicle.vehicle_class = "M3"
    text = "{nome}, da {empresa}: {placas} param dia 1º."
    row = broadcasts.create(stand_in.session, author=PERSON, now=NOON, subject="norms", text=text)
    rules = Audience(include=Facts(classes=("M3",)))
    broadcasts.edit(stand_in.session, row, audience=rules.model_dump(mode="json"), state="running")
    goes_out(stand_in, row)
    return row


def goes_out(stand_in: Rehearsal, row: Broadcast) -> dict[int, list[Message] | Gone]:
    """The worker's steps; what each recipient gets, said to have arrived."""
    session, services = stand_in.session, stand_in.services
    people = broadcast_people.addressees(session, row, today=NOON.date(), calendar=services.library.calendar)
    row.confirmed = {"key": broadcast_people.fingerprint(people), "count": len(people)}
    row.state = "running"
    session.flush()
    work(services, session, NOON)
    got = {}
    for planned in session.exec(select(Outbox).where(Outbox.subject == broadcasts.subject_of(row.id or 0))):
        got[planned.recipient - PERSON] = prepare(services, session, planned, NOON)
        planned.state, planned.finished_at = "sent", NOON
    session.flush()
    return got


def leaves(session: Session, number: int) -> None:
    """The owner is in no company any more."""
    for place in session.exec(select(Membership).where(Membership.user_id == PERSON + number)):
        session.delete(place)
    session.flush()


def corrected(stand_in: Rehearsal, wrong: Broadcast, text: str) -> Broadcast:
    """The draft of a correction."""
    stand_in.finish("broadcast_follow", broadcast=wrong.id, text=text, nature="correction")
    return stand_in.session.exec(select(Broadcast).where(Broadcast.corrects == wrong.id)).one()


def text_of(got: list[Message] | Gone) -> str:
    assert not isinstance(got, Gone)
    return got[0].html


def test_who_left_every_company_gets_the_correction_without_its_data(
    stand_in: Rehearsal, wrong: Broadcast
) -> None:
    leaves(stand_in.session, 1)
    row = corrected(stand_in, wrong, "{nome}, da {empresa}: {placas} param dia 2.")

    got = goes_out(stand_in, row)

    left = text_of(got[1])
    assert "Pessoa 1, da sua antiga empresa: veículos da empresa param dia 2." in left
    assert "você saiu da empresa" in left
    assert [] == [word for word in SECRETS if word in left]
    assert "Pessoa 2, da Estrela: IVX1A22 param dia 2." in text_of(got[2])
    assert "você saiu" not in text_of(got[2])
    assert 2 == broadcast_results.counts(stand_in.session, row)["sent"]


def test_who_leaves_between_confirmation_and_delivery_gets_it_too(
    stand_in: Rehearsal, wrong: Broadcast
) -> None:
    row = corrected(stand_in, wrong, "Da {empresa}: nada muda.")
    row.state, session = "running", stand_in.session
    people = broadcast_people.addressees(
        session, row, today=NOON.date(), calendar=stand_in.services.library.calendar
    )
    row.confirmed = {"key": broadcast_people.fingerprint(people)}
    session.flush()
    work(stand_in.services, session, NOON)
    leaves(session, 1)

    planned = session.exec(
        select(Outbox).where(
            Outbox.subject == broadcasts.subject_of(row.id or 0), Outbox.recipient == PERSON + 1
        )
    ).one()

    assert "Da sua antiga empresa: nada muda." in text_of(prepare(stand_in.services, session, planned, NOON))


def test_who_left_is_not_told_that_data_lack_where_the_text_has_none(
    stand_in: Rehearsal, wrong: Broadcast
) -> None:
    leaves(stand_in.session, 1)
    row = corrected(stand_in, wrong, "O dia certo é 2.")

    assert "você saiu" not in text_of(goes_out(stand_in, row)[1])


def test_a_field_that_nobody_ever_had_still_fails_the_rehearsal(
    stand_in: Rehearsal, wrong: Broadcast
) -> None:
    leaves(stand_in.session, 1)
    row = corrected(stand_in, wrong, "Vencem: {vencimentos}.")

    people = broadcast_people.addressees(
        stand_in.session, row, today=NOON.date(), calendar=stand_in.services.library.calendar
    )

    failing = broadcast_people.rehearse(row.text, people).failing
    assert [("vencimentos",), ("vencimentos",)] == [fields for _, fields in failing]
    assert "Aurora" == stand_in.session.exec(select(Company.name).order_by(Company.name)).first()
