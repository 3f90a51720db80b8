"""The counts of inputs tried by chance."""

from __future__ import annotations

from types import SimpleNamespace

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.statistics import collector, describe_statistics

from tests import fuzz_counts


def test_the_count_is_that_of_the_inputs_tried() -> None:
    seen: list[str] = []
    calls: list[int] = []

    @settings(max_examples=40, database=None)
    @given(st.integers())
    def by_chance(number: int) -> None:
        calls.append(number)

    with collector.with_value(lambda statistics: seen.append(describe_statistics(statistics))):
        by_chance()

    assert len(calls) == sum(map(fuzz_counts.tried, seen)) == 40


def test_subjects_stand_apart_and_others_together() -> None:
    reports = [
        SimpleNamespace(nodeid="tests/bot/test_incoming.py::test_any", user_properties=[("fuzzed", 1000)]),
        SimpleNamespace(nodeid="tests/bot/test_incoming.py::test_near", user_properties=[("fuzzed", 500)]),
        SimpleNamespace(nodeid="tests/knowledge/test_ids.py::test_read", user_properties=[("fuzzed", 100)]),
        SimpleNamespace(nodeid="tests/knowledge/test_ids.py::test_plain", user_properties=[]),
    ]

    assert "fuzzed: 1,500 updates read; 100 other properties" == fuzz_counts.line(reports)


def test_a_run_without_chance_says_nothing() -> None:
    assert "" == fuzz_counts.line([SimpleNamespace(nodeid="tests/test_x.py::test_y", user_properties=[])])
