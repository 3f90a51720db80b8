"""Follows a page for people literally: applies its fenced blocks to a copy of the project, runs its commands there.

Run as a program (`python manual_steps.py PAGE FOLDER`) it prints one JSON line a command: the section, the command,
what it printed, its exit code and the lines the page promises. A command is run in a fork, so that the program is
imported once and each command reads the files as they stand.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CREATE = re.compile(r"^Crie o arquivo `([^`]+)` com", re.MULTILINE)
APPEND = re.compile(r"^No fim de `([^`]+)`, acrescente:", re.MULTILINE)
REPLACE = re.compile(r"^Em `([^`]+)`, (?:dentro de `([^`]+)`, )?no lugar de:", re.MULTILINE)
FENCE = re.compile(r"(?P<before>.*?)^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    """One block of the page: what is done with it, where, and its lines."""

    section: str
    deed: str
    path: str
    body: str
    within: str = ""


def steps(page: str) -> Iterator[Step]:
    """The blocks in order. Raises `ValueError` for a block that the text before it does not explain."""
    section, replaced = "", None
    for found in FENCE.finditer(page):
        before = found["before"]
        section = (re.findall(r"^## (.+)$", before, re.MULTILINE) or [section])[-1]
        last = before.strip().rsplit("\n\n", 1)[-1]
        if found["kind"] == "console":
            yield Step(section, "run", "", found["body"])
        elif replaced is not None:
            if "escreva:" not in last:
                raise ValueError(f"{section}: o bloco não diz o que fazer: {found['body'][:60]!r}")
            yield Step(section, "put", "", found["body"])
            replaced = None
        elif match := CREATE.search(last):
            yield Step(section, "create", match[1], found["body"])
        elif match := APPEND.search(last):
            yield Step(section, "append", match[1], found["body"])
        elif match := REPLACE.search(last):
            replaced = match
            yield Step(section, "take", match[1], found["body"], match[2] or "")
        else:
            raise ValueError(f"{section}: o bloco não diz o que fazer: {found['body'][:60]!r}")


def commands(body: str) -> Iterator[tuple[str, list[str]]]:
    """Each `$ command` with the lines it is promised to print."""
    for part in body.split("$ ")[1:]:
        command, *promised = part.splitlines()
        yield command, [line for line in promised if line.strip()]


def follow(page: str, root: Path) -> Iterator[dict[str, object]]:
    """Does what the page says in a folder; one result a command."""
    taken: Step | None = None
    for step in steps(page):
        path = root / step.path
        if step.deed == "create":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.body, encoding="utf-8")
        elif step.deed == "append":
            path.write_text(path.read_text(encoding="utf-8") + step.body, encoding="utf-8")
        elif step.deed == "take":
            taken = step
        elif step.deed == "put" and taken is not None:
            _replace(root / taken.path, taken, step.body)
        else:
            for command, promised in commands(step.body):
                output, code = _run(command)
                yield {
                    "section": step.section, "command": command, "output": output, "code": code,
                    "promised": promised,
                }  # fmt: skip


def _replace(path: Path, taken: Step, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    start = text.index(f"{taken.within}\n") if taken.within else 0
    at = text.index(taken.body, start)
    path.write_text(text[:at] + new + text[at + len(taken.body) :], encoding="utf-8")


def _run(command: str) -> tuple[str, int]:
    from bot.cli import main  # noqa: PLC0415  # of the copy, whose path is set by then

    program, *arguments = shlex.split(command)
    if program != "fretabot":
        raise ValueError(f"comando de outro programa: {command}")
    with tempfile.TemporaryFile("w+") as told:
        child = os.fork()
        if child == 0:
            os.dup2(told.fileno(), 1)
            os.dup2(told.fileno(), 2)
            sys.argv = [program, *arguments]
            code = 1
            try:
                main()
                code = 0
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 1
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        _, status = os.waitpid(child, 0)
        told.seek(0)
        return told.read(), os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    folder = Path(sys.argv[2])
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    for result in follow(Path(sys.argv[1]).read_text(encoding="utf-8"), folder):
        sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
        sys.stdout.flush()
