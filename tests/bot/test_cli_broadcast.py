"""`fretabot broadcast` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from sqlmodel import Session
from typer.testing import CliRunner

from bot import broadcasts, cli_broadcast, migrate, revisions
from bot.database import Database
from bot.norm_changes import Asked, work_out
from bot.revisions import Published
from bot.settings import Settings
from knowledge.library import Entered, Library
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


def test_who_resumes_has_read_the_published_words_not_the_packages(
    commands: typer.Typer, tmp_path: Path, library: Library
) -> None:
    asked = Asked("df-nff-2022", "Portaria nova", None, provision="df-nff-2022:art7", words="Palavras novas.")
    content = dict(work_out(asked, Published(0, {}, Entered()), library).content)
    url = Settings(_env_file=None, data_dir=tmp_path).url  # type: ignore[call-arg]
    opened = Database(url)

    def work(session: Session) -> None:
        made = revisions.draft(
            session, norm="df-nff-2022", content=content, act="", in_force_on=None, author=1, now=NOON
        )
        revisions.publish(session, made, by=1, now=NOON)
        row = broadcasts.get(session, 1)
        assert row is not None
        row.provisions, row.state = ["df-nff-2022:art7"], "paused"

    opened.now(work)

    said = json.loads(CliRunner().invoke(commands, ["resume", "1", "--json"]).stdout)

    assert {"id": 1, "state": "running"} == said
    published = opened.now(revisions.published).load().corpus
    row = opened.now(lambda s: broadcasts.get(s, 1))
    opened.close()
    assert row is not None
    assert broadcasts.cited(published, row.provisions) == row.cited
    assert broadcasts.cited(library.corpus, row.provisions) != row.cited
