"""`fretabot import` and `export`: dry run, all or nothing, exit codes, and the way back."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from sqlmodel import Session, select
from typer.testing import CliRunner, Result

from bot import accounts, cli_fleet
from bot.changes import OPERATOR
from bot.database import Database
from bot.models.fleet import Change, Vehicle
from bot.settings import Settings
from tests.bot.sheets import paper, text, vehicle
from tests.conftest import sqlite_copy

NOW = dt.datetime(2026, 6, 10, 15, 0, tzinfo=dt.UTC)
GOOD = text(vehicle(), paper("LIT", "10/03/2090"), paper("alvará", "10/03/2090", plate=""))

Call = Callable[..., Result]


@pytest.fixture
def url(tmp_path: Path, migrated_file: Path) -> str:
    """A database with one company, whose id is 1."""
    address = sqlite_copy(tmp_path, migrated_file)
    opened = Database(address)
    opened.now(
        lambda s: accounts.found_company(s, owner=7, name="Aurora", authorities=["daer"], modes=[], now=NOW)
    )
    opened.close()
    return address


@pytest.fixture
def call(url: str, tmp_path: Path) -> Call:
    app = typer.Typer()
    settings = Settings(_env_file=None, data_dir=tmp_path)  # type: ignore[call-arg]
    cli_fleet.mount(app, lambda: settings, lambda: Database(url))
    return lambda *arguments: CliRunner().invoke(app, [str(a) for a in arguments])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "frota.csv"
    made.write_bytes(GOOD)
    return made


def stored(url: str, model: type[Vehicle] | type[Change]) -> list[Vehicle | Change]:
    opened = Database(url)
    found = opened.now(lambda s: _all(s, model))
    opened.close()
    return found


def _all(session: Session, model: type[Vehicle] | type[Change]) -> list[Vehicle | Change]:
    return list(session.exec(select(model)))


def test_a_dry_run_says_what_would_change_and_keeps_nothing(call: Call, file: Path, url: str) -> None:
    result = call("import", file, "--company", 1, "--dry-run")

    assert (0, True, []) == (result.exit_code, "vehicles_added=1" in result.stdout, stored(url, Vehicle))
    assert "nada foi guardado" in result.stdout


def test_the_file_is_kept_once_and_the_history_names_the_operator(call: Call, file: Path, url: str) -> None:
    first = json.loads(call("import", file, "--company", 1, "--json").stdout)
    second = json.loads(call("import", file, "--company", 1, "--json").stdout)

    assert [(True, 1, 2, 0), (False, 0, 0, 3)] == [
        (r["saved"], r["vehicles_added"], r["papers_added"], r["unchanged"]) for r in (first, second)
    ]
    assert {OPERATOR} == {c.user_id for c in stored(url, Change) if isinstance(c, Change)}


def test_errors_are_told_by_line_and_end_with_one(call: Call, tmp_path: Path, url: str) -> None:
    wrong = tmp_path / "errada.csv"
    wrong.write_bytes(text(vehicle(), paper("LIT", "31/02/2027")))
    result = call("import", wrong, "--company", 1, "--json")

    found = json.loads(result.stdout)
    assert [{"line": 3, "column": "vence_em", "reason": "date_day"}] == [
        {k: e[k] for k in ("line", "column", "reason")} for e in found["errors"]
    ]
    assert (False, 1, []) == (found["saved"], result.exit_code, stored(url, Vehicle))
    assert "1 erros em errada.csv: nada foi guardado" == str(result.exception)


@pytest.mark.parametrize(
    ("company", "content", "said"),
    [(9, GOOD, "não há empresa 9 aberta"), (1, b"%PDF-1", "frota.csv: Isso é um PDF.")],
)
def test_a_failure_is_one_clear_line(call: Call, file: Path, company: int, content: bytes, said: str) -> None:
    file.write_bytes(content)
    result = call("import", file, "--company", company)

    assert (1, True) == (result.exit_code, str(result.exception).startswith(said))


@pytest.mark.parametrize(
    "arguments", [("import", "nada.csv", "--company", 1), ("export", "--company", 1, "--out", "x.pdf")]
)
def test_wrong_usage_exits_with_two(call: Call, arguments: tuple[object, ...]) -> None:
    assert 2 == call(*arguments).exit_code


@pytest.mark.parametrize("name", ["volta.csv", "volta.xlsx"])
def test_what_is_exported_changes_nothing_when_brought_back(
    call: Call, file: Path, tmp_path: Path, name: str
) -> None:
    call("import", file, "--company", 1)
    call("export", "--company", 1, "--out", tmp_path / name)

    assert {"unchanged": 3, "saved": False, "errors": []}.items() <= json.loads(
        call("import", tmp_path / name, "--company", 1, "--json").stdout
    ).items()


def test_the_export_is_a_table_or_one_object_a_line(call: Call, file: Path) -> None:
    call("import", file, "--company", 1)

    assert "placa;renavam;ano_fabricacao" == call("export", "--company", 1).stdout[:28]
    lines = [json.loads(line) for line in call("export", "--company", 1, "--json").stdout.splitlines()]
    assert [("IAB1C23", ""), ("", "Alvará"), ("IAB1C23", "Laudo")] == [
        (line["placa"], line["documento"].split()[0].capitalize() if line["documento"] else "")
        for line in lines
    ]


def test_an_export_of_no_company_fails(call: Call) -> None:
    assert "não há empresa 9 aberta" == str(call("export", "--company", 9).exception)
