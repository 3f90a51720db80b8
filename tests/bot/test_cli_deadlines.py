"""`fretabot deadlines`: dates for facts, for people and for programs, and wrong usage."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bot.cli_deadlines import described, mount, papers_from
from knowledge.deadline_model import Paper
from knowledge.obligations import package_obligations

ROWS = package_obligations()


def program() -> typer.Typer:
    app = typer.Typer()
    app.callback()(lambda: None)
    mount(app)
    return app


def call(*args: str) -> Any:
    return CliRunner().invoke(program(), ["deadlines", *args])


def found(*args: str) -> dict[str, dict[str, Any]]:
    result = call("--on", "2026-06-10", "--json", *args)
    assert result.exit_code == 0, result.output
    return {d["kind"]: d for d in json.loads(result.stdout)}


def test_a_lit_is_computed_from_the_year_of_the_vehicle() -> None:
    lit = found("--vehicle-year", "2015", "--lit-start", "2026-06-09")["lit"]
    assert (lit["due_on"], lit["standing"], lit["provision"]) == (
        "2027-06-09",
        "stated",
        ["daer-7727-2022:art13_par1"],
    )


def test_the_output_is_one_json_value_with_the_keys_of_a_deadline() -> None:
    due = found("--ait-start", "06/04/2026")["ait"]
    assert due.keys() == {"kind", "due_on", "standing", "provision", "act_by", "stages", "note"}
    assert due["act_by"] == "2026-04-17"


def test_an_option_may_be_joined_with_an_equals_sign() -> None:
    assert found("--ait-start=06/04/2026")["ait"]["due_on"] == "2026-04-21"


def test_a_departure_without_offset_is_local_time() -> None:
    assert (
        found("--passenger-list-at", "2026-07-01T09:00")["passenger-list"]["due_at"]
        == "2026-07-01T01:00:00-03:00"
    )


def test_an_option_given_again_is_another_paper() -> None:
    args = ["--instalment-printed", "2026-07-05", "--instalment-printed", "2026-08-05"]
    papers = papers_from(args, ROWS, dt.date(2026, 6, 10), city="Porto Alegre")
    assert [dt.date(2026, 7, 5), dt.date(2026, 8, 5)] == [p.printed for p in papers]


def test_two_dates_of_one_paper_stay_together() -> None:
    args = ["--lit-start", "2026-06-09", "--lit-printed", "2026-12-01"]
    expected = (Paper("lit", {"start": dt.date(2026, 6, 9), "printed": dt.date(2026, 12, 1)}),)
    assert expected == papers_from(args, ROWS, dt.date(2026, 6, 10), city="Porto Alegre")


def test_a_kind_whose_name_begins_another_is_told_apart() -> None:
    assert found("--recefitur-renewal-end", "2029-03-15").keys() == {"recefitur-renewal"}


def test_a_choice_changes_the_arithmetic() -> None:
    due = found(
        "--metroplan-analysis-start",
        "2026-06-01",
        "--metroplan-analysis-office",
        "regional",
        "--city",
        "Pelotas",
    )
    assert due["metroplan-analysis"]["due_on"] == "2026-06-23"


def test_people_read_a_line_a_deadline() -> None:
    line = call("--on", "2026-06-10", "--recefitur-start", "15/03/2026").stdout.splitlines()[-1]
    assert line.startswith("15/03/2029 (em 1009 dias)  Certificado de Registro no RECEFITUR [stated]")


def test_no_facts_make_nothing_due() -> None:
    assert found() == {}


def test_the_kinds_are_listed_with_their_options() -> None:
    lines = described(ROWS)
    assert len(lines) == len(ROWS.by_kind)
    assert any(line.startswith("invoice ") and "--invoice-every month|week|trip" in line for line in lines)


@pytest.mark.parametrize(
    "args",
    [
        ["--lit-begin", "2026-06-09"],
        ["--lit-start", "31/02/2026"],
        ["--lit-start"],
        ["lit"],
        ["--mode", "onibus"],
        ["--authority", "other"],
        ["--invoice-start", "2026-06-09", "--invoice-every", "year"],
        ["--passenger-list-at", "amanhã"],
        ["--vehicle-year", "20111"],
        ["--vehicle-made", "ontem mesmo"],
        ["--on", "nunca"],
    ],
)
def test_wrong_usage_ends_with_two(args: list[str]) -> None:
    assert call(*args).exit_code == 2
