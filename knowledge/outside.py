"""Facts from outside the norms that topics state, each with its source: `data/outside.yaml`."""

from __future__ import annotations

from pathlib import Path

from knowledge.grounds import Confidence, Slug
from knowledge.schema import DATA, Strict, load


class OutsideFact(Strict):
    """One fact that no norm of ours states."""

    id: Slug
    text: str
    confidence: Confidence
    source: str


class OutsideFile(Strict):
    """The whole file."""

    facts: tuple[OutsideFact, ...]


def load_outside(path: Path = DATA / "outside.yaml") -> tuple[OutsideFact, ...]:
    """The facts of the file. Raises `DataFileError` or `DataFilesError`."""
    return load(path, OutsideFile).facts
