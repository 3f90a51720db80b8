"""Which certificates are looked at on the day of a request, and until when all are valid."""

from __future__ import annotations

import datetime as dt

from knowledge.certificates import GROUND, Window, kinds, window
from knowledge.obligations import load_obligations

TODAY = dt.date(2026, 6, 10)


def day(away: int) -> dt.date:
    """The day so many days from today."""
    return TODAY + dt.timedelta(days=away)


def test_the_kinds_are_those_that_rest_on_the_provision() -> None:
    rows = load_obligations()
    found = kinds(rows)
    assert "crf-fgts" in found
    assert all(GROUND in rows[kind].provisions for kind in found)


def test_the_municipal_licence_is_no_certificate_of_the_request() -> None:
    assert "alvara" not in kinds(load_obligations())


def test_one_certificate_makes_no_window() -> None:
    assert window([("CRF", day(5))], TODAY) is None


def test_the_window_ends_with_the_first_to_end() -> None:
    assert Window(3, day(5), ("CRF",)) == window(
        [("CND", day(90)), ("CRF", day(5)), ("CNDT", day(40))], TODAY
    )


def test_the_last_day_itself_is_in_the_window() -> None:
    assert Window(2, TODAY, ("CRF",)) == window([("CND", day(90)), ("CRF", TODAY)], TODAY)


def test_one_that_has_ended_leaves_no_common_day() -> None:
    assert Window(2, None, ("CRF",)) == window([("CND", day(90)), ("CRF", day(-1))], TODAY)
