"""A copy of the package's data files in a test's own folder."""

from __future__ import annotations

from pathlib import Path

from knowledge.schema import DATA


def copied(folder: Path) -> Path:
    """The data in a folder of the test's."""
    data = folder / "data"
    for path in DATA.rglob("*"):
        if path.is_file():
            target = data / path.relative_to(DATA)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    return data
