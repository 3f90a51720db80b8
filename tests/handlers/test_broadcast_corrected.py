"""A broadcast that is corrected while it goes out: who had not got it gets the right text, and nobody a wrong one."""

from __future__ import annotations

import pytest
from sqlmodel import select

from bot import broadcasts
from bot.models.delivery import Outbox
from bot.models.staff import Broadcast
from scheduler.broadcasts import prepare, work
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal
from tests.handlers.test_broadcast_left import corrected, goes_out, text_of
from tests.handlers.test_broadcast_previews import carrier


@pytest.fixture
def halfway(stand_in: Rehearsal) -> Broadcast:
    """A broadcast that has reached the first of two people."""
    return stopped_halfway(stand_in)


def stopped_halfway(stand_in: Rehearsal) -> Broadcast:
    """A broadcast with a file and a citation that was paused when it had reached the first of two people."""
    for number in (1, 2):
        carrier(stand_in.session, number, f"Pessoa {number}", f"Empresa {number}")
    row = broadcasts.create(
        stand_in.session,
        author=PERSON,
        now=NOON,
        subject="norms",
        text="Errado.",
        provisions=["daer-7727-2022:art13"],
        attachment={"kind": "document", "file_id": "OLD", "name": "errado.pdf"},
    )
    goes_out(stand_in, row)
    waits = rows_of(stand_in, row)[2]
    waits.state, waits.text_version, waits.finished_at = "planned", None, None
    stand_in.session.flush()
    broadcasts.pause(stand_in.session, row, reason="staff")
    return row


def rows_of(stand_in: Rehearsal, row: Broadcast) -> dict[int, Outbox]:
    """The outbox rows of a broadcast by the number of the person."""
    wanted = select(Outbox).where(Outbox.subject == broadcasts.subject_of(row.id or 0))
    return {one.recipient - PERSON: one for one in stand_in.session.exec(wanted)}


def stands(row: Broadcast) -> tuple[str, str | None]:
    """Where a broadcast stands, and why."""
    return row.state, row.reason


def confirmed(stand_in: Rehearsal, row: Broadcast) -> None:
    """Checked and confirmed by the staff, then the worker's step."""
    shown = stand_in.press("broadcast.preview", id=row.id)
    (go,) = [b for line in shown.keyboard for b in line if b.action == "broadcast.confirm"]
    stand_in.press("broadcast.confirm", **go.args)
    work(stand_in.services, stand_in.session, NOON)


