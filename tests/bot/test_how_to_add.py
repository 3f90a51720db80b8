"""The page for people who know the law and no Python, followed literally in a copy of the project."""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot import demo
from bot.main import open_database
from bot.settings import Settings
from tests.bot import manual_steps

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "como-acrescentar.md"
PACKAGES = ("bot", "handlers", "scheduler", "knowledge")
SECTIONS = sorted({step.section for step in manual_steps.steps(PAGE.read_text(encoding="utf-8"))})
NOW = dt.datetime(2026, 6, 10, 15, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What every command of the page printed, the page done from top to bottom."""
    copy = tmp_path_factory.mktemp("copy")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    settings = Settings(_env_file=None, data_dir=copy / "data")  # type: ignore[call-arg]
    database = open_database(settings)
    database.now(lambda session: demo.seed(session, now=NOW, settings=settings))
    database.close()
    told = {"FRETABOT_DATA_DIR": str(copy / "data"), "FRETABOT_CLOCK": f"fixed:{NOW.isoformat()}"}
    clean = {k: v for k, v in os.environ.items() if not k.startswith("FRETABOT_")}
    done = subprocess.run(  # noqa: S603  # our own page
        [sys.executable, manual_steps.__file__, str(PAGE), str(copy)],
        env=clean | told | {"COLUMNS": "200"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert 0 == done.returncode, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("section", SECTIONS)
def test_following_the_page_gives_what_it_promises(followed: list[dict[str, Any]], section: str) -> None:
    ran = [result for result in followed if result["section"] == section]
    missed = [
        (r["command"], line, r["output"]) for r in ran for line in r["promised"] if line not in r["output"]
    ]
    assert ran
    assert [] == missed


def test_only_the_unfinished_draft_is_refused(followed: list[dict[str, Any]]) -> None:
    refused = [r["section"] for r in followed if r["code"] != 0]
    assert ["Uma norma"] == refused


def test_a_block_that_nothing_explains_is_found() -> None:
    with pytest.raises(ValueError, match="não diz o que fazer"):
        list(manual_steps.steps("## Parte\n\nAlgo.\n\n```yaml\na: 1\n```\n"))
