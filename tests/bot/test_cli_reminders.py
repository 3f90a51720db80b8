"""`fretabot reminders plan`: what will be sent, to whom, when, in the shape programs read."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest
from sqlmodel import Session
from typer.testing import CliRunner

from bot import demo, revisions
from bot.cli_reminders import app
from bot.main import open_database
from bot.norm_changes import Asked, work_out
from bot.revisions import Published
from bot.settings import Settings
from knowledge.library import Entered, Library
from knowledge.terms import TermChanges

KEYS = {
    "recipient", "company", "subject", "kind", "due_on", "stage", "send_at", "state", "provision", "text",
}  # fmt: skip


@pytest.fixture
def demonstration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The invented companies on 10/06/2026, noon."""
    monkeypatch.setenv("FRETABOT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("FRETABOT_CLOCK", "fixed:2026-06-10T15:00:00+00:00")
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    database = open_database(settings)
    now = dt.datetime(2026, 6, 10, 15, tzinfo=dt.UTC)
    database.now(lambda session: demo.seed(session, now=now, settings=settings))
    database.close()


@pytest.mark.usefixtures("demonstration")
def test_the_plan_is_one_object_a_line_each_key_once() -> None:
    result = CliRunner().invoke(app, ["plan", "--from", "2026-06-10", "--to", "2026-06-20", "--json"])

    rows = [json.loads(line) for line in result.stdout.splitlines()]
    keys = [(r["recipient"], r["subject"], r["due_on"], r["stage"]) for r in rows]
    assert 0 == result.exit_code
    assert {frozenset(KEYS)} == {frozenset(row) for row in rows}
    assert len(set(keys)) == len(keys)


@pytest.mark.usefixtures("demonstration")
def test_what_is_due_today_is_sent_today_and_each_day_says_what_is_true_on_it() -> None:
    result = CliRunner().invoke(app, ["plan", "--from", "10/06/2026", "--to", "18/06/2026", "--json"])

    rows = [json.loads(line) for line in result.stdout.splitlines()]
    [lit] = [
        r
        for r in rows
        if r["recipient"] == demo.MARLI
        and r["stage"] == "0"
        and r["kind"] == "lit"
        and r["due_on"] == "2026-06-10"
    ]
    assert "IVX1A23: Laudo de Inspeção Técnica (LIT): vence hoje, 10/06/2026" == lit["text"]
    assert "2026-06-10T12:00:00-03:00" == lit["send_at"]
    overdue = [r for r in rows if r["subject"] == lit["subject"] and r["stage"] == "-1"]
    assert ["2026-06-11T09:00:00-03:00"] == [r["send_at"] for r in overdue]


@pytest.mark.usefixtures("demonstration")
def test_a_span_that_lies_ahead_tells_what_the_whole_way_tells_in_it() -> None:
    spans = [("2026-06-10", "2026-08-31"), ("2026-08-01", "2026-08-31")]
    whole, ahead = (
        [
            json.loads(line)
            for line in CliRunner()
            .invoke(app, ["plan", "--from", first, "--to", last, "--json"])
            .stdout.splitlines()
        ]
        for first, last in spans
    )
    assert [r for r in whole if r["send_at"] >= "2026-08-01"] == ahead
    assert ahead


@pytest.mark.usefixtures("demonstration")
def test_a_published_extension_moves_what_will_be_sent(library: Library) -> None:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    asked = Asked("df-nff-2022", "Portaria nova", None, provision="df-nff-2022:art7", words="Palavras novas.")
    content = dict(work_out(asked, Published(0, {}, Entered()), library).content)
    now = dt.datetime(2026, 6, 10, 15, tzinfo=dt.UTC)
    june = {"due_from": "2026-06-01", "due_to": "2026-06-30", "until": "2026-12-10"}
    terms = {
        "extensions": [{"kinds": ["lit"], **june, "by": "Portaria", "provisions": ["daer-7727-2022:art13"]}]
    }

    def publish(session: Session) -> None:
        facts = {"act": "", "in_force_on": None, "author": 1, "now": now}
        row = revisions.draft(session, norm="df-nff-2022", content=content, **facts)  # type: ignore[arg-type]
        revisions.keep_terms(session, row, TermChanges.model_validate(terms))
        revisions.publish(session, row, by=1, now=now)

    database = open_database(settings)
    database.now(publish)
    database.close()

    result = CliRunner().invoke(app, ["plan", "--from", "2026-06-10", "--to", "2026-12-10", "--json"])

    days = {r["due_on"] for line in result.stdout.splitlines() if (r := json.loads(line))["kind"] == "lit"}
    assert "2026-12-10" in days
    assert not any("2026-06-10" <= day <= "2026-06-30" for day in days)


@pytest.mark.usefixtures("demonstration")
def test_a_span_that_ends_before_it_begins_is_refused() -> None:
    result = CliRunner().invoke(app, ["plan", "--from", "2026-06-10", "--to", "2026-06-09"])

    assert 2 == result.exit_code
