"""The judge of `bench faults` on a flood: what of its texts was handled, in order, or passed over."""

from __future__ import annotations

import pytest
from sqlmodel import Session

from bot.bench_truth import Wishes, judge
from bot.database import Database
from bot.models.chat import Conversation
from bot.models.delivery import Inbox
from tests.conftest import NOON

FLOOD = ["f-1", "f-2", "f-3"]


@pytest.mark.parametrize(
    ("seen", "wrong"),
    [(["f-1", "f-2"], 0), (["f-2", "f-1"], 1), (["f-1", "f-1"], 1), (["f-1"], 1), (["f-1", "f-2", "f-3"], 1)],
)
def test_of_a_flood_each_text_is_handled_once_in_order_or_passed_over(
    database: Database, seen: list[str], wrong: int
) -> None:
    """Three texts, the last one passed over."""

    def floods(session: Session) -> None:
        for number in range(3):
            error = "passed over: too many" if number == 2 else None
            session.add(
                Inbox(
                    update_id=90 + number, chat_key="13", raw="", received_at=NOON, done_at=NOON, error=error
                )
            )
        session.add(Conversation(chat_id=13, user_id=13, answers={"seen": seen}, updated_at=NOON))

    database.now(floods)
    verdict = database.now(lambda session: judge(session, [], Wishes(floods={13: FLOOD})))

    assert (wrong, 1) == (len(verdict.floods), verdict.passed_over)
