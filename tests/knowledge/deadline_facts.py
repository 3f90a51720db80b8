"""Facts as the tests of deadlines write them, and the one deadline of a kind that is found."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from knowledge.age import Manufacture
from knowledge.deadline_model import Deadline, Facts, Mode, Paper
from knowledge.deadlines import deadlines
from knowledge.obligations import load_obligations

ROWS = load_obligations()
TODAY = dt.date(2026, 6, 1)
DEPARTURE = dt.datetime(2026, 7, 1, 9, 0, tzinfo=dt.UTC)


def day(text: str) -> dt.date:
    return dt.date(*reversed([int(part) for part in text.split("/")]))


def paper(kind: str, choices: Mapping[str, str] | None = None, **dates: str) -> Paper:
    return Paper(kind, {name: day(text) for name, text in dates.items()}, choices or {})


def found(
    kind: str, *papers: Paper, made: Manufacture | None = None, mode: Mode | None = None, new: bool = False
) -> Deadline:
    facts = Facts(TODAY, papers, made=made, mode=mode, new=new)
    matches = [d for d in deadlines(facts) if d.kind == kind]
    assert len(matches) == 1, matches
    return matches[0]


def none(kind: str, *papers: Paper, made: Manufacture | None = None) -> bool:
    return all(d.kind != kind for d in deadlines(Facts(TODAY, papers, made=made)))


LICENCE = paper("vehicle-licence", start="01/06/2026")
