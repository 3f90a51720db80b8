"""What a command says when it cannot do its work: one line, never a traceback."""

from __future__ import annotations

import socket
import sys

import pytest

from bot import cli


@pytest.mark.parametrize("words", [["db", "check"], ["db", "upgrade"], ["staff", "list"]], ids=" ".join)
def test_a_database_that_does_not_answer_is_said_in_one_line(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:  # bound, not listening: every connection is refused
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv(
            "FRETABOT_DATABASE_URL", f"postgresql://f:secret@127.0.0.1:{taken.getsockname()[1]}/f"
        )
        monkeypatch.setattr(sys, "argv", ["fretabot", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
    said = capsys.readouterr()
    assert (1, "") == (ended.value.code, said.out)
    assert 1 == len(said.err.splitlines())
    assert cli.DATABASE_AWAY in said.err
    assert "secret" not in said.err
