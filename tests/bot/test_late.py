"""What only some runs need is not loaded by every start."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("alembic", "docx", "fontTools", "fpdf", "icalendar", "openpyxl", "psycopg", "pypdf")


def test_a_start_loads_none_of_the_heavy_libraries() -> None:
    code = f"import sys, bot.cli; print([name for name in {HEAVY!r} if name in sys.modules])"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603

    assert "[]" == ended.stdout.strip()
