"""The papers say what is there: commands, files, settings, alarms and figures they name exist, and none is missing."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from bot import bench, cli
from bot.alarms import KEYS
from bot.metrics import Meter
from bot.render import Renderer
from bot.settings import Settings
from handlers import registry

ROOT = Path(__file__).parents[2]
PAPERS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
DEPLOY = sorted((ROOT / "deploy").iterdir())
TOP = "bot|handlers|scheduler|knowledge|tests|docs|deploy"
PATH = re.compile(rf"`((?:{TOP})/[\w./*-]+)`")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
COMMAND = re.compile(r"(?:^|[\s`$]|bin/)fretabot +((?!fretabot|backup/)[a-z][^`|\n#]*)", re.MULTILINE)
ROW = re.compile(r"^\| `([a-z_]+)` \|", re.MULTILINE)
FIGURE = re.compile(r"^\| `(fretabot_[a-z_]+)(?:\{[^}]*\})?` \|", re.MULTILINE)
PLACEHOLDERS = re.compile(r"[A-ZÁÉÍÓÚÃÇ<…\"$\[(]")


def paper(name: str) -> str:
    """The text of a paper."""
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PAPERS, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_file_a_paper_names_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = [ROOT / name for name in PATH.findall(text) if "*" not in name]
    named += [path.parent / name for name in LINK.findall(text)]
    patterns = [name for name in PATH.findall(text) if "*" in name]
    missing = [str(n) for n in named if not n.exists()] + [p for p in patterns if not list(ROOT.glob(p))]
    invented = re.findall(r"^Crie o arquivo `([^`]+)`", text, re.MULTILINE)  # what the reader is to make
    assert [] == [
        n
        for n in missing
        if not n.endswith(tuple(invented or ["/"]))
        and "norms/my-norm" not in n
        and "norms/daer-portaria" not in n
    ]


def commands(text: str) -> Iterator[list[str]]:
    """The words after `fretabot` of every command line of a text, without what a reader fills in."""
    for line in COMMAND.findall(text):
        yield line.split()


def unknown_word(words: list[str]) -> str:
    """The first word of a command line that is neither a command nor an option of it; "" when all are known."""
    command: Any = get_command(cli.app)
    if words[0] == "bench" and len(words) > 1:
        command, words = get_command(bench.app), words[1:]
    for word in words:
        if hasattr(command, "commands"):  # a group
            if word.startswith("-") or PLACEHOLDERS.match(word):
                return ""
            name = word.rstrip(".,;:)")
            if name not in command.commands:
                return word
            command = command.commands[name]
        elif word.startswith("--"):
            known = {"--help"} | {option for p in command.params for option in p.opts}
            loose = command.context_settings.get("ignore_unknown_options")
            if word.rstrip(".,;:)") not in known and not loose:
                return word
    return ""


@pytest.mark.parametrize("path", [*PAPERS, *DEPLOY], ids=lambda p: str(p.relative_to(ROOT)))
def test_every_command_a_paper_names_exists(path: Path) -> None:
    found = list(commands(path.read_text(encoding="utf-8")))
    assert [] == [" ".join(words) for words in found if unknown_word(words)]


def test_a_command_that_does_not_exist_is_seen() -> None:
    assert ["dance"] == [unknown_word(words) for words in commands("`fretabot dance --now`")]
    assert ["--softly"] == [unknown_word(words) for words in commands("$ fretabot db check --softly")]


def test_every_setting_has_its_row() -> None:
    told = {name.lower() for name in re.findall(r"`([A-Z_]+)`(?= ·| \|)", paper("docs/settings.md"))}
    assert set(Settings.model_fields) == told


def test_every_alarm_has_its_row() -> None:
    part = paper("docs/operator.md").partition("## What each alarm means")[2].partition("\n## ")[0]
    assert set(KEYS) == set(ROW.findall(part))


def test_every_alarm_raised_is_one_of_the_known() -> None:
    raised = set()
    for folder in ("bot", "scheduler", "handlers"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in (
                    "alarm",
                    "raise_alarm",
                ):
                    raised |= {
                        a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
                    }
    assert raised
    assert raised <= KEYS


def figures() -> set[str]:
    """The names under which Prometheus sees our figures."""
    kinds = {"counter": "_total"}
    return {f"{family.name}{kinds.get(family.type, '')}" for family in Meter().registry.collect()}


def test_every_figure_has_its_row() -> None:
    part = paper("docs/operator.md").partition("## Watching")[2].partition("\n## ")[0]
    assert figures() == set(FIGURE.findall(part))


def test_the_alert_rules_ask_for_figures_we_have() -> None:
    rules = yaml.safe_load(paper("deploy/alerts.yaml"))["groups"][0]["rules"]
    asked = {name for rule in rules for name in re.findall(r"fretabot_\w+", rule["expr"])}
    assert asked
    assert asked <= figures()


@pytest.mark.parametrize(
    "row", [line for line in paper("docs/security.md").splitlines() if line.startswith("| **")]
)
def test_every_threat_names_the_test_that_holds_it_off(row: str) -> None:
    assert PATH.findall(row.rsplit("|", 2)[-2])


def test_the_container_holds_every_package() -> None:
    copied = set(re.findall(r"^COPY (?!--from)(.+) \S+$", paper("deploy/Containerfile"), re.MULTILINE))
    sources = {name for line in copied for name in line.split()}
    packages = tomllib.loads(paper("pyproject.toml"))["tool"]["setuptools"]["packages"]["find"]["include"]
    assert {name.rstrip("*") for name in packages} <= sources
    assert [] == [name for name in sources if not (ROOT / name).exists()]


@pytest.mark.parametrize("path", [p for p in DEPLOY if p.suffix == ".service"], ids=lambda p: p.name)
def test_a_unit_starts_the_program_the_handbook_installs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "/opt/fretabot/.venv/bin/fretabot " in text
    assert "WorkingDirectory=/var/lib/fretabot\n" in text
    assert path.name in paper("docs/operator.md") or path.stem in paper("docs/operator.md")


MANUALS = ["docs/manual-transportador.md", "docs/manual-equipe.md"]


@pytest.mark.parametrize("name", ["README.md", *MANUALS])
def test_every_command_of_the_chat_that_a_paper_names_exists(name: str) -> None:
    named = set(re.findall(r"`/([a-z_]+)[ `]", paper(name))) - {"newbot"}  # of @BotFather
    assert named <= set(registry.build().commands) | {"metrics", "healthz"}


@pytest.mark.parametrize("name", MANUALS)
def test_every_button_that_a_manual_names_is_one_of_ours(name: str) -> None:
    labels = " ".join(Renderer().labels.values())
    named = {bold for bold in re.findall(r"\*\*([^*]+)\*\*", paper(name)) if not bold.isalpha()}
    assert named
    assert [] == sorted(button for button in named if button not in labels)


def test_the_manuals_together_name_every_command() -> None:
    told = {word for name in MANUALS for word in re.findall(r"`/([a-z_]+)", paper(name))}
    assert set(registry.build().commands) - {"start", "pergunta"} <= told


def test_what_the_compose_file_must_be_told_is_named_in_its_first_lines() -> None:
    text = paper("deploy/compose.yaml")
    head = {
        name for line in text.splitlines() if line.startswith("#") for name in re.findall(r"[A-Z_]{8,}", line)
    }
    assert head == set(re.findall(r"\$\{([A-Z_]+)", text))


def test_old_compose_programs_need_a_reason_or_a_default_that_is_not_empty() -> None:
    assert [] == re.findall(r"\$\{\w+:?[?-]\}", paper("deploy/compose.yaml"))
