"""`fretabot broadcast` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bot import broadcasts, cli_broadcast, migrate
from bot.database import Database
from bot.settings import Settings
from tests.conftest import NOON


@pytest.fixture
def commands(tmp_path: Path) -> typer.Typer:
    settings = Settings(_env_file=None, data_dir=tmp_path)  # type: ignore[call-arg]

    def database() -> Database:
        opened = Database(settings.url)
        migrate.upgrade(opened.engine)
        return opened

    opened = database()
    opened.now(lambda s: broadcasts.create(s, author=1, now=NOON, subject="norms", text="Um aviso."))
    opened.close()
    return cli_broadcast.build(lambda: settings, database)


def test_a_broadcast_is_listed_shown_and_cancelled_once(commands: typer.Typer) -> None:
    run = CliRunner()
    listed = json.loads(run.invoke(commands, ["list", "--json"]).stdout)
    assert (1, "draft", "norms") == (listed["id"], listed["state"], listed["subject"])
    assert "Um aviso." in run.invoke(commands, ["show", "1", "--json"]).stdout

    assert "cancelled" in run.invoke(commands, ["cancel", "1"]).stdout

    again = run.invoke(commands, ["cancel", "1"])
    assert "nada a fazer" in str(again.exception)
    assert "não há comunicado 2" in str(run.invoke(commands, ["show", "2"]).exception)
