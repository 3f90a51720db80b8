"""A person who sends more than anybody can read is told once, and costs nothing more."""

from __future__ import annotations

import itertools

import pytest

from bot.flood import WINDOW_SECONDS, FloodGuard, Verdict
from bot.incoming import Incoming

START = 1_780_000_000
NUMBERS = itertools.count(1)


def text(at: int = 0, *, user: int = 1, kind: str = "text") -> Incoming:
    """A message sent `at` seconds after the start."""
    return Incoming(next(NUMBERS), kind, user, user, sent_at=START + at)


def verdicts(guard: FloodGuard, *updates: Incoming, looked: float = START) -> list[Verdict]:
    return [guard.verdict(update, looked) for update in updates]


def test_within_the_limit_everything_is_handled() -> None:
    assert [Verdict.HANDLE] * 3 == verdicts(FloodGuard(limit=3), text(0), text(1), text(2))


def test_the_first_above_the_limit_is_told_and_the_rest_passed_over() -> None:
    found = verdicts(FloodGuard(limit=2), *(text(second) for second in range(6)))

    assert [Verdict.HANDLE, Verdict.HANDLE, Verdict.TELL, *[Verdict.PASS] * 3] == found


def test_what_waited_through_a_downtime_is_no_flood() -> None:
    """Seventy texts of six hours, all looked at in the same second."""
    guard = FloodGuard(limit=3)

    assert {Verdict.HANDLE} == set(
        verdicts(guard, *(text(n * 300) for n in range(70)), looked=START + 30_000)
    )


def test_presses_count_by_the_time_they_are_looked_at() -> None:
    guard = FloodGuard(limit=1)

    assert [Verdict.HANDLE, Verdict.TELL] == verdicts(guard, text(0, kind="press"), text(900, kind="press"))


def test_who_waits_a_minute_is_served_again() -> None:
    guard = FloodGuard(limit=2)
    verdicts(guard, *(text(0) for _ in range(9)))

    assert [Verdict.HANDLE] == verdicts(guard, text(WINDOW_SECONDS))


def test_a_clock_set_back_ends_the_minute() -> None:
    guard = FloodGuard(limit=1)
    verdicts(guard, text(7 * 86_400), text(7 * 86_400))

    assert [Verdict.HANDLE] == verdicts(guard, text(0))


def test_the_same_update_looked_at_again_gets_the_same_verdict() -> None:
    guard, loud = FloodGuard(limit=1), text(1)
    verdicts(guard, text(0))

    assert [Verdict.TELL] * 3 == verdicts(guard, loud, loud, loud)


@pytest.mark.parametrize("kind", ["member", "migrated"])
def test_what_opens_closes_or_moves_a_chat_is_never_passed_over(kind: str) -> None:
    guard = FloodGuard(limit=1)
    verdicts(guard, *(text(0) for _ in range(9)))

    assert [Verdict.HANDLE] == verdicts(guard, text(0, kind=kind))


def test_one_persons_flood_is_not_anothers() -> None:
    guard = FloodGuard(limit=1)
    verdicts(guard, text(0), text(0))

    assert [Verdict.HANDLE] == verdicts(guard, text(0, user=2))


def test_no_limit_counts_nothing() -> None:
    assert {Verdict.HANDLE} == set(verdicts(FloodGuard(), *(text(0) for _ in range(500))))
