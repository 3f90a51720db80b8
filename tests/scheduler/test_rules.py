"""The file of rules: what a person may mistype is refused with file and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.errors import DataFilesError
from scheduler.rules import FILE, load_rules


def test_the_file_of_the_package_is_right() -> None:
    assert 10 == load_rules().gather_minutes


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("late-instalment:", "parcela-atrasada:", "tipo desconhecido: parcela-atrasada"),
        ("second: [owner,", "second: [dono,", "papel desconhecido: dono"),
        ("gather_minutes: 10", "gather_minutes: 30", "deve ser 10 ou menos"),
        ("lines: 12", "linhas: 12", "linhas"),
    ],
)
def test_a_slip_is_refused_with_its_reason(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "reminders.yaml"
    file.write_text(FILE.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    with pytest.raises(DataFilesError, match=said):
        load_rules(file)
