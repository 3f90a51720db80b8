"""The oracle knows nothing of our code: what it finds is found without it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def test_the_oracle_imports_the_standard_library_only() -> None:
    tree = ast.parse((FOLDER / "reminders.py").read_text(encoding="utf-8"))
    modules = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    modules += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    assert [] == [m for m in modules if m.split(".")[0] not in sys.stdlib_module_names]
