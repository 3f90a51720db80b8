"""The oracle knows nothing of our code: what it finds is found without it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
OURS = {"audience_query.py", "population.py"}
"""The query of an audience speaks to our tables: it has rules of its own."""
MODULES = sorted(p for p in FOLDER.glob("*.py") if not p.name.startswith("test_") and p.name not in OURS)


def imported(path: Path) -> set[str]:
    """Every module that a file names in an import."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    return found | {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_of_the_oracle_imports_the_standard_library_and_itself_only(path: Path) -> None:
    itself = ("tests.oracle", *(f"tests.oracle.{p.stem}" for p in MODULES))

    foreign = {m for m in imported(path) if m.split(".")[0] not in sys.stdlib_module_names}

    assert set() == foreign - set(itself)


def test_the_modules_of_dates_and_of_reminders_are_among_those_looked_at() -> None:
    assert {"deadline_oracle.py", "reminder_oracle.py"} <= {p.name for p in MODULES}


def test_the_query_of_an_audience_knows_sql_and_nothing_of_ours() -> None:
    known = sys.stdlib_module_names | {"sqlalchemy", "sqlmodel"}

    assert set() == {m.split(".")[0] for m in imported(FOLDER / "audience_query.py")} - known
