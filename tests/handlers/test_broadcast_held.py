"""What is held while a text is corrected, who is asked before it goes on, and the log of what happens by itself."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from bot import audit, broadcasts
from bot.models.staff import Audit, Broadcast, NormRevision
from scheduler.broadcasts import prepare, work
from scheduler.kinds import Gone
from tests.conftest import NOON
from tests.handlers.rehearsal import PERSON, Rehearsal
from tests.handlers.test_broadcast_corrected import confirmed, rows_of, stands, stopped_halfway
from tests.handlers.test_broadcast_left import corrected, text_of


@pytest.fixture
def halfway(stand_in: Rehearsal) -> Broadcast:
    """A broadcast that has reached the first of two people."""
    return stopped_halfway(stand_in)


def writing(stand_in: Rehearsal, row: Broadcast) -> None:
    """It was going out when somebody pressed to correct it."""
    row.state, row.reason = "running", None
    stand_in.press("broadcast.follow", id=row.id, nature="correction")
    stand_in.session.refresh(row)


def asks_first(stand_in: Rehearsal, row: Broadcast, words: str) -> None:
    """It is said which text goes on and why that is doubtful; only who read it lets it go on."""
    asked = stand_in.press("broadcast.resume", id=row.id)
    assert "broadcast/resume" == asked.template
    assert words in asked.parts[0]
    assert "Errado." in asked.parts[0]
    assert "paused" == row.state
    (go,) = [b for line in asked.keyboard for b in line if b.action == "broadcast.resume"]
    stand_in.press("broadcast.resume", **go.args)
    assert "running" == row.state


def test_what_is_held_while_somebody_writes_a_correction_asks_before_it_goes_on(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    writing(stand_in, halfway)

    asks_first(stand_in, halfway, "Alguém começou a corrigir")


@pytest.mark.parametrize("state", ["draft", "approval"])
def test_what_has_a_correction_that_is_not_confirmed_asks_before_it_goes_on(
    stand_in: Rehearsal, halfway: Broadcast, state: str
) -> None:
    writing(stand_in, halfway)
    row = corrected(stand_in, halfway, "Certo.")
    row.state = state

    asks_first(stand_in, halfway, f"A correção {row.id} ainda não foi confirmada.")


def test_who_read_of_one_doubt_is_told_of_the_next(stand_in: Rehearsal, halfway: Broadcast) -> None:
    writing(stand_in, halfway)
    asked = stand_in.press("broadcast.resume", id=halfway.id)
    (go,) = [b for line in asked.keyboard for b in line if b.action == "broadcast.resume"]
    corrected(stand_in, halfway, "Certo.")

    assert "broadcast/resume" == stand_in.press("broadcast.resume", **go.args).template
    assert "paused" == halfway.state


def second(stand_in: Rehearsal, wrong: Broadcast) -> tuple[Broadcast, Broadcast]:
    """A correction that goes out, and the draft of one for its own text."""
    first = corrected(stand_in, wrong, "Certo?")
    confirmed(stand_in, first)
    stand_in.press("broadcast.follow", id=first.id, nature="correction")
    stand_in.finish("broadcast_follow", broadcast=first.id, text="Certo!", nature="correction")
    every = stand_in.session.exec(select(Broadcast).where(Broadcast.corrects == wrong.id)).all()
    stand_in.session.refresh(first)
    return first, every[-1]


def test_a_correction_that_goes_out_is_held_while_it_is_corrected(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    first, _ = second(stand_in, halfway)

    assert ("paused", broadcasts.CORRECTING) == stands(first)
    assert ("paused", "staff") == stands(halfway)  # by hand: goes on by hand
    (waits,) = rows_of(stand_in, first).values()
    assert broadcasts.HELD.replace(tzinfo=None) == waits.not_before.replace(tzinfo=None)


def test_who_waits_for_a_correction_gets_only_the_one_of_the_correction(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    first, last = second(stand_in, halfway)
    confirmed(stand_in, last)
    stand_in.session.refresh(first)

    assert ("running", None) == stands(first)
    (old,), (new,) = (rows_of(stand_in, row).values() for row in (first, last))
    assert Gone("há correção mais nova", "superseded") == prepare(
        stand_in.services, stand_in.session, old, NOON
    )
    assert "Certo!" in text_of(prepare(stand_in.services, stand_in.session, new, NOON))


def test_a_correction_whose_own_correction_is_given_up_stays_held(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    first, last = second(stand_in, halfway)

    stand_in.press("broadcast.cancel", id=last.id)

    stand_in.session.refresh(first)
    assert ("paused", broadcasts.CORRECTION_GONE) == stands(first)


def by_itself(stand_in: Rehearsal) -> list[tuple[str, str, int]]:
    """The program's own lines in the log."""
    lines = stand_in.session.exec(select(Audit).where(Audit.user_id == audit.PROGRAM).order_by(col(Audit.id)))
    return [(one.action, one.facts["why"], one.facts["broadcast"]) for one in lines]


def test_what_goes_on_with_its_correction_or_stops_without_it_leaves_a_line(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    writing(stand_in, halfway)
    row = corrected(stand_in, halfway, "Certo.")
    confirmed(stand_in, row)
    stand_in.press("broadcast.cancel", id=row.id)

    assert [
        ("broadcast_resumed", "corrected", halfway.id),
        ("broadcast_paused", "correction_gone", halfway.id),
    ] == by_itself(stand_in)


def test_what_stops_because_a_cited_provision_changed_leaves_a_line(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    halfway.state, halfway.cited = "running", {"daer-7727-2022:art13": "another"}

    work(stand_in.services, stand_in.session, NOON)

    assert [("broadcast_paused", "norm_changed", halfway.id)] == by_itself(stand_in)
    stand_in.session.refresh(halfway)
    assert "paused" == halfway.state


def test_what_goes_back_to_be_confirmed_leaves_a_line_that_the_log_says_in_words(
    stand_in: Rehearsal, halfway: Broadcast
) -> None:
    row = broadcasts.create(stand_in.session, author=PERSON, now=NOON, subject="norms", text="Outro.")
    row.state, row.confirmed = "running", {"key": "others", "count": 9}

    work(stand_in.services, stand_in.session, NOON)

    assert [("broadcast_reopened", "audience_changed", row.id)] == by_itself(stand_in)
    said = stand_in.press("staff.log", page=0).parts[0]
    assert f"o programa · pôs comunicado de volta em rascunho (nº {row.id}, porque o público mudou)" in said


@pytest.mark.parametrize("kind", ["norms", "confirmation"])
def test_news_of_a_draft_that_was_given_up_goes_with_a_line(stand_in: Rehearsal, kind: str) -> None:
    told = NormRevision(norm="daer-7727-2022", content={}, state="dropped", author=PERSON, created_at=NOON)
    stand_in.session.add(told)
    stand_in.session.flush()
    row = broadcasts.create(
        stand_in.session, author=PERSON, now=NOON, subject="norms", text="Novo.", revision_id=told.id
    )
    if kind == "norms":
        row.state = "running"
        work(stand_in.services, stand_in.session, NOON)
    else:
        stand_in.press("broadcast.preview", id=row.id)

    assert [("broadcast_cancelled", "revision_dropped", row.id)] == by_itself(stand_in)