def test_who_was_not_sent_yet_gets_the_corrected_text_file_and_citation_as_news(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    row = corrected(stand_in, halfway, "Certo.")
    row.provisions = ["daer-7727-2022:art14"]
    row.attachment = {"kind": "document", "file_id": "NEW", "name": "certo.pdf"}
    confirmed(stand_in, row)

    got = prepare(stand_in.services, stand_in.session, rows_of(stand_in, halfway)[2], NOON)

    assert "Certo." in text_of(got)
    assert "Correção" not in text_of(got)
    assert isinstance(got, list)
    assert [{"kind": "document", "file_id": "NEW"}] == [m.file for m in got if m.file]
    labels = [b["text"] for line in got[0].keyboard for b in line]
    assert [True, False] == [any(f"art. {n}" in one for one in labels) for n in (14, 13)]
    assert "🔕 Não quero sobre isso" in labels


def test_a_correction_without_a_file_keeps_the_one_of_the_broadcast_for_who_was_not_sent_yet(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    confirmed(stand_in, corrected(stand_in, halfway, "Certo."))

    got = prepare(stand_in.services, stand_in.session, rows_of(stand_in, halfway)[2], NOON)

    assert isinstance(got, list)
    assert ["OLD"] == [m.file["file_id"] for m in got if m.file]


def test_who_holds_the_wrong_text_is_told_that_it_is_a_correction(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    row = corrected(stand_in, halfway, "Certo.")
    confirmed(stand_in, row)

    (planned,) = rows_of(stand_in, row).values()

    assert 1 == planned.recipient - PERSON
    assert "Correção" in text_of(prepare(stand_in.services, stand_in.session, planned, NOON))


def test_a_broadcast_whose_correction_was_cancelled_asks_before_it_goes_on(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    row = corrected(stand_in, halfway, "Certo.")
    confirmed(stand_in, row)
    stand_in.press("broadcast.cancel", id=row.id)

    asked = stand_in.press("broadcast.resume", id=halfway.id)

    assert "broadcast/resume" == asked.template
    assert "Errado." in asked.parts[0]
    assert "paused" == halfway.state
    (go,) = [b for line in asked.keyboard for b in line if b.action == "broadcast.resume"]
    stand_in.press("broadcast.resume", **go.args)
    assert "running" == halfway.state


def test_a_broadcast_that_goes_out_is_held_when_its_correction_is_cancelled(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    row = corrected(stand_in, halfway, "Certo.")
    confirmed(stand_in, row)
    stand_in.press("broadcast.resume", id=halfway.id)
    assert "running" == halfway.state

    stand_in.press("broadcast.cancel", id=row.id)

    stand_in.session.refresh(halfway)
    assert ("paused", broadcasts.CORRECTION_GONE) == stands(halfway)


def test_a_wrong_text_that_was_leaving_when_the_correction_was_listed_is_corrected_too(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    leaving = rows_of(stand_in, halfway)[2]
    leaving.state, leaving.text_version = "sending", str(halfway.id)
    row = corrected(stand_in, halfway, "Certo.")
    confirmed(stand_in, row)
    for planned in rows_of(stand_in, row).values():
        planned.state, planned.finished_at = "sent", NOON
    stand_in.session.flush()

    work(stand_in.services, stand_in.session, NOON)
    assert ("running", {1}) == (row.state, set(rows_of(stand_in, row)))
    leaving.state, leaving.finished_at = "uncertain", NOON
    stand_in.session.flush()
    work(stand_in.services, stand_in.session, NOON)
    work(stand_in.services, stand_in.session, NOON)

    assert {1, 2} == set(rows_of(stand_in, row))
    assert "running" == row.state


def test_who_got_the_right_text_already_is_not_corrected(stand_in: Rehearsal, halfway: Broadcast) -> None:
    row = corrected(stand_in, halfway, "Certo.")
    confirmed(stand_in, row)
    right = rows_of(stand_in, halfway)[2]
    prepare(stand_in.services, stand_in.session, right, NOON)
    right.state, right.finished_at = "sent", NOON
    for planned in rows_of(stand_in, row).values():
        planned.state, planned.finished_at = "sent", NOON
    stand_in.session.flush()

    work(stand_in.services, stand_in.session, NOON)

    assert ("done", {1}) == (row.state, set(rows_of(stand_in, row)))


def test_a_broadcast_is_held_while_its_correction_is_written_and_goes_on_with_the_right_text(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    halfway.state, halfway.reason = "running", None
    stand_in.press("broadcast.follow", id=halfway.id, nature="correction")
    assert ("paused", broadcasts.CORRECTING) == stands(halfway)
    waits = rows_of(stand_in, halfway)[2]
    assert broadcasts.HELD.replace(tzinfo=None) == waits.not_before.replace(tzinfo=None)

    row = corrected(stand_in, halfway, "Certo.")
    confirmed(stand_in, row)

    stand_in.session.refresh(halfway)
    assert ("running", None) == stands(halfway)
    assert "Certo." in text_of(prepare(stand_in.services, stand_in.session, waits, NOON))


def test_a_correction_goes_to_who_got_the_wrong_text_after_it_was_confirmed(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    leaving = rows_of(stand_in, halfway)[2]
    leaving.state, leaving.text_version = "sending", str(halfway.id)
    row = corrected(stand_in, halfway, "Certo.")
    shown = stand_in.press("broadcast.preview", id=row.id)
    (go,) = [b for line in shown.keyboard for b in line if b.action == "broadcast.confirm"]
    stand_in.press("broadcast.confirm", **go.args)
    leaving.state, leaving.finished_at = "sent", NOON
    stand_in.session.flush()

    work(stand_in.services, stand_in.session, NOON)

    assert ("running", {1, 2}) == (row.state, set(rows_of(stand_in, row)))


def test_a_broadcast_held_for_a_correction_that_is_given_up_says_so(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    halfway.state, halfway.reason = "running", None
    stand_in.press("broadcast.follow", id=halfway.id, nature="correction")
    row = corrected(stand_in, halfway, "Certo.")

    stand_in.press("broadcast.cancel", id=row.id)

    assert ("paused", broadcasts.CORRECTION_GONE) == stands(halfway)
