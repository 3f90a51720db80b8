"""Data in use: read once, replaced inside a unit of work only."""

from __future__ import annotations

from knowledge.in_use import InUse


def test_the_files_are_read_once_and_only_when_asked_for() -> None:
    read: list[str] = []
    data = InUse("words", lambda: read.append("x") or "files")
    before = len(read)
    assert (0, "files", "files", 1) == (before, data.now(), data.now(), len(read))


def test_what_is_put_in_place_is_in_use_inside_only() -> None:
    data = InUse("words", lambda: "files")
    with data.using(""):
        assert "" == data.now()
    assert "files" == data.now()
