"""The judge of `bench faults` finds what is planted: a loss, a repeat, an answer out of order, a text handled twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlmodel import Session, col, delete, select

from bot.bench_process import POISON
from bot.bench_truth import Key, Verdict, Wishes, judge
from bot.database import Database
from bot.models.chat import Conversation
from bot.models.delivery import LANE_REPLY, LANE_RULE_UPDATE, Inbox, Outbox, OutboxPart
from tests.conftest import NOON

MARLI, ADEMIR = 11, 12


@dataclass
class Run:
    """A faultless run: Marli wrote two texts, both got a broadcast; rows and log agree until a test spoils them."""

    database: Database
    log: list[dict[str, Any]] = field(default_factory=list)
    said: dict[int, list[str]] = field(default_factory=lambda: {MARLI: ["a", "b"]})
    wished: set[Key] = field(default_factory=lambda: {(MARLI, "news", "0"), (ADEMIR, "news", "0")})
    items: set[Key] = field(default_factory=set)

    def told(self, chat: int, html: str, **more: Any) -> None:
        """A request as the server logged it."""
        entry = {
            "method": "sendMessage",
            "chat_id": chat,
            "text": html,
            "seq": len(self.log) + 1,
            "code": 200,
        }
        self.log.append({**entry, "delivered": True, "answered": True, "fault": None, **more})

    def row(self, session: Session, recipient: int, subject: str, *texts: str, **more: Any) -> Outbox:
        """A row with its parts."""
        kind = more.pop("kind", "reply")
        lane = LANE_REPLY if kind == "reply" else LANE_RULE_UPDATE
        row = Outbox(
            recipient=recipient, subject=subject, cycle="-", stage="0", kind=kind, lane=lane, planned_at=NOON,
            not_before=NOON, next_try_at=NOON, **{"state": "sent", **more},
        )  # fmt: skip
        session.add(row)
        session.flush()
        for number, text in enumerate(texts, 1):
            session.add(OutboxPart(outbox_id=row.id or 0, part=number, message={"html": text}))
        return row

    def spoil(self, work: Callable[[Session], object]) -> None:
        """Changes what the rows say."""
        self.database.now(lambda session: work(session) and None)

    def judged(self) -> Verdict:
        """What the judge says now."""
        wishes = Wishes(self.wished, self.items, self.said)
        return self.database.now(lambda session: judge(session, self.log, wishes))


@pytest.fixture
def run(database: Database) -> Run:
    """Rows and log of a run without a fault."""
    made = Run(database)

    def rows(session: Session) -> None:
        made.row(session, MARLI, "1", "[eco a]")
        made.row(session, MARLI, "2", "[eco b]")
        for person in (MARLI, ADEMIR):
            made.row(session, person, "news", f"[news {person}]", kind="rule_update")
        answers = {"seen": ["a", "b"]}
        session.add(Conversation(chat_id=MARLI, user_id=MARLI, answers=answers, updated_at=NOON))

    database.now(rows)
    made.told(MARLI, "[eco a]")
    made.told(MARLI, "[eco b]")
    for person in (MARLI, ADEMIR):
        made.told(person, f"[news {person}]")
    return made


def faults(verdict: Verdict) -> dict[str, int]:
    """Every count of what must not be."""
    return {
        "losses": len(verdict.losses),
        "repeats": verdict.repeats,
        "order": len(verdict.order_violations),
        "twice": len(verdict.handled_twice),
    }


NONE = {"losses": 0, "repeats": 0, "order": 0, "twice": 0}


def _row(session: Session, recipient: int, subject: str) -> Outbox:
    where = (col(Outbox.recipient) == recipient, col(Outbox.subject) == subject)
    return session.exec(select(Outbox).where(*where)).one()


def test_a_faultless_run_has_no_fault(run: Run) -> None:
    verdict = run.judged()

    assert NONE == faults(verdict)
    assert (4, 4, 0, True) == (
        verdict.messages.planned,
        verdict.messages.by_state["sent"],
        verdict.messages.waiting,
        verdict.messages.holds,
    )


def test_a_row_recorded_as_sent_that_the_server_never_delivered_is_a_loss(run: Run) -> None:
    run.log[3]["delivered"] = False
    verdict = run.judged()

    assert {**NONE, "losses": 1} == faults(verdict)
    assert "was not delivered" in verdict.losses[0]


def test_a_message_delivered_to_another_chat_is_a_loss(run: Run) -> None:
    run.log[3]["chat_id"] = MARLI

    assert 1 == len(run.judged().losses)


def test_one_missing_part_of_several_is_a_loss(run: Run) -> None:
    run.spoil(
        lambda s: s.add(
            OutboxPart(outbox_id=_row(s, ADEMIR, "news").id or 0, part=2, message={"html": "[news 2]"})
        )
    )

    assert ["part 2 is sent but was not delivered" in loss for loss in run.judged().losses] == [True]


def test_a_row_recorded_as_sent_without_any_part_is_a_loss(run: Run) -> None:
    run.spoil(lambda s: run.row(s, ADEMIR, "more", kind="rule_update"))

    assert ["without any part" in loss for loss in run.judged().losses] == [True]


def test_a_wish_without_a_row_is_a_loss(run: Run) -> None:
    run.wished.add((ADEMIR, "lit", "7"))

    assert ("no row for (12, 'lit', '7')",) == run.judged().losses


def test_an_update_that_was_stored_and_never_handled_is_a_loss(run: Run) -> None:
    run.spoil(lambda s: s.add(Inbox(update_id=1, chat_key="12", raw="{}", received_at=NOON)))

    assert ("updates of chat 12 are not handled",) == run.judged().losses


def test_a_text_without_an_answer_is_a_loss(run: Run) -> None:
    run.said[MARLI].append("c")
    verdict = run.judged()

    assert ("person 11 wrote 3 texts and has 2 answers",) == verdict.losses
    assert 1 == len(verdict.handled_twice)  # its effect is missing too


def test_what_is_uncertain_is_counted_and_no_loss(run: Run) -> None:
    run.log[3] |= {"delivered": False, "answered": False, "fault": "drop"}
    run.spoil(lambda s: setattr(_row(s, ADEMIR, "news"), "state", "uncertain"))
    verdict = run.judged()

    assert (NONE, 1, 1) == (faults(verdict), verdict.uncertain, verdict.unanswered)
    assert verdict.messages.holds


def test_a_message_delivered_twice_is_a_repeat(run: Run) -> None:
    run.told(ADEMIR, f"[news {ADEMIR}]")

    assert {**NONE, "repeats": 1} == faults(run.judged())


def test_a_repeat_whose_first_answer_was_lost_is_counted_too(run: Run) -> None:
    run.log[3] |= {"answered": False, "fault": "lost_answer"}
    run.told(ADEMIR, f"[news {ADEMIR}]")
    verdict = run.judged()

    assert (1, 1) == (verdict.repeats, verdict.unanswered)


def test_a_request_that_was_refused_is_no_repeat(run: Run) -> None:
    run.told(ADEMIR, f"[news {ADEMIR}]", delivered=False)

    assert NONE == faults(run.judged())


def test_an_answer_that_came_after_that_of_a_later_text_is_out_of_order(run: Run) -> None:
    run.log[0]["seq"], run.log[1]["seq"] = 2, 1

    assert {**NONE, "order": 1} == faults(run.judged())


def test_an_answer_that_failed_three_times_may_be_passed(run: Run) -> None:
    run.log[0]["seq"], run.log[1]["seq"] = 2, 1
    run.spoil(lambda s: setattr(_row(s, MARLI, "1"), "attempts", 3))
    verdict = run.judged()

    assert (NONE, 1) == (faults(verdict), verdict.passed_by)


@pytest.mark.parametrize("seen", [["a", "a", "b"], ["a"], ["b", "a"], []])
def test_a_text_whose_effect_is_doubled_missing_or_out_of_order_is_found(run: Run, seen: list[str]) -> None:
    run.spoil(lambda s: setattr(s.get_one(Conversation, (MARLI, MARLI)), "answers", {"seen": seen}))

    assert {**NONE, "twice": 1} == faults(run.judged())


def test_a_poisoned_text_has_an_answer_and_no_effect(run: Run) -> None:
    run.said[MARLI].append(POISON)
    run.spoil(lambda s: run.row(s, MARLI, "3", "[desculpe]"))
    run.told(MARLI, "[desculpe]")

    assert NONE == faults(run.judged())


def test_a_state_nobody_knows_breaks_the_sum(run: Run) -> None:
    """The database forbids it; the sum does not rely on that."""
    verdict = run.judged()
    states = {**verdict.messages.by_state, "lost": 1}

    assert not type(verdict.messages)(5, states).holds


def test_rows_that_wait_are_counted_as_waiting(run: Run) -> None:
    run.spoil(lambda s: setattr(_row(s, ADEMIR, "news"), "state", "planned"))
    verdict = run.judged()

    assert (1, True) == (verdict.messages.waiting, verdict.messages.holds)


def _digest(run: Run, session: Session) -> None:
    """A digest with one item, planned and made."""
    run.wished.add((ADEMIR, "digest", "0"))
    run.items.add((ADEMIR, "lit:1", "0"))
    digest = run.row(session, ADEMIR, "digest", "[digest] lit:1", kind="digest")
    run.row(session, ADEMIR, "lit:1", kind="reminder", digest_id=digest.id)


def test_an_item_of_a_digest_is_counted_apart_from_the_messages(run: Run) -> None:
    run.spoil(lambda s: _digest(run, s))
    run.told(ADEMIR, "[digest] lit:7 lit:1")
    verdict = run.judged()

    assert (NONE, 5, 1) == (faults(verdict), verdict.messages.planned, verdict.items.planned)


@pytest.mark.parametrize("told", ["[digest] lit:7", "[digest] lit:11", "[another] lit:1"])
def test_an_item_recorded_as_sent_that_its_digest_does_not_name_is_a_loss(run: Run, told: str) -> None:
    run.spoil(lambda s: _digest(run, s))
    run.told(ADEMIR, "[digest]")
    run.told(ADEMIR, told)

    assert ["its digest does not name it" in loss for loss in run.judged().losses] == [True]


def test_a_row_nobody_planned_breaks_the_sum(run: Run) -> None:
    run.spoil(lambda s: run.row(s, ADEMIR, "more", "[more]", kind="rule_update"))
    run.told(ADEMIR, "[more]")

    assert not run.judged().messages.holds


def test_a_row_that_vanished_breaks_the_sum(run: Run) -> None:
    run.wished.add((ADEMIR, "more", "0"))

    assert not run.judged().messages.holds


def test_a_row_that_vanished_is_a_loss(run: Run) -> None:
    def vanishes(session: Session) -> None:
        row = _row(session, ADEMIR, "news")
        session.exec(delete(OutboxPart).where(col(OutboxPart.outbox_id) == row.id))
        session.delete(row)

    run.spoil(vanishes)

    assert ("no row for (12, 'news', '0')",) == run.judged().losses


def test_who_is_given_up_without_having_blocked_the_bot_was_blamed(run: Run) -> None:
    def gives_up(session: Session) -> None:
        row = _row(session, ADEMIR, "news")
        row.state, row.error_class = "failed", "token"

    run.spoil(gives_up)

    assert ["token"] == [reason.rpartition(" ")[2] for reason in run.judged().blamed]
