"""How many invented inputs the tests tried, printed at the end of a run: a proof by chance is worth its count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

import pytest

FUZZED = "fuzzed"
SUBJECTS = {
    "test_incoming": "updates read",
    "test_mutated_updates": "mutated updates handled",
    "test_date_input": "dates",
    "test_inputs": "plates and other typed values",
    "test_spreadsheet": "spreadsheets",
    "test_spreadsheet_hostile": "spreadsheets",
    "test_importer": "importer",
}
OTHER = "other properties"


def tried(statistics: str) -> int:
    """The inputs a property was tried with, from Hypothesis' own account of it; rejected ones do not count."""
    return sum(map(int, re.findall(r"(\d+) passing", statistics)))


def line(reports: Iterable[Any]) -> str:
    """One line with the counts of all subjects; nothing when no test was one by chance."""
    counts: Counter[str] = Counter()
    for report in reports:
        subject = SUBJECTS.get(PurePath(report.nodeid.partition("::")[0]).stem, OTHER)
        counts[subject] += sum(value for name, value in report.user_properties if name == FUZZED)
    found = [f"{counts[subject]:,} {subject}" for subject in dict.fromkeys([*SUBJECTS.values(), OTHER])]
    return f"fuzzed: {'; '.join(f for f in found if not f.startswith('0 '))}" if counts.total() else ""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Writes the count of a property into its report, which also reaches the first process of several."""
    report = yield
    if call.when == "call" and (statistics := getattr(item, "hypothesis_statistics", "")):
        report.user_properties.append((FUZZED, tried(statistics)))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the line."""
    reports = [
        r for kind in ("passed", "failed") for r in terminalreporter.stats.get(kind, []) if r.when == "call"
    ]
    if text := line(reports):
        terminalreporter.write_line(text)
