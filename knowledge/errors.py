"""Errors of the knowledge base.

KnowledgeError
├── DataFileError      one defect of one data file: file, key, problem, mend
├── DataFilesError     all defects found by one load
├── UnknownProvision   an id that no norm of the base holds
└── NoValueInForce     a dated series has no value on that date
"""

from __future__ import annotations

import datetime as dt


class KnowledgeError(Exception):
    """Root of every error this package raises."""


class DataFileError(KnowledgeError):
    """One defect of a data file, worded for the person who edits it."""

    def __init__(self, file: str, key: str, problem: str, mend: str = "") -> None:
        self.file, self.key, self.problem, self.mend = file, key, problem, mend
        super().__init__(f"{file}: {key}: {problem}" + (f" ({mend})" if mend else ""))


class DataFilesError(KnowledgeError):
    """Every defect found by one load; nothing is half loaded."""

    def __init__(self, problems: list[DataFileError]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(p) for p in problems))


class UnknownProvision(KnowledgeError):
    """An id that names no provision of the base."""

    def __init__(self, id_: str) -> None:
        self.id = id_
        super().__init__(f"unknown provision: {id_!r}")


class NoValueInForce(KnowledgeError):
    """A dated series that has no value on a date; an answer, not a defect."""

    def __init__(self, series: str, on: dt.date) -> None:
        self.series, self.on = series, on
        super().__init__(f"{series}: no value in force on {on.isoformat()}")


class ValueInReview(NoValueInForce):
    """A value whose provision was revised and prints another number; nobody entered the new one yet."""

    def __init__(self, series: str, on: dt.date, provision: str, since: dt.date | None) -> None:
        super().__init__(series, on)
        self.provision, self.since = provision, since
