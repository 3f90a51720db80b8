"""A person who sends more than anybody can read is told once, and costs nothing more."""

from __future__ import annotations

from bot.flood import WINDOW_SECONDS, FloodGuard, Verdict


def test_within_the_limit_everything_is_handled() -> None:
    guard = FloodGuard(limit=3)

    assert [Verdict.HANDLE] * 3 == [guard.verdict(1, at) for at in (0.0, 1.0, 2.0)]


def test_the_first_above_the_limit_is_told_and_the_rest_passed_over() -> None:
    guard = FloodGuard(limit=2)

    found = [guard.verdict(1, at / 10) for at in range(6)]

    assert [Verdict.HANDLE, Verdict.HANDLE, Verdict.TELL, *[Verdict.PASS] * 3] == found


def test_who_waits_a_minute_is_served_again() -> None:
    guard = FloodGuard(limit=2)
    for at in range(9):
        guard.verdict(1, at / 10)

    assert guard.verdict(1, WINDOW_SECONDS + 1.0) is Verdict.HANDLE


def test_one_persons_flood_is_not_anothers() -> None:
    guard = FloodGuard(limit=1)
    guard.verdict(1, 0.0)
    guard.verdict(1, 0.1)

    assert guard.verdict(2, 0.2) is Verdict.HANDLE


def test_no_limit_counts_nothing() -> None:
    guard = FloodGuard()

    assert [Verdict.HANDLE] * 500 == [guard.verdict(1, 0.0) for _ in range(500)]
