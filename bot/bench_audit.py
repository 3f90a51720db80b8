"""Known vulnerabilities of the locked packages, looked up by pip-audit; a package not looked up is a failure."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.bench_world import machine

LOCK = Path(__file__).parents[1] / "requirements.lock"
NOT_INSTALLED = (
    "pip-audit não está instalado: ele vem com as ferramentas de desenvolvimento, não com o bot.\n"
    "Na pasta do programa, rode: make env-dev && .venv/bin/fretabot bench audit"
)
NO_LOCK = (
    "Não há requirements.lock em {folder}: rode a partir da pasta de onde o programa foi instalado com make."
)
UNREACHABLE = "Nada foi conferido: o serviço de vulnerabilidades não respondeu.\n{problem}"

Asked = Callable[[list[str]], "subprocess.CompletedProcess[str]"]


@dataclass(frozen=True)
class Audit:
    """What was found: packages looked up, those that could not be, and vulnerabilities with their mend."""

    audited: tuple[str, ...]
    skipped: tuple[str, ...]
    vulnerable: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Everything was looked up and nothing was found."""
        return bool(self.audited) and not self.skipped and not self.vulnerable

    def words(self) -> str:
        """For the operator: counts, then one line for each thing to look at."""
        counts = f"pacotes conferidos: {len(self.audited)}; não conferidos: {len(self.skipped)}"
        lines = [f"{counts}; vulnerabilidades conhecidas: {len(self.vulnerable)}"]
        lines += [f"vulnerável: {each}" for each in self.vulnerable]
        return "\n".join([*lines, *(f"não conferido: {each}" for each in self.skipped)])


def understood(report: dict[str, Any]) -> Audit:
    """pip-audit's JSON as an `Audit`."""
    packages = report["dependencies"]
    looked_up = [p for p in packages if "skip_reason" not in p]
    return Audit(
        audited=tuple(p["name"] for p in looked_up),
        skipped=tuple(p["skip_reason"] for p in packages if "skip_reason" in p),
        vulnerable=tuple(
            f"{p['name']} {p['version']}: {v['id']}, corrigida em {', '.join(v['fix_versions']) or 'nenhuma versão'}"
            for p in looked_up
            for v in p["vulns"]
        ),
    )


def ask(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs pip-audit."""
    return subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603  # our own lock


def look_up(lock: Path, *, installed: bool, ask: Asked) -> tuple[bool, str]:
    """Whether all is well, and what to tell the operator."""
    if not installed:
        return False, NOT_INSTALLED
    if not lock.is_file():
        return False, NO_LOCK.format(folder=lock.parent)
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    done = ask([*command, "--require-hashes", "--disable-pip", "-r", str(lock)])
    try:
        audit = understood(json.loads(done.stdout))
    except (ValueError, KeyError, TypeError):
        return False, UNREACHABLE.format(problem=done.stderr.strip()[-1000:])
    return audit.clean, audit.words()


def audit(
    lock: Annotated[Path, typer.Option(help="Arquivo com os pacotes travados.")] = LOCK,
) -> None:
    """Vulnerabilidades conhecidas dos pacotes travados; falha também quando um pacote não pôde ser conferido."""
    typer.echo(machine())
    clean, words = look_up(lock, installed=find_spec("pip_audit") is not None, ask=ask)
    typer.echo(words)
    raise typer.Exit(0 if clean else 1)
