"""`fretabot staff` on the command line: the same acts as in the chat, written down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bot import cli_staff, invitations
from bot.database import Database
from bot.models.chat import Invitation
from tests.conftest import NOON, sqlite_copy


class Desk:
    """The commands on a database of their own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.commands: typer.Typer = cli_staff.build(lambda: Database(url))

    def run(self, *words: str) -> Any:
        return CliRunner().invoke(self.commands, list(words))

    def lines(self, *words: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.run(*words, "--json").stdout.splitlines()]


@pytest.fixture
def desk(tmp_path: Path, migrated_file: Path) -> Desk:
    return Desk(sqlite_copy(tmp_path, migrated_file))


def test_who_is_added_is_listed_and_the_log_says_that_the_operator_did_it(desk: Desk) -> None:
    assert {"user_id": 7, "role": "editor"} == desk.lines("add", "7", "editor", "--name", "Ana")[0]

    (member,) = desk.lines("list")
    assert (7, "editor", "Ana") == (member["user_id"], member["role"], member["name"])
    (line,) = desk.lines("log")
    facts = {"person": 7, "role": "editor"}
    assert (0, "staff_appointed", facts) == (line["user_id"], line["action"], line["facts"])


def test_administrators_of_the_settings_are_listed_once(desk: Desk) -> None:
    desk.run("add", "7", "administrator", "--name", "Ana")
    desk.run("add", "8", "editor", "--name", "Bia")
    desk.commands = cli_staff.build(lambda: Database(desk.url), lambda: (7, 9))

    listed = [(m["user_id"], m["role"], m["name"], m["fixed"]) for m in desk.lines("list")]
    expected = [
        (7, "administrator", "Ana", True),
        (9, "administrator", "", True),
        (8, "editor", "Bia", False),
    ]
    assert expected == listed


def test_who_is_removed_leaves_no_open_invitation(desk: Desk) -> None:
    desk.run("add", "7", "administrator")
    opened = Database(desk.url)
    made = opened.now(
        lambda s: invitations.create(s, "segredo", company_id=None, role="editor", created_by=7, now=NOON)
    )
    opened.now(lambda s: _lasts(s.get(Invitation, made.secret_hash)))
    opened.close()

    assert {"user_id": 7, "removed": 1} == desk.lines("remove", "7")[0]

    opened = Database(desk.url)
    row = opened.now(lambda s: invitations.get(s, made.secret_hash))
    opened.close()
    assert row is not None
    assert row.revoked_at is not None
    assert ["staff_removed", "staff_appointed"] == [line["action"] for line in desk.lines("log")]


def _lasts(row: Invitation | None) -> None:
    assert row is not None
    row.expires_at = NOON.replace(year=2200)


def test_a_role_nobody_has_is_refused_by_name(desk: Desk) -> None:
    refused = desk.run("add", "7", "chefe")

    assert 2 == refused.exit_code
    assert "administrator" in refused.stderr


def test_removing_who_is_not_on_the_staff_fails(desk: Desk) -> None:
    ended = desk.run("remove", "7")

    assert (1, "7 não tem esse papel") == (ended.exit_code, str(ended.exception))
